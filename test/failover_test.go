package test

import (
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// newStandby starts a copy of the server that follows it and confirms what it has written.
func (c *cluster) newStandby() *cluster {
	c.t.Helper()
	s := &cluster{t: c.t, dir: filepath.Join(ownersPlace(c.t), "data"), port: freePort(c.t)}
	runAsOwner(c.t, postgresProgram(c.t, "pg_basebackup"), "-d", "host=127.0.0.1 port="+c.port+" user=postgres", "-D", s.dir, "-c", "fast", "-R", "--no-sync")
	s.start()
	eventually(c.t, "the standby follows", func() bool {
		return query(c.t, c.address(), "SELECT count(*)::text FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')")[0] == "1"
	})
	return s
}

// promote makes a standby the primary.
func (c *cluster) promote() {
	c.t.Helper()
	if done := query(c.t, c.address(), "SELECT pg_promote()::text"); done[0] != "true" {
		c.t.Fatal("the standby is not promoted")
	}
}

// twins are a primary and its synchronous standby, with an installation that finds whichever of them takes changes, through
// the port that door gives for each.
func twins(t *testing.T, door func(*cluster) string) (primary, standby *cluster, i *installation) {
	t.Helper()
	primary = newCluster(t, "synchronous_standby_names=*")
	standby = primary.newStandby()
	i = installOnServer(t, primary.address())
	i.db = fmt.Sprintf("postgres://postgres@127.0.0.1:%s,127.0.0.1:%s/%s?target_session_attrs=read-write", door(primary), door(standby), databaseOf(t, i.db))
	return primary, standby, i
}

// front is the server's own port.
func (c *cluster) front() string { return c.port }

// isReady is what the server says of itself.
func (s *server) isReady() bool {
	status, _ := s.plain("/readyz")
	return status == http.StatusOK
}

// TestAPromotedStandbyHasAllThatWasAcknowledged kills the primary, or cuts it off without a word, while clients write
// through two servers, and promotes its standby. The servers are not ready in between, and go on within ten seconds
// without anybody's help, also with a pooler before each database. All that was acknowledged is there once.
func TestAPromotedStandbyHasAllThatWasAcknowledged(t *testing.T) {
	t.Parallel()
	t.Run("killed", func(t *testing.T) {
		t.Parallel()
		failOver(t, (*cluster).front, func() {})
	})
	t.Run("silent", func(t *testing.T) {
		t.Parallel()
		var all []*proxy
		failOver(t, func(c *cluster) string {
			all = append(all, newProxy(t, net.JoinHostPort("127.0.0.1", c.port)))
			return all[len(all)-1].port()
		}, func() { all[0].become(weather{stalled: true}) })
	})
	t.Run("pooled", func(t *testing.T) {
		t.Parallel()
		failOver(t, func(c *cluster) string { return startPooler(t, "127.0.0.1", c.port) }, func() {})
	})
}

// failOver loses the primary while clients write. lose is what happens just before it is killed.
func failOver(t *testing.T, door func(*cluster) string, lose func()) {
	t.Helper()
	primary, standby, i := twins(t, door)
	both := i.pair()
	key := i.key(i.account(), "*")
	k := employ(t, 6, both[0].as(key), both[1].as(key))
	k.busy(100)
	lose()
	primary.stop(syscall.SIGKILL)
	for _, s := range both {
		eventually(t, "the server is not ready", func() bool { return !s.isReady() })
		if status, _ := s.plain("/healthz"); status != http.StatusOK {
			t.Errorf("without its primary a server is not alive: %d", status)
		}
	}
	standby.promote()
	promoted := time.Now()
	for _, s := range both {
		eventually(t, "the server is ready again", s.isReady)
	}
	k.busy(20)
	if took := time.Since(promoted); took > 10*time.Second {
		t.Errorf("after the standby was promoted the servers went on within %s", took)
	}
	t.Logf("the servers went on %s after the standby was promoted", time.Since(promoted).Round(time.Millisecond))
	k.dismiss(both[1].as(key))
	for _, s := range both {
		s.stop()
	}
	i.sound()
}

// TestNothingIsAcknowledgedThatTheStandbyDoesNotHave takes the synchronous standby away: changes are answered with 503, however
// often they are sent again, until it is back. What was never acknowledged may be lost with the primary; sent again, it
// is made once.
func TestNothingIsAcknowledgedThatTheStandbyDoesNotHave(t *testing.T) {
	t.Parallel()
	primary, standby, i := twins(t, (*cluster).front)
	s := i.serve("--db-timeout", "1s")
	c := s.as(i.key(i.account(), "*"))
	once := func(name string) answer {
		return c.do(0, http.MethodPost, "/departments", fmt.Sprintf(`{"name": %q}`, name), "Idempotency-Key: "+name)
	}
	uncertain := func(name string) {
		t.Helper()
		for range 3 {
			if a := once(name); a.status != http.StatusServiceUnavailable || retryAfter(a) == 0 || a.took > 8*time.Second {
				t.Errorf("without its standby the answer after %s is %d: %s", a.took, a.status, a.body)
			}
		}
		if !s.isReady() {
			t.Error("without the standby, which reading does not need, the server is not ready")
		}
	}
	made := func(name string) {
		t.Helper()
		eventually(t, "the change is acknowledged", func() bool { return once(name).status == http.StatusOK })
	}
	made("first")
	standby.stop(syscall.SIGKILL)
	uncertain("second")
	standby.start()
	made("second")
	standby.stop(syscall.SIGKILL)
	uncertain("third")
	primary.stop(syscall.SIGKILL)
	standby.start()
	standby.promote()
	made("third")
	for name, n := range departments(c) {
		if n != 1 {
			t.Errorf("%s is there %d times", name, n)
		}
	}
	if n := len(departments(c)); n != 3 {
		t.Errorf("%d of three departments are there", n)
	}
}
