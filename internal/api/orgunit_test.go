package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestOrgUnits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	answer := w.post("/orgunits", `{"name": "Brooklyn"}`).want(http.StatusOK)
	u := answer.object()
	want := map[string]any{
		"id": u["id"], "name": "Brooklyn", "active": true, "payrollId": nil, "timezone": "America/New_York", "created": u["created"], "modified": u["created"],
	}
	if diff := cmp.Diff(want, u); diff != "" {
		t.Error(diff)
	}
	path := answer.header.Get("Location")[len("/api"):]
	w.clock.advance(time.Second)
	want["timezone"], want["payrollId"] = "America/St_Johns", "B-1"
	changed := w.put(path, `{"timezone": "America/St_Johns", "payrollId": "B-1"}`).want(http.StatusOK).object()
	if changed["modified"] == u["modified"] {
		t.Error("the change did not move modified")
	}
	want["modified"] = changed["modified"]
	if diff := cmp.Diff(want, w.get(path).object()); diff != "" {
		t.Error(diff)
	}
	if got := w.put(path, `{"payrollId": null}`).want(http.StatusOK).object(); got["payrollId"] != nil {
		t.Errorf("after clearing: %v", got)
	}
	read := w.get(path)
	if again := w.put(path, read.body).want(http.StatusOK); again.body != read.body || again.header.Get("ETag") != read.header.Get("ETag") {
		t.Errorf("a change that changes nothing gave %s, before %s", again.body, read.body)
	}
	w.get(path, as(w.decoys)).want(http.StatusNotFound)
	w.put(path, `{"name": "theirs"}`, as(w.decoys)).want(http.StatusNotFound)
	w.do(http.MethodDelete, path, "").want(http.StatusMethodNotAllowed)
}

func TestOrgUnitZones(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "There", "timezone": "Asia/Kathmandu"}`)
	for _, zone := range []string{"", "Local", "EST", "posixrules", "Mars/Olympus", "../etc/passwd"} {
		w.post("/orgunits", `{"timezone": "`+zone+`"}`).wantError("name required", "timezone format")
		w.put("/orgunits/"+num(unit), `{"timezone": "`+zone+`"}`).wantError("timezone format")
	}
	w.post("/orgunits", `{"name": "x", "timezone": null}`).wantError("timezone null")
	w.put("/orgunits/"+num(unit), `{"timezone": "UTC"}`).want(http.StatusOK)
}

func TestOrgUnitLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.create("/orgunits", `{"name": "beta"}`)
	a := w.create("/orgunits", `<u><name>Alpha</name></u>`, "Content-Type: application/xml")
	b2 := w.create("/orgunits", `{"name": "BETA"}`)
	w.create("/orgunits", `{"name": "Aardvark"}`, as(w.decoys))
	for path, want := range map[string][]int64{
		"":                    {a, b, b2},
		"?orgUnit=" + num(b2): {b2},
		"?orgUnit[]=" + num(b2) + "&orgUnit[]=" + num(a): {a, b2},
	} {
		if diff := cmp.Diff(want, w.get("/orgunits"+path).ids()); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	w.get("/orgunits?id=1&limit=2").wantError("id unknown", "limit unknown")
}

func TestOrgUnitsOfALimitedKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inside := w.create("/orgunits", `{"name": "inside"}`)
	outside := w.create("/orgunits", `{"name": "outside"}`)
	key := as(w.newKey(w.account.ID, "*", inside))
	if diff := cmp.Diff([]int64{inside}, w.get("/orgunits", key).ids()); diff != "" {
		t.Error(diff)
	}
	w.get("/orgunits/"+num(inside), key).want(http.StatusOK)
	w.put("/orgunits/"+num(inside), `{"active": false}`, key).want(http.StatusOK)
	for _, path := range []string{"/orgunits/" + num(outside), "/orgunits/" + num(outside) + "/allowed-employees"} {
		w.get(path, key).want(http.StatusNotFound)
	}
	w.put("/orgunits/"+num(outside), `{"active": false}`, key).want(http.StatusNotFound)
	w.post("/orgunits", `{"name": "new"}`, key).want(http.StatusForbidden)
}
