package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// postgresGroup is changes that are committed together.
type postgresGroup struct {
	jobs []*writeJob
	lane *lane // where more may come from; nil where they are of no account
	full bool  // it takes no more
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

// tryGroup says whether the transaction may be run again when it failed: not when it may have been committed.
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
		if on.row.drew { // every account draws from the row that this transaction now holds
			e.part(g, i+1)
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
	madeOnce := job.ran && errors.Is(context.Cause(job.ctx), errBusy)
	if job.ctx.Err() != nil && !madeOnce {
		return gaveUp(job.ctx)
	}
	return job.fn(c)
}
