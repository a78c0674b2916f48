package api_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAllowedEmployees(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	label := func(kind, name string) string {
		return kind + ":" + num(w.create("/labels", `{"kind": "`+kind+`", "name": "`+name+`"}`))
	}
	gate, yard, masons := label("device", "Gate"), label("device", "Yard"), label("user", "Masons")
	north, south := w.create("/orgunits", `{"name": "North"}`), w.create("/orgunits", `{"name": "South"}`)
	office := w.create("/departments", `{"name": "Office"}`)
	hire := func(first, last string, unit int64, more string) int64 {
		return w.create("/employees", `{"firstName": "`+first+`", "lastName": "`+last+`", "orgUnit": `+num(unit)+more+`}`)
	}
	home := hire("Ada", "Zweig", north, `, "department": `+num(office)+`, "payrollId": "E-1"`)
	hire("Ina", "Ctive", north, `, "active": false`)
	byGate := hire("Bob", "young", south, `, "workerAllowLabels": ["`+yard+`", "`+gate+`"]`)
	everywhere := hire("Cy", "Xu", south, `, "workerAllowLabels": ["device:all"]`)
	hire("Dee", "West", south, `, "workerAllowLabels": ["`+masons+`", "user:all"]`)
	gone := hire("Flo", "Vale", north, ``)
	w.delete("/employees/" + num(gone)).want(http.StatusNoContent)
	path := "/orgunits/" + num(north) + "/allowed-employees"
	wantIDs := func(when string, want ...int64) {
		t.Helper()
		if diff := cmp.Diff(want, w.get(path).ids()); diff != "" {
			t.Errorf("%s: %s", when, diff)
		}
	}

	wantIDs("without a device", home)
	device := "/devices/" + num(w.create("/devices", `{"name": "Front", "orgUnit": `+num(north)+`}`))
	wantIDs("with a device", everywhere, home)
	w.put(device, `{"labels": ["`+gate+`"]}`).want(http.StatusOK)
	wantIDs("with a labelled device", everywhere, byGate, home)
	want := map[string]any{
		"id": float64(home), "firstName": "Ada", "lastName": "Zweig", "displayName": "Ada Zweig", "orgUnit": float64(north), "department": float64(office),
		"payrollId": "E-1", "active": true,
	}
	if diff := cmp.Diff(want, w.get(path).results()[2]); diff != "" {
		t.Error(diff)
	}
	w.put("/employees/"+num(byGate), `{"workerAllowLabels": ["`+yard+`"]}`).want(http.StatusOK)
	wantIDs("after the employee's labels changed", everywhere, home)
	w.put(device, `{"labels": ["`+gate+`", "`+yard+`"]}`).want(http.StatusOK)
	wantIDs("after the device's labels changed", everywhere, byGate, home)
	w.put(device, `{"active": false}`).want(http.StatusOK)
	wantIDs("with an inactive device", home)
}

func TestAllowedEmployeesForWhom(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	north, south := w.create("/orgunits", `{"name": "North"}`), w.create("/orgunits", `{"name": "South"}`)
	w.create("/devices", `{"name": "Front", "orgUnit": `+num(north)+`}`)
	here := w.create("/employees", `{"firstName": "Ada", "lastName": "Near", "orgUnit": `+num(north)+`, "workerAllowLabels": ["device:all"]}`)
	w.create("/employees", `{"firstName": "Bob", "lastName": "Far", "orgUnit": `+num(south)+`, "workerAllowLabels": ["device:all"]}`)
	path := "/orgunits/" + num(north) + "/allowed-employees"
	if diff := cmp.Diff([]int64{here}, w.get(path, as(w.newKey(w.account.ID, "*", north))).ids()); diff != "" {
		t.Error(diff)
	}
	w.get(path, as(w.newKey(w.account.ID, "orgunits:read"))).want(http.StatusForbidden)
	w.get(path, as(w.newKey(w.account.ID, "employees:read"))).want(http.StatusOK)
	w.get(path, as(w.newKey(w.account.ID, "*", south))).want(http.StatusNotFound)
	w.get(path, as(w.decoys)).want(http.StatusNotFound)
	w.get(path + "?limit=3").wantError("limit unknown")
	if body := w.get(path + ".xml").want(http.StatusOK).body; !contains(body, "<results><list-item><id>") {
		t.Errorf("as XML: %s", body)
	}
}
