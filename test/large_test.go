package test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
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
