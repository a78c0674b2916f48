package storetest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"punchclock/internal/store"
)

var errNoServer = errors.New("PUNCHCLOCK_TEST_POSTGRES is not set: run the tests with scripts/postgres-run")

// administer runs statements on the server of the tests, outside of any test's database.
func administer(statements ...string) error {
	c, err := pgx.Connect(context.Background(), os.Getenv("PUNCHCLOCK_TEST_POSTGRES"))
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(context.Background()) }()
	for _, sql := range statements {
		if _, err := c.Exec(context.Background(), sql); err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
	}
	return nil
}

// databaseAddress is the address of another database on the server of the tests.
func databaseAddress(name string) string {
	u, err := url.Parse(os.Getenv("PUNCHCLOCK_TEST_POSTGRES"))
	if err != nil {
		panic("storetest: PUNCHCLOCK_TEST_POSTGRES: " + err.Error())
	}
	u.Path = "/" + name
	return u.String()
}

// postgresTemplate is the name of an empty, migrated database, one for each process of tests.
var postgresTemplate = sync.OnceValues(func() (string, error) {
	if os.Getenv("PUNCHCLOCK_TEST_POSTGRES") == "" {
		return "", errNoServer
	}
	name := fmt.Sprintf("template_%d", os.Getpid())
	if err := administer("CREATE DATABASE " + name); err != nil {
		return "", err
	}
	s, err := store.Open(context.Background(), databaseAddress(name), store.Options{})
	if err != nil {
		return "", err
	}
	if _, err := s.Migrate(context.Background(), Epoch); err != nil {
		return "", fmt.Errorf("migrate the template: %w", err)
	}
	return name, s.Close()
})

var databases atomic.Int64

// PostgresAddress is the address of a fresh PostgreSQL database, whichever engine the tests run on, which is gone when the test ends.
func PostgresAddress(t testing.TB) string {
	t.Helper()
	template, err := postgresTemplate()
	if err != nil {
		t.Fatal(err)
	}
	return newDatabase(t, " TEMPLATE "+template+" STRATEGY file_copy")
}

// EmptyPostgresAddress is PostgresAddress of a database without a schema.
func EmptyPostgresAddress(t testing.TB) string {
	t.Helper()
	if os.Getenv("PUNCHCLOCK_TEST_POSTGRES") == "" {
		t.Fatal(errNoServer)
	}
	return newDatabase(t, "")
}

// newDatabase makes a database and gives its address.
func newDatabase(t testing.TB, options string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	if err := administer("CREATE DATABASE " + name + options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := administer("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("drop the test's database: %v", err)
		}
	})
	return databaseAddress(name)
}
