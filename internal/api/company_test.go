package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// company is one record of every collection of an account, by the path of its collection.
type company map[string]int64

// found makes a company in the account of the key. Every name holds the marker.
func (w *world) found(key, marker string) company {
	w.t.Helper()
	c := company{}
	add := func(path, body string, args ...any) {
		w.t.Helper()
		c[path] = w.create(path, fmt.Sprintf(strings.ReplaceAll(body, "MARKER", marker), args...), as(key))
	}
	add("/labels", `{"kind": "user", "name": "MARKER label"}`)
	user := c["/labels"]
	add("/labels", `{"kind": "work", "name": "MARKER work label"}`)
	add("/orgunits", `{"name": "MARKER unit", "timezone": "America/New_York"}`)
	add("/departments", `{"name": "MARKER department"}`)
	add("/paycodes", `{"name": "MARKER code", "multiplier": "1.5"}`)
	add("/payclasses", `{"name": "MARKER class", "daily1Threshold": "08:00:00", "daily1PayCode": %d}`, c["/paycodes"])
	add("/shiftclasses", `{"name": "MARKER day", "start": "08:00", "end": "16:00"}`)
	add("/teamschedules", `{"name": "MARKER schedule", "days": [{"weekday": 1, "shiftClass": %d}]}`, c["/shiftclasses"])
	add("/customfields", `{"key": "shirt", "name": "MARKER shirt", "type": "text", "filterable": true}`)
	add("/holidays", `{"name": "MARKER holiday", "date": "2026-03-17", "orgUnit": %d}`, c["/orgunits"])
	add("/devices", `{"name": "MARKER device", "orgUnit": %d}`, c["/orgunits"])
	add("/employees", `{"firstName": "Ada", "lastName": "MARKER", "orgUnit": %d, "department": %d, "payClass": %d, "teamSchedule": %d, "pin": "4711",
		"labels": ["user:%d"], "customFieldValues": [{"key": "shirt", "value": "MARKER L"}]}`, c["/orgunits"], c["/departments"], c["/payclasses"], c["/teamschedules"], user)
	add("/costcodes", `{"name": "MARKER cost"}`)
	add("/jobphases", `{"name": "MARKER phase"}`)
	add("/jobs", `{"name": "MARKER job", "labels": ["work:%d"], "orgUsers": [%d]}`, c["/labels"], c["/employees"])
	add("/timeoffcodes", `{"name": "MARKER vacation", "isPaid": true}`)
	add("/timeoffentries", `{"employee": %d, "date": "2026-03-04", "timeOffCode": %d, "duration": 28800, "notes": "MARKER"}`, c["/employees"], c["/timeoffcodes"])
	add("/punches", `{"employee": %d, "inDt": "2026-03-02T08:00:00", "outDt": "2026-03-02T17:30:00", "job": %d, "notes": "MARKER", "labels": ["work:%d"]}`, c["/employees"], c["/jobs"], c["/labels"])
	return c
}

// everyList is the path of every list with the parameters that it requires, for a time that holds all of the company.
func everyList(t testing.TB) []string {
	var lists []string
	for path, operations := range readDescribed(t).Paths {
		list, ok := operations["get"]
		if !ok || strings.Contains(path, "{") || strings.Contains(path, "explain") {
			continue
		}
		for _, p := range list.Parameters {
			if p.Name == "from" && path != "/employees" && path != "/delete-history" {
				path += "?from=2026-01-01&to=2026-12-31"
			}
		}
		if !strings.Contains(path, "?") {
			path += "?"
		}
		lists = append(lists, path)
	}
	slices.Sort(lists)
	return lists
}

// TestOneAccountNeverSeesAnother walks every operation with ids of another account, in the path, in filters and in
// bodies. The answers are those to ids that do not exist, no answer holds anything of the other account, and nothing of
// it changes.
func TestOneAccountNeverSeesAnother(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	own, foreign := w.found(w.key, "OWN"), w.found(w.decoys, "SECRET")
	before := w.everything(w.decoys)
	const missing = 987654321

	for path, operations := range readDescribed(t).Paths {
		if !strings.Contains(path, "{id}") {
			continue
		}
		collection := "/" + strings.Split(path, "/")[1]
		for method := range operations {
			body := ""
			if method == "put" {
				body = "{}"
			}
			theirs := w.do(strings.ToUpper(method), strings.ReplaceAll(path, "{id}", fmt.Sprint(foreign[collection])), body)
			none := w.do(strings.ToUpper(method), strings.ReplaceAll(path, "{id}", fmt.Sprint(missing)), body)
			if theirs.status != http.StatusNotFound || theirs.body != none.body {
				t.Errorf("%s %s answers %d to a foreign id: %s; to a missing one %s", method, path, theirs.status, theirs.body, none.body)
			}
		}
	}
	for _, list := range everyList(t) {
		w.mustNotLeak(list)
		for _, parameter := range []string{"id", "employee", "orgUnit", "department", "payClass", "device", "clock", "job", "labels", "timeOffCode", "worker", "workOrgUnit", "clockOrgUnit", "orgUser", "deletedId"} {
			for _, id := range foreign {
				w.mustNotLeak(fmt.Sprintf("%s&%s=%d", list, parameter, id))
			}
		}
	}
	for field, collection := range map[string]string{"employee": "/employees", "job": "/jobs", "inOrgUnit": "/orgunits", "department": "/departments", "payClass": "/payclasses"} {
		bodies := map[string]any{"employee": own["/employees"], "inDt": "2026-03-05T08:00:00Z", "outDt": "2026-03-05T09:00:00Z"}
		bodies[field] = foreign[collection]
		theirs := w.post("/punches", toJSON(bodies)).wantError(field + " unknownReference")
		bodies[field] = missing
		none := w.post("/punches", toJSON(bodies)).wantError(field + " unknownReference")
		if strings.ReplaceAll(theirs.body, fmt.Sprint(foreign[collection]), "?") != strings.ReplaceAll(none.body, fmt.Sprint(missing), "?") {
			t.Errorf("%s: a foreign id answers %s, a missing one %s", field, theirs.body, none.body)
		}
	}
	if diff := cmp.Diff(before, w.everything(w.decoys)); diff != "" {
		t.Errorf("something of the other account changed: %s", diff)
	}
}

// mustNotLeak asks a list, whatever it answers, and looks for the other account's marker.
func (w *world) mustNotLeak(path string) {
	w.t.Helper()
	if r := w.get(path); contains(r.body, "SECRET") {
		w.t.Errorf("GET %s shows another account: %s", path, r.body)
	}
}

// everything is all that the lists show to a key.
func (w *world) everything(key string) string {
	w.t.Helper()
	var all strings.Builder
	for _, list := range everyList(w.t) {
		all.WriteString(list + "\n" + w.get(list, as(key)).want(http.StatusOK).body + "\n")
	}
	return all.String()
}

// TestXMLIsTheSameAsJSON reads every record of the company in both formats and writes back what was read.
func TestXMLIsTheSameAsJSON(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for path, id := range w.found(w.key, "OWN") {
		one := fmt.Sprintf("%s/%d", path, id)
		record := w.get(one).want(http.StatusOK)
		sameTree(t, record.body, w.get(one+".xml").want(http.StatusOK).body)
		again := w.put(one, record.body).want(http.StatusOK)
		if again.body != record.body {
			t.Errorf("%s put back as read became\n%s\nbefore\n%s", one, again.body, record.body)
		}
		again = w.put(one+".json", w.get(one+".xml").body, "Content-Type: application/xml").want(http.StatusOK)
		if again.body != record.body {
			t.Errorf("%s put back as read in XML became\n%s\nbefore\n%s", one, again.body, record.body)
		}
	}
	for _, list := range everyList(t) {
		sameTree(t, w.get(list).body, w.get(list+"&format=xml").body)
	}
}

// TestSupplementalDataHoldsWhatOccurs checks that the section has every record that is referred to and no other.
func TestSupplementalDataHoldsWhatOccurs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.found(w.key, "OWN")
	var got struct {
		SupplementalData map[string]map[string]map[string]any
	}
	text := w.get("/punches?from=2026-03-01&to=2026-03-08").want(http.StatusOK).body
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	person := got.SupplementalData["employee"][fmt.Sprint(c["/employees"])]
	if person["displayName"] != "Ada OWN" || person["lastName"] != "OWN" || person["payrollId"] != nil {
		t.Errorf("the employee is %v", person)
	}
	if job := got.SupplementalData["job"][fmt.Sprint(c["/jobs"])]; job["name"] != "OWN job" {
		t.Errorf("the job is %v", job)
	}
	if contains(w.get("/punches?from=2026-03-01&to=2026-03-08&supplementalData=no").body, "supplementalData") {
		t.Error("supplementalData=no leaves the section in")
	}
	only := w.get("/punches?from=2026-03-01&to=2026-03-08&supplementalDataFields[]=employee&supplementalDataFields[]=device").object()["supplementalData"].(map[string]any)
	if len(only) != 2 || len(only["device"].(map[string]any)) != 0 {
		t.Errorf("the chosen kinds are %v", only)
	}
	w.get("/punches?from=2026-03-01&to=2026-03-08&supplementalDataFields=planet").wantError("supplementalDataFields unknown")
	w.get("/punches?from=2026-03-01&to=2026-03-08&supplementalData=maybe").want(http.StatusBadRequest)
}
