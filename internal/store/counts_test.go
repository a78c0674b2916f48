package store_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/limit"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// busy makes an account.
func busy(t *testing.T, s *store.Store) int64 {
	t.Helper()
	account := &attendance.Account{Name: "Busy", Timezone: "UTC", Created: storetest.Epoch}
	if err := s.CreateAccount(t.Context(), account, func(*store.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return account.ID
}

// TestTwoServersCountEachRequestOnce counts requests of two accounts at two servers at once: no number is missing and
// none is given twice.
func TestTwoServersCountEachRequestOnce(t *testing.T) {
	t.Parallel()
	const clients, each = 8, 40
	both := storetest.OpenServers(t, nil, nil)
	accounts := []int64{busy(t, both[0]), busy(t, both[0])}
	var mu sync.Mutex
	numbers := make(map[int64][]int64)
	var all sync.WaitGroup
	for client := range clients {
		account := accounts[client/2%2]
		all.Go(func() {
			for range each {
				count, err := both[client%2].CountRequest(t.Context(), account, limit.Rates{Burst: 50, Sustained: 1000})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				numbers[account] = append(numbers[account], count.Number)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	for account, given := range numbers {
		slices.Sort(given)
		for i, n := range given {
			if n != int64(i)+1 || len(given) != clients/2*each {
				t.Fatalf("account %d: request %d of %d has the number %d", account, i+1, len(given), n)
			}
		}
	}
}

// TestCountsDecideAsTheLogDoes makes requests at two servers at random instants of a clock that is sometimes set back, and
// holds each decision against that of one log of all requests.
func TestCountsDecideAsTheLogDoes(t *testing.T) {
	t.Parallel()
	var now atomic.Int64
	now.Store(storetest.Epoch.UnixMicro())
	both := storetest.OpenServers(t, func() time.Time { return time.UnixMicro(now.Load()) }, nil)
	r := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		account := busy(t, both[0])
		rates := limit.Rates{Burst: r.Int64N(6), Sustained: r.Int64N(30) + 1}
		var log limit.Log
		for i := range 150 {
			now.Add([]int64{0, 0, 1, 1000, 500_000, 10_000_000, 59_999_999, 60_000_000, 400_000_000, -20_000_000, -4_000_000_000}[r.IntN(11)])
			count, err := both[r.IntN(2)].CountRequest(t.Context(), account, rates)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := count.Decide(rates), log.Take(time.UnixMicro(now.Load()), rates); got != want {
				t.Fatalf("%+v, request %d at %d: the database says\n%+v, a log of all requests\n%+v", rates, i+1, now.Load(), got, want)
			}
		}
	}
}

// TestManyRequestsPassExactly holds an account of which many requests may pass, whose instants are rounded: all of them
// pass, not one more, and the next one when Retry-After says so.
func TestManyRequestsPassExactly(t *testing.T) {
	t.Parallel()
	var now atomic.Int64
	now.Store(storetest.Epoch.UnixMicro() + 12_345)
	both := storetest.OpenServers(t, func() time.Time { return time.UnixMicro(now.Load()) }, nil)
	account, rates := busy(t, both[0]), limit.Rates{Burst: 6000}
	var passed atomic.Int64
	var all sync.WaitGroup
	for client := range 64 {
		all.Go(func() {
			for range 100 {
				now.Add(4_000) // over all 25.6 s
				count, err := both[client%2].CountRequest(t.Context(), account, rates)
				if err != nil {
					t.Error(err)
					return
				}
				if count.Decide(rates).Allowed {
					passed.Add(1)
				}
			}
		})
	}
	all.Wait()
	if passed.Load() != rates.Burst {
		t.Fatalf("%d of %d requests passed, want %d", passed.Load(), 64*100, rates.Burst)
	}
	next := func() limit.Decision {
		count, err := both[0].CountRequest(t.Context(), account, rates)
		if err != nil {
			t.Fatal(err)
		}
		return count.Decide(rates)
	}
	refused := next()
	now.Add(int64(refused.RetryAfter / time.Microsecond))
	if d := next(); refused.Allowed || !d.Allowed {
		t.Errorf("after waiting as long as was said: %+v, before: %+v", d, refused)
	}
}

// TestRequestsThatComeTogetherAreCountedTogether holds that a request alone takes one statement, and that those which come
// while the database is busy share one.
func TestRequestsThatComeTogetherAreCountedTogether(t *testing.T) {
	t.Parallel()
	var statements atomic.Int64
	both := storetest.OpenServers(t, nil, func(string) { statements.Add(1) })
	accounts := []int64{busy(t, both[1]), busy(t, both[1])}
	ask := func(account int64) {
		if _, err := both[0].CountRequest(t.Context(), account, limit.Rates{Burst: 50}); err != nil {
			t.Error(err)
		}
	}
	statements.Store(0)
	ask(accounts[0])
	if got := statements.Load(); got != 1 {
		t.Errorf("a request took %d statements", got)
	}
	const clients, each = 32, 20
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			for range each {
				ask(accounts[client%2])
			}
		})
	}
	all.Wait()
	if got := statements.Load(); got > clients*each/4 {
		t.Errorf("%d requests of %d clients took %d statements", clients*each, clients, got)
	}
}
