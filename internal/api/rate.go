package api

import (
	"context"
	"fmt"
	"sync"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/limit"
	"punchclock/internal/store"
)

// rateDelay is how soon after a request its count is written to the store.
const rateDelay = 100 * time.Millisecond

// longLog is from how many instants on a count is written less often, because it is long.
const (
	longLog      = 5_000
	longLogDelay = 5 * time.Second
)

// rates counts the requests of the accounts. Where this server is alone with its database the counts live here and are
// written to the store soon after, so that a restart gives nobody a new minute; no request waits for that. Where several
// servers may share the database each request is counted there, so that the rates are exact over all of them.
type rates struct {
	store    *store.Store
	mu       sync.Mutex
	accounts map[int64]*accountRate
	used     map[int64]keyUse // keys used since they were last written, by id
	noted    time.Time        // when they were
}

type accountRate struct {
	mu    sync.Mutex
	log   limit.Log
	dirty bool
	kept  time.Time
}

type keyUse struct {
	account int64
	at      time.Time
}

func newRates(s *store.Store) *rates {
	return &rates{store: s, accounts: make(map[int64]*accountRate), used: make(map[int64]keyUse)}
}

// take counts a request of the actor's account and decides about it.
func (l *rates) take(ctx context.Context, who attendance.Actor, account *attendance.Account, now time.Time) (limit.Decision, error) {
	l.mu.Lock()
	l.used[who.Key] = keyUse{account.ID, now}
	l.mu.Unlock()
	rates := limit.Rates{Burst: account.Burst, Sustained: account.Sustained}
	if rates == (limit.Rates{}) {
		return limit.Decision{Allowed: true}, nil
	}
	if l.store.Shared() {
		return l.takeShared(ctx, account.ID, rates, now)
	}
	a, err := l.of(ctx, account.ID)
	if err != nil {
		return limit.Decision{}, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.dirty = true
	return a.log.Take(now, rates), nil
}

// takeShared counts a request in the database.
func (l *rates) takeShared(ctx context.Context, account int64, rates limit.Rates, now time.Time) (d limit.Decision, err error) {
	err = l.store.CountRequest(ctx, account, func(made []byte) ([]byte, error) {
		var log limit.Log
		if err := log.UnmarshalBinary(made); err != nil {
			return nil, err
		}
		d = log.Take(now, rates)
		return log.MarshalBinary()
	})
	return d, err
}

// of is the count of an account, read from the store when it is asked for first.
func (l *rates) of(ctx context.Context, account int64) (*accountRate, error) {
	l.mu.Lock()
	a := l.accounts[account]
	l.mu.Unlock()
	if a != nil {
		return a, nil
	}
	made, err := l.store.Rates(ctx, account)
	if err != nil {
		return nil, err
	}
	a = &accountRate{}
	if err := a.log.UnmarshalBinary(made); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if other := l.accounts[account]; other != nil {
		return other, nil
	}
	l.accounts[account] = a
	return a, nil
}

// keep writes what was counted since the last time.
func (l *rates) keep(ctx context.Context, now time.Time) error {
	t := store.Traffic{Rates: make(map[int64][]byte), KeysUsed: make(map[int64]time.Time), Owners: make(map[int64]int64)}
	l.mu.Lock()
	for id, a := range l.accounts {
		a.mu.Lock()
		if a.dirty && (a.log.Len() < longLog || now.Sub(a.kept) >= longLogDelay) {
			a.dirty, a.kept = false, now
			t.Rates[id], _ = a.log.MarshalBinary()
		}
		a.mu.Unlock()
	}
	if len(t.Rates) > 0 || now.Sub(l.noted) >= longLogDelay { // not alone: each write makes the readers forget what they hold
		for id, use := range l.used {
			t.KeysUsed[id], t.Owners[id] = use.at, use.account
		}
		clear(l.used)
		l.noted = now
	}
	l.mu.Unlock()
	if len(t.Rates)+len(t.KeysUsed) == 0 {
		return nil
	}
	return l.store.KeepTraffic(ctx, t)
}

// limit refuses the request when its account is over its rates, and says in any case how much is left.
func (x *exchange) limit() error {
	d, err := x.s.rates.take(x.r.Context(), x.who, x.account, x.began)
	if err != nil {
		return err
	}
	x.rateHeaders(d)
	if d.Allowed {
		return nil
	}
	e := attendance.Fail(attendance.TooMany, "throttled", "The account is over its rate of %d requests a minute and %d an hour. Wait as long as Retry-After says.", x.account.Burst, x.account.Sustained)
	e.RetryAfter = d.RetryAfter
	return e
}

// rateHeaders tells the rates and what is left of them, in the form of the IETF draft on rate limit header fields.
func (x *exchange) rateHeaders(d limit.Decision) {
	var policy, left []byte
	add := func(name string, quota, window, remaining int64, reset time.Duration) {
		if quota == 0 {
			return
		}
		if len(policy) > 0 {
			policy, left = append(policy, ", "...), append(left, ", "...)
		}
		policy = fmt.Appendf(policy, "%q;q=%d;w=%d", name, quota, window)
		left = fmt.Appendf(left, "%q;r=%d;t=%d", name, remaining, (reset+time.Second-1)/time.Second)
	}
	add("burst", x.account.Burst, int64(limit.BurstWindow/time.Second), d.BurstLeft, d.BurstReset)
	add("sustained", x.account.Sustained, int64(limit.SustainedWindow/time.Second), d.SustainedLeft, d.SustainedReset)
	if len(policy) > 0 {
		x.w.Header().Set("RateLimit-Policy", string(policy))
		x.w.Header().Set("RateLimit", string(left))
	}
}
