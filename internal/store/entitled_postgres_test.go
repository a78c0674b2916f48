package store_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// clerk is a user of a PostgreSQL database who owns nothing, under a name that must be quoted. It gives the store as the
// clerk has it open, and runs statements of the owner, in which CLERK is that name.
func clerk(t *testing.T) (s *store.Store, owner func(sql string)) {
	t.Helper()
	address := storetest.PostgresAddress(t)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	name := "clerk-of" + strings.ReplaceAll(u.Path, "/", "-")
	c, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	owner = func(sql string) {
		t.Helper()
		if _, err := c.Exec(context.Background(), strings.ReplaceAll(sql, "CLERK", pgx.Identifier{name}.Sanitize())); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	owner("CREATE ROLE CLERK LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO CLERK")
	u.User = url.User(name)
	if s, err = store.Open(t.Context(), u.String(), store.Options{Pool: 1}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		owner("DROP OWNED BY CLERK; DROP ROLE CLERK")
		if err := c.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s, owner
}

// TestEveryMissingRightIsNamed takes each right away that a server needs. What is told is what gives it back.
func TestEveryMissingRightIsNamed(t *testing.T) {
	t.Parallel()
	s, owner := clerk(t)
	for _, f := range []struct{ takes, gives, says string }{
		{"SELECT ON TABLE punches", "", "(1, such as punches)"},
		{"INSERT ON TABLE audit", "", "(1, such as audit)"},
		{"UPDATE ON TABLE id_blocks", "", "(1, such as id_blocks)"},
		{"DELETE ON TABLE idempotency", "", "(1, such as idempotency)"},
		{"UPDATE, DELETE ON TABLE reports, requests", "", "(2, such as reports, requests)"},
		{"EXECUTE ON FUNCTION count_requests", "EXECUTE ON FUNCTION public.count_requests", "the function count_requests"},
	} {
		owner("REVOKE " + f.takes + " FROM CLERK, PUBLIC")
		err := s.Entitled(t.Context())
		_, grant, _ := strings.Cut(fmt.Sprint(err), "GRANT ")
		if !strings.Contains(fmt.Sprint(err), f.says) || !strings.HasPrefix(grant, f.gives) || grant == "" {
			t.Errorf("without %s: %v", f.takes, err)
			continue
		}
		owner("GRANT " + grant)
		if err := s.Entitled(t.Context()); err != nil {
			t.Errorf("after GRANT %s: %v", grant, err)
		}
	}
	owner("REVOKE ALL ON TABLE departments FROM CLERK; REVOKE EXECUTE ON FUNCTION count_requests FROM CLERK")
	if err := s.Entitled(t.Context()); err == nil || strings.Count(err.Error(), "GRANT ") != 2 || strings.Contains(err.Error(), "\n") {
		t.Errorf("without two kinds of rights: %v", err)
	}
	owner("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO CLERK; GRANT EXECUTE ON FUNCTION public.count_requests TO CLERK")
	owner("REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM CLERK")
	if err := s.Entitled(t.Context()); err != nil {
		t.Errorf("without rights that only a migration needs: %v", err)
	}
}
