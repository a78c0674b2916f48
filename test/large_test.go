package test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// The large database has this many employees, with a punch on each of these days from largeFrom on.
const (
	largeEmployees = 100
	largeDays      = 600
)

// largeRange asks for every punch of the large database.
const largeRange = "from=2024-01-01&to=2026-12-31"

// large is the content of the large database and a key to it, which are made once.
var large struct {
	once    sync.Once
	content []byte
	key     string
}

// installLarge is an installation with the large database, and a key that may do everything there.
func installLarge(t testing.TB) (i *installation, key string) {
	t.Helper()
	large.once.Do(func() { large.content, large.key = makeLarge(t) })
	i = install(t)
	if err := os.WriteFile(i.db, large.content, 0o600); err != nil || large.key == "" {
		t.Fatalf("the large database could not be made: %v", err)
	}
	return i, large.key
}

// onBothLarge is onBothEngines with the large database.
func onBothLarge(t *testing.T, test func(t *testing.T, i *installation, key string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		i, key := installLarge(t)
		test(t, i, key)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		i, key := installLargeOnPostgres(t)
		test(t, i, key)
	})
}

// largeOnPostgres is the name of the large database on the PostgreSQL server that the tests share, which is made once.
var largeOnPostgres struct {
	once sync.Once
	name string
}

// installLargeOnPostgres is installLarge on PostgreSQL.
func installLargeOnPostgres(t testing.TB) (i *installation, key string) {
	t.Helper()
	from, key := installLarge(t)
	i = installOnPostgres(t)
	server, name := os.Getenv(postgresVariable), databaseOf(t, i.db)
	largeOnPostgres.once.Do(func() {
		template := fmt.Sprint("large_", os.Getpid())
		query(t, server, "CREATE DATABASE "+template)
		from.run("copy", "--from", from.db, "--to", databaseAt(t, server, template))
		query(t, databaseAt(t, server, template), "VACUUM ANALYZE")
		largeOnPostgres.name = template
	})
	if largeOnPostgres.name == "" {
		t.Fatal("the large database could not be made on PostgreSQL")
	}
	query(t, server, "DROP DATABASE "+name, "CREATE DATABASE "+name+" TEMPLATE "+largeOnPostgres.name+" STRATEGY file_copy")
	return i, key
}

// dropLarge deletes what installLargeOnPostgres has made.
func dropLarge() error {
	if largeOnPostgres.name == "" {
		return nil
	}
	c, err := pgx.Connect(context.Background(), os.Getenv(postgresVariable))
	if err != nil {
		return err
	}
	_, err = c.Exec(context.Background(), "DROP DATABASE "+largeOnPostgres.name)
	return errors.Join(err, c.Close(context.Background()))
}

func makeLarge(t testing.TB) (content []byte, key string) {
	t.Helper()
	i := install(t)
	key = i.key(i.account(), "*")
	c := i.serve().as(key)
	employees := c.crew(largeEmployees)
	c.stop()
	var file bytes.Buffer
	file.WriteString("employee,inDt,outDt,notes\n")
	for day := range largeDays {
		date := time.Date(2024, 1, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		for _, employee := range employees {
			fmt.Fprintf(&file, "%d,%sT12:00:00Z,%sT20:00:00Z,a punch of the large database\n", employee, date, date)
		}
	}
	path := filepath.Join(i.dir, "punches.csv")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	i.run("import", "punches", path, "--account", "1")
	content, err := os.ReadFile(i.db)
	if err != nil {
		t.Fatal(err)
	}
	return content, key
}
