package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"punchclock/internal/attendance"
)

// TestTheClockMayStep sets the clock forward by a year, back again, and by an hour forward and back, as in a night when
// somebody sets it by hand. The feed stays in order and misses nothing, cursors go on, keys and repeated requests are
// known, and a revoked key is refused.
func TestTheClockMayStep(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.found(w.key, "OWN")
	doomed := w.newKey(w.account.ID, "*")
	id := w.lastKey()
	var last string
	made := 0
	punch := func() {
		t.Helper()
		made++
		body := fmt.Sprintf(`{"employee": %d, "inDt": "2025-02-%02dT08:00:00Z", "outDt": "2025-02-%02dT09:00:00Z"}`, c["/employees"], made, made)
		r := w.post("/punches", body, fmt.Sprint("Idempotency-Key: ", made)).want(http.StatusOK)
		if modified := r.object()["modified"].(string); modified <= last {
			t.Errorf("punch %d was changed at %s, the one before at %s", made, modified, last)
		} else {
			last = modified
		}
		if again := w.post("/punches", body, fmt.Sprint("Idempotency-Key: ", made)); again.body != r.body {
			t.Errorf("the repeated request is answered with %d %s", again.status, again.body)
		}
	}
	const year = 365 * 24 * time.Hour
	punch()
	feed := w.get("/punches?orderBy=modified&from=2025-01-01&to=2030-01-01&limit=2").want(http.StatusOK)
	seen := len(feed.ids())
	for _, step := range []time.Duration{year, -year, time.Hour, -time.Hour, -year, year} {
		w.clock.advance(step)
		punch()
		w.get("/departments", as(doomed)).want(http.StatusOK)
	}
	for next := feed.object(); ; {
		from, ok := next["cursor"].(string)
		if !ok {
			from = next["resumeCursor"].(string)
		}
		page := w.get("/punches?orderBy=modified&from=2025-01-01&to=2030-01-01&limit=2&cursor=" + from).want(http.StatusOK)
		if len(page.ids()) == 0 {
			break
		}
		seen += len(page.ids())
		next = page.object()
	}
	if want := made + 1; seen != want { // and the one that the company began with
		t.Errorf("the feed had %d punches, want %d", seen, want)
	}
	if _, err := w.app.RevokeKey(t.Context(), attendance.Actor{Scope: attendance.Everything(w.account.ID), Via: "cli"}, w.account.ID, id); err != nil {
		t.Fatal(err)
	}
	w.clock.advance(-time.Hour)
	w.get("/departments", as(doomed)).want(http.StatusUnauthorized)
}
