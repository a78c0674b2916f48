package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAMigrationThatIsKilledIsCompletedByTheNext kills the program at one write or sync after the other, until it gets
// through. Each time the next start finishes the work.
func TestAMigrationThatIsKilledIsCompletedByTheNext(t *testing.T) {
	t.Parallel()
	for call, step := range map[string]int{"pwrite64": 9, "fsync": 1} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			if testing.Short() {
				step *= 5
			}
			for n := 1; ; n += step {
				i := install(t)
				killed := i.finish(i.command([]string{
					"strace", "-D", "-f", "-e", "signal=none", "-e", "trace=fsync,pwrite64",
					"-e", fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", call, n), "-o", "/dev/null",
				}, "migrate"))
				i.run("migrate")
				i.sound()
				if id := i.account(); id != "1" {
					t.Errorf("killed at %s %d: the first account has the id %s", call, n, id)
				}
				if killed.code == 0 {
					if n == 1 {
						t.Error("nothing was killed")
					}
					return
				}
			}
		})
	}
}

// TestAMigrationOfPostgreSQLThatIsKilledIsCompletedByTheNext kills the program as it sends one statement after the other,
// until it gets through. Each time the next start finishes the work, and the schema is as if nothing had been.
func TestAMigrationOfPostgreSQLThatIsKilledIsCompletedByTheNext(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	i.run("migrate")
	want := schemaOf(t, i.db)
	step := max(1, 20/more(t))
	if testing.Short() {
		step = 40
	}
	for n := 1; ; n += step {
		query(t, i.db, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
		killed := i.finish(i.command([]string{
			"strace", "-D", "-f", "-e", "signal=none", "-e", "trace=write",
			"-e", fmt.Sprintf("inject=write:signal=SIGKILL:when=%d", n), "-o", "/dev/null",
		}, "migrate"))
		i.run("migrate")
		if diff := cmp.Diff(want, schemaOf(t, i.db)); diff != "" {
			t.Errorf("killed at write %d: the next migration made another schema: %s", n, diff)
		}
		if killed.code == 0 {
			if n < 50 {
				t.Errorf("the migration took only %d writes", n)
			}
			return
		}
	}
}

// TestManyProgramsMigrateAtOnce starts programs at the same time on a database that does not exist yet.
func TestManyProgramsMigrateAtOnce(t *testing.T) {
	t.Parallel()
	for range 5 {
		i := install(t)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if r := i.try("migrate"); r.code != 0 {
					t.Errorf("exit code %d: %s", r.code, r.log)
				}
			})
		}
		all.Wait()
		i.sound()
	}
}

// TestAnOlderProgramRefusesANewerSchema builds the program with one more step of the schema, and lets the older one meet
// its database.
func TestAnOlderProgramRefusesANewerSchema(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the program again")
	}
	i := install(t)
	i.account()
	newer := filepath.Join(i.dir, "newer")
	buildNewer(t, i.dir, newer)
	command := i.command(nil, "migrate")
	command.Path = newer
	if r := i.finish(command); r.code != 0 {
		t.Fatalf("the newer program cannot migrate: %s", r.log)
	}
	before, err := os.ReadFile(i.db)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"migrate"}, {"account", "list"}, {"doctor"}, {"backup", filepath.Join(i.dir, "copy")}} {
		r := i.try(args...)
		if r.code != 1 || !strings.Contains(r.log+r.output, "newer") {
			t.Errorf("%v exits with %d: %s", args, r.code, r.log)
		}
	}
	after, err := os.ReadFile(i.db)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the older program changed the database, or it cannot be read: %v", err)
	}
}

// TestAnUpgradeThatIsKilledKeepsEveryRecord has a program of some steps ago make a PostgreSQL database with records in it.
// The program of today is killed as it sends one statement after the other of the upgrade, until it gets through. Each time
// two others finish the work at once, and every record is as it was.
func TestAnUpgradeThatIsKilledKeepsEveryRecord(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the program again")
	}
	old := installOnPostgres(t)
	old.fillWithOlder()
	records := recordsOf(t, old.db)
	renew := func() *installation {
		i := installOnPostgres(t)
		name := databaseOf(t, i.db)
		query(t, databaseAt(t, i.db, "postgres"), "DROP DATABASE "+name, "CREATE DATABASE "+name+" TEMPLATE "+databaseOf(t, old.db))
		return i
	}
	whole := renew()
	whole.run("migrate")
	want := schemaOf(t, whole.db)
	if schemaOf(t, old.db) == want {
		t.Fatal("the older program's schema is that of today")
	}
	step := max(1, 10/more(t))
	for n := 1; ; n += step {
		i := renew()
		killed := i.finish(i.command([]string{
			"strace", "-D", "-f", "-e", "signal=none", "-e", "trace=write",
			"-e", fmt.Sprintf("inject=write:signal=SIGKILL:when=%d", n), "-o", "/dev/null",
		}, "migrate"))
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				if r := i.try("migrate"); r.code != 0 {
					t.Errorf("killed at write %d: the next migration exits with %d: %s", n, r.code, r.log)
				}
			})
		}
		both.Wait()
		if diff := cmp.Diff(want, schemaOf(t, i.db)); diff != "" {
			t.Errorf("killed at write %d: the next migration made another schema: %s", n, diff)
		}
		if diff := cmp.Diff(records, recordsOf(t, i.db)); diff != "" {
			t.Errorf("killed at write %d: other records are there: %s", n, diff)
		}
		if killed.code == 0 {
			if n < 20 {
				t.Errorf("the upgrade took only %d writes", n)
			}
			return
		}
	}
}

// fillWithOlder makes records with a program that knows only the first steps of the schema.
func (i *installation) fillWithOlder() {
	i.t.Helper()
	steps, err := filepath.Glob("../internal/store/migrations/*.sql")
	if err != nil || len(steps) < 6 {
		i.t.Fatalf("there are %d steps: %v", len(steps), err)
	}
	replace := make(map[string]string)
	for _, later := range steps[4:] {
		replace[later] = "" // which takes it away
	}
	older := filepath.Join(i.dir, "older")
	buildWith(i.t, i.dir, older, replace)
	command := func(args ...string) *exec.Cmd {
		c := i.command(nil, args...)
		c.Path = older
		return c
	}
	for _, args := range [][]string{
		{"account", "create", "Acme", "--timezone", "America/New_York", "--burst", "0", "--sustained", "0"},
		{"key", "create", "--account", "1", "--name", "test", "--permissions", "*"},
	} {
		r := i.finish(command(args...))
		if r.code != 0 {
			i.t.Fatalf("the older program ends with %d: %s", r.code, r.log)
		}
		if key := r.output; args[0] == "key" {
			s := i.begin(command("serve", "--listen", "127.0.0.1:0")).up().as(key)
			for _, employee := range s.crew(5) {
				punch := s.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-10T08:00:00Z"}`, employee))
				s.do(http.StatusOK, http.MethodPut, fmt.Sprint("/punches/", punch), `{"outDt": "2026-03-10T16:00:00Z"}`, fmt.Sprint("Idempotency-Key: ", punch))
			}
			s.stop()
		}
	}
}

// recordsOf is the number of rows of each table of a PostgreSQL database and a hash of what they hold, but for what every
// upgrade changes.
func recordsOf(t *testing.T, address string) (all []string) {
	t.Helper()
	for _, table := range []string{"accounts", "api_keys", "audit", "deletions", "employees", "id_blocks", "idempotency", "org_units", "pay_codes", "punches", "secrets"} {
		all = append(all, query(t, address, "SELECT '"+table+" '||count(*)||' '||coalesce(md5(string_agg(t::text, E'\n' ORDER BY t::text)), '') FROM "+table+" t")...)
	}
	return all
}

// buildNewer builds the program with a migration that does not exist yet.
func buildNewer(t *testing.T, dir, path string) {
	t.Helper()
	step := filepath.Join(dir, "step.sql")
	if err := os.WriteFile(step, []byte("CREATE TABLE later (id BIGINT NOT NULL PRIMARY KEY);\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	buildWith(t, dir, path, map[string]string{"../internal/store/migrations/9999_later.sql": step})
}

// buildWith builds the program with other files in place of some.
func buildWith(t testing.TB, dir, path string, replace map[string]string) {
	t.Helper()
	absolute := make(map[string]string)
	for file, by := range replace {
		place, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		absolute[place] = by
	}
	overlay, err := json.Marshal(map[string]any{"Replace": absolute})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := build(path, "-overlay", filepath.Join(dir, "overlay.json")); err != nil {
		t.Fatal(err)
	}
}
