package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
)

// capabilities says what a list can do besides being read. A feed is a list that has pages in the order of changes only.
type capabilities struct{ async, paged, feed, fields, supplements bool }

func capabilityTable() map[string]capabilities {
	return map[string]capabilities{
		"/clocklogs":        {async: true, supplements: true},
		"/costcodes":        {paged: true, supplements: true},
		"/delete-history":   {paged: true},
		"/departments":      {},
		"/devices":          {paged: true, supplements: true},
		"/employees":        {paged: true},
		"/jobphases":        {paged: true, supplements: true},
		"/jobs":             {paged: true, supplements: true},
		"/orgunits":         {},
		"/payclasses":       {},
		"/punches":          {async: true, paged: true, feed: true, supplements: true},
		"/shiftcards":       {async: true, supplements: true},
		"/timecards":        {async: true, supplements: true},
		"/timeoffcodes":     {},
		"/duration-entries": {paged: true, feed: true, fields: true, supplements: true},
		"/timeoffentries":   {async: true, supplements: true},
	}
}

// TestListsDoWhatTheirCollectionCan asks each of the sixteen collections for everything that any of them can do. What a
// collection cannot do is refused.
func TestListsDoWhatTheirCollectionCan(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.found(w.key, "OWN")
	is := func(can bool) int {
		if can {
			return http.StatusOK
		}
		return http.StatusBadRequest
	}
	left := capabilityTable()
	for _, list := range everyList(t) {
		path, _, _ := strings.Cut(list, "?")
		can, known := left[path]
		if !known {
			continue
		}
		delete(left, path)
		feed := list
		if can.feed {
			feed += "&orderBy=modified"
			for _, parameter := range []string{"limit=2", "direction=1", "orderBy=modified&direction=0"} {
				w.get(list + "&" + parameter).want(http.StatusBadRequest)
			}
		}
		paged := w.get(feed + "&limit=2&direction=1").want(is(can.paged))
		if _, shown := paged.object()["cursor"]; shown != can.paged {
			t.Errorf("%s is not paged as it should be: %s", path, paged.body)
		}
		w.get(list + "&fields[]=id").want(is(can.fields))
		if _, shown := w.get(list).want(http.StatusOK).object()["supplementalData"]; shown != can.supplements {
			t.Errorf("%s: supplemental data is there: %v", path, shown)
		}
		without := w.get(list + "&supplementalData=no").want(is(can.supplements))
		if strings.Contains(without.body, `"supplementalData":`) {
			t.Errorf("%s shows supplemental data that nobody wants: %s", path, without.body)
		}
		started := w.post(strings.Replace(list, "?", "/async?", 1), "")
		if started.status == http.StatusAccepted != can.async {
			t.Errorf("%s as a report answers %d", path, started.status)
		}
	}
	if len(left) > 0 {
		t.Errorf("there are no lists of %v", left)
	}
}

// needed is the permission that an operation needs. It is said here once more, apart from the routes.
func needed(method, path string) attendance.Permission {
	collection := strings.Split(path, "/")[1]
	switch {
	case strings.HasSuffix(path, "/reset"), strings.HasSuffix(path, "/request-logs"):
		return "devices:control"
	case strings.HasSuffix(path, "/allowed-employees"):
		return "employees:read"
	case method == http.MethodGet, strings.HasSuffix(path, "/async"), strings.HasSuffix(path, "/simulate"):
		return attendance.Permission(collection + ":read")
	case method == http.MethodDelete:
		return attendance.Permission(collection + ":delete")
	}
	return attendance.Permission(collection + ":write")
}

// keyFor makes a key with these permissions.
func (w *world) keyFor(permissions []attendance.Permission) string {
	w.t.Helper()
	words := make([]string, 0, len(permissions))
	for _, p := range permissions {
		words = append(words, string(p))
	}
	return w.newKey(w.account.ID, strings.Join(words, ","))
}

// TestEveryOperationNeedsItsPermission sends every operation with a key that may do all but this, to own, foreign,
// missing and malformed ids and with a broken body, and with a key that may do nothing but this. Nothing changes.
func TestEveryOperationNeedsItsPermission(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	own, foreign := w.found(w.key, "OWN"), w.found(w.decoys, "SECRET")
	before := w.everything(w.key)
	allBut, only := map[attendance.Permission]string{}, map[attendance.Permission]string{}
	for _, p := range attendance.AllPermissions() {
		rest := slices.DeleteFunc(attendance.AllPermissions(), func(q attendance.Permission) bool { return q == p || strings.Contains(string(q), "*") })
		allBut[p], only[p] = w.keyFor(rest), w.keyFor([]attendance.Permission{p})
	}
	operations := 0
	for path, methods := range readDescribed(t).Paths {
		collection := "/" + strings.Split(path, "/")[1]
		for method := range methods {
			method = strings.ToUpper(method)
			p := needed(method, path)
			if allBut[p] == "" {
				t.Fatalf("there is no permission %s", p)
			}
			operations++
			for _, id := range []any{own[collection], foreign[collection], 987654321, "x"} {
				at := strings.NewReplacer("{id}", fmt.Sprint(id), "{report}", fmt.Sprint(id)).Replace(path)
				refused := w.do(method, at, `{"name": 5`, as(allBut[p])).want(http.StatusForbidden)
				if !contains(refused.body, string(p)) {
					t.Errorf("%s %s does not name %s: %s", method, at, p, refused.body)
				}
				if let := w.do(method, strings.Replace(at, fmt.Sprint(own[collection]), "x", 1), `{"name": 5`, as(only[p])); let.status == http.StatusForbidden {
					t.Errorf("%s %s is refused to a key with %s: %s", method, at, p, let.body)
				}
				w.do(method, at, `{"name": 5`, as("pck_"+strings.Repeat("0", 46))).want(http.StatusUnauthorized)
			}
		}
	}
	if operations < 90 {
		t.Errorf("only %d operations were found", operations)
	}
	if diff := cmp.Diff(before, w.everything(w.key)); diff != "" {
		t.Errorf("something changed: %s", diff)
	}
}

// TestForeignReferencesAreUnknown puts ids of another account into every field that refers to a record. The answer is
// that to an id which does not exist, and the field keeps its value.
func TestForeignReferencesAreUnknown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	own, foreign := w.found(w.key, "OWN"), w.found(w.decoys, "SECRET")
	const missing = 987654321
	for _, c := range []struct{ path, field, value, collection string }{
		{"/employees", "orgUnit", `%d`, "/orgunits"},
		{"/employees", "department", `%d`, "/departments"},
		{"/employees", "payClass", `%d`, "/payclasses"},
		{"/employees", "teamSchedule", `%d`, "/teamschedules"},
		{"/employees", "fixJob", `%d`, "/jobs"},
		{"/employees", "fixJobPhase", `%d`, "/jobphases"},
		{"/employees", "fixCostCode", `%d`, "/costcodes"},
		{"/employees", "fixJobLabel", `"work:%d"`, "/labels"},
		{"/devices", "orgUnit", `%d`, "/orgunits"},
		{"/holidays", "orgUnit", `%d`, "/orgunits"},
		{"/jobs", "orgUsers", `[%d]`, "/employees"},
		{"/jobs", "notifyOrgUsers", `[%d]`, "/employees"},
		{"/jobs", "labels", `["work:%d"]`, "/labels"},
		{"/jobs", "allowLabels", `["work:%d"]`, "/labels"},
		{"/costcodes", "allowLabels", `["work:%d"]`, "/labels"},
		{"/payclasses", "regularPayCode", `%d`, "/paycodes"},
		{"/payclasses", "daily1PayCode", `%d`, "/paycodes"},
		{"/payclasses", "weekly1PayCode", `%d`, "/paycodes"},
		{"/teamschedules", "days", `[{"weekday": 2, "shiftClass": %d}]`, "/shiftclasses"},
		{"/timeoffentries", "employee", `%d`, "/employees"},
		{"/timeoffentries", "timeOffCode", `%d`, "/timeoffcodes"},
		{"/punches", "outOrgUnit", `%d`, "/orgunits"},
		{"/punches", "jobPhase", `%d`, "/jobphases"},
		{"/punches", "costCode", `%d`, "/costcodes"},
		{"/punches", "labels", `["work:%d"]`, "/labels"},
	} {
		at := fmt.Sprint(c.path, "/", own[c.path])
		before := w.get(at).want(http.StatusOK).body
		ask := func(id int64) *response { return w.put(at, fmt.Sprintf(`{%q: `+c.value+`}`, c.field, id)) }
		theirs, none := ask(foreign[c.collection]), ask(missing)
		if theirs.status != http.StatusBadRequest || none.status != http.StatusBadRequest || !mentions(theirs, c.field) {
			t.Errorf("%s of %s: a foreign id answers %d %s, a missing one %d %s", c.field, c.path, theirs.status, theirs.body, none.status, none.body)
		}
		if strings.ReplaceAll(theirs.body, num(foreign[c.collection]), "?") != strings.ReplaceAll(none.body, num(missing), "?") {
			t.Errorf("%s of %s: a foreign id answers %s, a missing one %s", c.field, c.path, theirs.body, none.body)
		}
		if after := w.get(at).body; after != before {
			t.Errorf("%s of %s: the record changed to %s", c.field, c.path, after)
		}
	}
}
