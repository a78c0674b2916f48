package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"punchclock/internal/store/storetest"
)

// described is the part of the OpenAPI document that tests walk through.
type described struct {
	Paths      map[string]map[string]*describedOperation
	Components struct {
		Parameters map[string]describedParameter
	}
}

type describedOperation struct{ Parameters []describedParameter }

type describedParameter struct {
	Ref    string `json:"$ref"` // instead of the rest, before readDescribed follows it
	Name   string
	In     string
	Schema struct {
		Type  any
		Enum  []any
		Items struct {
			Enum     []any
			Examples []any
		}
	}
}

func readDescribed(t testing.TB) described {
	t.Helper()
	text, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var d described
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	for _, operations := range d.Paths {
		for _, operation := range operations {
			for i, p := range operation.Parameters {
				if name, isRef := strings.CutPrefix(p.Ref, "#/components/parameters/"); isRef {
					operation.Parameters[i] = d.Components.Parameters[name]
				}
			}
		}
	}
	return d
}

// TestEveryQuestionIsIndexBacked asks every list with each of its parameters and looks at how the database would run
// the statements: none may read a table from end to end or sort a set without bounds.
func TestEveryQuestionIsIndexBacked(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	statements := map[string]string{} // and the request that led to it
	request := ""
	s := storetest.OpenTraced(t, func(sql string) {
		mu.Lock()
		defer mu.Unlock()
		if strings.HasPrefix(sql, "SELECT") && statements[sql] == "" {
			statements[sql] = request
		}
	})
	w := newWorldOn(t, s, &testClock{now: storetest.Epoch})
	north := w.create("/orgunits", `{"name": "North"}`)
	w.create("/devices", `{"name": "Gate", "orgUnit": `+num(north)+`}`) // by which others are allowed there
	limited := w.newKey(w.account.ID, "*", north)
	for _, field := range []string{`{"key": "shirt", "name": "Shirt", "type": "text", "filterable": true}`, `{"key": "years", "name": "Years", "type": "number", "filterable": true}`} {
		w.post("/customfields", field) // asked for by userCustomFields
	}
	ask := func(path string) {
		request = path
		for _, key := range []string{w.key, limited} {
			w.get(path, as(key)).want(http.StatusOK)
		}
	}
	ask("/orgunits/" + num(north) + "/allowed-employees")
	for path, operations := range readDescribed(t).Paths {
		list, ok := operations["get"]
		if !ok || strings.Contains(path, "{") || strings.Contains(path, "explain") {
			continue
		}
		base := path + "?"
		for _, p := range list.Parameters {
			if p.Name == "from" || p.Name == "to" {
				base += p.Name + "=2026-03-02&"
			}
		}
		ask(base)
		for _, p := range list.Parameters {
			if p.In != "query" || p.Name == "from" || p.Name == "to" || p.Name == "cursor" || p.Name == "direction" || p.Name == "limit" {
				continue
			}
			words := slices.Concat(p.Schema.Enum, p.Schema.Items.Enum)
			words = append(words, p.Schema.Items.Examples...)
			if path == "/clocklogs" && p.Name == "labels" {
				ask(base + "labels=user:7")
				ask(base + "labels=work:7")
				continue
			}
			ask(base + p.Name + "=" + valueFor(p.Name, words))
			if p.Name == "orderBy" {
				ask(base + "orderBy=modified&limit=2")
			}
		}
	}
	for sql, request := range statements {
		plan, err := s.Plan(context.Background(), sql)
		if err != nil {
			t.Errorf("%s: %v\n%s", request, err, sql)
		}
		if bad := unbounded(plan); bad != "" {
			t.Errorf("%s: %s\n%s\n%s", request, bad, sql, plan)
		}
	}
}

func valueFor(name string, enum []any) string {
	switch {
	case len(enum) > 0:
		return strings.Trim(strings.ReplaceAll(toJSON(enum[0]), `"`, ""), " ")
	case name == "search" || name == "employee":
		return "7"
	case name == "userCustomFields":
		return "shirt%3DL%3Byears%3E3%3Bshirt!%3D"
	case name == "tag":
		return "tardy"
	case name == "status":
		return "approved"
	case name == "supplementalDataFields":
		return "employee"
	case name == "fields":
		return "id"
	}
	return "7"
}

func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// scan matches a step of a plan that reads a table or an index from end to end: SQLite's, and PostgreSQL's. Constant rows
// and the results of subqueries are no tables.
var scan = regexp.MustCompile(`(?m)^SCAN (\w+)|Seq Scan on (\w+)`)

// wholeSort matches a step of PostgreSQL's plan that sorts all it gets. An incremental sort orders equal names by id.
var wholeSort = regexp.MustCompile(`(?m)^\W*Sort  \(`)

// unbounded says what in a plan grows with more than the answer.
func unbounded(plan string) string {
	for _, m := range scan.FindAllStringSubmatch(plan, -1) {
		switch m[1] + m[2] {
		case "CONSTANT", "id_blocks": // one row each
		default:
			return "reads all of " + m[1] + m[2]
		}
	}
	if strings.Contains(plan, "USE TEMP B-TREE FOR ORDER BY") || wholeSort.MatchString(plan) && !strings.Contains(plan, "One-Time Filter: false") {
		return "sorts what it found"
	}
	return ""
}
