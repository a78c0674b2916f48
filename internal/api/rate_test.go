package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"punchclock/internal/api"
)

// afterCrash is the world with another server on its store; the one before it wrote nothing more.
func (w *world) afterCrash() *world {
	w.t.Helper()
	again := *w
	var err error
	if again.server, err = api.New(context.Background(), w.app, slog.New(slog.DiscardHandler), func(string, string, int, time.Duration) {}); err != nil {
		w.t.Fatal(err)
	}
	return &again
}

// TestACrashGivesNobodyANewMinute holds that what passed is written before it is answered: to the request where few may
// pass, and in advance where many may.
func TestACrashGivesNobodyANewMinute(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct{ burst, made, least, most int64 }{
		{50, 50, 0, 0}, {50, 20, 30, 30}, {5000, 20, 4000, 4980}, {5000, 700, 3700, 4300},
	} {
		account, err := w.app.CreateAccount(context.Background(), "Busy", "UTC", c.burst, 0)
		if err != nil {
			t.Fatal(err)
		}
		key := w.newKey(account.ID, "*")
		for range c.made {
			w.get("/departments", as(key)).want(http.StatusOK)
		}
		after := w.afterCrash().get("/departments", as(key))
		if c.most == 0 {
			after.want(http.StatusTooManyRequests)
			continue
		}
		var left int64
		if _, err := fmt.Sscanf(after.header.Get("RateLimit"), `"burst";r=%d;`, &left); err != nil {
			t.Fatal(err)
		}
		if left++; left < c.least || left > c.most {
			t.Errorf("of %d requests %d were made, after a crash %d are left", c.burst, c.made, left)
		}
	}
}

// TestAThousandPassInAnHour sends requests at one rate of an account, without its burst: exactly 1,000 pass, whenever in
// the hour they come, and another one when the first is an hour old.
func TestAThousandPassInAnHour(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	account, err := w.app.CreateAccount(context.Background(), "Steady", "UTC", 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	key := w.newKey(account.ID, "departments:read")
	for range 1000 {
		w.get("/departments", as(key)).want(http.StatusOK)
		w.clock.advance(3 * time.Second)
	}
	w.get("/departments", as(key)).want(http.StatusTooManyRequests)
	w.clock.advance(10*time.Minute - time.Second) // the first request is an hour less a second old
	w.get("/departments", as(key)).want(http.StatusTooManyRequests)
	w.clock.advance(8 * time.Second) // the first three are more than an hour old, and the two that were refused count
	w.get("/departments", as(key)).want(http.StatusOK)
	w.get("/departments", as(key)).want(http.StatusTooManyRequests)
}
