package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
)

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
