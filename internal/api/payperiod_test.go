package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// periodWorld is a company with a pay class of weeks from Monday, and an employee who worked on two days of one.
func periodWorld(t *testing.T) (w *world, employee, class, punch int64) {
	t.Helper()
	w = newWorld(t)
	unit := w.create("/orgunits", `{"name": "North", "timezone": "America/New_York"}`)
	class = w.create("/payclasses", `{"name": "Weekly", "payDateDaysAfter": 5}`)
	employee = w.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Byron", "orgUnit": %d, "payClass": %d}`, unit, class))
	w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-02T08:00:00", "outDt": "2026-03-02T16:00:00"}`, employee))
	punch = w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-03T08:00:00", "outDt": "2026-03-03T16:00:00"}`, employee))
	return w, employee, class, punch
}

func TestPayPeriodsFollowFromThePayClass(t *testing.T) {
	t.Parallel()
	w, _, class, _ := periodWorld(t)
	p := w.post("/payperiods", fmt.Sprintf(`{"payClass": %d, "start": "2026-03-02"}`, class)).want(http.StatusOK).object()
	if p["end"] != "2026-03-08" || p["payDate"] != "2026-03-13" || p["state"] != "open" || p["payClassName"] != "Weekly" {
		t.Errorf("the period is %v", p)
	}
	w.post("/payperiods", fmt.Sprintf(`{"payClass": %d, "start": "2026-03-03"}`, class)).wantError("start range")
	w.post("/payperiods", fmt.Sprintf(`{"payClass": %d, "start": "2026-03-02"}`, class)).wantError("start overlap")
	w.post("/payperiods", `{"payClass": 99, "start": "2026-03-02", "state": "closed"}`).wantError("payClass unknownReference", "state range")
	w.post("/payperiods", `{}`).wantError("payClass required", "start required")
	for _, c := range []struct{ body, start, end string }{
		{`{"name": "B", "payPeriod": "biweek", "payPeriodAnchor": "2026-03-02"}`, "2026-03-16", "2026-03-29"},
		{`{"name": "S", "payPeriod": "semimonth"}`, "2026-02-16", "2026-02-28"},
		{`{"name": "M", "payPeriod": "month", "payPeriodStartsOn": 26}`, "2026-02-26", "2026-03-25"},
	} {
		id := w.create("/payclasses", c.body)
		if p := w.post("/payperiods", fmt.Sprintf(`{"payClass": %d, "start": %q}`, id, c.start)).want(http.StatusOK).object(); p["end"] != c.end {
			t.Errorf("%s from %s ends on %v, want %s", c.body, c.start, p["end"], c.end)
		}
	}
	if n := len(w.get("/payperiods?state=open&from=2026-03-01&to=2026-03-09").results()); n != 2 {
		t.Errorf("%d periods touch the first days of March, want 2", n)
	}
}

func TestAClosedPayPeriodKeepsItsCards(t *testing.T) {
	t.Parallel()
	w, employee, class, punch := periodWorld(t)
	path := fmt.Sprint("/payperiods/", w.create("/payperiods", fmt.Sprintf(`{"payClass": %d, "start": "2026-03-02"}`, class)))
	lists := []string{"/timecards?from=2026-03-01&to=2026-03-10", "/shiftcards?from=2026-03-01&to=2026-03-10"}
	var before []string
	for _, list := range lists {
		before = append(before, w.get(list).body)
	}
	w.put(path, `{"state": "closed"}`).want(http.StatusOK)

	locked := func(r *response) {
		t.Helper()
		if r.want(http.StatusConflict).object()["code"] != "periodLocked" {
			t.Errorf("the answer is %s", r.body)
		}
	}
	locked(w.put(fmt.Sprint("/punches/", punch), `{"outDt": "2026-03-03T17:00:00"}`))
	locked(w.delete(fmt.Sprint("/punches/", punch)))
	locked(w.post("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-04T08:00:00", "outDt": "2026-03-04T16:00:00"}`, employee)))
	locked(w.put(fmt.Sprint("/punches/", punch), `{"status": "rejected"}`))
	w.put(fmt.Sprint("/punches/", punch), `{"notes": "what no card shows"}`).want(http.StatusOK)
	w.post("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-09T08:00:00", "outDt": "2026-03-09T16:00:00"}`, employee)).want(http.StatusOK)
	w.delete(fmt.Sprint("/punches/", w.lastID("/punches?from=2026-03-09&to=2026-03-09"))).want(http.StatusNoContent)

	w.put(fmt.Sprint("/payclasses/", class), `{"rounding": {"total": {"interval": "10:00:00", "mode": "up"}}}`).want(http.StatusOK)
	for i, list := range lists {
		if diff := cmp.Diff(before[i], w.get(list).body); diff != "" {
			t.Errorf("%s of a closed period changed with the rules: %s", list, diff)
		}
	}
	w.put(path, `{"state": "open"}`).wantError("reason required")
	w.put(path, `{"state": "open", "reason": "a forgotten punch"}`).want(http.StatusOK)
	if w.get(lists[0]).body == before[0] {
		t.Error("the cards of a reopened period do not follow the new rules")
	}
	w.put(fmt.Sprint("/punches/", punch), `{"outDt": "2026-03-03T17:00:00"}`).want(http.StatusOK)
}

// lastID is the id of the last record of a list.
func (w *world) lastID(path string) int64 {
	w.t.Helper()
	ids := w.get(path).ids()
	return ids[len(ids)-1]
}

func TestClosingRefusesWhileACriticalExceptionIsLeft(t *testing.T) {
	t.Parallel()
	w, employee, class, _ := periodWorld(t)
	open := w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-05T08:00:00"}`, employee))
	path := fmt.Sprint("/payperiods/", w.create("/payperiods", fmt.Sprintf(`{"payClass": %d, "start": "2026-03-02"}`, class)))
	r := w.put(path, `{"state": "closed"}`).want(http.StatusConflict)
	if r.object()["code"] != "criticalExceptions" || !contains(r.body, fmt.Sprintf(`"shiftcards/%d"`, open)) {
		t.Errorf("the answer is %s", r.body)
	}
	w.put(fmt.Sprint("/punches/", open), `{"outDt": "2026-03-05T12:00:00"}`).want(http.StatusOK)
	w.put(path, `{"state": "closed"}`).want(http.StatusOK)
}

func TestClosingAndReopeningNeedTheirPermissions(t *testing.T) {
	t.Parallel()
	w, _, class, _ := periodWorld(t)
	path := fmt.Sprint("/payperiods/", w.create("/payperiods", fmt.Sprintf(`{"payClass": %d, "start": "2026-03-02"}`, class)))
	writer := as(w.newKey(w.account.ID, "payperiods:read,payperiods:write"))
	closer := as(w.newKey(w.account.ID, "payperiods:write,payperiods:close"))
	w.put(path, `{"state": "approved"}`, writer).want(http.StatusOK)
	w.put(path, `{"state": "closed"}`, writer).want(http.StatusForbidden)
	w.put(path, `{"state": "closed"}`, closer).want(http.StatusOK)
	w.put(path, `{"state": "open", "reason": "x"}`, closer).want(http.StatusForbidden)
	w.get(path, closer).want(http.StatusForbidden)
}
