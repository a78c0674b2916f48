package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
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
	w.get("/employees?orderBy=age&active=yes&credentialValid=maybe&hasFaceModel=1&labels=x&from=x&serach=x").wantError(
		"orderBy unknown", "active format", "credentialValid format", "hasFaceModel format", "labels type", "from format", "serach unknown")
	w.get("/employees?from=2026-03-11&to=2026-03-10").wantError("from range")
	w.get("/employees?supplementalData=yes").wantError("supplementalData unknown")
	w.get("/employees?" + strings.Repeat("employee=a&", 21)).wantError("employee range")
	if xml := w.get("/employees.xml?id=" + num(bob)).want(http.StatusOK).body; !contains(xml, "<sortName>miller, Bob</sortName>") {
		t.Error(xml)
	}
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
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := w.store.Backup(t.Context(), path); err != nil {
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

func TestCustomFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	answer := w.post("/customfields", `{"key": "shirt", "name": " Shirt size ", "type": "select", "options": ["M", "L"]}`).want(http.StatusOK)
	f := answer.object()
	want := map[string]any{
		"id": f["id"], "key": "shirt", "name": "Shirt size", "type": "select", "options": []any{"M", "L"}, "filterable": false, "created": f["created"], "modified": f["created"],
	}
	if diff := cmp.Diff(want, f); diff != "" {
		t.Error(diff)
	}
	path := answer.header.Get("Location")[len("/api"):]
	w.clock.advance(time.Second)
	asXML := w.get(path + ".xml").body
	if again := w.put(path+".xml", asXML, "Content-Type: text/xml").want(http.StatusOK); again.body != asXML {
		t.Errorf("a change that changes nothing gave %s, before %s", again.body, asXML)
	}
	w.get(path, as(w.decoys)).want(http.StatusNotFound)
	w.post("/customfields", `{}`).wantError("key required", "name required", "type required")
	w.post("/customfields", `{"key": "shirt", "name": "x", "type": "select", "options": []}`).wantError("key notUnique", "options required")
	w.post("/customfields", `{"key": "a b", "name": "x", "type": "list", "options": ["x"], "filterable": "yes"}`).wantError("key format", "type unknown", "options range", "filterable type")
	w.post("/customfields", `{"key": "x", "name": "x", "type": "select", "options": ["a", "A", ""]}`).wantError("options[1] duplicate", "options[2] required")
	other := w.create("/customfields", `{"key": "years", "name": "age", "type": "number"}`)
	w.create("/customfields", `{"key": "shirt", "name": "theirs", "type": "text"}`, as(w.decoys))
	id := int64(f["id"].(float64))
	for query, want := range map[string][]int64{"": {other, id}, "?id=" + num(id): {id}, "?search=SIZE": {id}, "?search=age&search=shirt": {other, id}} {
		if diff := cmp.Diff(want, w.get("/customfields"+query).ids()); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	w.put(path, `{"type": "text", "options": []}`).want(http.StatusOK)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	ann := w.newEmployee(unit, "Ann", "A", `, "customFieldValues": [{"key": "shirt", "value": "L"}]`)
	w.put(path, `{"type": "number"}`).wantError("type inUse")
	w.put(path, `{"key": "size"}`).want(http.StatusOK)
	if got := fmt.Sprint(w.get("/employees/" + num(ann)).object()["customFieldValues"]); got != fmt.Sprintf("[map[customField:%d key:size value:L]]", id) {
		t.Errorf("the value under the new key is %s", got)
	}
}

func TestValuesOfCustomFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, f := range []string{
		`"key": "text", "type": "text"`, `"key": "number", "type": "number"`, `"key": "boolean", "type": "boolean"`,
		`"key": "date", "type": "date"`,
	} {
		w.create("/customfields", `{"name": "x", `+f+`}`)
	}
	choice := w.create("/customfields", `{"name": "x", "key": "select", "type": "select", "options": ["M", "L"]}`)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	path := "/employees/" + num(w.newEmployee(unit, "Ann", "A", ""))
	values := func(pairs ...string) string {
		var items []string
		for i := 0; i < len(pairs); i += 2 {
			items = append(items, fmt.Sprintf(`{"key": %q, "value": %s}`, pairs[i], pairs[i+1]))
		}
		return `{"customFieldValues": [` + strings.Join(items, ",") + `]}`
	}
	w.put(path, values("text", "5", "number", `"x"`, "boolean", `"yes"`, "date", `"2026-02-30"`, "select", `"XL"`)).wantError(
		"customFieldValues[0].value type", "customFieldValues[1].value type", "customFieldValues[2].value type", "customFieldValues[3].value format",
		"customFieldValues[4].value unknown")
	w.put(path, values("text", `"a"`, "text", `"b"`, "number", "1e16", "size", "1")).wantError(
		"customFieldValues[1].customField duplicate", "customFieldValues[2].value range", "customFieldValues[3].key unknownReference")
	w.put(path, `{"customFieldValues": [{"key": "text"}, {"customField": 1, "key": "number", "value": 1}]}`).wantError(
		"customFieldValues[0].value required", "customFieldValues[1].customField unknownReference")
	got := w.put(path, values("text", `"a, b\nc"`, "number", "-12", "boolean", "true", "date", `"2026-02-28"`, "select", "null")).want(http.StatusOK).object()
	var shown []any
	for _, v := range got["customFieldValues"].([]any) {
		shown = append(shown, v.(map[string]any)["value"])
	}
	if diff := cmp.Diff([]any{"a, b\nc", -12.0, true, "2026-02-28"}, shown); diff != "" {
		t.Error(diff)
	}
	w.put(path, values("select", `"M"`)).want(http.StatusOK)
	w.put("/customfields/"+num(choice), `{"options": ["L"]}`).want(http.StatusOK)
	w.put(path, values("select", `"M"`)).want(http.StatusOK)
	w.put(path, values("select", `"S"`)).wantError("customFieldValues[0].value unknown")
}

func TestEmployeesByCustomFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.create("/customfields", `{"key": "shirt", "name": "Shirt", "type": "text", "filterable": true}`)
	w.create("/customfields", `{"key": "years", "name": "Years", "type": "number", "filterable": true}`)
	w.create("/customfields", `{"key": "since", "name": "Since", "type": "date", "filterable": true}`)
	w.create("/customfields", `{"key": "secret", "name": "Secret", "type": "text"}`)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	ann := w.newEmployee(unit, "Ann", "A", `, "customFieldValues": [{"key": "shirt", "value": "L"}, {"key": "years", "value": 10}, {"key": "since", "value": "2016-01-01"}]`)
	bob := w.newEmployee(unit, "Bob", "B", `, "customFieldValues": [{"key": "shirt", "value": "100% XL"}, {"key": "years", "value": 9.5}]`)
	cid := w.newEmployee(unit, "Cid", "C", "")
	for query, want := range map[string][]int64{
		"shirt=l":                      {ann},
		"shirt=L,100% xl":              {ann, bob},
		"shirt=":                       {cid},
		"shirt=L,":                     {ann, cid},
		"shirt!=":                      {ann, bob},
		"shirt!=L":                     {bob, cid},
		"shirt!=L,":                    {bob},
		"shirt~%":                      {bob},
		"shirt~L":                      {ann, bob},
		"shirt>k":                      {ann},
		"years>9.5":                    {ann},
		"years>=9.5":                   {ann, bob},
		"years<10":                     {bob},
		"years<=10;shirt=L":            {ann},
		"years=10,9.5":                 {ann, bob},
		"years!=10":                    {bob, cid},
		"since<2020-01-01":             {ann},
		"since>=2020-01-01,2016-01-01": {ann},
	} {
		if diff := cmp.Diff(want, w.get("/employees?userCustomFields="+url.QueryEscape(query)).ids()); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	for query, code := range map[string]string{"shirt": "syntax", "size=L": "unknown", "secret=x": "notFilterable", "years~1": "type", "": "syntax"} {
		w.get("/employees?userCustomFields=" + url.QueryEscape(query)).wantError("userCustomFields " + code)
	}
	w.put("/employees/"+num(ann), `{"customFieldValues": []}`).want(http.StatusOK)
	if diff := cmp.Diff([]int64{ann, cid}, w.get("/employees?userCustomFields=shirt=").ids()); diff != "" {
		t.Error(diff)
	}
}
