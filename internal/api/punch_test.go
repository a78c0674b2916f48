package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
)

// person makes an employee of the account.
func (w *world) person(account, unit int64, first, last string, more ...func(*attendance.EmployeeInput)) int64 {
	w.t.Helper()
	in := attendance.EmployeeInput{FirstName: attendance.Some(first), LastName: attendance.Some(last), OrgUnit: attendance.Some(unit)}
	for _, m := range more {
		m(&in)
	}
	who := attendance.Actor{Scope: attendance.Everything(account), Name: "Test", Via: "cli", Permissions: attendance.Permissions{"*"}}
	e, err := w.app.CreateEmployee(context.Background(), who, in)
	if err != nil {
		w.t.Fatal(err)
	}
	return e.ID
}

// team is an account with what punches need.
type team struct {
	*world
	ny, la   int64 // org units in New York and Los Angeles
	ada, bob int64 // employees of them
}

func newTeam(t *testing.T) *team {
	t.Helper()
	c := &team{world: newWorld(t)}
	c.ny = c.create("/orgunits", `{"name": "Brooklyn"}`)
	c.la = c.create("/orgunits", `{"name": "Venice", "timezone": "America/Los_Angeles"}`)
	c.ada = c.person(c.account.ID, c.ny, "Ada", "Lovelace", func(in *attendance.EmployeeInput) { in.PayrollID = attendance.Some(new("E-1")) })
	c.bob = c.person(c.account.ID, c.la, "Bob", "Miles")
	return c
}

// punch posts a punch of the employee; more is the rest of the body.
func (c *team) punch(employee int64, in, out string, more ...string) int64 {
	c.t.Helper()
	return c.create("/punches", punchBody(employee, in, out, more...))
}

func punchBody(employee int64, in, out string, more ...string) string {
	body := fmt.Sprintf(`{"employee": %d, "inDt": %q`, employee, in)
	if out != "" {
		body += fmt.Sprintf(`, "outDt": %q`, out)
	}
	return body + strings.Join(append([]string{""}, more...), ", ") + "}"
}

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

func TestUpdatedPunches(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	path := "/punches/" + num(c.punch(c.ada, "2026-03-09T08:00", "", `"notes": "x"`))
	made := c.get(path).object()
	step := func(body string, want map[string]any) {
		t.Helper()
		c.clock.advance(time.Second)
		got := c.put(path, body).want(http.StatusOK).object()
		for name, value := range want {
			if diff := cmp.Diff(value, got[name]); diff != "" {
				t.Errorf("%s: %s of %s", body, diff, name)
			}
		}
	}
	step(`{}`, map[string]any{"modified": made["modified"], "notes": "x", "overrideBy": nil})
	step(`{"outDt": null, "status": "approved", "inDt": "2026-03-09T08:00:00.5", "timezone": "America/New_York"}`, map[string]any{"modified": made["modified"], "inExceptions": []any{"added"}})
	step(`{"outDt": "2026-03-09T12:00", "outOrgUnit": `+num(c.la)+`}`, map[string]any{
		"outDt": "2026-03-09T16:00:00.000000Z", "outOrgUnitName": "Venice", "outExceptions": []any{"added"}, "inExceptions": []any{"added"}, "overrideBy": "Test key", "entryState": 2.0, "notes": "x",
	})
	step(`{"inDt": "2026-03-09T08:10", "outDt": "2026-03-09T12:10"}`, map[string]any{"inExceptions": []any{"added", "edited"}, "outExceptions": []any{"added", "edited"}})
	step(`{"outDt": null, "notes": null}`, map[string]any{"outDt": nil, "outOrgUnit": nil, "outExceptions": []any{"edited"}, "entryState": 4.0, "notes": nil})
	step(`{"inOrgUnit": `+num(c.la)+`, "inDt": "2026-03-09T08:00"}`, map[string]any{"timezone": "America/Los_Angeles", "inDt": "2026-03-09T15:00:00.000000Z"})
	c.put("/orgunits/"+num(c.la), `{"timezone": "America/Denver"}`).want(http.StatusOK)
	step(`{"inDt": "2026-03-09T08:30"}`, map[string]any{"timezone": "America/Los_Angeles", "inDt": "2026-03-09T15:30:00.000000Z"})
	step(`{"inOrgUnit": null, "notes": "home"}`, map[string]any{"timezone": "America/New_York", "inDt": "2026-03-09T15:30:00.000000Z"})
	step(`{"employee": `+num(c.bob)+`}`, map[string]any{"employee": float64(c.bob), "employeeFirstName": "Bob", "orgUnit": float64(c.la), "timezone": "America/Denver"})
	c.put(path, `{"employee": null, "inDt": null, "labels": null, "status": null, "orgUnitName": "x", "entryState": 2, "id": 1}`).wantError(
		"employee null", "inDt null", "labels null", "status null", "orgUnitName readOnly", "entryState readOnly", "id readOnly")
	tag := c.get(path).header.Get("ETag")
	c.put(path, `{"notes": "y"}`, "If-Match: "+tag).want(http.StatusOK)
	c.put(path, `{"notes": "z"}`, "If-Match: "+tag).want(http.StatusPreconditionFailed)
}

func TestPutBackWhatWasRead(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	path := "/punches/" + num(c.punch(c.ada, "2026-03-09T08:00", "2026-03-09T12:00"))
	whole := c.get(path).body
	key := c.newKey(c.account.ID, "punches:write,punches:read") // may not approve
	changed := strings.Replace(whole, `"outDt":"2026-03-09T16:00`, `"outDt":"2026-03-09T17:00`, 1)
	got := c.put(path, changed, as(key)).want(http.StatusOK).object()
	if got["outDt"] != "2026-03-09T17:00:00.000000Z" || !cmp.Equal(got["outExceptions"], []any{"added", "edited"}) {
		t.Errorf("got %v", got)
	}
}

func TestLongShifts(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	path := "/punches/" + num(c.punch(c.ada, "2026-03-08T08:00Z", "2026-03-09T00:00:01Z"))
	check := func(got map[string]any, status string, exceptions ...any) {
		t.Helper()
		if got["status"] != status || !cmp.Equal(got["outExceptions"], exceptions) {
			t.Errorf("status %v, outExceptions %v, want %s, %v", got["status"], got["outExceptions"], status, exceptions)
		}
	}
	check(c.get(path).object(), "flagged", "added", "longShift")
	check(c.put(path, `{"status": "approved"}`).want(http.StatusOK).object(), "approved", "added", "longShift")
	check(c.put(path, `{"notes": "seen"}`).want(http.StatusOK).object(), "approved", "added", "longShift")
	check(c.put(path, `{"outDt": "2026-03-09T00:00:02Z", "status": "approved"}`).want(http.StatusOK).object(), "flagged", "added", "edited", "longShift")
	check(c.put(path, `{"outDt": "2026-03-09T00:00:00Z", "status": "flagged"}`).want(http.StatusOK).object(), "approved", "added", "edited")
	check(c.put(path, `{"status": "flagged"}`).want(http.StatusOK).object(), "flagged", "added", "edited")
	check(c.put(path, `{"outDt": "2026-03-08T20:00:00Z"}`).want(http.StatusOK).object(), "flagged", "added", "edited")
	short := c.create("/payclasses", `{"name": "Short", "shift": {"maximum": "08:00:00"}}`)
	free := c.create("/payclasses", `{"name": "Free", "shift": {"maximum": null}}`)
	quiet := c.create("/payclasses", `{"name": "Quiet"}`)
	path = "/punches/" + num(c.punch(c.bob, "2026-03-08T08:00Z", "2026-03-08T16:00:01Z", `"payClass": `+num(short)))
	check(c.get(path).object(), "flagged", "added", "longShift")
	check(c.put(path, `{"payClass": `+num(quiet)+`}`).want(http.StatusOK).object(), "approved", "added")
	check(c.put(path, `{"payClass": `+num(short)+`}`).want(http.StatusOK).object(), "flagged", "added", "longShift")
	check(c.put(path, `{"payClass": `+num(free)+`, "inDt": "2026-03-02T08:00Z"}`).want(http.StatusOK).object(), "approved", "added")
	check(c.put(path, `{"payClass": null}`).want(http.StatusOK).object(), "flagged", "added", "longShift")
	open := c.get("/punches/" + num(c.punch(c.ada, "2026-03-10T06:00Z", "", `"payClass": `+num(short)))).object()
	if open["entryState"] != 4.0 { // for nine hours
		t.Errorf("entryState %v, want 4", open["entryState"])
	}
	check(c.post("/punches", punchBody(c.ada, "2026-03-06T08:00Z", "2026-03-07T08:00Z", `"status": "pending"`)).want(http.StatusOK).object(), "pending", "added", "longShift")
}

func TestStatusTakesAPermission(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	writer, approver := c.newKey(c.account.ID, "punches:write,punches:read"), c.newKey(c.account.ID, "punches:write,punches:approve")
	c.post("/punches", punchBody(c.ada, "2026-03-09T08:00", "", `"status": "pending"`), as(writer)).want(http.StatusForbidden)
	id := c.create("/punches", punchBody(c.ada, "2026-03-09T08:00", "", `"status": "approved"`), as(writer))
	path := "/punches/" + num(id)
	if r := c.put(path, `{"status": "flagged"}`, as(writer)).want(http.StatusForbidden); !strings.Contains(r.body, "punches:approve") {
		t.Errorf("the permission is not named: %s", r.body)
	}
	c.put(path, `{"status": "flagged"}`, as(approver)).want(http.StatusOK)
	for _, status := range []string{"pending", "rejected", "approved", "flagged", "approved"} {
		if got := c.put(path, `{"status": "`+status+`"}`, as(approver)).want(http.StatusOK).object(); got["status"] != status {
			t.Errorf("status %v, want %s", got["status"], status)
		}
	}
	c.delete(path, as(writer)).want(http.StatusForbidden)
}

func TestDeletedPunches(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	path := "/punches/" + num(c.punch(c.ada, "2026-03-09T08:00", ""))
	c.delete(path, `If-Match: "another"`).want(http.StatusPreconditionFailed)
	first := c.delete(path, "Idempotency-Key: once").want(http.StatusNoContent)
	again := c.delete(path, "Idempotency-Key: once").want(http.StatusNoContent)
	if first.body != "" || again.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("body %q, replayed %q", first.body, again.header.Get("Idempotent-Replayed"))
	}
	c.delete(path).want(http.StatusNotFound)
	c.get(path).want(http.StatusNotFound)
	n := 0
	for d, err := range c.store.Deletions(t.Context(), attendance.Everything(c.account.ID), attendance.DeletionFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; d.Kind != attendance.DeletedPunch || *d.APIKey != "Test key" || "/punches/"+num(d.DeletedID) != path {
			t.Errorf("deletion %+v", d)
		}
	}
	if n != 1 {
		t.Errorf("%d items in delete history, want 1", n)
	}
}

func TestLastPunch(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	last := func(employee int64) string {
		t.Helper()
		e, err := c.store.Employee(t.Context(), attendance.Everything(c.account.ID), employee)
		if err != nil {
			t.Fatal(err)
		}
		if e.LastPunch == nil {
			return "never"
		}
		return e.LastPunch.Format("02 15:04")
	}
	check := func(employee int64, want string) {
		t.Helper()
		if got := last(employee); got != want {
			t.Errorf("last punch %s, want %s", got, want)
		}
	}
	check(c.ada, "never")
	id := c.punch(c.ada, "2026-03-09T08:00Z", "2026-03-09T12:00Z")
	check(c.ada, "09 12:00")
	c.punch(c.ada, "2026-03-08T08:00Z", "")
	check(c.ada, "09 12:00")
	c.put("/punches/"+num(id), `{"outDt": null}`).want(http.StatusOK)
	check(c.ada, "09 08:00")
	c.put("/punches/"+num(id), `{"status": "rejected"}`).want(http.StatusOK)
	check(c.ada, "08 08:00")
	c.put("/punches/"+num(id), `{"status": "approved"}`).want(http.StatusOK)
	check(c.ada, "09 08:00")
	c.put("/punches/"+num(id), `{"employee": `+num(c.bob)+`}`).want(http.StatusOK)
	check(c.ada, "08 08:00")
	check(c.bob, "09 08:00")
	c.delete("/punches/" + num(id)).want(http.StatusNoContent)
	check(c.bob, "never")
}

func TestFilteredPunches(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	north, south := c.create("/devices", `{"name": "North", "orgUnit": `+num(c.ny)+`}`), c.create("/devices", `{"name": "South", "orgUnit": `+num(c.la)+`}`)
	user, work := c.create("/labels", `{"kind": "user", "name": "Driver"}`), c.create("/labels", `{"kind": "work", "name": "Night"}`)
	job := c.create("/jobs", `{"name": "Bridge", "labels": ["work:`+num(work)+`"]}`)
	other := c.create("/jobs", `{"name": "Road"}`)
	department, class := c.create("/departments", `{"name": "Works"}`), c.create("/payclasses", `{"name": "Union"}`)
	shirt := c.create("/customfields", `{"key": "shirt", "name": "Shirt", "type": "text", "filterable": true}`)
	cat := c.person(c.account.ID, c.ny, "Cat", "Oh", func(in *attendance.EmployeeInput) {
		in.Labels = attendance.Some([]attendance.LabelRef{attendance.LabelRef("user:" + num(user))})
		in.CustomFieldValues = attendance.Some([]attendance.FieldValueInput{{CustomField: attendance.Some(shirt), Value: attendance.Some[any]("L")}})
	})
	a := c.punch(c.ada, "2026-03-09T08:00-04:00", "2026-03-09T09:00-04:00", `"inClock": `+num(north), `"outClock": `+num(south), `"job": `+num(job))
	b := c.punch(c.ada, "2026-03-09T09:00-04:00", "2026-03-09T10:00-04:00", `"labels": ["work:`+num(work)+`"]`, `"inOrgUnit": `+num(c.la), `"department": `+num(department))
	d := c.punch(c.bob, "2026-03-09T09:00-04:00", "2026-03-09T10:00-04:00", `"outOrgUnit": `+num(c.ny), `"job": `+num(other), `"payClass": `+num(class), `"status": "pending"`)
	e := c.punch(cat, "2026-03-09T10:00-04:00", "", `"status": "flagged"`)
	f := c.punch(cat, "2026-03-10T10:00-04:00", "", `"inClock": `+num(north))
	theirs := c.create("/orgunits", `{"name": "Theirs"}`, as(c.decoys))
	stranger := c.person(c.decoy.ID, theirs, "Not", "Ours")
	c.create("/punches", punchBody(stranger, "2026-03-09T08:00", ""), as(c.decoys))
	for _, q := range []struct {
		query string
		want  []int64
	}{
		{"", []int64{a, b, d, e, f}},
		{"employee=" + num(c.ada), []int64{a, b}},
		{"employee[]=" + num(c.ada) + "&employee[]=" + num(c.bob), []int64{a, b, d}},
		{"employee=" + num(stranger), []int64{}},
		{"employee=999999", []int64{}},
		{"job=" + num(job), []int64{a}},
		{"job=" + num(job) + "&job=" + num(other), []int64{a, d}},
		{"orgUnit=" + num(c.la), []int64{d}},
		{"clockOrgUnit=" + num(c.ny), []int64{a, f}},
		{"clockOrgUnit=" + num(c.la), []int64{a}},
		{"workOrgUnit=" + num(c.la), []int64{b}},
		{"workOrgUnit=" + num(c.ny), []int64{d}},
		{"department=" + num(department), []int64{b}},
		{"payClass=" + num(class), []int64{d}},
		{"device=" + num(north), []int64{a, f}},
		{"device=" + num(south) + "&employee=" + num(c.ada), []int64{a}},
		{"status=pending", []int64{d}},
		{"status=pending,flagged", []int64{d, e}},
		{"status[]=pending&status[]=approved", []int64{a, b, d, f}},
		{"labels=" + num(user), []int64{e, f}},
		{"labels=" + num(work), []int64{a, b}},
		{"labels[]=" + num(work) + "&labels[]=" + num(user), []int64{a, b, e, f}},
		{"entryState=1", []int64{f}},
		{"entryState=2", []int64{a, b, d}},
		{"entryState=3", []int64{}},
		{"entryState=4", []int64{e}},
		{"entryState[]=1&entryState[]=4", []int64{e, f}},
		{"userCustomFields=shirt%3DL", []int64{e, f}},
		{"userCustomFields=shirt!%3DL", []int64{a, b, d}},
		{"orderBy=punch&employee=" + num(cat), []int64{e, f}},
		{"orderBy=modified&employee=" + num(cat), []int64{e, f}},
	} {
		if got := c.get("/punches?from=2026-03-01&to=2026-03-31&" + q.query).ids(); !cmp.Equal(got, q.want) {
			t.Errorf("%s: %v, want %v", q.query, got, q.want)
		}
	}
	limited := c.newKey(c.account.ID, "*", c.la)
	if got := c.get("/punches?from=2026-03-01&to=2026-03-31", as(limited)).ids(); !cmp.Equal(got, []int64{d}) {
		t.Errorf("who sees one org unit sees %v, want %v", got, []int64{d})
	}
	c.get("/punches/"+num(a), as(limited)).want(http.StatusNotFound)
	c.post("/punches", punchBody(c.ada, "2026-03-02T08:00", ""), as(limited)).wantError("employee unknownReference")
}

func TestRangesOfPunches(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	ny := c.punch(c.ada, "2026-03-05T23:59:59", "2026-03-06T01:00") // 04:59:59Z
	la := c.punch(c.bob, "2026-03-06T00:00", "2026-03-06T01:00")    // 08:00Z
	late := c.punch(c.bob, "2026-03-06T23:59:59", "2026-03-07T01:00")
	for _, q := range []struct {
		query string
		want  []int64
	}{
		{"from=2026-03-05&to=2026-03-05", []int64{ny}},
		{"from=2026-03-06&to=2026-03-06", []int64{la, late}},
		{"from=2026-03-06T00:00:01&to=2026-03-06T23:59:59", []int64{late}},
		{"from=2026-03-06T00:00&to=2026-03-06T00:00", []int64{la}},
		{"from=2026-03-06T04:59:59Z&to=2026-03-06T08:00:00Z", []int64{ny, la}},
		{"from=2026-03-06T05:00:00Z&to=2026-03-06", []int64{la, late}},
		{"from=2026-03-06&to=2026-03-06&orgUnit=" + num(c.la), []int64{la, late}},
		{"from=2026-03-06T08:00&to=2026-03-06&orgUnit=" + num(c.la), []int64{late}},
		{"from=2026-03-06&to=2026-03-06&orgUnit=" + num(c.la) + "&orgUnit=" + num(c.ny), []int64{la, late}},
		{"from=2026-03-06&to=2026-03-06&orgUnit=999999", []int64{}},
	} {
		if got := c.get("/punches?" + q.query).ids(); !cmp.Equal(got, q.want) {
			t.Errorf("%s: %v, want %v", q.query, got, q.want)
		}
	}
	moved := c.punch(c.bob, "2026-03-04T23:30", "", `"inOrgUnit": `+num(c.ny)) // in New York's zone
	if got := c.get("/punches?from=2026-03-04&to=2026-03-04").ids(); !cmp.Equal(got, []int64{moved}) {
		t.Errorf("a punch away from home: %v, want %v", got, []int64{moved})
	}
	c.get("/punches").wantError("from required", "to required")
	c.get("/punches?from=2026-03-06").wantError("to required")
	c.get("/punches?from=2026-03-06&to=2026-03-05").wantError("from range")
	c.get("/punches?from=2026-03-06T15:00:00Z&to=2026-03-05").wantError("from range")
	c.get("/punches?from=x&to=2026-03-05&status=done&entryState=5&employee=-1&orderBy=name&emploee=1&supplementalData=maybe&supplementalDataFields=cat").wantError(
		"from format", "status unknown", "entryState range", "employee range", "orderBy unknown", "emploee unknown", "supplementalData format", "supplementalDataFields unknown")
	c.get("/punches?from=1970-01-01&to=2199-12-31").want(http.StatusOK)
}

func TestPagingOfPunches(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	all := "/punches?from=2026-01-01&to=2026-12-31"
	c.get(all + "&limit=2").wantError("limit notPaged")
	c.get(all + "&cursor=abc").wantError("cursor invalidCursor")
	c.get(all + "&direction=1").wantError("direction notPaged")
	c.get(all + "&direction=0").wantError("direction notPaged")
	c.get(all + "&orderBy=modified&direction=0").wantError("direction range")
	c.get(all + "&orderBy=modified&limit=201").wantError("limit range")
	var ids []int64
	for day := range 5 {
		ids = append(ids, c.punch(c.ada, fmt.Sprintf("2026-03-0%dT08:00", 6-day), fmt.Sprintf("2026-03-0%dT09:00", 6-day)))
	}
	page := c.get(all + "&orderBy=modified&limit=2&direction=1").want(http.StatusOK)
	seen := page.ids()
	if !strings.Contains(page.header.Get("Link"), `rel="next"`) {
		t.Errorf("Link %q", page.header.Get("Link"))
	}
	for cursor := page.object()["cursor"]; cursor != nil; cursor = page.object()["cursor"] {
		c.get(all + "&orderBy=modified&employee=1&cursor=" + cursor.(string)).wantError("cursor invalidCursor")
		page = c.get(all + "&orderBy=modified&limit=2&cursor=" + cursor.(string)).want(http.StatusOK)
		seen = append(seen, page.ids()...)
	}
	if !cmp.Equal(seen, ids) {
		t.Errorf("pages %v, want %v", seen, ids)
	}
	resume := page.object()["resumeCursor"].(string)
	if got := c.get(all + "&orderBy=modified&cursor=" + resume).ids(); len(got) != 0 {
		t.Errorf("after the end there is %v", got)
	}
	c.put("/punches/"+num(ids[1]), `{"notes": "again"}`).want(http.StatusOK)
	if got := c.get(all + "&orderBy=modified&cursor=" + resume).ids(); !cmp.Equal(got, []int64{ids[1]}) {
		t.Errorf("after a change there is %v, want %v", got, []int64{ids[1]})
	}
	if got := c.get(all).ids(); !cmp.Equal(got, []int64{ids[4], ids[3], ids[2], ids[1], ids[0]}) {
		t.Errorf("by in: %v", got)
	}
	if got := c.get(all + "&orderBy=modified&to=2026-03-09").status; got != http.StatusBadRequest {
		t.Errorf("two values of to: status %d", got)
	}
	if got := c.get("/punches?orderBy=modified&from=2026-03-01&to=2026-03-09").ids(); len(got) != 0 {
		t.Errorf("changed before today: %v", got)
	}
	if got := c.get("/punches?orderBy=modified&from=2026-03-10&to=2026-03-10").ids(); len(got) != 5 {
		t.Errorf("changed today: %v", got)
	}
}

func TestReportOfAFeedIsWhole(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	for day := range 30 {
		c.punch(c.ada, fmt.Sprintf("2026-01-%02dT08:00", day+1), fmt.Sprintf("2026-01-%02dT09:00", day+1))
	}
	poll := c.startReport("/punches/async?from=2026-01-01&to=2026-12-31&orderBy=modified")
	defer c.running()()
	report := c.poll(poll)
	if n := len(report.ids()); n != 30 || strings.Contains(report.body, "cursor") {
		t.Errorf("the report has %d of 30 punches, or a cursor", n)
	}
}
