package test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// stumble lets PostgreSQL refuse the first so many insertions of departments with a code, whose name holds a word.
func (i *installation) stumble(code string, times int, word string) {
	i.t.Helper()
	query(i.t, i.db,
		"DROP SEQUENCE IF EXISTS tries CASCADE", "CREATE SEQUENCE tries", // whose steps are not undone
		fmt.Sprintf(`CREATE OR REPLACE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF new.name LIKE '%%%s%%' AND nextval('tries') <= %d THEN
				RAISE EXCEPTION 'another was first' USING ERRCODE = '%s';
			END IF;
			RETURN new;
		END $$`, word, times, code),
		"CREATE OR REPLACE TRIGGER stumble BEFORE INSERT ON departments FOR EACH ROW EXECUTE FUNCTION stumble()")
}

// TestWhatMaySucceedIsTriedAgain has PostgreSQL refuse changes as it does when two are in each other's way: a serialization
// failure and a deadlock. The client notices nothing, also among others; when it does not end he is told to try again,
// and nothing of the change is kept.
func TestWhatMaySucceedIsTriedAgain(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	c := i.serve().as(i.key(i.account(), "*"))
	for n, code := range []string{"40001", "40P01"} {
		i.stumble(code, 1, "odd")
		c.create("/departments", fmt.Sprintf(`{"name": "odd %d"}`, n))
		if tried := query(t, i.db, "SELECT last_value::text FROM tries")[0]; tried != "2" {
			t.Errorf("after %s a change was tried %s times in all", code, tried)
		}
		i.stumble(code, 2, "odd")
		var all sync.WaitGroup
		for k := range 16 {
			all.Go(func() {
				name := []string{"even", "odd"}[min(1, k%8)]
				c.create("/departments", fmt.Sprintf(`{"name": "%s %d %d"}`, name, n, k))
			})
		}
		all.Wait()
		i.stumble(code, 1_000_000, "never")
		a := c.do(http.StatusServiceUnavailable, http.MethodPost, "/departments", `{"name": "never"}`)
		if retryAfter(a) == 0 {
			t.Errorf("after %s again and again Retry-After is %q", code, a.header.Get("Retry-After"))
		}
	}
	there := departments(c)
	for name, times := range there {
		if times != 1 || name == "never" {
			t.Errorf("%s is there %d times", name, times)
		}
	}
	if len(there) != 2+2*16 {
		t.Errorf("there are %d departments: %v", len(there), there)
	}
}

// TestAStatementThatTakesTooLongIsEnded lets changes take half a minute in the database. The client is told after --db-timeout to try again, and the connection is good for the next.
func TestAStatementThatTakesTooLongIsEnded(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	c := i.serve("--db-timeout", "1s", "--db-pool", "2").as(i.key(i.account(), "*"))
	c.create("/departments", `{"name": "quick"}`)
	query(t, i.db,
		`CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF new.name = 'slow' THEN PERFORM pg_sleep(30); END IF;
			RETURN new;
		END $$`,
		"CREATE TRIGGER rest BEFORE INSERT ON departments FOR EACH ROW EXECUTE FUNCTION rest()")
	for range 4 { // more than there are connections
		a := c.do(http.StatusServiceUnavailable, http.MethodPost, "/departments", `{"name": "slow"}`)
		if a.took > 5*time.Second || retryAfter(a) == 0 {
			t.Errorf("the answer came after %s with Retry-After %q", a.took, a.header.Get("Retry-After"))
		}
		c.create("/departments", `{"name": "quick"}`)
	}
	if !strings.Contains(c.logged(), "due to statement timeout") {
		t.Errorf("it was not PostgreSQL that ended them: %s", c.logged())
	}
	if there := departments(c); there["slow"] != 0 || there["quick"] != 5 {
		t.Errorf("there are %v", there)
	}
	if running := query(t, i.db, "SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()")[0]; running != "0" {
		t.Errorf("%s statements still run", running)
	}
}
