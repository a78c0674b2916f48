package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"punchclock/internal/limit"
)

// counter has the requests counted that come to this server, in a database that several servers share. Those that come
// while others are being counted go together, of whatever account, with one statement.
type counter struct {
	mu      sync.Mutex
	waiting []*countJob
	busy    bool
}

// countJob is a request that waits to be counted.
type countJob struct {
	account int64
	rates   limit.Rates
	count   limit.Count
	err     error
	done    chan struct{}
}

// CountRequest counts a request of the account in a shared database, and says how it was counted. The clock is the
// database's own, unless Options say otherwise. A crash of the database may lose the last requests, for nobody waits
// until they are on disk. When ctx ends before, the request may have been counted all the same.
func (s *Store) CountRequest(ctx context.Context, account int64, rates limit.Rates) (limit.Count, error) {
	job := &countJob{account: account, rates: rates, done: make(chan struct{})}
	c := &s.counter
	c.mu.Lock()
	c.waiting = append(c.waiting, job)
	first := !c.busy
	c.busy = true
	c.mu.Unlock()
	if first && s.countWaiting(ctx) {
		go func() {
			for s.countWaiting(ctx) {
			}
		}()
	}
	select {
	case <-job.done:
		return job.count, job.err
	case <-ctx.Done():
		return limit.Count{}, ctx.Err()
	}
}

// countWaiting counts what waits, and says whether there was any. Where there was none whoever comes next begins anew.
func (s *Store) countWaiting(ctx context.Context) bool {
	c := &s.counter
	c.mu.Lock()
	jobs := c.waiting
	c.waiting, c.busy = nil, len(jobs) > 0
	c.mu.Unlock()
	if len(jobs) == 0 {
		return false
	}
	// In one order, so that two servers do not wait for each other.
	slices.SortStableFunc(jobs, func(a, b *countJob) int { return cmp.Compare(a.account, b.account) })
	err := s.countAll(context.WithoutCancel(ctx), jobs)
	if outOfPatience(err) { // those who came meanwhile would wait as long again
		c.mu.Lock()
		jobs, c.waiting = append(jobs, c.waiting...), nil
		c.mu.Unlock()
	}
	for _, job := range jobs {
		job.err = err
		close(job.done)
	}
	return true
}

// countAll counts the jobs, which are in order of their accounts.
func (s *Store) countAll(ctx context.Context, jobs []*countJob) error {
	var accounts, many, bursts, sustained []int64
	for i, job := range jobs {
		if i == 0 || job.account != jobs[i-1].account || job.rates != jobs[i-1].rates { // limits may have changed in between
			accounts, many = append(accounts, job.account), append(many, 0)
			bursts, sustained = append(bursts, job.rates.Burst), append(sustained, job.rates.Sustained)
		}
		many[len(many)-1]++
	}
	var clock any
	if s.clock != nil {
		clock = micros(s.clock())
	}
	const sql = "SELECT total, instant, burst_first, burst_frees, sustained_first, sustained_frees FROM count_requests($1, $2, $3, $4, $5)"
	account := 0
	err := s.on.query(ctx, sql, []any{accounts, many, bursts, sustained, clock}, func(r *row) error {
		total, now := r.Int(), r.Int()
		burst := limit.Window{First: r.intOrZero(), Frees: r.intOrZero()}
		hour := limit.Window{First: r.intOrZero(), Frees: r.intOrZero()}
		for n := total - many[account] + 1; n <= total; n++ {
			jobs[0].count = limit.Count{Number: n, Now: now, Burst: burst, Sustained: hour}
			jobs = jobs[1:]
		}
		account++
		return nil
	})
	if err == nil && len(jobs) > 0 {
		err = fmt.Errorf("%d requests were not counted", len(jobs))
	}
	return err
}
