package test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestABackupOfPostgreSQLHoldsWhatWasAcknowledged makes a base backup while clients write, verifies it, and goes on
// archiving the log. The backup alone, restored elsewhere, holds all that was acknowledged before it began; with the
// archive it holds all that was acknowledged before the last part of the log was archived.
func TestABackupOfPostgreSQLHoldsWhatWasAcknowledged(t *testing.T) {
	t.Parallel()
	archive := ownersPlace(t)
	db := newCluster(t, "archive_mode=on",
		"archive_command=test ! -f "+archive+"/%f && cp %p "+archive+"/%f.part && mv "+archive+"/%f.part "+archive+"/%f")
	i := installOnServer(t, db.address())
	if r := i.try("backup", filepath.Join(i.dir, "copy")); r.code != 1 || !strings.Contains(r.log, "pg_basebackup") {
		t.Errorf("the program's own backup of PostgreSQL exits with %d: %s", r.code, r.log)
	}
	s := i.serve()
	key := i.key(i.account(), "*")
	k := employ(t, 4, s.as(key))
	k.busy(100)
	atBackup := k.soFar()
	alone := &cluster{t: t, dir: filepath.Join(ownersPlace(t), "data"), port: freePort(t)}
	runAsOwner(t, postgresProgram(t, "pg_basebackup"), "-d", "host=127.0.0.1 port="+db.port+" user=postgres", "-D", alone.dir, "-c", "fast", "-X", "stream")
	runAsOwner(t, postgresProgram(t, "pg_verifybackup"), alone.dir)
	archived := &cluster{
		t: t, dir: filepath.Join(ownersPlace(t), "data"), port: freePort(t),
		settings: []string{"restore_command=cp " + archive + "/%f %p", "archive_mode=off"},
	}
	runAsOwner(t, "/bin/cp", "-a", alone.dir, archived.dir)
	runAsOwner(t, "/usr/bin/touch", filepath.Join(archived.dir, "recovery.signal"))
	k.busy(100)
	atSwitch := k.soFar()
	last := query(t, db.address(), "SELECT pg_walfile_name(pg_switch_wal())")[0]
	eventually(t, "the log is archived", func() bool {
		_, err := os.Stat(filepath.Join(archive, last))
		return err == nil && query(t, db.address(), fmt.Sprintf("SELECT (last_archived_wal >= '%s')::text FROM pg_stat_archiver", last))[0] == "true"
	})
	k.busy(10)
	k.dismiss(s.as(key))
	s.stop()
	db.stop(syscall.SIGQUIT)
	for _, restored := range []struct {
		on   *cluster
		want []string
	}{{alone, atBackup}, {archived, atSwitch}} {
		restored.on.start()
		eventually(t, "the restored database takes changes", func() bool {
			return query(t, restored.on.address(), "SELECT pg_is_in_recovery()::text")[0] == "false"
		})
		elsewhere := *i
		elsewhere.db = databaseAt(t, restored.on.address(), databaseOf(t, i.db))
		elsewhere.sound()
		c := elsewhere.serve().as(key)
		there := departments(c)
		for _, name := range restored.want {
			if there[name] != 1 {
				t.Errorf("%s was acknowledged, and is there %d times", name, there[name])
			}
		}
		c.do(http.StatusOK, http.MethodPost, "/departments", `{"name": "a new life"}`)
	}
}
