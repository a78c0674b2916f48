package test

import (
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
