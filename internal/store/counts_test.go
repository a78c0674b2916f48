package store_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

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
	countTogether(t, storetest.OpenServers(t, nil, nil))
}

// TestTwoServersCountWhateverTheIsolation has them use a database whose administrator wants transactions that are as if
// they came one after the other, which fail when they did not.
func TestTwoServersCountWhateverTheIsolation(t *testing.T) {
	t.Parallel()
	address := storetest.PostgresAddress(t)
	ask(t.Context(), t, address, "DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable', current_database()); END$$")
	countTogether(t, storetest.OpenServersOn(t, address, nil, nil))
}

// ask runs a statement on the PostgreSQL database and gives the number that it answers, 0 when there is none.
func ask(ctx context.Context, t *testing.T, address, sql string) (n int) {
	t.Helper()
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(ctx) }()
	if err := c.QueryRow(ctx, sql).Scan(&n); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		t.Fatal(err)
	}
	return n
}

// TestWhatNoWindowNeedsIsForgotten makes many more requests than an account may, and a few more hours later.
func TestWhatNoWindowNeedsIsForgotten(t *testing.T) {
	t.Parallel()
	address, now := storetest.PostgresAddress(t), storetest.Epoch
	both := storetest.OpenServersOn(t, address, func() time.Time { return now }, nil)
	account := busy(t, both[0])
	for _, part := range []struct{ requests, most int }{{500, 100 + 64}, {64, 64}} {
		for i := range part.requests {
			if _, err := both[i%2].CountRequest(t.Context(), account, limit.Rates{Burst: 50, Sustained: 100}); err != nil {
				t.Fatal(err)
			}
			now = now.Add(time.Second)
		}
		if kept := ask(t.Context(), t, address, "SELECT count(*) FROM requests"); kept > part.most {
			t.Errorf("after %d requests %d are kept, not %d at most", part.requests, kept, part.most)
		}
		now = now.Add(2 * time.Hour)
	}
}

// countTogether counts requests of two accounts at both servers at once.
func countTogether(t *testing.T, both [2]*store.Store) {
	t.Helper()
	const clients, each = 8, 40
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
	count := func(account int64) {
		if _, err := both[0].CountRequest(t.Context(), account, limit.Rates{Burst: 50}); err != nil {
			t.Error(err)
		}
	}
	statements.Store(0)
	count(accounts[0])
	if got := statements.Load(); got != 1 {
		t.Errorf("a request took %d statements", got)
	}
	const clients, each = 32, 20
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			for range each {
				count(accounts[client%2])
			}
		})
	}
	all.Wait()
	if got := statements.Load(); got > clients*each/4 {
		t.Errorf("%d requests of %d clients took %d statements", clients*each, clients, got)
	}
}

// TestLimitsChangeBetweenRequests counts requests that come together and know different limits of their account. Of the
// requests made so far all have left the one window that is narrow.
func TestLimitsChangeBetweenRequests(t *testing.T) {
	t.Parallel()
	var now atomic.Int64
	now.Store(storetest.Epoch.UnixMicro())
	both := storetest.OpenServers(t, func() time.Time { return time.UnixMicro(now.Load()) }, nil)
	account := busy(t, both[0])
	decide := func(rates limit.Rates) limit.Decision {
		count, err := both[0].CountRequest(t.Context(), account, rates)
		if err != nil {
			t.Error(err)
		}
		return count.Decide(rates)
	}
	for range 60 {
		decide(limit.Rates{Sustained: 1000})
	}
	now.Add(2 * time.Minute.Microseconds())
	var all sync.WaitGroup
	for client := range 32 {
		rates := []limit.Rates{{Sustained: 1000}, {Burst: 40, Sustained: 1000}, {Burst: 40}}[client%3]
		all.Go(func() {
			if d := decide(rates); !d.Allowed || d.BurstReset < 0 || d.SustainedReset < 0 {
				t.Errorf("of 32 requests under %+v one is answered %+v", rates, d)
			}
		})
	}
	all.Wait()
}

// TestLimitsFallBetweenRequests counts requests of an account whose limits were high a moment before: then instants were
// rounded up, so that the next is earlier than what is kept of them.
func TestLimitsFallBetweenRequests(t *testing.T) {
	t.Parallel()
	now := storetest.Epoch.Add(time.Microsecond)
	both := storetest.OpenServers(t, func() time.Time { return now }, nil)
	account := busy(t, both[0])
	var d limit.Decision
	for i := range 60 {
		rates := limit.Rates{Burst: 6000}
		if i >= 50 {
			rates.Burst = 50
		}
		count, err := both[i%2].CountRequest(t.Context(), account, rates)
		if err != nil {
			t.Fatal(err)
		}
		if d = count.Decide(rates); d.Allowed != (i < 50) {
			t.Fatalf("request %d under %+v: %+v", i+1, rates, d)
		}
		now = now.Add(time.Millisecond)
	}
	if d.BurstReset <= 59*time.Second || d.BurstReset > time.Minute {
		t.Errorf("the next one passes after %s", d.BurstReset)
	}
}

// TestNobodyWaitsTwiceForAConnection makes requests and changes at a server whose one connection is taken. Those that wait
// behind others do not begin to wait for it when those have waited in vain.
func TestNobodyWaitsTwiceForAConnection(t *testing.T) {
	t.Parallel()
	s := storetest.OpenNarrow(t)
	account := busy(t, s)
	var all sync.WaitGroup
	err := s.Snapshot(t.Context(), func(store.Reads) error {
		began := time.Now()
		for i := range 16 {
			all.Go(func() {
				var err error
				if i%2 == 0 {
					_, err = s.CountRequest(t.Context(), account, limit.Rates{Burst: 50})
				} else {
					err = s.Write(t.Context(), account, storetest.Epoch, func(*store.Tx) error { return nil })
				}
				if took := time.Since(began); attendance.KindOf(err) != attendance.Unavailable || took > 2500*time.Millisecond {
					t.Errorf("after %s: %v", took, err)
				}
			})
		}
		all.Wait()
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if _, err := s.CountRequest(t.Context(), account, limit.Rates{Burst: 50}); err != nil {
		t.Errorf("when the connection is free again: %v", err)
	}
}
