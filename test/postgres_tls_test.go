package test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestEveryModeOfTLS runs a server over each mode, and as a user who shows a certificate instead of a password. PostgreSQL
// itself says whether its sessions are encrypted.
func TestEveryModeOfTLS(t *testing.T) {
	t.Parallel()
	db := newCluster(t)
	i := installOnServer(t, db.address())
	query(t, db.address(), "CREATE ROLE worker LOGIN SUPERUSER")
	db.stop(syscall.SIGINT)
	certificate, ours := identity(t, db.dir, "localhost"), identity(t, t.TempDir(), "worker")
	trusted, err := os.ReadFile(ours)
	if err != nil {
		t.Fatal(err)
	}
	authorities := filepath.Join(filepath.Dir(db.dir), "clients.crt")
	const rules = "hostssl all worker all cert\nhost all postgres all trust\n"
	for path, text := range map[string]string{authorities: string(trusted), filepath.Join(db.dir, "pg_hba.conf"): rules} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	db.settings = append(db.settings, "ssl=on", "ssl_ca_file="+authorities)
	db.start()
	key := i.key(i.account(), "*")
	at := func(user, rest string) string {
		return "postgres://" + user + "@localhost:" + db.port + "/" + databaseOf(t, i.db) + rest
	}
	secret := filepath.Join(filepath.Dir(ours), "server.key")
	for address, encrypted := range map[string]string{
		at("postgres", "?sslmode=disable"):                              "false",
		at("postgres", "?sslmode=prefer"):                               "true",
		at("postgres", ""):                                              "true",
		at("postgres", "?sslmode=require"):                              "true",
		at("postgres", "?sslmode=verify-ca&sslrootcert="+certificate):   "true",
		at("postgres", "?sslmode=verify-full&sslrootcert="+certificate): "true",
		at("worker", "?sslmode=verify-full&sslrootcert="+certificate+"&sslcert="+ours+"&sslkey="+secret): "true",
	} {
		over := *i
		over.db = address
		s := over.serve()
		s.as(key).do(http.StatusOK, http.MethodPost, "/departments", `{"name": "a"}`)
		got := query(t, i.db, "SELECT DISTINCT ssl::text FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND pid <> pg_backend_pid()")
		if len(got) != 1 || got[0] != encrypted {
			t.Errorf("over %s sessions are encrypted: %v, want %s", address, got, encrypted)
		}
		s.stop()
	}
	stranger := *i
	stranger.db = at("worker", "?sslmode=require")
	if r := stranger.try("account", "list"); r.code != 1 || !strings.Contains(r.log, "certificate") || strings.Count(r.log, "\n") != 1 {
		t.Errorf("without a certificate the exit code is %d: %s", r.code, r.log)
	}
}
