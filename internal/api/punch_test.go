package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
)

func TestPunchShowsEverything(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	door := c.create("/devices", `{"name": "Door", "orgUnit": `+num(c.ny)+`}`)
	job := c.create("/jobs", `{"name": "Bridge"}`)
	phase, code := c.create("/jobphases", `{"name": "Paint"}`), c.create("/costcodes", `{"name": "700"}`)
	department := c.create("/departments", `{"name": "Works"}`)
	class := c.create("/payclasses", `{"name": "Union"}`)
	mark := "work:" + num(c.create("/labels", `{"kind": "work", "name": "Night"}`))
	answer := c.post("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-09T08:00:00.9", "inClock": %[2]d, "inOrgUnit": %[3]d, "outDt": "2026-03-09T12:00:00-04:00",
		"outClock": %[2]d, "outOrgUnit": %[4]d, "outKind": "meal", "job": %[5]d, "jobPhase": %[6]d, "costCode": %[7]d, "labels": [%[8]q], "notes": "first\nsecond",
		"department": %[9]d, "payClass": %[10]d}`, c.ada, door, c.la, c.ny, job, phase, code, mark, department, class)).want(http.StatusOK)
	p := answer.object()
	want := map[string]any{
		"id": p["id"], "employee": float64(c.ada), "employeeFirstName": "Ada", "employeeLastName": "Lovelace", "employeePayrollId": "E-1",
		"orgUnit": float64(c.ny), "orgUnitName": "Brooklyn", "timezone": "America/Los_Angeles",
		"inDt": "2026-03-09T15:00:00.000000Z", "inClock": float64(door), "inClockName": "Door", "inOrgUnit": float64(c.la), "inOrgUnitName": "Venice",
		"inExceptions": []any{"added"}, "outDt": "2026-03-09T16:00:00.000000Z", "outClock": float64(door), "outClockName": "Door",
		"outExceptions": []any{"added"}, "status": "approved", "overrideBy": nil, "outKind": "meal", "job": float64(job), "jobPhase": float64(phase),
		"costCode": float64(code), "labels": []any{mark}, "notes": "first\nsecond", "department": float64(department), "payClass": float64(class),
		"outOrgUnit": float64(c.ny), "outOrgUnitName": "Brooklyn", "entryState": 2.0, "created": p["created"], "modified": p["created"],
	}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Error(diff)
	}
	path := answer.header.Get("Location")[len("/api"):]
	if got := c.get(path); got.body != answer.body {
		t.Errorf("retrieved %s, created %s", got.body, answer.body)
	}
	asXML := c.get(path + ".xml").body
	if again := c.put(path+".xml", asXML, "Content-Type: application/xml").want(http.StatusOK); again.body != asXML {
		t.Errorf("a change that changes nothing gave %s, before %s", again.body, asXML)
	}
	c.get(path, as(c.decoys)).want(http.StatusNotFound)
	c.put(path, "{}", as(c.decoys)).want(http.StatusNotFound)
	c.delete(path, as(c.decoys)).want(http.StatusNotFound)
	list := c.get("/punches?from=2026-03-09&to=2026-03-09").object()
	if diff := cmp.Diff(want, list["results"].([]any)[0]); diff != "" {
		t.Error(diff)
	}
	related := list["supplementalData"].(map[string]any)
	for kind, id := range map[string]int64{
		"employee": c.ada, "device": door, "orgUnit": c.la, "department": department, "payClass": class, "job": job, "jobPhase": phase, "costCode": code,
	} {
		if related[kind].(map[string]any)[num(id)] == nil {
			t.Errorf("supplementalData has no %s %d: %v", kind, id, related[kind])
		}
	}
}

func TestPunchDefaults(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	department, class := c.create("/departments", `{"name": "Works"}`), c.create("/payclasses", `{"name": "Union"}`)
	eve := c.person(c.account.ID, c.la, "Eve", "Ng", func(in *attendance.EmployeeInput) {
		in.Department, in.PayClass = attendance.Some(&department), attendance.Some(&class)
	})
	got := c.get("/punches/" + num(c.punch(eve, "2026-03-10T07:30", ""))).object()
	want := map[string]any{
		"timezone": "America/Los_Angeles", "inDt": "2026-03-10T14:30:00.000000Z", "department": float64(department), "payClass": float64(class),
		"orgUnit": float64(c.la), "inOrgUnit": nil, "inOrgUnitName": nil, "inClock": nil, "inClockName": nil, "outDt": nil, "outClock": nil, "outOrgUnit": nil,
		"inExceptions": []any{"added"}, "outExceptions": []any{}, "status": "approved", "overrideBy": nil, "outKind": nil, "labels": []any{},
		"notes": nil, "entryState": 1.0, "job": nil,
	}
	for name, value := range want {
		if diff := cmp.Diff(value, got[name]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	none := c.get("/punches/" + num(c.create("/punches", punchBody(eve, "2026-03-09T07:30", "2026-03-09T08:30", `"department": null`, `"payClass": null`)))).object()
	if none["department"] != nil || none["payClass"] != nil {
		t.Errorf("department %v and payClass %v were given as null", none["department"], none["payClass"])
	}
}

func TestWrongPunches(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	theirs := c.create("/orgunits", `{"name": "Theirs"}`, as(c.decoys))
	stranger := c.person(c.decoy.ID, theirs, "Not", "Ours")
	gone := c.person(c.account.ID, c.ny, "Left", "Us", func(in *attendance.EmployeeInput) { in.Active = attendance.Some(false) })
	old := c.create("/jobs", `{"name": "Old", "active": false}`)
	c.post("/punches", `{}`).wantError("employee required", "inDt required")
	c.post("/punches", `{"employee": null, "inDt": null}`).wantError("employee null", "inDt null")
	c.post("/punches", punchBody(stranger, "2026-03-09T08:00", "")).wantError("employee unknownReference")
	c.post("/punches", punchBody(gone, "2026-03-09T08:00", "")).wantError("employee inactiveReference")
	c.post("/punches", punchBody(c.ada, "yesterday", "2026-03-09T08:00", `"inOrgUnit": `+num(theirs), `"job": `+num(old), `"jobPhase": 7`, `"costCode": 7`,
		`"inClock": 7`, `"outClock": 7`, `"department": 7`, `"payClass": 7`, `"outOrgUnit": 7`, `"outKind": "nap"`, `"status": "done"`, `"labels": ["user:1", "work:7"]`,
		`"orgUnit": 1`, `"timezone": "UTC"`, `"entryState": 1`, `"inExceptions": []`, `"color": "red"`)).wantError(
		"inDt format", "inOrgUnit unknownReference", "job inactiveReference", "jobPhase unknownReference", "costCode unknownReference", "inClock unknownReference",
		"outClock unknownReference", "department unknownReference", "payClass unknownReference", "outOrgUnit unknownReference", "outKind unknown",
		"status unknown", "labels[0] format", "labels[1] unknownReference", "orgUnit readOnly", "timezone readOnly", "entryState readOnly",
		"inExceptions readOnly", "color unknown")
	c.post("/punches", punchBody(c.ada, "2026-03-09T08:00", "2026-03-09T08:00:00.5", `"notes": "`+strings.Repeat("x", 4001)+`"`)).wantError("outDt beforeIn", "notes range")
	c.post("/punches", punchBody(c.ada, "2026-03-09T08:00", "2026-03-09T07:59")).wantError("outDt beforeIn")
	c.post("/punches", punchBody(c.ada, "2026-03-01T08:00:00Z", "2026-03-08T08:00:01Z")).wantError("outDt range")
	c.post("/punches", punchBody(c.ada, "2026-03-11T15:00:01Z", "")).wantError("inDt future")
	c.post("/punches", punchBody(c.ada, "2026-03-08T02:30", "")).wantError("inDt localTime")
	c.post("/punches", punchBody(c.ada, "1969-12-31", "")).wantError("inDt range")
	if list := c.get("/punches?from=2020-01-01&to=2030-01-01").ids(); len(list) != 0 {
		t.Errorf("refused punches were kept: %v", list)
	}
	c.punch(c.ada, "2026-03-11T15:00:00Z", "")
	c.punch(c.bob, "2026-03-01T08:00:00Z", "2026-03-08T08:00:00Z")
}

func TestLocalTimesOfPunches(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	for _, e := range []struct {
		name, body, in, out string
	}{
		{"the first of two in autumn", punchBody(c.ada, "2025-11-02T01:30", "2025-11-02T03:00"), "2025-11-02T05:30:00.000000Z", "2025-11-02T08:00:00.000000Z"},
		{"over the skipped hour", punchBody(c.ada, "2026-03-08T01:30", "2026-03-08T03:30"), "2026-03-08T06:30:00.000000Z", "2026-03-08T07:30:00.000000Z"},
		{"where the work begins", punchBody(c.bob, "2026-03-02T09:00", "2026-03-02T10:00", `"inOrgUnit": `+num(c.ny)), "2026-03-02T14:00:00.000000Z", "2026-03-02T15:00:00.000000Z"},
		{"with offsets", punchBody(c.bob, "2026-03-03T09:00+05:45", "2026-03-03T09:00Z"), "2026-03-03T03:15:00.000000Z", "2026-03-03T09:00:00.000000Z"},
	} {
		got := c.post("/punches", e.body).want(http.StatusOK).object()
		if got["inDt"] != e.in || got["outDt"] != e.out {
			t.Errorf("%s: %v to %v, want %s to %s", e.name, got["inDt"], got["outDt"], e.in, e.out)
		}
	}
}

func TestPunchesMayNotOverlap(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	first := c.punch(c.ada, "2026-03-09T08:00", "2026-03-09T12:00")
	c.punch(c.ada, "2026-03-09T12:00", "2026-03-09T13:00")
	c.punch(c.ada, "2026-03-09T07:00", "2026-03-09T08:00")
	c.punch(c.bob, "2026-03-09T08:00", "2026-03-09T12:00")
	for _, body := range []string{
		punchBody(c.ada, "2026-03-09T11:59:59", "2026-03-09T12:30"), punchBody(c.ada, "2026-03-09T09:00", "2026-03-09T10:00"),
		punchBody(c.ada, "2026-03-09T06:00", "2026-03-09T14:00"), punchBody(c.ada, "2026-03-09T08:00", "2026-03-09T12:00"),
		punchBody(c.ada, "2026-03-09T09:00", ""),
	} {
		c.post("/punches", body).wantError("inDt overlap")
	}
	if r := c.post("/punches", punchBody(c.ada, "2026-03-09T09:00", "2026-03-09T10:00")); !strings.Contains(r.body, "punch "+num(first)) {
		t.Errorf("the other punch is not named: %s", r.body)
	}
	second := c.punch(c.ada, "2026-03-09T14:00", "2026-03-09T15:00")
	c.put("/punches/"+num(second), `{"inDt": "2026-03-09T12:59"}`).wantError("inDt overlap")
	c.put("/punches/"+num(second), `{"inDt": "2026-03-09T13:00"}`).want(http.StatusOK)
	c.put("/punches/"+num(second), `{"employee": `+num(c.bob)+`, "inDt": "2026-03-09T10:00-07:00", "outDt": "2026-03-09T11:00-07:00"}`).wantError("inDt overlap")
	c.put("/punches/"+num(first), `{"status": "rejected"}`).want(http.StatusOK)
	again := c.punch(c.ada, "2026-03-09T09:00", "2026-03-09T10:00")
	c.put("/punches/"+num(first), `{"status": "approved"}`).wantError("inDt overlap")
	c.put("/punches/"+num(first), `{"notes": "kept as evidence"}`).want(http.StatusOK)
	c.delete("/punches/" + num(again)).want(http.StatusNoContent)
	c.put("/punches/"+num(first), `{"status": "approved"}`).want(http.StatusOK)
	c.punch(c.ada, "2026-03-01T00:00Z", "2026-03-08T00:00Z")
	c.post("/punches", punchBody(c.ada, "2026-03-07T23:59Z", "2026-03-08T01:00Z")).wantError("inDt overlap")
}

func TestOneOpenPunch(t *testing.T) {
	t.Parallel()
	c := newTeam(t) // it is 11:00 in New York
	open := c.punch(c.ada, "2026-03-10T08:00", "")
	c.post("/punches", punchBody(c.ada, "2026-03-10T10:00", "")).wantError("inDt openPunch")
	c.post("/punches", punchBody(c.ada, "2026-03-10T08:00", "")).wantError("inDt openPunch")
	c.post("/punches", punchBody(c.ada, "2026-03-10T07:00", "")).wantError("inDt openPunch")
	c.post("/punches", punchBody(c.ada, "2026-03-10T09:00", "2026-03-10T10:00")).wantError("inDt overlap")
	c.punch(c.ada, "2026-03-10T07:00", "2026-03-10T08:00")
	c.punch(c.bob, "2026-03-10T07:00", "")
	c.clock.advance(13*time.Hour - time.Second) // 23:59:59, just before the sixteenth hour
	if got := c.get("/punches/" + num(open)).object(); got["entryState"] != 1.0 {
		t.Errorf("entryState %v, want 1", got["entryState"])
	}
	before := c.get("/punches/" + num(open)).object()["modified"]
	c.clock.advance(time.Second)
	got := c.get("/punches/" + num(open)).object()
	if got["entryState"] != 4.0 || got["modified"] != before {
		t.Errorf("entryState %v, want 4; modified %v, before %v", got["entryState"], got["modified"], before)
	}
	c.post("/punches", punchBody(c.ada, "2026-03-10T07:59:30", "2026-03-10T09:00")).wantError("inDt overlap")
	c.punch(c.ada, "2026-03-11T00:00", "")
	c.put("/punches/"+num(open), `{"outDt": "2026-03-11T00:00:01"}`).wantError("inDt overlap")
	c.put("/punches/"+num(open), `{"outDt": "2026-03-10T17:00"}`).want(http.StatusOK)
}

func TestOpenPunchOfManyDays(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	free := c.create("/payclasses", `{"name": "Free", "shift": {"maximum": null}}`)
	c.punch(c.ada, "2026-03-04T03:00Z", "", `"payClass": `+num(free)) // six and a half days ago
	c.post("/punches", punchBody(c.ada, "2026-03-11T14:00Z", "")).wantError("inDt openPunch")
	c.post("/punches", punchBody(c.ada, "2026-03-11T14:00Z", "2026-03-11T15:00Z")).wantError("inDt overlap")
	c.clock.advance(12 * time.Hour)
	c.punch(c.ada, "2026-03-11T14:00Z", "")
}

func TestPunchesOutliveTheirEmployee(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	id := c.punch(c.ada, "2026-03-09T08:00", "")
	c.put("/employees/"+num(c.ada), `{"orgUnit": `+num(c.la)+`}`).want(http.StatusOK)
	c.delete("/employees/" + num(c.ada)).want(http.StatusNoContent)
	got := c.put("/punches/"+num(id), `{"outDt": "2026-03-09T09:00"}`).want(http.StatusOK).object()
	if got["employeeLastName"] != "Lovelace" || got["orgUnit"] != float64(c.ny) || got["outDt"] != "2026-03-09T13:00:00.000000Z" {
		t.Errorf("the punch of a deleted employee is %v", got)
	}
	if got := c.get("/punches?from=2026-03-09&to=2026-03-09&employee=" + num(c.ada)).ids(); !cmp.Equal(got, []int64{id}) {
		t.Errorf("the punches of a deleted employee are %v", got)
	}
	c.post("/punches", punchBody(c.ada, "2026-03-10T08:00", "")).wantError("employee unknownReference")
}
