package test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// copyTo copies the database to that of another installation and gives the rows and the hash of each table.
func (i *installation) copyTo(other *installation) string {
	i.t.Helper()
	return i.run("copy", "--from", i.db, "--to", other.db, "--json")
}

// installCompany is an installation with a demo company, which has records of every kind, and a key to it.
func installCompany(t *testing.T) (i *installation, key string) {
	t.Helper()
	i = install(t)
	s := i.begin(i.command(nil, "demo", "--listen", "127.0.0.1:0")).up()
	s.stop()
	i.run("account", "set", "1", "--burst", "0", "--sustained", "0")
	return i, i.key("1", "*")
}

// everything is every list of an account, as a server answers it, byte for byte.
func (c caller) everything() map[string]string {
	c.t.Helper()
	_, description := c.plain("/api/openapi.json")
	all := make(map[string]string)
	for _, found := range regexp.MustCompile(`(?m)"(/[a-z-]+)": *\{`).FindAllStringSubmatch(description, -1) {
		path := found[1]
		if slices.Contains([]string{"/clocklogs", "/duration-entries", "/punches", "/shiftcards", "/timecards", "/timeoffentries"}, path) {
			path += "?from=2020-01-01&to=2099-12-31"
		}
		for _, format := range []string{"application/json", "application/xml"} {
			all[format+" "+path] = c.do(http.StatusOK, http.MethodGet, path, "", "Accept: "+format).body
		}
	}
	if len(all) < 2*20 {
		c.t.Fatalf("the description names %d lists: %.300s", len(all)/2, description)
	}
	return all
}

// TestACopyIsTheSameInstallation copies a company from a file to PostgreSQL and back to another file. All three have the
// same rows and hashes, and a server answers every list alike from each of them, to the same key. Ids go on where they were.
func TestACopyIsTheSameInstallation(t *testing.T) {
	t.Parallel()
	here, key := installCompany(t)
	there, back := installOnPostgres(t), install(t)
	forth := here.copyTo(there)
	if diff := cmp.Diff(forth, there.copyTo(back)); diff != "" {
		t.Errorf("the way back copies something else: %s", diff)
	}
	for _, table := range []string{"accounts", "api_keys", "audit", "employees", "punches", "duration_entries", "pay_classes"} {
		if !regexp.MustCompile(`"Table": "` + table + `",\s+"Rows": [1-9]\d*,\s+"Hash": "[0-9a-f]{64}"`).MatchString(forth) {
			t.Errorf("nothing is said of the table %s: %s", table, forth)
		}
	}
	var want map[string]string
	var next int64
	for _, i := range []*installation{here, there, back} {
		i.sound()
		c := i.serve().as(key)
		all := c.everything()
		id := c.create("/departments", `{"name": "afterwards"}`)
		if want == nil {
			want, next = all, id
		}
		for list, answer := range want {
			if all[list] != answer {
				t.Errorf("%s: %s is answered as\n%.2000s\nand from the source as\n%.2000s", i.db, list, all[list], answer)
			}
		}
		if id != next {
			t.Errorf("%s: the next id is %d, of the source %d", i.db, id, next)
		}
		c.stop()
	}
	if r := here.try("copy", "--from", here.db, "--to", there.db); r.code != 1 || !strings.Contains(r.log, "Nothing was copied") {
		t.Errorf("a copy to what has been changed since exits with %d: %s", r.code, r.log)
	}
}
