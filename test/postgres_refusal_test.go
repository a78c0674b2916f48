package test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// identity writes a key and a certificate for localhost, or for a user of that name, signed by itself, and gives the path of
// the certificate.
func identity(t *testing.T, dir, user string) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	describes := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: user}, NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"},
		IsCA: true, BasicConstraintsValid: true,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, describes, describes, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"server.crt": {Type: "CERTIFICATE", Bytes: certificate}, "server.key": {Type: "PRIVATE KEY", Bytes: secret}} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		if owner, _ := postgresOwner(); owner != nil {
			if err := os.Chown(path, int(owner.Uid), int(owner.Gid)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return filepath.Join(dir, "server.crt")
}

// refuses runs commands on a database that cannot be used. Each ends at once with the exit code, one line that says all
// of what is wanted, and without the password.
func refuses(t *testing.T, db string, code int, says ...string) {
	t.Helper()
	i := install(t)
	i.run("migrate")
	for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"migrate"}, {"copy", "--from", i.db, "--to", db}, {"doctor"}} {
		other := &installation{t, i.dir, db}
		began := time.Now()
		r := other.try(args...)
		text, want := strings.TrimSuffix(r.log, "\n"), code
		if args[0] == "doctor" { // it finishes what it examines
			text, want = lineWith(r.output, "problem"), 1
		}
		text, _, _ = strings.Cut(text, "\nRun \"punchclock ")
		for _, s := range append(says, "") {
			if r.code != want || !strings.Contains(text, s) || strings.Contains(text, "\n") || strings.Contains(r.log+r.output, "mellon") || time.Since(began) > 20*time.Second {
				t.Errorf("%s on %s exits with %d after %s, without %q: %s%s", args[0], db, r.code, time.Since(began), s, r.output, r.log)
			}
		}
	}
}

// lineWith is the first line of a text in which something stands.
func lineWith(text, something string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, something) {
			return line[:len(line)-1]
		}
	}
	return ""
}

// TestWhatIsWrongWithADatabaseServerIsSaid uses addresses at which no database can be used, in every way that a mistyped
// or a forgotten setting leads to. Nobody waits for what waiting cannot mend.
func TestWhatIsWrongWithADatabaseServerIsSaid(t *testing.T) {
	t.Parallel()
	plain, secure := newCluster(t), newCluster(t)
	query(t, secure.address(), "CREATE ROLE worker LOGIN PASSWORD 'mellon'")
	secure.stop(syscall.SIGINT)
	certificate, stranger := identity(t, secure.dir, "localhost"), identity(t, t.TempDir(), "stranger")
	const rules = "hostssl all postgres all trust\nhost all worker all scram-sha-256\n"
	if err := os.WriteFile(filepath.Join(secure.dir, "pg_hba.conf"), []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	secure.settings = append(secure.settings, "ssl=on")
	secure.start()
	at := func(c *cluster, user, host, rest string) string {
		return "postgres://" + user + "@" + host + ":" + c.port + "/" + rest
	}
	for _, f := range []struct {
		db   string
		code int
		says []string
	}{
		{at(secure, "worker:mellon1", "localhost", "postgres"), 1, []string{`user "worker"`, "the right password", "PGPASSWORD"}},
		{at(secure, "worker", "localhost", "postgres?password=mellon1"), 1, []string{"the right password"}},
		{at(secure, "worker:mellon", "localhost", "nowhere"), 1, []string{`database "nowhere" does not exist`, "CREATE DATABASE nowhere OWNER worker"}},
		{at(secure, "stranger:mellon", "localhost", "postgres"), 1, []string{"pg_hba.conf"}},
		{at(secure, "postgres:mellon", "localhost", "postgres?sslmode=disable"), 1, []string{"pg_hba.conf", "sslmode=require"}},
		{at(secure, "worker:mellon", "localhost", "postgres?speed=high"), 1, []string{`"speed"`, "after the ?"}},
		{at(secure, "worker:mellon", "localhost", "postgres?sslmode=verify-full&sslrootcert="+stranger), 1, []string{"not trusted", "sslrootcert"}},
		{at(secure, "worker:mellon", "127.0.0.1", "postgres?sslmode=verify-full&sslrootcert="+certificate), 1, []string{"not trusted", "127.0.0.1"}},
		{at(secure, "worker:mellon", "localhost", "postgres?sslrootcert=/nowhere&sslmode=verify-ca"), 2, []string{"/nowhere"}},
		{at(secure, "worker:mel#lon", "localhost", "postgres"), 2, []string{"%23"}},
		{at(secure, "worker:mellon", "localhost", "postgres?sslmode=perhaps&password=mellon"), 2, []string{"sslmode"}},
		{at(plain, "postgres:mellon", "localhost", "postgres?sslmode=require"), 1, []string{"offers no TLS", "ssl = on"}},
	} {
		refuses(t, f.db, f.code, f.says...)
	}
	good := &installation{t, t.TempDir(), at(secure, "worker:mellon", "localhost", "postgres?sslmode=verify-full&sslrootcert="+certificate)}
	if r := good.try("account", "list"); !strings.Contains(r.log, "permission denied for schema public") || !strings.Contains(r.log, "punchclock migrate") {
		t.Errorf("over TLS: %s", r.log)
	}
	for address, says := range map[string]string{
		at(plain, "postgres", "nowhere.invalid", "postgres"):               `host "nowhere.invalid" is not known`,
		"postgres://postgres:mellon@127.0.0.1:" + freePort(t) + "/nowhere": "nothing answers (connection refused); see whether PostgreSQL runs",
		"postgres:///postgres?host=/nowhere":                               "no such socket",
	} {
		i := &installation{t, t.TempDir(), address}
		r := i.try("serve", "--listen", "127.0.0.1:0", "--db-wait", "1s")
		lines := strings.Split(strings.TrimSpace(r.log), "\n")
		if r.code != 1 || len(lines) != 2 || !strings.Contains(lines[0], "waiting for the database") || !strings.Contains(lines[1], says) || strings.Contains(r.log, "mellon") {
			t.Errorf("serve on %s exits with %d: %s", address, r.code, r.log)
		}
		if r := i.try("migrate"); r.code != 1 || !strings.Contains(r.log, says) || strings.Count(r.log, "\n") != 1 || strings.Contains(r.log, "mellon") {
			t.Errorf("migrate on %s exits with %d: %s", address, r.code, r.log)
		}
	}
}

// TestAUserOfTheDatabaseWithoutRightsIsTold gives a user more and more rights. What is missing is said with what grants it,
// and a server runs as a user who may change records but not the schema.
func TestAUserOfTheDatabaseWithoutRightsIsTold(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	name := databaseOf(t, i.db) + "_clerk"
	query(t, i.db, "CREATE ROLE "+name+" LOGIN", "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
	t.Cleanup(func() { query(t, i.db, "DROP OWNED BY "+name, "DROP ROLE "+name) })
	clerk := &installation{t, i.dir, strings.Replace(i.db, "postgres://postgres@", "postgres://"+name+"@", 1)}
	told := func(says string, args ...string) {
		t.Helper()
		if r := clerk.try(args...); r.code != 1 || !strings.Contains(r.log+r.output, says) || strings.Contains(r.log+r.output, "try again") {
			t.Errorf("%s exits with %d: %s%s", args[0], r.code, r.output, r.log)
		}
	}
	server := []string{"serve", "--listen", "127.0.0.1:0"}
	told("no schema of Punchclock", "doctor")
	told("permission denied for schema public", server...)
	key := i.key(i.account(), "*")
	told("GRANT SELECT, INSERT, UPDATE, DELETE", server...)
	query(t, i.db, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO "+name)
	grant := "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + name
	told(grant, server...)
	told(grant, "doctor")
	told("permission denied for table", "account", "create", "B", "--timezone", "UTC")
	copied := filepath.Join(i.dir, "copied.db")
	clerk.run("copy", "--from", clerk.db, "--to", copied)
	query(t, i.db, grant, "REVOKE EXECUTE ON FUNCTION count_requests FROM PUBLIC")
	told("GRANT EXECUTE ON FUNCTION public.count_requests TO "+name, server...)
	told("GRANT EXECUTE ON FUNCTION public.count_requests TO "+name, "doctor")
	query(t, i.db, "GRANT EXECUTE ON FUNCTION public.count_requests TO "+name)
	clerk.run("migrate")
	clerk.sound()
	s := clerk.serve().as(key)
	s.create("/departments", `{"name": "a"}`)
	query(t, i.db, "REVOKE INSERT ON departments FROM "+name)
	if a := s.do(0, http.MethodPost, "/departments", `{"name": "b"}`); a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("without the right to insert the answer is %d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.body)
	}
	s.get("/departments")
	query(t, i.db, "GRANT INSERT ON departments TO "+name)
	s.create("/departments", `{"name": "b"}`)
	query(t, i.db, fmt.Sprintf("ALTER ROLE %s SET search_path = nowhere", name))
	told("search_path", server...)
	told("search_path", "doctor")
	query(t, i.db, fmt.Sprintf("ALTER ROLE %s RESET search_path", name), fmt.Sprintf("ALTER ROLE %s SET default_transaction_read_only = on", name))
	if r := clerk.try(server...); r.code != 1 || !strings.Contains(r.log, "default_transaction_read_only") {
		t.Errorf("a server that may only read exits with %d: %s", r.code, r.log)
	}
}
