package api_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestDeleteHistory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	ann, bob := w.newEmployee(unit, "Ann", "A", ""), w.newEmployee(unit, "Bob", "B", "")
	punch := w.create("/punches", `{"employee": `+num(ann)+`, "inDt": "2026-03-09T08:00", "outDt": "2026-03-09T16:00"}`)
	w.delete("/punches/" + num(punch)).want(http.StatusNoContent)
	w.clock.advance(24 * time.Hour)
	w.delete("/employees/" + num(bob)).want(http.StatusNoContent)
	w.delete("/employees/" + num(ann)).want(http.StatusNoContent)
	deleted := func(query string) []int64 {
		t.Helper()
		ids := []int64{}
		for _, d := range w.get("/delete-history?" + query).results() {
			ids = append(ids, int64(d["deletedId"].(float64)))
		}
		return ids
	}
	for query, want := range map[string][]int64{
		"":                         {punch, bob, ann},
		"kind=punch":               {punch},
		"kind=punch&kind=employee": {punch, bob, ann},
		"kind=punchCode":           {},
		"kind=durationEntry":       {},
		"deletedId=" + num(bob):    {bob},
		"deletedId[]=" + num(bob) + "&deletedId[]=" + num(punch): {punch, bob},
		"to=2026-03-10":   {punch},
		"from=2026-03-11": {bob, ann},
		"from=2026-03-10T11:00:00&to=2026-03-10T15:00:01Z": {punch},
		"limit=2":             {punch, bob},
		"limit=2&direction=0": {bob, ann},
	} {
		if diff := cmp.Diff(want, deleted(query)); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	first := w.get("/delete-history?limit=2").object()
	if diff := cmp.Diff([]int64{ann}, deleted("limit=2&cursor="+url.QueryEscape(first["cursor"].(string)))); diff != "" {
		t.Error(diff)
	}
	w.get("/delete-history?kind=job&from=soon&limit=0&deletedId=-1").wantError("kind unknown", "from format", "limit range", "deletedId range")
	w.get("/delete-history?from=2026-03-11&to=2026-03-10").wantError("from range")
	w.get("/delete-history", as(w.newKey(w.account.ID, "employees:read"))).want(http.StatusForbidden)
	if got := w.get("/delete-history", as(w.decoys)).results(); len(got) > 0 {
		t.Errorf("the decoy account sees %v", got)
	}
	w.post("/delete-history", `{}`).want(http.StatusMethodNotAllowed)
}
