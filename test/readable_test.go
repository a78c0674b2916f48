package test

import (
	"fmt"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// TestViewsCanBeRead asks the views for people on both engines, with a punch in the night after the clocks went forward.
func TestViewsCanBeRead(t *testing.T) {
	t.Parallel()
	const punch = "SELECT first_name || ', ' || org_unit || ', ' || in_on_the_wall || ', ' || seconds FROM readable_punches"
	const audited = "SELECT count(*) FROM readable_audit WHERE kind = 'punch' AND who = 'test' AND action = 'create'"
	for name, c := range map[string]asked{"SQLite": ofSQLite(t), "PostgreSQL": ofPostgres(t)} {
		key := c.i.key(c.i.account(), "*")
		s := c.i.serve().as(key)
		unit := s.create("/orgunits", `{"name": "Harbour"}`)
		employee := s.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Byron", "orgUnit": %d}`, unit))
		s.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-08T01:30:00", "outDt": "2026-03-08T03:30:00"}`, employee))
		s.stop()
		if got, want := c.ask(punch), "Ada, Harbour, 2026-03-08 01:30:00, 3600"; got != want {
			t.Errorf("%s: the view of punches says %q, want %q", name, got, want)
		}
		if got := c.ask(audited); got != "1" {
			t.Errorf("%s: the view of the audit trail has %s rows", name, got)
		}
	}
}

// asked is an installation, and a way to ask its database past the program for the first column of the first row.
type asked struct {
	i   *installation
	ask func(sql string) string
}

func ofSQLite(t *testing.T) asked {
	i := install(t)
	return asked{i, func(sql string) (first string) {
		c, err := sqlite.OpenConn(i.db, sqlite.OpenReadOnly)
		if err != nil {
			t.Fatal(err)
		}
		err = sqlitex.ExecuteTransient(c, sql, &sqlitex.ExecOptions{ResultFunc: func(s *sqlite.Stmt) error {
			first = s.ColumnText(0)
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		return first
	}}
}

func ofPostgres(t *testing.T) asked {
	i := installOnPostgres(t)
	return asked{i, func(sql string) string { return query(t, i.db, sql)[0] }}
}
