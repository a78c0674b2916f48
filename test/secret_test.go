package test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSecretsAreNowhereInTheClear looks for keys and PINs in the database, its log, a backup, and what the server wrote
// of itself.
func TestSecretsAreNowhereInTheClear(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		account := i.account()
		key := i.key(account, "*")
		secrets := []string{key, i.key(account, "punches:read")}
		wrong := "pck_" + strings.Repeat("Zz9", 15) + "q"
		s := i.serve("--log-level", "debug")
		c := s.as(key)
		unit := c.create("/orgunits", `{"name": "North"}`)
		for n := range 20 {
			pin := fmt.Sprint(83_920_174 + 1_234_567*n)[:8]
			secrets = append(secrets, pin)
			employee := c.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "%d", "orgUnit": %d, "pin": %q}`, n, unit, pin))
			other := fmt.Sprint(51_840_263 + 1_111_111*n)[:8]
			secrets = append(secrets, other)
			a := c.do(http.StatusOK, http.MethodPut, fmt.Sprintf("/employees/%d", employee), fmt.Sprintf(`{"pin": %q}`, other), fmt.Sprint("Idempotency-Key: ", n))
			if n == 0 && !strings.Contains(a.body, other) {
				t.Error("whoever may see sensitive fields does not see the PIN")
			}
		}
		c.do(http.StatusBadRequest, http.MethodPost, "/employees?pin="+secrets[3], `{"pin": "`+secrets[3]+`", "x": 1}`)
		c.do(http.StatusBadRequest, http.MethodGet, "/employees?pin="+secrets[3], "")
		c.do(http.StatusBadRequest, http.MethodPut, "/employees/1?x="+key, "{}", "Idempotency-Key: 1")
		c.do(http.StatusNotFound, http.MethodGet, "/employees/"+key, "")
		c.as(wrong).do(http.StatusUnauthorized, http.MethodGet, "/departments", "")
		discreet := c.as(i.key(account, "employees:read"))
		for _, path := range []string{"/employees?limit=200", "/employees.xml?limit=200"} {
			for _, secret := range secrets {
				if strings.Contains(discreet.get(path).body, secret) {
					t.Errorf("%s shows a PIN to a key that may not see it", path)
				}
			}
		}
		if i.inFile() {
			i.run("backup", filepath.Join(i.dir, "copy.db"))
		}
		listed := i.run("key", "list", "--account", account, "--json") + i.run("doctor", "--json")
		c.do(http.StatusAccepted, http.MethodPost, "/punches/async?from=2026-01-01&to=2026-01-02", "")
		s.kill() // so that the log of the database stays
		written := map[string]string{"the log": s.logged(), "what the commands print": listed}
		maps.Copy(written, i.stored())
		for where, content := range written {
			for _, secret := range append(secrets, wrong) {
				if strings.Contains(content, secret) || strings.HasPrefix(secret, "pck_") && strings.Contains(content, secret[10:30]) {
					t.Errorf("%s holds %s", where, secret)
				}
			}
		}
	})
}

// stored is the text of all that the installation has stored, by where it is.
func (i *installation) stored() map[string]string {
	i.t.Helper()
	all := make(map[string]string)
	if i.inFile() {
		for _, name := range []string{"a.db", "a.db-wal", "copy.db", "copy.db.manifest.json"} {
			content, err := os.ReadFile(filepath.Join(i.dir, name))
			if err != nil {
				i.t.Fatal(err)
			}
			all[name] = string(content)
		}
		return all
	}
	for _, table := range query(i.t, i.db, "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace") {
		rows := query(i.t, i.db, "SET bytea_output = escape", "SELECT t::text FROM "+table+" t")
		all["the table "+table] = strings.Join(rows, "\n")
	}
	if !strings.Contains(all["the table employees"], "Ada") {
		i.t.Error("what is stored does not show")
	}
	return all
}

// TestLogLinesCannotBeForged sends line breaks wherever a client can say something. The log stays one JSON object to a
// line, each the server's own.
func TestLogLinesCannotBeForged(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		s := i.serve("--log-level", "debug")
		key := i.key(i.account(), "*")
		c := s.as(key)
		const forged = `{"time":"2026-01-01T00:00:00Z","level":"INFO","msg":"FORGED"}`
		for _, evil := range []string{"x\n" + forged, "x\r\n" + forged + "\r\n", "x\u2028" + forged, "x\u0085" + forged, "\x1b[2Jx" + forged, `"` + forged} {
			text, err := json.Marshal(evil)
			if err != nil {
				t.Fatal(err)
			}
			c.do(0, http.MethodPost, "/departments", `{"name": `+string(text)+`}`)
			c.do(0, http.MethodPost, "/departments", string(text))
			escaped := strings.NewReplacer("\n", "%0a", "\r", "%0d", " ", "%20", `"`, "%22", "\x1b", "%1b", "{", "%7b", "}", "%7d").Replace(evil)
			c.do(0, http.MethodGet, "/departments/"+escaped, "")
			c.do(0, http.MethodGet, "/departments?search="+escaped, "")
		}
		head := "GET /api/departments HTTP/1.1\r\nHost: x\r\n"
		for _, request := range []string{
			head + "X-Request-Id: " + strings.ReplaceAll(forged, " ", "") + "\r\n\r\n",
			head + "Traceparent: a\r\n " + forged + "\r\n\r\n",
			head + "Traceparent: " + strings.Repeat("x", 20_000) + "\r\n\r\n",
			head + "Authorization: Token " + forged + "\r\n\r\n",
			"GET /api/%0a" + "FORGED HTTP/1.1\r\nHost: x\r\n\r\n",
			"FORGED\tx /api/ HTTP/1.1\r\nHost: \n\r\n\r\n",
		} {
			s.raw(request)
		}
		s.stop()
		lines := strings.Split(strings.TrimSuffix(s.logged(), "\n"), "\n")
		for _, line := range lines {
			var entry struct {
				Time, Level, Msg string
				Ms               *float64
			}
			if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Time == "" || entry.Level == "" || entry.Msg == "FORGED" {
				t.Errorf("a line of the log is %q", line)
			}
			if entry.Msg == "request" && (entry.Ms == nil || *entry.Ms < 0 || *entry.Ms > 60_000) {
				t.Errorf("the log does not say how many milliseconds a request took: %q", line)
			}
			if len(line) > 4000 {
				t.Errorf("a client made a line of the log %d bytes long", len(line))
			}
		}
		if len(lines) < 30 {
			t.Errorf("the log has %d lines", len(lines))
		}
	})
}

// TestARevokedKeyIsRefusedWithinASecond revokes a key by a command while a server uses it.
func TestARevokedKeyIsRefusedWithinASecond(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		account := i.account()
		i.key(account, "*")
		var made struct {
			ID  int64
			Key string
		}
		if err := json.Unmarshal([]byte(i.run("key", "create", "--account", account, "--name", "x", "--permissions", "*", "--json")), &made); err != nil || made.Key == "" {
			t.Fatalf("the command does not tell the key: %v", err)
		}
		c := i.serve().as(made.Key)
		for range 20 {
			c.get("/departments")
		}
		asked := make(chan error, 1)
		stop := make(chan struct{})
		go func() { // keeps the server's memory of the key fresh
			defer close(asked)
			for {
				select {
				case <-stop:
					return
				default:
					if _, err := c.send(http.MethodGet, "/departments", ""); err != nil {
						asked <- err
						return
					}
				}
			}
		}()
		i.run("key", "revoke", fmt.Sprint(made.ID), "--account", account)
		time.Sleep(time.Second) // what is promised is a time
		for range 20 {
			c.do(http.StatusUnauthorized, http.MethodGet, "/departments", "")
		}
		close(stop)
		if err := <-asked; err != nil {
			t.Error(err)
		}
	})
}
