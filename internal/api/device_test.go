package api_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

func TestDevices(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	label := "device:" + num(w.create("/labels", `{"kind": "device", "name": "Gate"}`))
	answer := w.post("/devices", `{"name": "Front door", "orgUnit": `+num(unit)+`}`).want(http.StatusOK)
	d := answer.object()
	want := map[string]any{
		"id": d["id"], "name": "Front door", "active": true, "orgUnit": float64(unit), "orgUnitName": "Brooklyn", "clockSessionValid": false,
		"settingsPinAllowLabels": nil, "geoRules": []any{}, "clockSessionIpAddress": nil, "clockSessionUserAgent": nil, "clockSessionDeviceModel": nil,
		"clockSessionDeviceUuid": nil, "clockSessionAppVersion": nil, "clockSessionSubmitLogs": false, "labels": []any{}, "created": d["created"], "modified": d["created"],
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
	path := answer.header.Get("Location")[len("/api"):]
	w.clock.advance(time.Second)
	w.put(path, `{"settingsPinAllowLabels": ["user:all"], "labels": ["`+label+`"],
		"geoRules": [{"shape": "circle", "lat": 40.5, "lng": 0, "radius": 150, "policy": "reject"}]}`).want(http.StatusOK)
	got := w.get(path).object()
	want["settingsPinAllowLabels"], want["labels"], want["modified"] = []any{"user:all"}, []any{label}, got["modified"]
	want["geoRules"] = []any{map[string]any{"shape": "circle", "lat": 40.5, "lng": 0.0, "radius": 150.0, "policy": "reject"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	asXML := w.get(path + ".xml").body
	if again := w.put(path+".xml", asXML, "Content-Type: text/xml").want(http.StatusOK); again.body != asXML {
		t.Errorf("a change that changes nothing gave %s, before %s", again.body, asXML)
	}
	if got := w.put(path, `{"settingsPinAllowLabels": [], "geoRules": []}`).want(http.StatusOK).object(); !cmp.Equal(got["settingsPinAllowLabels"], []any{}) {
		t.Errorf("settingsPinAllowLabels is %v, want an empty list", got["settingsPinAllowLabels"])
	}
	if got := w.put(path, `{"settingsPinAllowLabels": null}`).want(http.StatusOK).object(); got["settingsPinAllowLabels"] != nil {
		t.Errorf("settingsPinAllowLabels is %v, want null", got["settingsPinAllowLabels"])
	}
	w.get(path, as(w.decoys)).want(http.StatusNotFound)
}

func TestWrongDevices(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	closed := w.create("/orgunits", `{"name": "Closed", "active": false}`)
	theirs := w.create("/orgunits", `{"name": "Theirs"}`, as(w.decoys))
	w.post("/devices", `{}`).wantError("name required", "orgUnit required")
	w.post("/devices", `{"name": "x", "orgUnit": `+num(theirs)+`, "orgUnitName": "x", "clockSessionValid": true}`).
		wantError("orgUnit unknownReference", "orgUnitName readOnly", "clockSessionValid readOnly")
	w.post("/devices", `{"name": "x", "orgUnit": `+num(closed)+`, "labels": ["work:1"], "settingsPinAllowLabels": ["user:7"],
		"geoRules": [{}, {"shape": "square", "lat": 91, "lng": -181, "radius": 0, "policy": "warn"}, {"shape": 1, "color": "red"}]}`).wantError(
		"orgUnit inactiveReference", "labels[0] format", "settingsPinAllowLabels[0] unknownReference",
		"geoRules[0].shape required", "geoRules[0].lat required", "geoRules[0].lng required", "geoRules[0].radius required", "geoRules[0].policy required",
		"geoRules[1].shape unknown", "geoRules[1].lat range", "geoRules[1].lng range", "geoRules[1].radius range", "geoRules[1].policy unknown",
		"geoRules[2].shape type", "geoRules[2].color unknown", "geoRules[2].lat required", "geoRules[2].lng required", "geoRules[2].radius required", "geoRules[2].policy required")
	unit := w.create("/orgunits", `{"name": "Ours"}`)
	device := w.create("/devices", `{"name": "x", "orgUnit": `+num(unit)+`}`)
	w.put("/devices/"+num(device), `{"orgUnit": null, "clockSessionSubmitLogs": true, "orgUnitName": "Theirs"}`).
		wantError("orgUnit null", "clockSessionSubmitLogs readOnly", "orgUnitName readOnly")
	w.put("/orgunits/"+num(unit), `{"active": false}`).want(http.StatusOK)
	w.put("/devices/"+num(device), `{"name": "y", "orgUnit": `+num(unit)+`}`).want(http.StatusOK)
}

func TestDeviceLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	north := w.create("/orgunits", `{"name": "North", "payrollId": "N"}`)
	south := w.create("/orgunits", `{"name": "South"}`)
	b := w.create("/devices", `{"name": "Back door", "orgUnit": `+num(north)+`}`)
	a := w.create("/devices", `{"name": "atrium", "orgUnit": `+num(south)+`, "active": false}`)
	for path, want := range map[string][]int64{
		"":                       {a, b},
		"?id=" + num(a):          {a},
		"?search=DOOR":           {b},
		"?active=inactive":       {a},
		"?orgUnit=" + num(north): {b},
		"?orgUnit[]=" + num(north) + "&orgUnit[]=" + num(south): {a, b},
		"?orgUnit=999999": {},
	} {
		if diff := cmp.Diff(want, w.get("/devices"+path).ids()); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	want := map[string]any{"orgUnit": map[string]any{num(north): map[string]any{"id": float64(north), "name": "North", "payrollId": "N"}}}
	if diff := cmp.Diff(want, w.get("/devices?orgUnit=" + num(north)).object()["supplementalData"]); diff != "" {
		t.Error(diff)
	}
}

func TestDevicePages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := num(w.create("/orgunits", `{"name": "Brooklyn"}`))
	testPages(t, w, "/devices", func(name string) string { return `{"name": "` + name + `", "orgUnit": ` + unit + `}` })
}

func TestDevicesOfALimitedKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inside := w.create("/orgunits", `{"name": "Inside"}`)
	outside := w.create("/orgunits", `{"name": "Outside"}`)
	here := w.create("/devices", `{"name": "here", "orgUnit": `+num(inside)+`}`)
	there := w.create("/devices", `{"name": "there", "orgUnit": `+num(outside)+`}`)
	key := as(w.newKey(w.account.ID, "*", inside))
	if diff := cmp.Diff([]int64{here}, w.get("/devices", key).ids()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int64{}, w.get("/devices?orgUnit="+num(outside), key).ids()); diff != "" {
		t.Error(diff)
	}
	w.get("/devices/"+num(there), key).want(http.StatusNotFound)
	w.put("/devices/"+num(there), `{"name": "x"}`, key).want(http.StatusNotFound)
	w.post("/devices/"+num(there)+"/reset", "", key).want(http.StatusNotFound)
	w.post("/devices", `{"name": "x", "orgUnit": `+num(outside)+`}`, key).wantError("orgUnit unknownReference")
	w.put("/devices/"+num(here), `{"orgUnit": `+num(outside)+`}`, key).wantError("orgUnit unknownReference")
}

func TestDeviceControl(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	device := w.create("/devices", `{"name": "Front door", "orgUnit": `+num(unit)+`}`)
	path := "/devices/" + num(device)
	before := w.get(path)
	if reset := w.post(path+"/reset", "").want(http.StatusOK); reset.body != before.body {
		t.Errorf("the reset of a device without a session gave %s, before %s", reset.body, before.body)
	}
	w.clock.advance(time.Second)
	asked := w.post(path+"/request-logs", "").want(http.StatusOK)
	if d := asked.object(); d["clockSessionSubmitLogs"] != true || d["modified"] == before.object()["modified"] {
		t.Errorf("after the request: %s", asked.body)
	}
	if again := w.post(path+"/request-logs", "").want(http.StatusOK); again.body != asked.body {
		t.Errorf("a second request gave %s, before %s", again.body, asked.body)
	}
	w.pair(device)
	if d := w.get(path).object(); d["clockSessionValid"] != true || d["clockSessionAppVersion"] != "1.2" {
		t.Errorf("after pairing: %v", d)
	}
	reset := w.post(path+"/reset.xml", "").want(http.StatusOK)
	if !contains(reset.body, "<clockSessionValid>false</clockSessionValid>") || !contains(reset.body, `<clockSessionAppVersion nil="true"`) {
		t.Errorf("after the reset: %s", reset.body)
	}
	for _, operation := range []string{"/reset", "/request-logs"} {
		w.post(path+operation, "", as(w.newKey(w.account.ID, "devices:read,devices:write"))).want(http.StatusForbidden)
		w.post(path+operation, "", as(w.newKey(w.account.ID, "devices:control"))).want(http.StatusOK)
		w.post(path+operation, "", as(w.decoys)).want(http.StatusNotFound)
		w.get(path + operation).want(http.StatusMethodNotAllowed)
	}
}

// pair gives a device a session, as an installation that pairs with it does.
func (w *world) pair(device int64) {
	w.t.Helper()
	ctx := context.Background()
	err := w.store.Write(ctx, w.account.ID, w.clock.Now(), func(tx *store.Tx) error {
		d, err := tx.Device(ctx, attendance.Everything(w.account.ID), device)
		if err != nil {
			return err
		}
		d.Session = attendance.DeviceSession{Valid: true, AppVersion: new("1.2")}
		return tx.UpdateDevice(ctx, d)
	})
	if err != nil {
		w.t.Fatal(err)
	}
}
