package store

import (
	"context"
	"errors"
	"slices"
	"time"
)

const (
	// longestOpen is for how long a group takes more changes in: the first of them waits for the last, and so do the
	// account's changes in other servers.
	longestOpen = 10 * time.Millisecond
	// longestLull is for how long it waits for the next.
	longestLull = 3 * time.Millisecond
)

// lane is the changes of one account that wait in this server. It exists while there are any.
type lane struct {
	waiting  []*writeJob
	came     chan struct{} // full when one came since anybody looked
	expected int           // how many went together the last time
}

// write runs fn in a transaction. Those of an account go through its lane.
func (e *postgresEngine) write(ctx context.Context, account int64, fn func(conn) error) error {
	job := &writeJob{ctx: ctx, fn: fn, save: account == noAccount, done: make(chan struct{})}
	if account == noAccount {
		_ = e.runGroup(&postgresGroup{jobs: []*writeJob{job}}) // the job has it
		return job.err
	}
	if e.pool.patience > 0 {
		var cancel context.CancelFunc
		job.ctx, cancel = context.WithTimeoutCause(ctx, e.pool.patience, errBusy)
		defer cancel()
	}
	e.mu.Lock()
	l := e.lanes[account]
	begin := l == nil
	if begin {
		l = &lane{came: make(chan struct{}, 1)}
		e.lanes[account] = l
	}
	l.waiting = append(l.waiting, job)
	e.mu.Unlock()
	select {
	case l.came <- struct{}{}:
	default:
	}
	if begin {
		go e.drainLane(account, l)
	}
	select {
	case <-job.done:
	case <-job.ctx.Done():
		if e.leave(l, job) {
			return gaveUp(job.ctx)
		}
		<-job.done // it was begun: the caller must know whether it was done
	}
	return job.err
}

// leave takes a job out of its lane, and says whether it still waited there. Then it is never begun.
func (e *postgresEngine) leave(l *lane, job *writeJob) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	i := slices.Index(l.waiting, job)
	if i < 0 {
		return false
	}
	l.waiting = slices.Delete(l.waiting, i, i+1)
	return true
}

// drainLane runs what has gathered in a lane, until nothing comes any more. When the database was waited for in vain those
// that gathered meanwhile fail, for they would wait as long again.
func (e *postgresEngine) drainLane(account int64, l *lane) {
	var failed error
	for {
		jobs := e.nextInLane(account, l)
		if len(jobs) == 0 {
			return
		}
		group := &postgresGroup{jobs: jobs, lane: l}
		if outOfPatience(failed) {
			for _, job := range jobs {
				job.err = failed
			}
			failed = nil
		} else {
			failed = e.runGroup(group)
		}
		l.expected = len(group.jobs)
		for _, job := range group.jobs {
			close(job.done)
		}
	}
}

// nextInLane is what waits in a lane, or comes soon. When there is nothing the lane is gone.
func (e *postgresEngine) nextInLane(account int64, l *lane) []*writeJob {
	for {
		e.mu.Lock()
		jobs := l.take(groupSize)
		if len(jobs) == 0 && l.expected <= 1 {
			delete(e.lanes, account)
		}
		e.mu.Unlock()
		if len(jobs) > 0 || l.expected <= 1 {
			return jobs
		}
		l.await(time.After(longestLull))
	}
}

// await waits until one comes, or no longer: then nobody is expected any more.
func (l *lane) await(long <-chan time.Time) {
	select {
	case <-l.came:
	case <-long:
		l.expected = 0
	}
}

// take takes what waits, but no more than so many. The engine's mutex must be held.
func (l *lane) take(most int) []*writeJob {
	taken := l.waiting[:min(len(l.waiting), most)]
	l.waiting = append([]*writeJob(nil), l.waiting[len(taken):]...)
	return taken
}

// gather adds to the group what came while it ran. Those who were just answered are on their way back with the next
// change: there is a little time for as many as went together the last time, because to begin and to commit once for all of
// them is worth more. Nobody waits for others who was alone before.
func (e *postgresEngine) gather(g *postgresGroup, open <-chan time.Time) {
	select {
	case <-open:
		g.full = true
	default:
	}
	for l := g.lane; !g.full; {
		e.mu.Lock()
		more := l.take(groupSize - len(g.jobs))
		e.mu.Unlock()
		g.jobs = append(g.jobs, more...)
		if len(more) > 0 || len(g.jobs) >= min(l.expected, groupSize) {
			return
		}
		if l.await(time.After(longestLull)); l.expected == 0 {
			g.full = true
		}
	}
}

// part commits the first changes of a group before the others, which wait in the lane again: those that follow may take long.
func (e *postgresEngine) part(g *postgresGroup, first int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	g.lane.waiting = slices.Concat(g.jobs[first:], g.lane.waiting)
	g.jobs, g.full = g.jobs[:first], true
}

var errBusy = errors.New("other changes of the account took too long")

// gaveUp is why nobody waits for a job any more.
func gaveUp(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), errBusy) {
		return errStore().Because(errBusy)
	}
	return ctx.Err()
}
