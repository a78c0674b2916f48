package api

import (
	"context"
	"strconv"
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

// rates counts the requests of the accounts. Where this server is alone with its database the counts live here. What is
// written to the store is never less than what passed: a request waits until it is written, unless enough were reserved
// before. So a crash gives nobody a new minute. Where several servers may share the database each request is counted
// there, so that the rates are exact over all of them.
type rates struct {
	store    *store.Store
	mu       sync.Mutex
	accounts map[int64]*accountRate
	used     map[int64]keyUse // keys used since they were last written, by id
	noted    time.Time        // when they were
}

type accountRate struct {
	mu      sync.Mutex
	log     limit.Log
	rates   limit.Rates // at the last request
	dirty   bool
	passed  int64     // requests that passed here
	keeping chan bool // holds the one value while nobody writes the count
	kept    time.Time
	covered int64 // how many of passed may be made before the count must be written again
}

// reserved is how many requests are written before they are made. Where few pass each is written by itself, so that a
// crash takes nothing from anybody either.
func reserved(rates limit.Rates) int64 {
	least := rates.Burst
	if least == 0 || rates.Sustained > 0 && rates.Sustained < least {
		least = rates.Sustained
	}
	if least < 1000 {
		return 0
	}
	return least / 10
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
		count, err := l.store.CountRequest(ctx, account.ID, rates)
		return count.Decide(rates), err
	}
	a, err := l.of(ctx, account.ID)
	if err != nil {
		return limit.Decision{}, err
	}
	a.mu.Lock()
	d := a.log.Take(now, rates)
	a.dirty, a.rates = true, rates
	if d.Allowed {
		a.passed++
	}
	number, covered := a.passed, a.covered
	a.mu.Unlock()
	if d.Allowed && number > covered {
		l.cover(ctx, account.ID, a, number, now)
	}
	return d, nil
}

// cover has the count written that has the request with that number. When it cannot be written the request passes all
// the same: then the count holds only as long as this server lives.
func (l *rates) cover(ctx context.Context, account int64, a *accountRate, number int64, now time.Time) {
	select {
	case <-a.keeping:
	case <-ctx.Done():
		return
	}
	defer func() { a.keeping <- true }()
	content, covers := a.snapshot(number, now)
	if content == nil { // somebody wrote it meanwhile
		return
	}
	t := store.Traffic{Rates: map[int64][]byte{account: content}}
	a.written(covers, l.store.KeepTraffic(context.WithoutCancel(ctx), t))
}

// snapshot is the count with what is reserved, and up to which request that is enough; nil when the request with that
// number is written already.
func (a *accountRate) snapshot(number int64, now time.Time) (content []byte, covers int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if number <= a.covered {
		return nil, 0
	}
	further := reserved(a.rates)
	a.dirty, a.kept = false, now
	return a.log.MarshalReserving(further), a.passed + further
}

// written notes up to which request the written count is enough, or that it could not be written.
func (a *accountRate) written(covers int64, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err != nil {
		a.dirty = true
		return
	}
	a.covered = covers
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
	a = &accountRate{keeping: make(chan bool, 1)}
	a.keeping <- true
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

// keep writes what was counted since the last time. The last time of all nothing is reserved any more.
func (l *rates) keep(ctx context.Context, now time.Time, last bool) error {
	t := store.Traffic{Rates: make(map[int64][]byte), KeysUsed: make(map[int64]time.Time), Owners: make(map[int64]int64)}
	kept := make(map[*accountRate]int64)
	l.mu.Lock()
	for id, a := range l.accounts {
		if content, covers := a.due(now, last); content != nil {
			t.Rates[id], kept[a] = content, covers
		}
	}
	if len(t.Rates) > 0 || last || now.Sub(l.noted) >= longLogDelay { // not alone: each write makes the readers forget what they hold
		for id, use := range l.used {
			t.KeysUsed[id], t.Owners[id] = use.at, use.account
		}
		clear(l.used)
		l.noted = now
	}
	l.mu.Unlock()
	defer func() {
		for a := range kept {
			a.keeping <- true
		}
	}()
	if len(t.Rates)+len(t.KeysUsed) == 0 {
		return nil
	}
	err := l.store.KeepTraffic(ctx, t)
	for a, covers := range kept {
		a.written(covers, err)
	}
	return err
}

// due is the count to be written now, nil when it need not be or when it is being written. Who gets it gives the value
// of keeping back.
func (a *accountRate) due(now time.Time, last bool) (content []byte, covers int64) {
	select {
	case <-a.keeping:
	default:
		return nil, 0
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	further := reserved(a.rates)
	if !last && (!a.dirty || a.log.Len() >= longLog && now.Sub(a.kept) < longLogDelay) || last && !a.dirty && further == 0 {
		a.keeping <- true
		return nil, 0
	}
	if last {
		further = 0
	}
	a.dirty, a.kept = false, now
	return a.log.MarshalReserving(further), a.passed + further
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
	policy, left := make([]byte, 0, 64), make([]byte, 0, 64)
	add := func(name string, quota, window, remaining int64, reset time.Duration) {
		if quota == 0 {
			return
		}
		if len(policy) > 0 {
			policy, left = append(policy, ", "...), append(left, ", "...)
		}
		policy = appendItem(policy, name, ";q=", quota, ";w=", window)
		left = appendItem(left, name, ";r=", remaining, ";t=", int64((reset+time.Second-1)/time.Second))
	}
	add("burst", x.account.Burst, int64(limit.BurstWindow/time.Second), d.BurstLeft, d.BurstReset)
	add("sustained", x.account.Sustained, int64(limit.SustainedWindow/time.Second), d.SustainedLeft, d.SustainedReset)
	if len(policy) > 0 {
		x.w.Header().Set("Ratelimit-Policy", string(policy)) // in the form in which net/http sends it: any other is copied first
		x.w.Header().Set("Ratelimit", string(left))
	}
}

// appendItem writes an item of a structured header: "name";a=1;b=2.
func appendItem(to []byte, name, a string, of int64, b string, ofB int64) []byte {
	to = append(append(append(to, '"'), name...), '"')
	to = strconv.AppendInt(append(to, a...), of, 10)
	return strconv.AppendInt(append(to, b...), ofB, 10)
}
