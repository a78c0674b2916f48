package test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// clerkOf makes the user of a database, who owns nothing, with the limit of connections, and gives the installation as that
// user uses it.
func clerkOf(t *testing.T, i *installation, limit int) (clerk *installation, name string) {
	t.Helper()
	name = databaseOf(t, i.db) + "_clerk"
	query(t, i.db, fmt.Sprintf("CREATE ROLE %s LOGIN CONNECTION LIMIT %d", name, limit), "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "+name)
	t.Cleanup(func() { query(t, i.db, "DROP OWNED BY "+name, "DROP ROLE "+name) })
	return &installation{t, i.dir, strings.Replace(i.db, "postgres://postgres@", "postgres://"+name+"@", 1)}, name
}

// press lets 30 clients read and write at once, and counts the answers by status.
func (c caller) press(requests int) map[int]int {
	c.t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	answers := map[int]int{}
	for client := range 30 {
		all.Go(func() {
			for n := range requests {
				method, body := http.MethodGet, ""
				if n%3 == 0 {
					method, body = http.MethodPost, fmt.Sprintf(`{"name": "%d of %d"}`, n, client)
				}
				a, err := c.send(method, "/departments", body)
				if err != nil {
					c.t.Error(err)
					return
				}
				mu.Lock()
				answers[a.status]++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return answers
}

// TestAPoolLargerThanTheDatabaseAllows has a server want more connections than its user may open. Under load requests wait for
// those that are there, the log says once that there are fewer, and when more are allowed more are opened. When there are
// none at all each request is refused at once.
func TestAPoolLargerThanTheDatabaseAllows(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	key := i.key(i.account(), "*")
	clerk, name := clerkOf(t, i, 3)
	s := clerk.serve("--db-pool", "20")
	c := s.as(key)
	if answers := c.press(10); answers[http.StatusOK] != 300 {
		t.Errorf("with three connections the answers are %v", answers)
	}
	const said = "fewer connections than wanted"
	if log := s.logged(); strings.Count(log, said) != 1 || !strings.Contains(lineWith(log, said), "--db-pool") || !strings.Contains(lineWith(log, said), `"pool":20`) {
		t.Errorf("the log says:\n%s", log)
	}
	query(t, i.db, "ALTER ROLE "+name+" CONNECTION LIMIT 9")
	eventually(t, "more connections are opened", func() bool {
		if answers := c.press(3); answers[http.StatusOK] != 90 {
			t.Errorf("as more connections are opened the answers are %v", answers)
		}
		return query(t, i.db, "SELECT count(*)::text FROM pg_stat_activity WHERE usename = '"+name+"'")[0] > "5"
	})
	query(t, i.db, "ALTER ROLE "+name+" CONNECTION LIMIT 0", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"+name+"'")
	eventually(t, "a request is refused at once", func() bool {
		began := time.Now()
		if answers := c.press(1); answers[http.StatusServiceUnavailable] != 30 {
			t.Errorf("with no connection the answers are %v", answers)
		}
		return time.Since(began) < time.Second
	})
	query(t, i.db, "ALTER ROLE "+name+" CONNECTION LIMIT 2")
	eventually(t, "the server is ready again", func() bool { status, _ := s.plain("/readyz"); return status == http.StatusOK })
	if answers := c.press(10); answers[http.StatusOK] != 300 {
		t.Errorf("with two connections the answers are %v", answers)
	}
	if n := strings.Count(s.logged(), said); n != 1 {
		t.Errorf("the log says %d times that connections are lacking", n)
	}
}
