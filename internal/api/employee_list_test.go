package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

func TestEmployeeLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	north, south := w.create("/orgunits", `{"name": "North"}`), w.create("/orgunits", `{"name": "South"}`)
	department, class := w.create("/departments", `{"name": "Assembly"}`), w.create("/payclasses", `{"name": "Hourly"}`)
	label := w.create("/labels", `{"kind": "user", "name": "Crew"}`)
	other := w.create("/labels", `{"kind": "user", "name": "Other"}`)
	bob := w.newEmployee(north, "Bob", "miller", fmt.Sprintf(`, "department": %d, "labels": ["user:%d"]`, department, label))
	ann := w.newEmployee(south, "Ann", "MILLER", fmt.Sprintf(`, "payClass": %d, "requireJobAccess": true, "middleName": "Über"`, class))
	zoe := w.newEmployee(south, "Zoë", "Adams", `, "active": false, "credentialPolicy": 7`)
	ann2 := w.newEmployee(north, "Ann", "Miller", fmt.Sprintf(`, "labels": ["user:%d", "user:%d"]`, other, label))
	all := []int64{zoe, ann, ann2, bob}
	for query, want := range map[string][]int64{
		"":                              all,
		"id=" + num(bob):                {bob},
		"id[]=1&id=" + num(ann):         {ann},
		"employee=MILLER":               {ann, ann2, bob},
		"employee=ann%20mil":            {ann, ann2},
		"employee=über":                 {ann},
		"employee=zo&employee=bob":      {zoe, bob},
		"employee=%25":                  {},
		"orgUnit=" + num(north):         {ann2, bob},
		"department=" + num(department): {bob},
		"payClass=" + num(class):        {ann},
		"labels=" + num(label):          {ann2, bob},
		"labels=" + num(other) + "&labels=" + num(label): {ann2, bob},
		"active=active":           {ann, ann2, bob},
		"active=inactive":         {zoe},
		"requireJobAccess=yes":    {ann},
		"requireJobAccess=no":     {zoe, ann2, bob},
		"hasFaceModel=yes":        {},
		"hasFaceModel=no":         all,
		"credentialPolicy=7":      {zoe},
		"credentialType=1":        {},
		"credentialValid=valid":   {},
		"credentialValid=invalid": {},
		"credentialValid=all":     all,
		"orderBy=name":            all,
		"orderBy=modified":        {bob, ann, zoe, ann2},
		"from=2026-03-10":         all,
		"from=2026-03-11":         {},
		"to=2026-03-10":           all,
		"to=2026-03-09":           {},
		"from=2026-03-10T11:00&to=2026-03-10T11:00:01":          all, // in the zone of the account
		"orgUnit=" + num(north) + "&active=active&employee=bob": {bob},
	} {
		if diff := cmp.Diff(want, w.get("/employees?"+query).ids()); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	w.put("/employees/"+num(ann2), fmt.Sprintf(`{"labels": ["user:%d"]}`, label)).want(http.StatusOK)
	if got := w.get("/employees?labels=" + num(other)).ids(); len(got) > 0 {
		t.Errorf("still found by a label that was taken off: %v", got)
	}
	if xml := w.get("/employees.xml?id=" + num(bob)).want(http.StatusOK).body; !contains(xml, "<sortName>miller, Bob</sortName>") {
		t.Error(xml)
	}
}

func TestWrongListsOfEmployees(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.get("/employees?orderBy=age&active=yes&credentialValid=maybe&hasFaceModel=1&labels=x&from=x&serach=x").wantError(
		"orderBy unknown", "active format", "credentialValid format", "hasFaceModel format", "labels type", "from format", "serach unknown")
	w.get("/employees?from=2026-03-11&to=2026-03-10").wantError("from range")
	w.get("/employees?supplementalData=yes").wantError("supplementalData unknown")
	w.get("/employees?" + strings.Repeat("employee=a&", 21)).wantError("employee range")
}

func TestEmployeePages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	var want []int64
	for i := range 9 { // equal names stand on both sides of a page's edge
		want = append(want, w.newEmployee(unit, []string{"Ann", "ANN"}[i%2], "Same", ""))
	}
	want = append([]int64{w.newEmployee(unit, "Zoe", "Adams", "")}, want...)
	for limit := 1; limit <= len(want)+1; limit++ {
		for direction := range 2 {
			pages := w.walk(fmt.Sprintf("/employees?limit=%d&direction=%d", limit, direction))
			if direction == 0 {
				slices.Reverse(pages)
			}
			if diff := cmp.Diff(want, flat(pages)); diff != "" {
				t.Errorf("limit %d, direction %d: %s", limit, direction, diff)
			}
		}
	}
	cursor := w.get("/employees?limit=2").object()["cursor"].(string)
	w.get("/employees?limit=2&active=active&cursor=" + cursor).wantError("cursor invalidCursor")
	w.get("/employees?limit=2&cursor="+cursor, as(w.decoys)).wantError("cursor invalidCursor")
	w.get("/employees?limit=201&direction=2&cursor=x").wantError("limit range", "direction range", "cursor invalidCursor")
}

func TestFeedOfEmployees(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	var want []int64
	for i := range 7 {
		want = append(want, w.newEmployee(unit, "Ann", fmt.Sprint("Last ", 9-i), ""))
	}
	if diff := cmp.Diff(want, flat(w.walk("/employees?orderBy=modified&limit=3"))); diff != "" {
		t.Error(diff)
	}
	var back []int64
	for _, page := range w.walk("/employees?orderBy=modified&limit=3&direction=0") {
		back = append(slices.Clone(page), back...)
	}
	if diff := cmp.Diff(want, back); diff != "" {
		t.Error(diff)
	}
	if _, ok := w.get("/employees?orderBy=modified&direction=0").object()["resumeCursor"]; ok {
		t.Error("the first page has a cursor that goes on from the end")
	}
	resume, _ := w.get("/employees?orderBy=modified").object()["resumeCursor"].(string)
	next := "/employees?orderBy=modified&cursor=" + url.QueryEscape(resume)
	if got := w.get(next).ids(); len(got) > 0 {
		t.Errorf("after the end there is %v", got)
	}
	w.put("/employees/"+num(want[2]), `{"jobTitle": "Boss"}`).want(http.StatusOK)
	w.put("/employees/"+num(want[4]), `{}`).want(http.StatusOK)
	if diff := cmp.Diff(want[2:3], w.get(next).ids()); diff != "" {
		t.Error(diff)
	}
	w.get("/employees?cursor=" + url.QueryEscape(resume)).wantError("cursor invalidCursor")
}

func TestEmployeesOfALimitedKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inside, outside := w.create("/orgunits", `{"name": "Inside"}`), w.create("/orgunits", `{"name": "Outside"}`)
	here, there := w.newEmployee(inside, "Ann", "Here", ""), w.newEmployee(outside, "Bob", "There", `, "pin": "4815"`)
	key := as(w.newKey(w.account.ID, "*", inside))
	if diff := cmp.Diff([]int64{here}, w.get("/employees", key).ids()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int64{}, w.get("/employees?orgUnit="+num(outside)+"&id="+num(there), key).ids()); diff != "" {
		t.Error(diff)
	}
	w.get("/employees/"+num(there), key).want(http.StatusNotFound)
	w.put("/employees/"+num(there), `{}`, key).want(http.StatusNotFound)
	w.delete("/employees/"+num(there), key).want(http.StatusNotFound)
	w.put("/employees/"+num(here), `{"orgUnit": `+num(outside)+`, "pin": "4815"}`, key).wantError("orgUnit unknownReference", "pin notUnique")
	w.post("/employees", fmt.Sprintf(`{"firstName": "x", "lastName": "y", "orgUnit": %d}`, outside), key).wantError("orgUnit unknownReference")
	w.delete("/employees/" + num(there)).want(http.StatusNoContent)
	if got := w.get("/delete-history", key).results(); len(got) > 0 {
		t.Errorf("the key learns of deletions elsewhere: %v", got)
	}
	w.delete("/employees/"+num(here), key).want(http.StatusNoContent)
	if got := w.get("/delete-history", key).results(); len(got) != 1 {
		t.Errorf("the key learns of %v", got)
	}
}

// TestPINsAreNotInTheDatabase looks for PINs in a copy of the database: they must not stand in records, in the audit
// trail, or in the answers that are kept for repeated requests.
func TestPINsAreNotInTheDatabase(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	id := w.newEmployee(unit, "Ada", "Lovelace", `, "pin": "48151623"`)
	body := `{"pin": "31415926", "jobTitle": "findable"}`
	first := w.put("/employees/"+num(id), body, "Idempotency-Key: k1").want(http.StatusOK)
	again := w.put("/employees/"+num(id), body, "Idempotency-Key: k1").want(http.StatusOK)
	if !contains(first.body, "31415926") || again.body != first.body || again.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("repeated: %s", again.body)
	}
	w.put("/employees/"+num(id), `{"pin": "31415927"}`, "Idempotency-Key: k1").want(http.StatusConflict)
	path := storetest.Path(t) // whichever the engine, a copy in SQLite is a file that can be looked through
	copied, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.store.CopyTo(t.Context(), copied, nil); err != nil {
		t.Fatal(err)
	}
	if err := copied.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !contains(string(text), "findable") {
		t.Error("the copy holds nothing to look for")
	}
	for _, pin := range []string{"48151623", "31415926"} {
		if contains(string(text), pin) {
			t.Errorf("the database shows the PIN %s", pin)
		}
	}
}
