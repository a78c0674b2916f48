// Package storetest gives tests a database of their own: real, empty and migrated, made by copying a template.
package storetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"punchclock/internal/store"
)

// Epoch is the instant at which the clocks of tests begin: a Tuesday, two days after clocks went forward in the
// United States.
var Epoch = time.Date(2026, 3, 10, 15, 0, 0, 0, time.UTC)

// template is the bytes of an empty, migrated database.
var template = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "storetest")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "template.db")
	s, err := store.Open(context.Background(), path, store.Options{})
	if err != nil {
		return nil, err
	}
	if _, err := s.Migrate(context.Background(), Epoch); err != nil {
		return nil, fmt.Errorf("migrate the template: %w", err)
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// Path is the path of a fresh database, which is gone when the test ends.
func Path(t testing.TB) string {
	t.Helper()
	content, err := template()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Engine is the engine on which the tests run: sqlite, or postgres when PUNCHCLOCK_TEST_ENGINE says so.
func Engine() string {
	if os.Getenv("PUNCHCLOCK_TEST_ENGINE") == "postgres" {
		return "postgres"
	}
	return "sqlite"
}

// Open is a fresh database, closed when the test ends.
func Open(t testing.TB) *store.Store {
	t.Helper()
	return OpenTraced(t, nil)
}

// OpenTraced is a fresh database that tells trace of every statement.
func OpenTraced(t testing.TB, trace func(sql string)) *store.Store {
	t.Helper()
	return open(t, Address(t), store.Options{Readers: 3, Pool: 7, Trace: trace})
}

// OpenAt is a fresh database that counts requests by a clock of the test.
func OpenAt(t testing.TB, clock func() time.Time) *store.Store {
	t.Helper()
	return open(t, Address(t), store.Options{Readers: 3, Pool: 7, Clock: clock})
}

// OpenServers is a fresh PostgreSQL database, whichever engine the tests run on, as two servers have it open that count
// requests by a clock of the test.
func OpenServers(t testing.TB, clock func() time.Time, trace func(sql string)) [2]*store.Store {
	t.Helper()
	return OpenServersOn(t, PostgresAddress(t), clock, trace)
}

// OpenServersOn is OpenServers with a database that is there.
func OpenServersOn(t testing.TB, address string, clock func() time.Time, trace func(sql string)) [2]*store.Store {
	t.Helper()
	return [2]*store.Store{
		open(t, address, store.Options{Pool: 3, Clock: clock, Trace: trace}),
		open(t, address, store.Options{Pool: 3, Clock: clock}),
	}
}

// OpenNarrow is a fresh PostgreSQL database, whichever engine the tests run on, with a single connection, for which nothing
// waits for ever.
func OpenNarrow(t testing.TB) *store.Store {
	t.Helper()
	return open(t, PostgresAddress(t), store.Options{Pool: 1, Patience: time.Minute})
}

// OpenSQLite is a fresh SQLite database, whichever engine the tests run on.
func OpenSQLite(t testing.TB) *store.Store {
	t.Helper()
	return open(t, Path(t), store.Options{Readers: 3, Pool: 7})
}

func open(t testing.TB, address string, options store.Options) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), address, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return s
}

// Address is what a fresh database is opened by: a path, or the address of a PostgreSQL database.
func Address(t testing.TB) string {
	t.Helper()
	if Engine() == "sqlite" {
		return Path(t)
	}
	return PostgresAddress(t)
}
