package store_test

import (
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// TestAMigrationMayFailAtEveryStatement breaks off the migration of a new database at one statement after the other, and
// migrates again each time: the schema is then that of a database that was migrated in one go.
func TestAMigrationMayFailAtEveryStatement(t *testing.T) {
	t.Parallel()
	whole := filepath.Join(t.TempDir(), "whole.db")
	if broken := migrateUntil(t, whole, -1); broken {
		t.Fatal("nothing was to fail")
	}
	want := schemaOf(t, whole)
	at := int64(0)
	for ; ; at++ {
		path := filepath.Join(t.TempDir(), "broken.db")
		if broken := migrateUntil(t, path, at); !broken {
			break
		}
		if migrateUntil(t, path, -1) {
			t.Fatalf("statement %d failed, and the next migration failed too", at)
		}
		if diff := cmp.Diff(want, schemaOf(t, path)); diff != "" {
			t.Fatalf("statement %d failed, and the next migration made another schema: %s", at, diff)
		}
	}
	if at < 20 {
		t.Errorf("the migration had only %d statements", at)
	}
}

// migrateUntil migrates a database and breaks off at a statement; it says whether it came to that.
func migrateUntil(t *testing.T, path string, at int64) (broken bool) {
	t.Helper()
	var count atomic.Int64
	var migrating atomic.Bool
	s, err := store.Open(t.Context(), path, store.Options{Readers: 1, Trace: func(sql string) {
		switch verb, _, _ := strings.Cut(sql, " "); verb {
		case "SAVEPOINT", "RELEASE", "ROLLBACK", "COMMIT": // they are the writer's own
		default:
			if migrating.Load() && count.Add(1)-1 == at {
				panic("broken off: " + sql)
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	migrating.Store(true)
	_, failed := s.Migrate(t.Context(), storetest.Epoch)
	migrating.Store(false)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if failed != nil && !strings.Contains(failed.Error(), "broken off") {
		t.Fatal(failed)
	}
	return failed != nil
}

// schemaOf is every table, index and view of a database, and the steps that it went through.
func schemaOf(t *testing.T, path string) (all []string) {
	t.Helper()
	c, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	const ask = "SELECT coalesce(sql, name) FROM sqlite_schema UNION ALL SELECT version || ' ' || checksum FROM schema_migrations ORDER BY 1"
	err = sqlitex.ExecuteTransient(c, ask, &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		all = append(all, stmt.ColumnText(0))
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
