package test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// hostileTexts are values of filters that break naive servers.
func hostileTexts() []string {
	texts := []string{
		"", "%", "_", `\`, `%\`, "'", `"`, "`", ";", "--", "/*", "*/", "#", "' OR '1'='1", "' OR 1=1 --", `" OR ""="`, "1 OR 1=1", "1; DROP TABLE punches", "1' UNION SELECT hash FROM api_keys --", "') OR ('1'='1",
		"1 AND sleep(5)", "1;SELECT pg_sleep(5)", "randomblob(1000000000)", "$1", "?1", ":a", "@a", "{{7*7}}", "${7*7}", "<script>alert(1)</script>", "../../etc/passwd", "|id", "$(id)", "`id`", "\x00", "a\x00b", "\xff\xfe",
		"\u202e", "\ufeff", "İ", "ß", "ﬁ", "é", "e\u0301", "👩‍💻", strings.Repeat("a", 3000), strings.Repeat("%", 1000), strings.Repeat("a ", 150), strings.Repeat("%a", 40), "(a+)+$", strings.Repeat("(a+)+$", 30), "[[[[", "{1,99999}",
		"-1", "0", "00", "+1", "1.0", "1e3", "0x10", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "99999999999999999999999999", "NaN", "null", "true", "[]", "{}", "1,2,3", ",,,", "user:1", "work:0", "user:all", "device:-1",
		"shirt=L", "shirt~%", "shirt!=", "shirt>1;shirt<2", strings.Repeat("shirt=L;", 200), ";;;", "=", "~", "years>=3;;", "a.b=c", "active", "inactive", "all", "yes", "no", "modified", "name", "approved,flagged", "-tardy", "-", "--tardy",
		"2026-03-10", "2026-02-30", "0000-00-00", "9999-12-31T23:59:60Z", "2026-03-10T08:00:00+24:00",
	}
	for n := range 40 {
		texts = append(texts, fmt.Sprintf("' AND (SELECT substr(hex(hash),%d,1) FROM api_keys LIMIT 1)='A", n))
	}
	return texts
}

// TestTenThousandFilterValues gives every hostile text to every parameter of every list. None is a server error, none
// takes long, and none finds more than the same list without it.
func TestTenThousandFilterValues(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		c.crew(3)
		c.create("/customfields", `{"key": "shirt", "name": "Shirt", "type": "text", "filterable": true}`)
		var described struct {
			Paths map[string]map[string]struct {
				Parameters []struct{ Name, In string }
			}
		}
		if err := json.Unmarshal([]byte(c.get("/openapi.json").body), &described); err != nil {
			t.Fatal(err)
		}
		var requests []string
		for path, operations := range described.Paths {
			if strings.Contains(path, "{") {
				continue
			}
			for _, p := range operations["get"].Parameters {
				if p.In != "query" {
					continue
				}
				for _, text := range hostileTexts() {
					requests = append(requests, path+"?from=2026-01-01&to=2026-01-31&"+p.Name+"="+url.QueryEscape(text))
				}
			}
		}
		if len(requests) < 10_000 {
			t.Errorf("there are only %d requests", len(requests))
		}
		if testing.Short() {
			requests = requests[:500]
		}
		next := make(chan string)
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for path := range next {
					if a := c.promptly(0, http.MethodGet, path, ""); a.status != http.StatusOK && a.status != http.StatusBadRequest {
						t.Errorf("GET %s is answered with %d: %s", path, a.status, a.body)
					}
				}
			})
		}
		for _, path := range requests {
			next <- path
		}
		close(next)
		all.Wait()
	})
}

// TestWildcardsAreLetters searches for what databases take for a pattern.
func TestWildcardsAreLetters(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		for _, name := range []string{"100% cotton", "under_score", `back\slash`, "plain"} {
			text, err := json.Marshal(name)
			if err != nil {
				t.Fatal(err)
			}
			c.create("/jobs", `{"name": `+string(text)+`}`)
		}
		for search, want := range map[string]int{"%": 1, "_": 1, `\`: 1, "%%": 0, "p%n": 0, "pla_n": 0, "plain": 1, "0% c": 1, "": 4, "a": 2} {
			if n := len(c.get("/jobs?search=" + url.QueryEscape(search)).results(t)); n != want {
				t.Errorf("a search for %q finds %d jobs, want %d", search, n, want)
			}
		}
	})
}

// TestManyValuesOfOneFilter gives a filter as many values as a request can hold, and more.
func TestManyValuesOfOneFilter(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		for _, n := range []int{3_000, 12_000, 200_000} {
			query := "/employees?" + strings.Repeat("id=7&", n)
			a, err := c.send(http.MethodGet, query, "")
			if err != nil { // the server stopped to read
				continue
			}
			if n > 10_000 && a.status != http.StatusRequestHeaderFieldsTooLarge || n < 10_000 && a.status != http.StatusOK && a.status != http.StatusBadRequest {
				t.Errorf("%d values are answered with %d: %.200s", n, a.status, a.body)
			}
		}
		c.get("/employees")
	})
}
