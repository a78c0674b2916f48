package limit_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"punchclock/internal/limit"
)

var start = time.Date(2026, 3, 8, 6, 30, 0, 0, time.UTC)

func TestAFreshAccountGetsAllOfItsBurst(t *testing.T) {
	t.Parallel()
	var log limit.Log
	rates := limit.Rates{Burst: 50, Sustained: 1000}
	passed := 0
	for range 80 {
		if log.Take(start, rates).Allowed {
			passed++
		}
	}
	if passed != 50 {
		t.Errorf("%d requests passed at once, want 50", passed)
	}
}

func TestRetryAfterIsTrue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var log limit.Log
		rates := limit.Rates{Burst: rapid.Int64Range(1, 5).Draw(t, "burst"), Sustained: rapid.Int64Range(1, 20).Draw(t, "sustained")}
		now := start
		for range rapid.IntRange(1, 60).Draw(t, "requests") {
			now = now.Add(time.Duration(rapid.Int64Range(0, 40_000).Draw(t, "gap")) * time.Millisecond)
			d := log.Take(now, rates)
			if d.Allowed {
				continue
			}
			early, onTime := copyOf(t, &log), copyOf(t, &log)
			if early.Take(now.Add(d.RetryAfter-time.Microsecond), rates).Allowed {
				t.Fatalf("a request passed before Retry-After of %s", d.RetryAfter)
			}
			if !onTime.Take(now.Add(d.RetryAfter), rates).Allowed {
				t.Fatalf("a request after Retry-After of %s was refused", d.RetryAfter)
			}
		}
	})
}

func TestNoWindowHasMoreThanTheLimit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var log limit.Log
		rates := limit.Rates{Burst: rapid.Int64Range(0, 6).Draw(t, "burst"), Sustained: rapid.Int64Range(0, 30).Draw(t, "sustained")}
		var all, passed []time.Time
		now := start
		for range rapid.IntRange(1, 150).Draw(t, "requests") {
			now = now.Add(time.Duration(rapid.SampledFrom([]int64{0, 1, 500, 10_000, 59_999, 60_000, 400_000}).Draw(t, "gap")) * time.Millisecond)
			want := within(all, now, time.Minute, rates.Burst) && within(all, now, time.Hour, rates.Sustained)
			if got := log.Take(now, rates).Allowed; got != want {
				t.Fatalf("request at %s: allowed is %v, counting them all says %v", now, got, want)
			} else if got {
				passed = append(passed, now)
			}
			all = append(all, now)
			log = *copyOf(t, &log)
		}
		for i := range passed {
			if n := rates.Burst; n > 0 && i >= int(n) && passed[i].Sub(passed[i-int(n)]) < time.Minute {
				t.Fatalf("%d requests passed within a minute", n+1)
			}
		}
	})
}

func TestAClockSetBackDoesNotBlock(t *testing.T) {
	t.Parallel()
	var log limit.Log
	rates := limit.Rates{Burst: 2, Sustained: 100}
	log.Take(start, rates)
	log.Take(start, rates)
	back := start.Add(-time.Hour)
	if log.Take(back, rates).Allowed {
		t.Error("the burst was used up, and a clock set back gave it anew")
	}
	if !log.Take(back.Add(2*time.Minute), rates).Allowed {
		t.Error("two minutes after the clock was set back requests are still refused")
	}
}

func within(all []time.Time, now time.Time, window time.Duration, limit int64) bool {
	n := int64(0)
	for _, at := range all {
		if now.Sub(at) < window {
			n++
		}
	}
	return limit == 0 || n < limit
}

func copyOf(t interface{ Fatal(...any) }, log *limit.Log) *limit.Log {
	b, err := log.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var c limit.Log
	if err := c.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	return &c
}

// TestReservedRequestsCountAsMade holds that a log which was kept before requests were made lets no more pass than one
// that was kept after them.
func TestReservedRequestsCountAsMade(t *testing.T) {
	t.Parallel()
	var log limit.Log
	rates := limit.Rates{Burst: 5, Sustained: 100}
	log.Take(start, rates)
	var again limit.Log
	if err := again.UnmarshalBinary(log.MarshalReserving(2)); err != nil {
		t.Fatal(err)
	}
	later := start.Add(50 * time.Second) // when the two may have been made
	for n, want := range []bool{true, true, false} {
		if got := again.Take(later, rates).Allowed; got != want {
			t.Errorf("request %d passes: %t, want %t", n, got, want)
		}
	}
	if again.Take(start.Add(time.Minute), rates).Allowed {
		t.Error("the reserved requests ended before the minute was over in which they may have been made")
	}
}
