package test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// clerks make departments on several servers at once. A request that is not answered, or answered with 503, is sent again
// with its idempotency key, to the next server, until it is acknowledged.
type clerks struct {
	t       *testing.T
	servers []caller
	stop    context.CancelFunc
	done    sync.WaitGroup
	mu      sync.Mutex
	made    []string
	count   atomic.Int64 // of what was acknowledged
}

// employ lets n clerks work until they are dismissed.
func employ(t *testing.T, n int, servers ...caller) *clerks {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	k := &clerks{t: t, servers: servers, stop: stop}
	for side := range n {
		k.done.Go(func() {
			for number := 0; ctx.Err() == nil; number++ {
				if name := fmt.Sprintf("department %d of %d", number, side); k.make(ctx, name, side) {
					k.mu.Lock()
					k.made = append(k.made, name)
					k.mu.Unlock()
					k.count.Add(1)
				}
			}
		})
	}
	t.Cleanup(stop)
	return k
}

// make makes a department, and says whether that was acknowledged before the clerk was dismissed.
func (k *clerks) make(ctx context.Context, name string, side int) bool {
	for try := side; ; try++ {
		a, err := k.servers[try%len(k.servers)].send(http.MethodPost, "/departments", fmt.Sprintf(`{"name": %q}`, name), "Idempotency-Key: "+name) //nolint:contextcheck // a request that is under way is finished
		switch {
		case err == nil && a.status == http.StatusOK:
			return true
		case err == nil && (a.status != http.StatusServiceUnavailable || retryAfter(a) == 0):
			k.t.Errorf("%d, Retry-After %d: %s", a.status, retryAfter(a), a.body)
			return false
		case ctx.Err() != nil:
			return false
		}
	}
}

// busy waits until the clerks have made n more.
func (k *clerks) busy(n int64) {
	k.t.Helper()
	target := k.count.Load() + n
	eventually(k.t, "the clerks go on", func() bool { return k.count.Load() >= target })
}

// soFar is what was acknowledged by now.
func (k *clerks) soFar() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.made)
}

// dismiss ends the work and looks for all that was acknowledged.
func (k *clerks) dismiss(c caller) {
	k.t.Helper()
	k.stop()
	k.done.Wait()
	there := departments(c)
	for _, name := range k.made {
		if there[name] != 1 {
			k.t.Errorf("%s was acknowledged and is there %d times", name, there[name])
		}
	}
	k.t.Logf("%d departments were acknowledged", len(k.made))
}

// TestACrashOfPostgreSQLLosesNothing stops PostgreSQL at once, or kills it, while clients write through two servers. When
// it is back both go on within ten seconds, without anybody's help, and all that was acknowledged is there once.
func TestACrashOfPostgreSQLLosesNothing(t *testing.T) {
	t.Parallel()
	db := newCluster(t)
	i := installOnServer(t, db.address())
	both := i.pair()
	key := i.key(i.account(), "*")
	k := employ(t, 6, both[0].as(key), both[1].as(key))
	for round := range 2 * more(t) {
		k.busy(50)
		db.stop([]syscall.Signal{syscall.SIGQUIT, syscall.SIGKILL}[round%2])
		for _, s := range both {
			if status, body := s.plain("/readyz"); status != http.StatusServiceUnavailable {
				t.Errorf("without its database a server is ready: %d %s", status, body)
			}
			if status, _ := s.plain("/healthz"); status != http.StatusOK {
				t.Errorf("without its database a server is not alive: %d", status)
			}
		}
		db.start()
		back := time.Now()
		for _, s := range both {
			eventually(t, "the server is ready again", func() bool { status, _ := s.plain("/readyz"); return status == http.StatusOK })
			s.as(key).get("/departments")
		}
		k.busy(10)
		if took := time.Since(back); took > 10*time.Second {
			t.Errorf("after the crash the servers went on within %s", took)
		}
	}
	k.dismiss(both[0].as(key))
	for _, s := range both {
		s.stop()
	}
	i.sound()
}

// TestKilledBackendsAreReplaced ends every session of the servers with the database, over and over. Requests that were
// not under way notice nothing.
func TestKilledBackendsAreReplaced(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	c := i.serve().as(i.key(i.account(), "*"))
	var warm sync.WaitGroup
	for range 16 {
		warm.Go(func() { c.get("/departments") })
	}
	warm.Wait()
	for n := range 5 {
		query(t, i.db, killBackends)
		if n%2 == 0 {
			c.create("/departments", fmt.Sprintf(`{"name": "after %d"}`, n))
		}
		c.get("/departments")
	}
	k := employ(t, 4, c)
	for range 5 {
		k.busy(20)
		query(t, i.db, killBackends)
	}
	k.dismiss(c)
}

// TestAnExhaustedPoolIsSaid holds all connections of a server: it answers 503 within two seconds and is not ready, until
// they are free again.
func TestAnExhaustedPoolIsSaid(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	var keys []string
	for range 2 {
		keys = append(keys, i.key(i.account(), "*"))
	}
	s := i.serve("--db-pool", "2", "--db-timeout", "1m")
	s.as(keys[0]).get("/departments")
	holder, err := pgx.Connect(t.Context(), i.db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := holder.Exec(t.Context(), "BEGIN; SELECT id FROM accounts FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	var stuck sync.WaitGroup
	for _, key := range keys {
		stuck.Go(func() { s.as(key).create("/departments", `{"name": "waits"}`) })
	}
	eventually(t, "the connections are taken", func() bool {
		return query(t, i.db, "SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")[0] == "2"
	})
	for range 3 {
		a := s.as(keys[0]).do(http.StatusServiceUnavailable, http.MethodGet, "/employees", "")
		if a.took > 2*time.Second || retryAfter(a) == 0 {
			t.Errorf("the answer came after %s with Retry-After %q", a.took, a.header.Get("Retry-After"))
		}
	}
	if status, _ := s.plain("/readyz"); status != http.StatusServiceUnavailable {
		t.Errorf("a server without connections says %d", status)
	}
	if err := holder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	stuck.Wait()
	s.as(keys[0]).get("/employees")
	if status, _ := s.plain("/readyz"); status != http.StatusOK {
		t.Errorf("when the connections are free again the server says %d", status)
	}
}

// goroutines is how many the server has.
func (s *server) goroutines() int {
	s.t.Helper()
	_, text := s.plain("/metrics")
	n, err := strconv.Atoi(regexp.MustCompile(`(?m)^go_goroutines (\d+)$`).FindStringSubmatch(text)[1])
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// TestABadNetworkIsOvercome puts a network between server and database that breaks connections off, swallows what is sent,
// or takes half a second for each answer. When the database is silent a request is refused within five seconds; when it is
// slow, the request is answered. Nothing that was acknowledged is lost, and nothing piles up in the server.
func TestABadNetworkIsOvercome(t *testing.T) {
	t.Parallel()
	db := newCluster(t)
	direct := installOnServer(t, db.address())
	p := newProxy(t, net.JoinHostPort("127.0.0.1", db.port))
	through := *direct
	through.db = strings.Replace(direct.db, ":"+db.port, ":"+p.port(), 1)
	s := through.serve()
	c := s.as(direct.key(direct.account(), "*"))
	k := employ(t, 4, c)
	k.busy(20)
	before := s.goroutines()
	for range 5 {
		p.reset()
		k.busy(10)
	}
	for range 2 {
		p.become(weather{stalled: true})
		var readers sync.WaitGroup
		for range 8 {
			readers.Go(func() {
				for range 3 {
					a := c.do(http.StatusServiceUnavailable, http.MethodGet, "/employees", "")
					if a.took > 5*time.Second || retryAfter(a) == 0 {
						t.Errorf("behind a silent network the answer came after %s with Retry-After %q", a.took, a.header.Get("Retry-After"))
					}
				}
			})
		}
		readers.Wait()
		if status, _ := s.plain("/readyz"); status != http.StatusServiceUnavailable {
			t.Errorf("behind a silent network the server says %d", status)
		}
		p.become(weather{})
		healed := time.Now()
		k.busy(10)
		if took := time.Since(healed); took > 10*time.Second {
			t.Errorf("after the silence the server went on within %s", took)
		}
	}
	p.become(weather{latency: 500 * time.Millisecond})
	for range 3 { // on a new connection each statement goes twice: it is prepared first
		if a := c.do(0, http.MethodGet, "/employees?limit=5", ""); a.status != http.StatusOK || a.took > 10*time.Second {
			t.Errorf("in a slow network the answer %d came after %s", a.status, a.took)
		}
	}
	p.become(weather{})
	k.busy(10)
	k.dismiss(direct.serve().as(c.key))
	eventually(t, fmt.Sprintf("the server has about %d goroutines again", before), func() bool { return s.goroutines() <= before+10 })
}

// TestAServerWaitsForItsDatabase starts a server before its database: it says what it waits for and begins when the
// database is there. What waiting cannot mend it says at once, as commands do that do not serve.
func TestAServerWaitsForItsDatabase(t *testing.T) {
	t.Parallel()
	db := newCluster(t)
	i := installOnServer(t, db.address())
	secret := strings.Replace(i.db, "postgres@", "postgres:mellon@", 1)
	waiting := *i
	waiting.db = secret
	db.stop(syscall.SIGINT)
	s := waiting.begin(waiting.command(nil, "serve", "--listen", "127.0.0.1:0"))
	select {
	case <-s.says("waiting for the database"):
	case <-time.After(patience):
		t.Fatalf("the server does not say that it waits: %s", s.logged())
	}
	if r := waiting.try("account", "list"); r.code != 1 || !strings.Contains(r.log, "cannot be reached") || strings.Count(r.log, "\n") != 1 {
		t.Errorf("a command without its database exits with %d: %s", r.code, r.log)
	}
	db.start()
	s.up()
	if strings.Contains(s.logged(), "mellon") {
		t.Errorf("the log shows the password: %s", s.logged())
	}
	if status, _ := s.plain("/readyz"); status != http.StatusOK {
		t.Errorf("the server is not ready: %d", status)
	}
	nowhere := *i
	nowhere.db = databaseAt(t, db.address(), "nowhere")
	began := time.Now()
	if r := nowhere.try("serve", "--listen", "127.0.0.1:0"); r.code != 1 || !strings.Contains(r.log, "does not exist") || time.Since(began) > 30*time.Second {
		t.Errorf("without a database of that name the server exits with %d after %s: %s", r.code, time.Since(began), r.log)
	}
	db.stop(syscall.SIGINT)
	if r := i.try("serve", "--listen", "127.0.0.1:0", "--db-wait", "1s"); r.code != 1 || !strings.Contains(r.log, "cannot be reached") {
		t.Errorf("a server that waited long enough exits with %d: %s", r.code, r.log)
	}
	db.start()
}
