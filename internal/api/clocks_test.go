package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"punchclock/internal/api"
	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/store/storetest"
)

// apart are two servers on one PostgreSQL database, of which the first has a clock that is ten minutes ahead.
func apart(t *testing.T) (ahead, behind *world) {
	t.Helper()
	stores := storetest.OpenServers(t, nil, nil)
	ahead = newWorldOn(t, stores[0], &testClock{now: storetest.Epoch.Add(10 * time.Minute)})
	other := *ahead
	other.store, other.clock = stores[1], &testClock{now: storetest.Epoch}
	var err error
	if other.app, err = app.New(context.Background(), other.store, other.clock.Now, []byte("a secret of the tests, 32 bytes.")); err != nil {
		t.Fatal(err)
	}
	if other.server, err = api.New(context.Background(), other.app, slog.New(slog.DiscardHandler), func(string, string, int, time.Duration) {}); err != nil {
		t.Fatal(err)
	}
	return ahead, &other
}

// TestServersWhoseClocksDifferShareOneFeed writes by two servers in turn and reads the feed through both. What was changed
// later is later in the feed, whatever the clocks show, and nothing is missed or told twice.
func TestServersWhoseClocksDifferShareOneFeed(t *testing.T) {
	t.Parallel()
	ahead, behind := apart(t)
	both := [2]*world{ahead, behind}
	c := ahead.found(ahead.key, "OWN")
	const feed = "/punches?orderBy=modified&from=2026-01-01&to=2027-01-01&limit=2"
	var last, from string
	made := []int64{c["/punches"]} // the company began with it
	var seen []int64
	read := func(w *world) {
		for {
			page := w.get(feed + from).want(http.StatusOK)
			next := page.object()
			cursor, more := next["cursor"].(string)
			if !more {
				cursor = next["resumeCursor"].(string)
			}
			from = "&cursor=" + cursor
			seen = append(seen, page.ids()...)
			if !more {
				return
			}
		}
	}
	for n := range 24 {
		w := both[n%3%2]
		day := fmt.Sprintf("2026-02-%02d", n+1)
		body := fmt.Sprintf(`{"employee": %d, "inDt": "%sT08:00:00Z", "outDt": "%sT09:00:00Z"}`, c["/employees"], day, day)
		header := fmt.Sprint("Idempotency-Key: ", n)
		r := w.post("/punches", body, header).want(http.StatusOK)
		made = append(made, int64(r.object()["id"].(float64)))
		if modified := r.object()["modified"].(string); modified <= last {
			t.Errorf("punch %d was changed at %s, the one before at %s", n, modified, last)
		} else {
			last = modified
		}
		if again := both[n%2].post("/punches", body, header); again.body != r.body {
			t.Errorf("the repeated request is answered with %d %s", again.status, again.body)
		}
		if n%5 == 0 {
			read(both[n%2])
		}
	}
	read(behind)
	if fmt.Sprint(seen) != fmt.Sprint(made) {
		t.Errorf("made %v, the feed told %v", made, seen)
	}
}

// TestServersWhoseClocksDifferCountTogether sends requests to two servers in turn: exactly those pass that one server would
// let through.
func TestServersWhoseClocksDifferCountTogether(t *testing.T) {
	t.Parallel()
	ahead, behind := apart(t)
	account, err := ahead.app.CreateAccount(t.Context(), "Busy", "UTC", 50, 1000)
	if err != nil {
		t.Fatal(err)
	}
	key := ahead.newKey(account.ID, "*")
	passed := 0
	for n := range 70 {
		r := []*world{ahead, behind}[n%2].get("/departments", as(key))
		switch r.status {
		case http.StatusOK:
			passed++
		case http.StatusTooManyRequests:
			var wait int
			if _, err := fmt.Sscan(r.header.Get("Retry-After"), &wait); err != nil || wait < 1 || wait > 60 {
				t.Errorf("Retry-After is %q", r.header.Get("Retry-After"))
			}
		default:
			r.want(http.StatusOK)
		}
	}
	if passed != 50 {
		t.Errorf("%d requests passed, want 50", passed)
	}
}

// TestServersWhoseClocksDifferLeaveReportsToOneAnother has a report taken by one server. The other leaves it alone as long
// as the lease holds, and takes it when it has ended, whichever of them is ahead.
func TestServersWhoseClocksDifferLeaveReportsToOneAnother(t *testing.T) {
	t.Parallel()
	ahead, behind := apart(t)
	for _, pair := range [][2]*world{{ahead, behind}, {behind, ahead}} {
		first, second := pair[0], pair[1]
		poll := first.startReport("/timecards/async?" + cardRange)
		taken, err := first.store.TakeReport(t.Context(), first.clock.Now(), time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		left := func() {
			t.Helper()
			for _, w := range pair {
				if _, err := w.store.TakeReport(t.Context(), w.clock.Now(), time.Minute); attendance.KindOf(err) != attendance.NotFound {
					t.Fatalf("a report was taken from a server that is alive: %v", err)
				}
			}
		}
		left()
		if err := first.store.KeepReport(t.Context(), taken, first.clock.Now(), 2*time.Minute, 0.5); err != nil {
			t.Fatal(err)
		}
		left()
		if err := first.store.KeepReport(t.Context(), taken, first.clock.Now(), time.Microsecond, 0.5); err != nil { // and dies
			t.Fatal(err)
		}
		stop := second.running()
		first.poll(poll).want(http.StatusOK)
		stop()
	}
	defer ahead.running()()
	defer behind.running()()
	behind.poll(ahead.startReport("/timecards/async?" + cardRange)).want(http.StatusOK)
	ahead.poll(behind.startReport("/timecards/async?" + cardRange)).want(http.StatusOK)
}

// TestServersWhoseClocksDifferKnowTheSameKeys revokes keys through one server and asks another. Until when a key works each
// server says by its own clock.
func TestServersWhoseClocksDifferKnowTheSameKeys(t *testing.T) {
	t.Parallel()
	ahead, behind := apart(t)
	for _, pair := range [][2]*world{{ahead, behind}, {behind, ahead}} {
		key := pair[0].newKey(ahead.account.ID, "*")
		id := pair[0].lastKey()
		pair[1].get("/departments", as(key)).want(http.StatusOK)
		if _, err := pair[0].app.RevokeKey(t.Context(), attendance.Actor{Scope: attendance.Everything(ahead.account.ID), Via: "cli"}, ahead.account.ID, id); err != nil {
			t.Fatal(err)
		}
		pair[1].clock.advance(time.Second)
		pair[1].get("/departments", as(key)).want(http.StatusUnauthorized)
	}
	ends := storetest.Epoch.Add(5 * time.Minute)
	_, key, err := behind.app.CreateKey(t.Context(), behind.account.ID, attendance.Key{Name: "short", Permissions: []attendance.Permission{"*"}, Expires: &ends})
	if err != nil {
		t.Fatal(err)
	}
	behind.get("/departments", as(key)).want(http.StatusOK)
	ahead.get("/departments", as(key)).want(http.StatusUnauthorized)
	behind.clock.advance(5 * time.Minute)
	behind.get("/departments", as(key)).want(http.StatusUnauthorized)
}
