package test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// hold runs statements in a transaction that somebody forgot to end, until let go or until the test ends.
func hold(t *testing.T, db, sql string) (letGo func()) {
	t.Helper()
	holder, err := pgx.Connect(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := holder.Exec(t.Context(), "BEGIN; "+sql); err != nil {
		t.Fatal(err)
	}
	letGo = func() { _ = holder.Close(context.Background()) } // it may have been ended
	t.Cleanup(letGo)
	return letGo
}

// TestALockedTableHoldsUpNoOther locks a table while more clients ask for it than the pool has connections. They are refused;
// whoever asks for something else is answered.
func TestALockedTableHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	c := i.serve("--db-pool", "10").as(i.key(i.account(), "*"))
	other := caller{c.server, i.key(i.account(), "*")}
	hold(t, i.db, "LOCK TABLE punches IN ACCESS EXCLUSIVE MODE")
	const list = "/punches?from=2026-03-01&to=2026-03-31"
	stop := make(chan struct{})
	var all sync.WaitGroup
	for range 15 {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				a, err := c.send(http.MethodGet, list, "")
				if err != nil || a.status != http.StatusOK && (a.status != http.StatusServiceUnavailable || retryAfter(a) == 0) {
					t.Errorf("%v: the list of a locked table is answered with %d: %s", err, a.status, a.body)
				}
			}
		})
	}
	eventually(t, "the connections are taken", func() bool {
		return query(t, i.db, "SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")[0] == "10"
	})
	for range 2 {
		other.get("/departments")
		c.create("/departments", `{"name": "a"}`)
	}
	// The operator's guide finds and ends the session like this.
	query(t, i.db, `SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE datname = current_database()
		AND pid IN (SELECT unnest(pg_blocking_pids(pid)) FROM pg_stat_activity)`)
	close(stop)
	all.Wait()
	c.get(list)
	if !strings.Contains(lineWith(c.logged(), "request failed"), "lock timeout") {
		t.Errorf("the log says: %s", c.logged())
	}
}

// TestAChangeWaitsForAnother holds an account's row for longer than a question would wait for a table.
func TestAChangeWaitsForAnother(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	c := i.serve().as(i.key(i.account(), "*"))
	letGo := hold(t, i.db, "SELECT id FROM accounts FOR UPDATE")
	var change sync.WaitGroup
	change.Go(func() {
		if a, err := c.send(http.MethodPost, "/departments", `{"name": "waits"}`); err != nil || a.status != http.StatusOK {
			t.Errorf("%v: the change is answered with %d: %s", err, a.status, a.body)
		}
	})
	eventually(t, "the change waits", func() bool {
		return query(t, i.db, `SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database()
			AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > '1s'`)[0] == "1"
	})
	letGo()
	change.Wait()
}
