package test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
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
