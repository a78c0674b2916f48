package test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// startPooler starts PgBouncer before a PostgreSQL server, in transaction mode: each transaction gets another of a few
// sessions, none of which remembers anything for a client. It gives the port on which it listens.
func startPooler(t *testing.T, host, serverPort string) (port string) {
	t.Helper()
	path := "/usr/sbin/pgbouncer"
	if _, err := os.Stat(path); err != nil {
		if path, err = exec.LookPath("pgbouncer"); err != nil {
			t.Fatal("PgBouncer is not installed: run scripts/install-needs pgbouncer")
		}
	}
	port = freePort(t)
	settings := filepath.Join(ownersPlace(t), "pgbouncer.ini")
	text := fmt.Sprintf("[databases]\n* = host=%s port=%s user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %s\nunix_socket_dir =\n"+
		"auth_type = any\npool_mode = transaction\ndefault_pool_size = 6\nmax_client_conn = 200\nlog_connections = 0\nlog_disconnections = 0\n",
		host, serverPort, port)
	if err := os.WriteFile(settings, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	c := asOwner(t, path, settings)
	c.Stdout, c.Stderr = &log, &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM) // it may have ended already
		if err := c.Wait(); t.Failed() {      // it calls itself failed when it is told to end
			t.Logf("PgBouncer ended with %v: %s", err, log.String())
		}
	})
	eventually(t, "PgBouncer listens", (&cluster{port: port}).answers)
	return port
}

// newPooler gives an installation as reached through PgBouncer.
func newPooler(t *testing.T, direct *installation) *installation {
	t.Helper()
	server, err := url.Parse(direct.db)
	if err != nil {
		t.Fatal(err)
	}
	through := *direct
	through.db = "postgres://127.0.0.1:" + startPooler(t, server.Query().Get("host"), "5432") + server.Path + "?user=postgres"
	return &through
}

// databaseOf is the name of the database in an address.
func databaseOf(t testing.TB, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(u.Path, "/")
}

// TestAPoolerChangesNothing runs two servers through PgBouncer in transaction mode, with no setting that says so. They
// make the schema together, answer as they do without it, count rates together, and miss nothing in the feed.
func TestAPoolerChangesNothing(t *testing.T) {
	t.Parallel()
	direct := installOnPostgres(t)
	i := newPooler(t, direct)
	both := i.pair()
	i.ratesHold(both[:])
	i.feedMissesNothing(both[:])
	key := i.key(i.account(), "*")
	a, b, plain := both[0].as(key), both[1].as(key), direct.serve().as(key)
	employee := a.crew(1)[0]
	punch := b.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-10T08:00:00Z", "outDt": "2026-03-10T16:30:00Z"}`, employee))
	a.do(http.StatusOK, http.MethodPut, fmt.Sprint("/punches/", punch), `{"notes": "through the pooler"}`)
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			for _, path := range []string{
				"/punches?from=2026-03-01&to=2026-03-31", "/employees", "/timecards?from=2026-03-09&to=2026-03-15",
				"/shiftcards?from=2026-03-09&to=2026-03-15", "/payclasses", "/orgunits", fmt.Sprint("/employees/", employee),
			} {
				want := plain.get(path).body
				for _, c := range []caller{a, b} {
					if got := c.get(path).body; got != want {
						t.Errorf("through the pooler %s gives %s, without it %s", path, got, want)
					}
				}
			}
		})
	}
	clients.Wait()
	started := a.do(http.StatusAccepted, http.MethodPost, "/timecards/async?from=2026-03-09&to=2026-03-15", "").object(t)
	poll := fmt.Sprintf("/timecards/async/%s/poll", started["reportKey"])
	eventually(t, "the report is complete", func() bool { return b.do(0, http.MethodGet, poll, "").status == http.StatusOK })
	a.do(http.StatusNoContent, http.MethodDelete, fmt.Sprint("/punches/", punch), "")
	for _, s := range both {
		s.stop()
	}
	if said := both[0].logged() + both[1].logged(); strings.Contains(said, "request failed") || strings.Contains(said, "prepared statement") {
		t.Errorf("behind the pooler something failed: %s", said)
	}
	i.sound()
	file := filepath.Join(i.dir, "copied.db")
	i.run("copy", "--from", i.db, "--to", file)
	other := databaseAt(t, i.db, databaseOf(t, installOnPostgres(t).db))
	i.run("copy", "--from", file, "--to", other)
}

// TestAPoolerThatEndsIsOvercome ends the sessions of the pooler with the database while clients write.
func TestAPoolerThatEndsIsOvercome(t *testing.T) {
	t.Parallel()
	direct := installOnPostgres(t)
	i := newPooler(t, direct)
	c := i.serve().as(i.key(i.account(), "*"))
	k := employ(t, 4, c)
	for range 5 {
		k.busy(20)
		query(t, direct.db, "SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	}
	k.busy(20)
	k.dismiss(c)
}
