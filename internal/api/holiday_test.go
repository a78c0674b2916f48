package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestHolidays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	theirs := w.create("/orgunits", `{"name": "Theirs"}`, as(w.decoys))
	answer := w.post("/holidays", `{"name": "New Year", "date": "2027-01-01"}`).want(http.StatusOK)
	h := answer.object()
	want := map[string]any{"id": h["id"], "name": "New Year", "date": "2027-01-01", "orgUnit": nil, "created": h["created"], "modified": h["created"]}
	if diff := cmp.Diff(want, h); diff != "" {
		t.Error(diff)
	}
	path := pathOf(answer)
	w.clock.advance(time.Second)
	h = w.put(path, `{"orgUnit": `+num(unit)+`, "date": "2028-02-29"}`).want(http.StatusOK).object()
	want["orgUnit"], want["date"], want["modified"] = float64(unit), "2028-02-29", h["modified"]
	if diff := cmp.Diff(want, h); diff != "" {
		t.Error(diff)
	}
	wantSameWays(t, w, path)
	wantForeign(t, w, path)
	w.post("/holidays", `{"orgUnit": `+num(theirs)+`}`).wantError("name required", "date required", "orgUnit unknownReference")
	w.post("/holidays", `{"name": "x", "date": "2027-02-29", "orgUnit": "1", "active": true}`).wantError("date format", "orgUnit type", "active unknown")
	w.put(path, `{"date": "1969-12-31", "name": null}`).wantError("date range", "name null")
	w.put("/orgunits/"+num(unit), `{"active": false}`).want(http.StatusOK)
	w.put(path, `{"name": "Leap day"}`).want(http.StatusOK)
	w.post("/holidays", `{"name": "x", "date": "2027-03-01", "orgUnit": `+num(unit)+`}`).wantError("orgUnit inactiveReference")
}

func TestHolidayLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one, two := w.create("/orgunits", `{"name": "One"}`), w.create("/orgunits", `{"name": "Two"}`)
	c := w.create("/holidays", `{"name": "C", "date": "2026-12-25"}`)
	a := w.create("/holidays", `{"name": "A", "date": "2026-05-01", "orgUnit": `+num(one)+`}`)
	b := w.create("/holidays", `{"name": "B", "date": "2026-05-01", "orgUnit": `+num(two)+`}`)
	w.create("/holidays", `{"name": "D", "date": "2026-05-01"}`, as(w.decoys))
	wantIDs(t, w, map[string][]int64{
		"/holidays":                     {a, b, c},
		"/holidays?id=" + num(b):        {b},
		"/holidays?orgUnit=" + num(one): {a, c},
		"/holidays?orgUnit[]=" + num(one) + "&orgUnit[]=" + num(two): {a, b, c},
		"/holidays?orgUnit=999999999":                                {c},
		"/holidays?from=2026-05-02":                                  {c},
		"/holidays?to=2026-05-01":                                    {a, b},
		"/holidays?from=2026-12-25&to=2026-12-25":                    {c},
		"/holidays?from=2026-12-25T12:00:00Z":                        {c},
	})
	w.get("/holidays?from=2026-05-02&to=2026-05-01").wantError("from range")
	w.get("/holidays?from=May&limit=4&date=2026-05-01").wantError("from format", "limit unknown", "date unknown")
}

func TestHolidaysOfAKeyLimitedToOrgUnits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one, two := w.create("/orgunits", `{"name": "One"}`), w.create("/orgunits", `{"name": "Two"}`)
	everywhere := w.create("/holidays", `{"name": "C", "date": "2026-12-25"}`)
	mine := w.create("/holidays", `{"name": "A", "date": "2026-05-01", "orgUnit": `+num(one)+`}`)
	other := w.create("/holidays", `{"name": "B", "date": "2026-05-02", "orgUnit": `+num(two)+`}`)
	limited := as(w.newKey(w.account.ID, "*", one))
	if diff := cmp.Diff([]int64{mine, everywhere}, w.get("/holidays", limited).ids()); diff != "" {
		t.Error(diff)
	}
	w.get("/holidays/"+num(other), limited).want(http.StatusNotFound)
	w.put("/holidays/"+num(mine), `{"name": "May Day"}`, limited).want(http.StatusOK)
	w.put("/holidays/"+num(mine), `{"orgUnit": `+num(two)+`}`, limited).wantError("orgUnit unknownReference")
	w.put("/holidays/"+num(mine), `{"orgUnit": null}`, limited).wantError("orgUnit required")
	w.put("/holidays/"+num(everywhere), `{"name": "x"}`, limited).want(http.StatusForbidden)
	w.post("/holidays", `{"name": "x", "date": "2026-05-01"}`, limited).wantError("orgUnit required")
	w.create("/holidays", `{"name": "x", "date": "2026-05-01", "orgUnit": `+num(one)+`}`, limited)
}
