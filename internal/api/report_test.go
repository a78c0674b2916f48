package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"punchclock/internal/api"
	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// running starts what goes on beside the requests of a server on the world's store, until the function that it gives
// is called.
func (w *world) running() (stop func()) {
	w.t.Helper()
	s, err := api.New(context.Background(), w.app, slog.New(slog.DiscardHandler), func(string, string, int, time.Duration) {})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.Run(ctx) }()
	return func() {
		cancel()
		if err := <-done; err != nil {
			w.t.Error(err)
		}
	}
}

// poll asks for a report until it is complete.
func (w *world) poll(path string) *response {
	w.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		if r := w.get(path); r.status != http.StatusAccepted {
			return r
		}
	}
	w.t.Fatalf("the report %s is never complete", path)
	return nil
}

const cardRange = "from=2026-03-02&to=2026-03-08"

func (w *world) startReport(path string) string {
	w.t.Helper()
	started := w.post(path, "").want(http.StatusAccepted).object()
	if started["success"] != true {
		w.t.Errorf("success is %v", started["success"])
	}
	list, _, _ := strings.Cut(path, "?")
	return fmt.Sprintf("%s/%s/poll", list, started["reportKey"])
}

func TestAReportIsWhatTheListWouldAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	poll := w.startReport("/timecards/async?" + cardRange)
	waiting := w.get(poll).want(http.StatusAccepted)
	if waiting.header.Get("Retry-After") != "10" || waiting.object()["state"] != "processing" {
		t.Errorf("a report that waits answers %s", waiting.body)
	}
	defer w.running()()
	if got, want := w.poll(poll).want(http.StatusOK).body, w.get("/timecards?"+cardRange).body; got != want {
		t.Errorf("the report is %s, the list %s", got, want)
	}
	xml := strings.Replace(poll, "/poll", "/poll.xml", 1)
	if got, want := w.get(xml).want(http.StatusOK).body, w.get("/timecards.xml?"+cardRange).body; got != want {
		t.Errorf("the report is %s, the list %s", got, want)
	}
}

func TestWhoMayPollAReport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	poll := w.startReport("/timecards/async?" + cardRange)
	w.get(poll, as(w.decoys)).want(http.StatusNotFound)
	w.get(poll, as(w.newKey(w.account.ID, "punches:read"))).want(http.StatusForbidden)
	w.get(poll, as(w.newKey(w.account.ID, "timecards:read"))).want(http.StatusAccepted)
	w.get(strings.Replace(poll, "timecards", "shiftcards", 1)).want(http.StatusNotFound)
	w.get("/timecards/async/none/poll").want(http.StatusNotFound)
	w.clock.advance(25 * time.Hour)
	w.get(poll).want(http.StatusNotFound)
}

func TestWrongReportsAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post("/timecards/async?from=2026-03-02", "").wantError("to required")
	w.post("/timecards/async?from=2026-03-09&to=2026-03-02", "").wantError("from range")
	w.post("/timecards/async?limit=3&"+cardRange, "").wantError("limit unknown")
}

func TestAReportWhoseServerDiedIsMadeByAnother(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	poll := w.startReport("/timecards/async?" + cardRange)
	now := w.clock.Now()
	if _, err := w.store.TakeReport(context.Background(), now, 30*time.Second); err != nil { // and dies
		t.Fatal(err)
	}
	w.clock.advance(31 * time.Second)
	defer w.running()()
	w.poll(poll).want(http.StatusOK)
}

// TestAClockSetBackHoldsNoReportUp: the server that had the report died, and then the clock was set back by an hour.
func TestAClockSetBackHoldsNoReportUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	poll := w.startReport("/timecards/async?" + cardRange)
	now := w.clock.Now()
	if _, err := w.store.TakeReport(t.Context(), now, 30*time.Second); err != nil {
		t.Fatal(err)
	}
	now = now.Add(-5 * time.Second) // a server whose clock is a little behind leaves it to the other
	if _, err := w.store.TakeReport(t.Context(), now, 30*time.Second); err == nil {
		t.Fatal("a report was taken from a server that was alive")
	}
	w.clock.advance(-time.Hour)
	defer w.running()()
	w.poll(poll).want(http.StatusOK)
}

func TestAPollTellsTheProgress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	poll := w.startReport("/timecards/async?" + cardRange)
	take := func() *store.Report {
		now := w.clock.Now()
		taken, err := w.store.TakeReport(t.Context(), now, 30*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		return taken
	}
	told := func(want float64, err error) {
		t.Helper()
		if got := w.get(poll).want(http.StatusAccepted).object()["progress"]; err != nil || got != want {
			t.Errorf("the progress is %v, want %v, %v", got, want, err)
		}
	}
	taken := take()
	told(0, nil)
	told(0.25, w.store.KeepReport(t.Context(), taken, w.clock.Now(), 30*time.Second, 0.25))
	told(0.5, w.store.AddReportChunk(t.Context(), taken, 0, []byte("piece"), 0.5))
	w.clock.advance(31 * time.Second)
	take()
	told(0, nil) // it is begun anew
}

func TestComputingCardsTellsTheProgress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.found(w.key, "told")
	w.create("/employees", fmt.Sprintf(`{"firstName": "Bob", "lastName": "Still", "orgUnit": %d}`, c["/orgunits"])) // who has no punches
	var done, all int
	f := &attendance.CardFilter{From: "2026-03-02", To: "2026-03-08", Progress: func(d, a int) {
		if d < done || d > a {
			t.Errorf("%d of %d after %d", d, a, done)
		}
		done, all = d, a
	}}
	who := attendance.Actor{Scope: attendance.Everything(w.account.ID)}
	if _, err := w.app.TimeCards(t.Context(), who.Scope, f); err != nil || done != all || all != 2 {
		t.Errorf("the cards of %d of %d employees were computed, %v", done, all, err)
	}
	employees := all
	done = 0
	if _, err := w.app.Simulate(t.Context(), who, f, attendance.PayClassInput{}); err != nil || done != all || all != 2*employees {
		t.Errorf("the cards of %d of %d employees were simulated, %v", done, all, err)
	}
}

func TestALateWorkersResultIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startReport("/timecards/async?" + cardRange)
	now := w.clock.Now()
	late, err := w.store.TakeReport(context.Background(), now, 30*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(31 * time.Second)
	if _, err := w.store.TakeReport(context.Background(), now, 30*time.Second); err != nil {
		t.Fatal(err)
	}
	if err := w.store.AddReportChunk(context.Background(), late, 0, []byte("late"), 0); err == nil {
		t.Error("a worker that lost its lease could add to the result")
	}
	if err := w.store.EndReport(context.Background(), late, "complete", ""); err == nil {
		t.Error("a worker that lost its lease could end the report")
	}
}

func TestARepeatedRequestStartsOneReport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.post("/timecards/async?"+cardRange, "", once).want(http.StatusAccepted)
	again := w.post("/timecards/async?"+cardRange, "", once).want(http.StatusAccepted)
	if first.body != again.body || again.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("the repeated request got %s, the first %s", again.body, first.body)
	}
}
