package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/wire"
)

// pathOf is the path of the record that was just made.
func pathOf(made *response) string { return made.header.Get("Location")[len("/api"):] }

// wantSameWays fails the test unless the record reads alike in both formats, and stays as it is when either is put back.
func wantSameWays(t *testing.T, w *world, path string) {
	t.Helper()
	asJSON, asXML := w.get(path+".json").want(http.StatusOK), w.get(path+".xml").want(http.StatusOK)
	a, err := wire.ParseJSON([]byte(asJSON.body))
	if err != nil {
		t.Fatal(err)
	}
	b, err := wire.ParseXML([]byte(asXML.body))
	if err != nil {
		t.Fatal(err)
	}
	if !wire.Equal(a, b) {
		t.Errorf("%s differs:\n%s\n%s", path, asJSON.body, asXML.body)
	}
	w.clock.advance(time.Second)
	if again := w.put(path, asJSON.body).want(http.StatusOK); again.body != asJSON.body {
		t.Errorf("a change that changes nothing gave %s, before %s", again.body, asJSON.body)
	}
	if again := w.put(path+".xml", asXML.body, "Content-Type: application/xml").want(http.StatusOK); again.body != asXML.body {
		t.Errorf("a change that changes nothing gave %s, before %s", again.body, asXML.body)
	}
}

// wantForeign fails the test unless the record does not exist for another account.
func wantForeign(t *testing.T, w *world, path string) {
	t.Helper()
	was := w.get(path).body
	w.get(path, as(w.decoys)).want(http.StatusNotFound)
	w.put(path, `{"name": "theirs"}`, as(w.decoys)).want(http.StatusNotFound)
	if got := w.get(path).body; got != was {
		t.Errorf("%s was changed by another account: %s", path, got)
	}
}

// wantIDs fails the test unless the lists hold these records in this order.
func wantIDs(t *testing.T, w *world, lists map[string][]int64) {
	t.Helper()
	for path, want := range lists {
		if diff := cmp.Diff(want, w.get(path).ids()); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

func TestPayCodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	answer := w.post("/paycodes", `{"name": " Night ", "multiplier": "1.250"}`).want(http.StatusOK)
	c := answer.object()
	want := map[string]any{
		"id": c["id"], "name": "Night", "active": true, "abbreviation": nil, "payrollId": nil, "multiplier": "1.250", "isPaid": false,
		"created": c["created"], "modified": c["created"],
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	path := pathOf(answer)
	w.clock.advance(time.Second)
	got := w.put(path+".xml?format=json", `<r><abbreviation>N</abbreviation><payrollId>77</payrollId><multiplier>0</multiplier><isPaid>true</isPaid></r>`, "Content-Type: text/xml").want(http.StatusOK)
	if !contains(got.body, "<multiplier>0</multiplier>") {
		t.Errorf("in XML: %s", got.body)
	}
	want["abbreviation"], want["payrollId"], want["multiplier"], want["isPaid"] = "N", "77", "0", true
	c = w.get(path).object()
	want["modified"] = c["modified"]
	if diff := cmp.Diff(want, c); diff != "" || c["modified"] == c["created"] {
		t.Error(diff, c["modified"])
	}
	wantSameWays(t, w, path)
	wantForeign(t, w, path)
	if cleared := w.put(path, `{"abbreviation": null, "payrollId": null, "active": false}`).want(http.StatusOK).object(); cleared["abbreviation"] != nil || cleared["payrollId"] != nil || cleared["active"] != false {
		t.Errorf("after clearing: %v", cleared)
	}
}

func TestWrongPayCodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post("/paycodes", `{}`).wantError("name required", "multiplier required")
	w.post("/paycodes", `{"name": "regular", "multiplier": 1.5, "isPaid": "yes", "created": "2026-01-01T00:00:00Z", "colour": 1}`).
		wantError("name notUnique", "multiplier type", "isPaid type", "created readOnly", "colour unknown")
	w.post("/paycodes", `{"name": "x", "multiplier": "1,5", "abbreviation": "123456789012345678901"}`).wantError("multiplier format", "abbreviation range")
	w.post("/paycodes", `{"name": "x", "multiplier": "-1"}`).wantError("multiplier range")
	w.post("/paycodes", `{"name": "x", "multiplier": "1.00001"}`).wantError("multiplier range")
	path := pathOf(w.post("/paycodes", `{"name": "Night", "multiplier": "1"}`).want(http.StatusOK))
	w.put(path, `{"name": "OVERTIME", "multiplier": null, "id": 1}`).wantError("name notUnique", "multiplier null", "id readOnly")
	w.put(path, `{"name": "NIGHT"}`).want(http.StatusOK)
}

func TestPayCodeLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := map[string]int64{}
	for _, c := range w.get("/paycodes").results() {
		id[c["name"].(string)] = int64(c["id"].(float64))
	}
	double, overtime, regular := id["Double time"], id["Overtime"], id["Regular"]
	night := w.create("/paycodes", `{"name": "night time", "multiplier": "1", "active": false}`)
	w.create("/paycodes", `{"name": "night time", "multiplier": "1"}`, as(w.decoys))
	wantIDs(t, w, map[string][]int64{
		"/paycodes":                  {double, night, overtime, regular},
		"/paycodes?id=" + num(night): {night},
		"/paycodes?id[]=" + num(night) + "&id[]=" + num(regular):   {night, regular},
		"/paycodes?id=999999999":                                   {},
		"/paycodes?active=inactive":                                {night},
		"/paycodes?active=active":                                  {double, overtime, regular},
		"/paycodes?search=TIME":                                    {double, night, overtime},
		"/paycodes?search=time%20nig":                              {night},
		"/paycodes?search[]=regu&search[]=double":                  {double, regular},
		"/paycodes?search=time&active=active&id=" + num(overtime):  {overtime},
		"/paycodes?search=time&active=active&id[]=" + num(regular): {},
	})
	w.get("/paycodes?id=0&active=yes&cursor=x&sarch=t").wantError("id range", "active format", "cursor unknown", "sarch unknown")
	only := w.newKey(w.account.ID, "payclasses:read")
	w.get("/paycodes", as(only)).want(http.StatusForbidden)
	w.post("/paycodes", `{}`, as(w.newKey(w.account.ID, "paycodes:read"))).want(http.StatusForbidden)
}
