package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// crew is a world with an org unit and two employees in it.
func crew(t *testing.T) (w *world, ada, bob int64) {
	t.Helper()
	w = newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	ada = w.create("/employees", `{"firstName": "Ada", "lastName": "Lovelace", "orgUnit": `+num(unit)+`}`)
	bob = w.create("/employees", `{"firstName": "Bob", "lastName": "Builder", "orgUnit": `+num(unit)+`, "payrollId": "E-2"}`)
	return w, ada, bob
}

func TestJobs(t *testing.T) {
	t.Parallel()
	w, ada, bob := crew(t)
	work := "work:" + num(w.create("/labels", `{"kind": "work", "name": "Outdoors"}`))
	answer := w.post("/jobs", `{"name": "Library"}`).want(http.StatusOK)
	j := answer.object()
	want := map[string]any{
		"id": j["id"], "name": "Library", "active": true, "description": nil, "payrollId": nil, "orgUsers": []any{}, "notifyOrgUsers": []any{},
		"allowLabels": []any{"device:all", "user:all"}, "labels": []any{}, "jobPhaseMode": nil, "costCodeMode": nil, "created": j["created"], "modified": j["created"],
	}
	if diff := cmp.Diff(want, j); diff != "" {
		t.Error(diff)
	}
	path := answer.header.Get("Location")[len("/api"):]
	w.clock.advance(time.Second)
	w.put(path, `{"description": "First line.\nSecond line.", "orgUsers": [`+num(bob)+`, `+num(ada)+`], "notifyOrgUsers": [`+num(ada)+`], "labels": ["`+work+`"],
		"jobPhaseMode": "required", "costCodeMode": "off"}`).want(http.StatusOK)
	got := w.get(path).object()
	want["description"], want["orgUsers"], want["notifyOrgUsers"], want["labels"] = "First line.\nSecond line.", []any{float64(bob), float64(ada)}, []any{float64(ada)}, []any{work}
	want["jobPhaseMode"], want["costCodeMode"], want["modified"] = "required", "off", got["modified"]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	asXML := w.get(path + ".xml").body
	if again := w.put(path+".xml", asXML, "Content-Type: text/xml").want(http.StatusOK); again.body != asXML {
		t.Errorf("a change that changes nothing gave %s, before %s", again.body, asXML)
	}
	cleared := w.put(path, `{"description": null, "jobPhaseMode": null, "costCodeMode": null, "orgUsers": []}`).want(http.StatusOK).object()
	if cleared["description"] != nil || cleared["jobPhaseMode"] != nil || cleared["costCodeMode"] != nil || len(cleared["orgUsers"].([]any)) > 0 {
		t.Errorf("after clearing: %v", cleared)
	}
	w.get(path, as(w.decoys)).want(http.StatusNotFound)
}

func TestWrongJobs(t *testing.T) {
	t.Parallel()
	w, ada, bob := crew(t)
	w.put("/employees/"+num(bob), `{"active": false}`).want(http.StatusOK)
	unit := w.create("/orgunits", `{"name": "Theirs"}`, as(w.decoys))
	theirs := w.create("/employees", `{"firstName": "Eve", "lastName": "Else", "orgUnit": `+num(unit)+`}`, as(w.decoys))
	w.post("/jobs", `{}`).wantError("name required")
	w.post("/jobs", `{"name": "x", "orgUsers": [`+num(ada)+`, `+num(theirs)+`, `+num(bob)+`, `+num(ada)+`, "1"], "notifyOrgUsers": [`+num(theirs)+`],
		"jobPhaseMode": "maybe", "costCodeMode": "", "labels": ["device:1"], "allowLabels": ["user:999999", "user:all", "user:all"], "active": null}`).wantError(
		"orgUsers[1] unknownReference", "orgUsers[2] inactiveReference", "orgUsers[3] duplicate", "orgUsers[4] type", "notifyOrgUsers[0] unknownReference",
		"jobPhaseMode unknown", "costCodeMode unknown", "labels[0] format", "allowLabels[0] unknownReference", "allowLabels[2] duplicate", "active null")
}

func TestJobLists(t *testing.T) {
	t.Parallel()
	w, ada, bob := crew(t)
	label := w.create("/labels", `{"kind": "work", "name": "Outdoors"}`)
	b := w.create("/jobs", `{"name": "Bridge", "orgUsers": [`+num(ada)+`], "labels": ["work:`+num(label)+`"]}`)
	a := w.create("/jobs", `{"name": "abbey", "active": false, "orgUsers": [`+num(ada)+`], "notifyOrgUsers": [`+num(bob)+`]}`)
	c := w.create("/jobs", `{"name": "Castle"}`)
	w.create("/jobs", `{"name": "Theirs"}`, as(w.decoys))
	lists := func(when string, lists map[string][]int64) {
		for path, want := range lists {
			if diff := cmp.Diff(want, w.get("/jobs"+path).ids()); diff != "" {
				t.Errorf("%s, %s: %s", when, path, diff)
			}
		}
	}
	lists("new", map[string][]int64{
		"":                      {a, b, c},
		"?id=" + num(c):         {c},
		"?active=inactive":      {a},
		"?search=b":             {a, b},
		"?labels=" + num(label): {b},
		"?labels=999999":        {},
		"?orgUser=" + num(ada):  {a, b},
		"?orgUser=" + num(bob):  {},
		"?orgUser=" + num(ada) + "&active=active":           {b},
		"?orgUser[]=" + num(bob) + "&orgUser[]=" + num(ada): {a, b},
	})
	w.put("/jobs/"+num(b), `{"orgUsers": [`+num(bob)+`], "labels": []}`).want(http.StatusOK)
	w.put("/jobs/"+num(c), `{"labels": ["work:`+num(label)+`"]}`).want(http.StatusOK)
	lists("changed", map[string][]int64{
		"?labels=" + num(label): {c},
		"?orgUser=" + num(ada):  {a},
		"?orgUser=" + num(bob):  {b},
	})
	related := w.get("/jobs?id=" + num(a) + "&supplementalDataFields[]=employee").object()["supplementalData"]
	want := map[string]any{"employee": map[string]any{
		num(ada): map[string]any{"id": float64(ada), "firstName": "Ada", "lastName": "Lovelace", "displayName": "Ada Lovelace", "payrollId": nil},
		num(bob): map[string]any{"id": float64(bob), "firstName": "Bob", "lastName": "Builder", "displayName": "Bob Builder", "payrollId": "E-2"},
	}}
	if diff := cmp.Diff(want, related); diff != "" {
		t.Error(diff)
	}
}

func TestJobPages(t *testing.T) {
	t.Parallel()
	testPages(t, newWorld(t), "/jobs", func(name string) string { return `{"name": "` + name + `"}` })
}
