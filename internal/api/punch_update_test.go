package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
)

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
