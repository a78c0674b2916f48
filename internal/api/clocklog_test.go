package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// clockLog writes a clock log of the account.
func (c *team) clockLog(account int64, l attendance.ClockLog) int64 {
	c.t.Helper()
	err := c.store.Write(c.t.Context(), account, c.clock.Now(), func(tx *store.Tx) (err error) {
		if l.ID, err = tx.NewID(c.t.Context()); err != nil {
			return err
		}
		l.Created = tx.Stamp()
		l.Modified, l.ReceivedAt = l.Created, l.Dt.Add(time.Second)
		zone, err := time.LoadLocation(l.Timezone)
		if err != nil {
			return err
		}
		_, offset := l.Dt.In(zone).Zone()
		l.DtLocal = l.Dt.Add(time.Duration(offset) * time.Second)
		return tx.InsertClockLog(c.t.Context(), &l)
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return l.ID
}

func TestClockLogs(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	door, gate := c.create("/devices", `{"name": "Door", "orgUnit": `+num(c.ny)+`}`), c.create("/devices", `{"name": "Gate", "orgUnit": `+num(c.la)+`}`)
	department := c.create("/departments", `{"name": "Works"}`)
	user, work := c.create("/labels", `{"kind": "user", "name": "Driver"}`), c.create("/labels", `{"kind": "work", "name": "Night"}`)
	job := c.create("/jobs", `{"name": "Bridge", "labels": ["work:`+num(work)+`"]}`)
	punch := c.punch(c.ada, "2026-03-09T08:00", "2026-03-09T09:00", `"labels": ["work:`+num(work)+`"]`)
	shirt := c.create("/customfields", `{"key": "shirt", "name": "Shirt", "type": "text", "filterable": true}`)
	cat := c.person(c.account.ID, c.ny, "Cat", "Oh", func(in *attendance.EmployeeInput) {
		in.Labels = attendance.Some([]attendance.LabelRef{attendance.LabelRef("user:" + num(user))})
		in.CustomFieldValues = attendance.Some([]attendance.FieldValueInput{{CustomField: attendance.Some(shirt), Value: attendance.Some[any]("L")}})
	})
	at := time.Date(2026, 3, 9, 12, 0, 7, 0, time.UTC)
	ny, la := "America/New_York", "America/Los_Angeles"
	a := c.clockLog(c.account.ID, attendance.ClockLog{
		Employee: &c.ada, Clock: door, ClockOrgUnit: c.ny, OrgUnit: &c.ny, Department: &department, Timezone: ny, Dt: at, Offline: true,
		Status: attendance.ClockPunched, Direction: new("in"), Punch: &punch, DeviceEventID: new("e-1"), Reason: new("why"),
	})
	b := c.clockLog(c.account.ID, attendance.ClockLog{Clock: door, ClockOrgUnit: c.ny, Timezone: ny, Dt: at.Add(time.Hour), Status: attendance.ClockFailed})
	d := c.clockLog(c.account.ID, attendance.ClockLog{
		Employee: &c.bob, Clock: gate, ClockOrgUnit: c.la, OrgUnit: &c.la, Timezone: la, Dt: at.Add(17 * time.Hour), Status: attendance.ClockFlagged, Job: &job,
	}) // 22:00 in Los Angeles
	e := c.clockLog(c.account.ID, attendance.ClockLog{
		Employee: &cat, Clock: gate, ClockOrgUnit: c.la, OrgUnit: &c.ny, Timezone: la, Dt: at.Add(18 * time.Hour), Status: attendance.ClockDuplicate,
	})
	c.clockLog(c.decoy.ID, attendance.ClockLog{Clock: door, ClockOrgUnit: c.ny, Timezone: ny, Dt: at, Status: attendance.ClockPunched})
	got := c.get("/clocklogs/" + num(a)).want(http.StatusOK).object()
	want := map[string]any{
		"id": float64(a), "employee": float64(c.ada), "employeeFirstName": "Ada", "employeeLastName": "Lovelace", "clock": float64(door), "clockName": "Door",
		"clockOrgUnit": float64(c.ny), "orgUnit": float64(c.ny), "department": float64(department), "clockOrgUnitName": "Brooklyn", "orgUnitName": "Brooklyn",
		"departmentName": "Works", "timezone": ny, "dt": "2026-03-09T12:00:07.000000Z", "offline": true, "status": "punched", "direction": "in",
		"punch": float64(punch), "job": nil, "deviceEventId": "e-1", "receivedAt": "2026-03-09T12:00:08.000000Z", "reason": "why",
		"created": got["created"], "modified": got["created"],
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := c.get("/clocklogs/" + num(b)).object(); got["employee"] != nil || got["employeeFirstName"] != nil || got["orgUnitName"] != nil || got["departmentName"] != nil {
		t.Errorf("nobody was identified: %v", got)
	}
	for _, q := range []struct {
		query string
		want  []int64
	}{
		{"from=2026-03-01&to=2026-03-31", []int64{a, b, d, e}},
		{"from=2026-03-09&to=2026-03-09", []int64{a, b, d, e}}, // on each clock's wall
		{"from=2026-03-10&to=2026-03-10", []int64{}},
		{"from=2026-03-10&to=2026-03-10&workOrgUnit=" + num(c.ny), []int64{e}},
		{"from=2026-03-10&to=2026-03-10&clockOrgUnit=" + num(c.la), []int64{}},
		{"from=2026-03-10&to=2026-03-10&clockOrgUnit=" + num(c.la) + "&workOrgUnit=" + num(c.ny), []int64{}}, // two zones name none
		{"from=2026-03-09T08:00:07&to=2026-03-09T08:00:07", []int64{a}},
		{"from=2026-03-09T12:00:07Z&to=2026-03-09T13:00:07Z", []int64{a, b}},
		{"from=2026-03-01&to=2026-03-31&employee=" + num(c.ada), []int64{a}},
		{"from=2026-03-01&to=2026-03-31&employee=" + num(c.ada) + "&employee=" + num(c.bob), []int64{a, d}},
		{"from=2026-03-01&to=2026-03-31&clockOrgUnit=" + num(c.ny), []int64{a, b}},
		{"from=2026-03-01&to=2026-03-31&workOrgUnit=" + num(c.ny), []int64{a, e}},
		{"from=2026-03-01&to=2026-03-31&department=" + num(department), []int64{a}},
		{"from=2026-03-01&to=2026-03-31&status=failed,flagged", []int64{b, d}},
		{"from=2026-03-01&to=2026-03-31&clock=" + num(gate), []int64{d, e}},
		{"from=2026-03-01&to=2026-03-31&labels=user:" + num(user), []int64{e}},
		{"from=2026-03-01&to=2026-03-31&labels=work:" + num(work), []int64{a, d}},
		{"from=2026-03-01&to=2026-03-31&labels[]=work:" + num(work) + "&labels[]=user:" + num(user), []int64{a, d, e}},
		{"from=2026-03-01&to=2026-03-31&labels=user:" + num(work), []int64{}},
		{"from=2026-03-01&to=2026-03-31&job=" + num(job), []int64{d}},
		{"from=2026-03-01&to=2026-03-31&userCustomFields=shirt%3DL", []int64{e}},
	} {
		if got := c.get("/clocklogs?" + q.query).ids(); !cmp.Equal(got, q.want) {
			t.Errorf("%s: %v, want %v", q.query, got, q.want)
		}
	}
	limited := c.newKey(c.account.ID, "*", c.ny)
	if got := c.get("/clocklogs?from=2026-03-01&to=2026-03-31", as(limited)).ids(); !cmp.Equal(got, []int64{a, b, e}) {
		t.Errorf("who sees one org unit sees %v", got)
	}
	related := c.get("/clocklogs?from=2026-03-01&to=2026-03-31").object()["supplementalData"].(map[string]any)
	for kind, id := range map[string]int64{"employee": cat, "device": gate, "orgUnit": c.la, "department": department, "job": job} {
		if related[kind].(map[string]any)[num(id)] == nil {
			t.Errorf("supplementalData has no %s %d: %v", kind, id, related[kind])
		}
	}
	c.get("/clocklogs/"+num(a), as(c.decoys)).want(http.StatusNotFound)
	c.get("/clocklogs").wantError("from required", "to required")
	c.get("/clocklogs?from=2026-03-01&to=2026-03-31&labels=device:1&status=lost&orderBy=modified&limit=1").wantError(
		"status unknown", "orderBy unknown", "limit unknown")
	c.get("/clocklogs?from=2026-03-01&to=2026-03-31&labels=device:1&labels=user:all").wantError("labels format")
	c.post("/clocklogs", "{}").want(http.StatusMethodNotAllowed)
}
