package test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSettingsOfADatabaseChangeNothing uses databases whose administrator set other defaults. A copy, which compares all
// that both sides hold, must find the same.
func TestSettingsOfADatabaseChangeNothing(t *testing.T) {
	t.Parallel()
	for _, setting := range []string{
		"default_transaction_isolation = 'serializable'", "default_transaction_deferrable = on", "standard_conforming_strings = off",
		"client_encoding = 'LATIN1'", "quote_all_identifiers = on", "bytea_output = 'escape'", "timezone = 'Asia/Kolkata'", "extra_float_digits = -5",
	} {
		i := installOnPostgres(t)
		query(t, i.db, "ALTER DATABASE "+databaseOf(t, i.db)+" SET "+setting)
		i.run("account", "create", "Zoë 日本 😀 \\'", "--timezone", "Europe/Berlin")
		file := filepath.Join(i.dir, "copied.db")
		i.run("copy", "--from", i.db, "--to", file)
		copied := &installation{t, i.dir, file}
		if here, there := i.run("account", "list"), copied.run("account", "list"); here != there || !strings.Contains(here, "Zoë 日本 😀 \\'") {
			t.Errorf("with %s the accounts are\n%s and in a file\n%s", setting, here, there)
		}
	}
}

// TestATimeoutOfStatementsEndsNoList reads and copies much in a database in which statements may take a moment only.
func TestATimeoutOfStatementsEndsNoList(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	key := i.key(i.account(), "*")
	first := i.serve()
	employee := first.as(key).crew(1)[0]
	first.as(key).create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-10T08:00:00Z", "outDt": "2026-03-10T16:00:00Z"}`, employee))
	first.stop()
	const copies = 10_000
	i.multiply("punches", copies)
	query(t, i.db, "ALTER DATABASE "+databaseOf(t, i.db)+" SET statement_timeout = '100ms'")
	status, text, err := i.serve().as(key).readThen("/punches?from=2026-03-01&to=2026-03-31", 0, func() {})
	if n, malformed := punchesIn(text); status != http.StatusOK || err != nil || malformed != nil || n != copies+1 {
		t.Errorf("the list is answered with %d and %d punches, %v, %v", status, n, err, malformed)
	}
	i.run("copy", "--from", i.db, "--to", filepath.Join(i.dir, "copied.db"))
}

// TestADatabaseThatCannotHoldEveryCharacterIsRefused starts a server on one of another encoding than UTF-8. It does not
// wait, for waiting does not help.
func TestADatabaseThatCannotHoldEveryCharacterIsRefused(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	for _, encoding := range []string{"LATIN1", "SQL_ASCII"} {
		name := databaseOf(t, i.db) + "_" + strings.ToLower(encoding)
		query(t, i.db, "CREATE DATABASE "+name+" ENCODING '"+encoding+"' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0")
		t.Cleanup(func() { query(t, i.db, "DROP DATABASE "+name+" WITH (FORCE)") })
		other := &installation{t, i.dir, databaseAt(t, i.db, name)}
		for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"account", "list"}, {"migrate"}} {
			began := time.Now()
			if r := other.try(args...); r.code != 1 || !strings.Contains(r.log, "its encoding is "+encoding) || time.Since(began) > 30*time.Second {
				t.Errorf("%s on %s exits with %d after %s: %s", args[0], encoding, r.code, time.Since(began), r.log)
			}
		}
	}
}
