package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
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

// buildNewer builds the program with a migration that does not exist yet.
func buildNewer(t *testing.T, dir, path string) {
	t.Helper()
	step := filepath.Join(dir, "step.sql")
	if err := os.WriteFile(step, []byte("CREATE TABLE later (id BIGINT NOT NULL PRIMARY KEY);\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	place, err := filepath.Abs("../internal/store/migrations/9999_later.sql")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{place: step}})
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
