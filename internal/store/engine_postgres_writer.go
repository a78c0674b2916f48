package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
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

var errBusy = errors.New("other changes of the account took too long")

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

// postgresGroup is changes that are committed together.
type postgresGroup struct {
	jobs []*writeJob
	lane *lane // where more may come from; nil when it takes no more
}

// gather adds to the group what came while it ran. Those who were just answered are on their way back with the next
// change: there is a little time for as many as went together the last time, because to begin and to commit once for all of
// them is worth more. Nobody waits for others who was alone before.
func (e *postgresEngine) gather(g *postgresGroup, open <-chan time.Time) {
	select {
	case <-open:
		g.lane = nil
	default:
	}
	for l := g.lane; l != nil; {
		e.mu.Lock()
		more := l.take(groupSize - len(g.jobs))
		e.mu.Unlock()
		g.jobs = append(g.jobs, more...)
		if len(more) > 0 || len(g.jobs) >= min(l.expected, groupSize) {
			return
		}
		if l.await(time.After(longestLull)); l.expected == 0 {
			g.lane = nil
		}
	}
}

// gaveUp is why nobody waits for a job any more.
func gaveUp(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), errBusy) {
		return errStore().Because(errBusy)
	}
	return ctx.Err()
}

// runGroup runs the jobs in one transaction and commits it. When the whole transaction fails for a reason that had no
// effect it is run again. The error is that of the transaction, if it failed.
func (e *postgresEngine) runGroup(g *postgresGroup) error {
	ctx := context.Background()
	careful := g.jobs[0].save
	err := e.again(ctx, func() (bool, error) {
		may, err := e.tryGroup(ctx, g, careful)
		if errors.Is(err, errCareful) {
			careful = true
			may, err = e.tryGroup(ctx, g, careful)
		}
		return may, err
	})
	for _, job := range g.jobs {
		if job.err == nil && err != nil && !errors.Is(err, errUndone) {
			job.err = err
		}
	}
	e.count(g.jobs)
	return err
}

// tryGroup says whether the transaction may be run again when it failed: not when that happened as it was committed.
func (e *postgresEngine) tryGroup(ctx context.Context, g *postgresGroup, careful bool) (may bool, err error) {
	for _, job := range g.jobs {
		job.err = nil
	}
	c, err := e.pool.acquire(ctx)
	if err != nil {
		return true, err
	}
	defer c.release()
	tx := postgresTx{conn: c.Conn.Conn(), begin: e.pool.begin}
	on := e.conn(tx.conn)
	run := e.runJobs
	if careful {
		run = e.runCarefully
	}
	if !careful && on.mode == 0 { // a pooler must be told with each statement how it is sent
		on.unsent = &unsent{}
	}
	if err := tx.open(ctx, on); err != nil {
		return true, postgresError(err)
	}
	if err := run(on, g); err != nil {
		tx.undo(ctx)
		return true, postgresError(err)
	}
	e.pool.listen(c)
	reached, err := tx.commit(ctx, on)
	if err == nil && e.pool.heardOfLoss(c) {
		return false, errUncertain().Because(errNotReplicated)
	}
	if err != nil && !reached {
		tx.undo(ctx)
		if endsAll(err) {
			return true, postgresError(err)
		}
		return true, errCareful
	}
	return unconfirmed(err)
}

// unconfirmed is what becomes of a transaction whose commit was answered with an error, or not at all.
func unconfirmed(err error) (may bool, _ error) {
	switch {
	case err == nil:
		return false, nil
	case errors.Is(err, errPassedOver):
		return false, errStore().Because(err)
	case refused(err):
		return true, postgresError(err)
	default:
		return false, errUncertain().Because(err) // the connection was lost while the commit was under way
	}
}

var (
	// errUndone undoes a transaction whose only job failed.
	errUndone = errors.New("undone")
	// errCareful undoes a transaction in which something failed that may have to do with what was written.
	errCareful = errors.New("to be run again, carefully")
	// errPassedOver is why a change is not made that went on after a statement of it had failed.
	errPassedOver = errors.New("the change passed over that a statement of it failed")
)

// runJobs runs jobs that will hardly fail after they wrote something: what they write goes to the database together with
// the next question, and nothing is there to undo a single one of them.
func (e *postgresEngine) runJobs(on postgresConn, g *postgresGroup) error {
	open := time.NewTimer(longestOpen)
	defer open.Stop()
	on.row = &clockRow{}
	for i := 0; i < len(g.jobs); i++ {
		job, wrote := g.jobs[i], false
		on.steady, on.wrote = len(g.jobs) > 1, &wrote
		job.err = runJob(job, on)
		job.ran = job.ran || job.err == nil
		switch {
		case job.err != nil && endsAll(job.err):
			return job.err
		case job.err != nil && len(g.jobs) == 1:
			return errUndone
		case job.err != nil && wrote, on.failed():
			return errCareful
		}
		if i == len(g.jobs)-1 {
			e.gather(g, open.C)
		}
	}
	if on.row.keep == nil { // none succeeded
		return errUndone
	}
	err := on.row.keep()
	if err == nil || endsAll(err) {
		return err
	}
	return errCareful
}

// endsAll says whether an error is that of the whole transaction, whichever of its changes met it: it has to do with the
// connection, or with other transactions.
func endsAll(err error) bool { return repeatable(err) || lostConnection(err) || outOfPatience(err) }

// runCarefully runs each job in its own savepoint, and every statement at once.
func (e *postgresEngine) runCarefully(on postgresConn, g *postgresGroup) error {
	group := g.jobs
	if len(group) == 1 {
		if group[0].err = runJob(group[0], on); group[0].err != nil {
			if endsAll(group[0].err) {
				return group[0].err
			}
			return errUndone
		}
		return nil
	}
	on.steady = true
	for _, job := range group {
		if err := on.exec(context.Background(), "SAVEPOINT job", nil); err != nil {
			return err
		}
		end := "RELEASE SAVEPOINT job"
		if job.err = runJob(job, on); job.err == nil && on.failed() {
			job.err = errStore().Because(errPassedOver)
		}
		if job.err != nil {
			if endsAll(job.err) {
				return job.err
			}
			end = "ROLLBACK TO SAVEPOINT job"
		}
		if err := on.exec(context.Background(), end, nil); err != nil {
			return err
		}
	}
	return nil
}

// runJob runs a job; a panic is its failure.
func runJob(job *writeJob, c conn) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	// A change that succeeded, and was undone with its transaction, waited for nobody.
	if job.ctx.Err() != nil && !(job.ran && errors.Is(context.Cause(job.ctx), errBusy)) {
		return gaveUp(job.ctx)
	}
	return job.fn(c)
}
