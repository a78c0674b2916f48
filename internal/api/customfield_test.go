package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

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
