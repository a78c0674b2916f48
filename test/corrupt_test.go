package test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// TestADamagedDatabaseIsNoticed changes bytes in random places of a database: in one half of the copies anywhere, in the
// other half beyond the schema, where the server still starts. The doctor names the damage. A server refuses to start on
// it, or answers from what it can read and otherwise with an error, and does not break down.
func TestADamagedDatabaseIsNoticed(t *testing.T) {
	t.Parallel()
	sound := install(t)
	key := sound.key(sound.account(), "*")
	c := sound.serve().as(key)
	unit := c.create("/orgunits", `{"name": "Harbour"}`)
	employee := c.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Byron", "orgUnit": %d}`, unit))
	var rows strings.Builder
	rows.WriteString("employee,in,out,notes\n")
	for day := range 1500 {
		date := fmt.Sprintf("%d-%02d-%02d", 2020+day/336, day/28%12+1, day%28+1)
		fmt.Fprintf(&rows, "%d,%sT08:00:00Z,%sT16:00:00Z,note of day %d\n", employee, date, date, day)
	}
	if err := os.WriteFile(sound.dir+"/punches.csv", []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	sound.run("import", "punches", "punches.csv", "--account", "1")
	c.stop()
	content, err := os.ReadFile(sound.db)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 6 * more(t) {
		random := rand.New(rand.NewPCG(uint64(n), 7))
		damaged := install(t)
		changed := append([]byte(nil), content...)
		beyond := n % 2 * len(changed) / 2
		for range 200 {
			changed[beyond+random.IntN(len(changed)-beyond)] ^= byte(1 + random.IntN(255))
		}
		if err := os.WriteFile(damaged.db, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		damaged.standsDamage(key)
	}
}

// TestAChangedBitIsFound changes one bit of a value that pay depends on, which the database itself cannot notice.
func TestAChangedBitIsFound(t *testing.T) {
	t.Parallel()
	i := install(t)
	key := i.key(i.account(), "*")
	c := i.serve().as(key)
	unit := c.create("/orgunits", `{"name": "Harbour"}`)
	employee := c.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Byron", "orgUnit": %d}`, unit))
	at := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	c.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": %q, "outDt": %q}`, employee, at.Format(time.RFC3339), at.Add(8*time.Hour).Format(time.RFC3339)))
	c.stop()
	i.sound()
	content, err := os.ReadFile(i.db)
	if err != nil {
		t.Fatal(err)
	}
	out := binary.BigEndian.AppendUint64(nil, uint64(at.Add(8*time.Hour).UnixMicro()))
	where := bytes.LastIndex(content, out)
	if where < 0 {
		t.Fatal("the out of the punch is not in the file")
	}
	content[where+5] ^= 1 // a minute or so
	if err := os.WriteFile(i.db, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := i.try("doctor"); r.code != 1 || !strings.Contains(r.output, "is not what the audit trail says it became: outDt is ") {
		t.Errorf("the doctor ends with %d: %s%s", r.code, r.output, r.log)
	}
}

// standsDamage wants the doctor to name the damage and the server to survive it.
func (i *installation) standsDamage(key string) {
	i.t.Helper()
	if r := i.try("doctor"); r.code != 1 || !strings.Contains(r.output, "problem") {
		i.t.Errorf("the doctor ends with %d: %s%s", r.code, r.output, r.log)
	}
	s := i.begin(i.command(nil, "serve", "--listen", "127.0.0.1:0", "--shutdown-delay", "0s"))
	if !s.listens() {
		if log := s.logged(); strings.Contains(log, "panic") {
			i.t.Errorf("the server broke down: %s", log)
		}
		return
	}
	c := s.as(key)
	for _, path := range []string{"/employees", "/orgunits", "/punches?from=2020-01-01&to=2024-12-31", "/timecards?from=2020-01-01&to=2020-12-31", "/punches?orderBy=modified&from=2020-01-01&to=2040-12-31&limit=200"} {
		a, err := c.send(http.MethodGet, path, "")
		if err == nil && a.status != http.StatusOK && a.status != http.StatusUnauthorized && a.status < 500 {
			i.t.Errorf("%s is answered with %d %.300s", path, a.status, a.body)
		}
	}
	if log := s.logged(); strings.Contains(log, "panic") {
		i.t.Errorf("the server broke down: %s", log)
	}
	s.kill()
}
