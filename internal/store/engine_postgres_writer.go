package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// lane is the changes of one account that wait in this server. It exists while there are any.
type lane struct{ waiting []*writeJob }

// write runs fn in a transaction. Those of an account go through its lane.
func (e *postgresEngine) write(ctx context.Context, account int64, fn func(conn) error) error {
	job := &writeJob{ctx: ctx, fn: fn, save: account == noAccount, done: make(chan struct{})}
	if account == noAccount {
		_ = e.runGroup([]*writeJob{job}) // the job has it
		return job.err
	}
	e.mu.Lock()
	if l := e.lanes[account]; l != nil {
		if e.pool.patience > 0 {
			var cancel context.CancelFunc
			job.ctx, cancel = context.WithTimeoutCause(ctx, e.pool.patience, errBusy)
			defer cancel()
		}
		l.waiting = append(l.waiting, job)
		e.mu.Unlock()
		<-job.done
		return job.err
	}
	e.lanes[account] = &lane{}
	e.mu.Unlock()
	go e.drainLane(account, e.runGroup([]*writeJob{job}))
	return job.err
}

var errBusy = errors.New("other changes of the account took too long")

// drainLane runs what has gathered behind a change, until nothing waits. When the database was waited for in vain it
// fails, for it would wait as long again; failed is what became of the change before.
func (e *postgresEngine) drainLane(account int64, failed error) {
	for {
		e.mu.Lock()
		l := e.lanes[account]
		group := l.waiting
		if len(group) == 0 {
			delete(e.lanes, account)
			e.mu.Unlock()
			return
		}
		group = group[:min(len(group), groupSize)]
		l.waiting = append([]*writeJob(nil), l.waiting[len(group):]...)
		e.mu.Unlock()
		if outOfPatience(failed) {
			for _, job := range group {
				job.err = failed
			}
			failed = nil
		} else {
			failed = e.runGroup(stillWanted(group))
		}
		for _, job := range group {
			close(job.done)
		}
	}
}

// stillWanted are the jobs of which nobody has given up waiting. The others fail.
func stillWanted(group []*writeJob) []*writeJob {
	wanted := make([]*writeJob, 0, len(group))
	for _, job := range group {
		if job.ctx.Err() == nil {
			wanted = append(wanted, job)
		} else {
			job.err = gaveUp(job.ctx)
		}
	}
	return wanted
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
func (e *postgresEngine) runGroup(group []*writeJob) error {
	if len(group) == 0 {
		return nil
	}
	ctx := context.Background()
	if len(group) == 1 {
		ctx = context.WithoutCancel(group[0].ctx)
	}
	careful := group[0].save
	err := e.again(ctx, func() (bool, error) {
		may, err := e.tryGroup(ctx, group, careful)
		if errors.Is(err, errCareful) {
			careful = true
			may, err = e.tryGroup(ctx, group, careful)
		}
		return may, err
	})
	for _, job := range group {
		if job.err == nil && err != nil && !errors.Is(err, errUndone) {
			job.err = err
		}
	}
	e.count(group)
	return err
}

// tryGroup says whether the transaction may be run again when it failed: not when that happened as it was committed.
func (e *postgresEngine) tryGroup(ctx context.Context, group []*writeJob, careful bool) (may bool, err error) {
	for _, job := range group {
		job.err = nil
	}
	c, err := e.pool.acquire(ctx)
	if err != nil {
		return true, err
	}
	defer c.release()
	tx, err := c.BeginTx(ctx, pgx.TxOptions{BeginQuery: e.pool.begin})
	if err != nil {
		return true, postgresError(err)
	}
	run := e.runJobs
	if careful {
		run = e.runCarefully
	}
	if err := run(tx, group); err != nil {
		_ = tx.Rollback(ctx) // the connection may be gone, and with it the transaction
		return true, postgresError(err)
	}
	e.pool.listen(c)
	err = tx.Commit(ctx)
	if err == nil && e.pool.heardOfLoss(c) {
		return false, errUncertain().Because(errNotReplicated)
	}
	if errors.Is(err, pgx.ErrTxCommitRollback) { // a job passed over that a statement of it failed
		return false, errStore().Because(err)
	}
	if server, ok := errors.AsType[*pgconn.PgError](err); err != nil && (!ok || server.SeverityUnlocalized != "ERROR") {
		return false, errUncertain().Because(err) // the connection was lost while the commit was under way
	}
	return true, postgresError(err)
}

var (
	// errUndone undoes a transaction whose only job failed.
	errUndone = errors.New("undone")
	// errCareful undoes a transaction in which something failed that may have to do with what was written.
	errCareful = errors.New("to be run again, carefully")
)

// runJobs runs jobs that will hardly fail after they wrote something: what they write goes to the database together with
// the next question, and nothing is there to undo a single one of them.
func (e *postgresEngine) runJobs(tx pgx.Tx, group []*writeJob) error {
	on := e.conn(tx)
	on.steady, on.row = len(group) > 1, &clockRow{}
	if on.mode == 0 { // a pooler must be told with each statement how it is sent
		on.unsent = &pgx.Batch{}
	}
	for _, job := range group {
		wrote := false
		on.wrote = &wrote
		job.err = runJob(job, on)
		switch {
		case job.err == nil:
		case repeatable(job.err) || lostConnection(job.err):
			return job.err
		case len(group) == 1:
			return errUndone
		case wrote || tx.Conn().PgConn().TxStatus() != 'T':
			return errCareful
		}
	}
	if on.row.keep == nil { // none succeeded
		return errUndone
	}
	err := errors.Join(on.row.keep(), on.flush(context.Background()))
	if err == nil || repeatable(err) || lostConnection(err) {
		return err
	}
	return errCareful
}

// runCarefully runs each job in its own savepoint, and every statement at once.
func (e *postgresEngine) runCarefully(tx pgx.Tx, group []*writeJob) error {
	if len(group) == 1 {
		if group[0].err = runJob(group[0], e.conn(tx)); group[0].err != nil {
			if repeatable(group[0].err) || lostConnection(group[0].err) {
				return group[0].err
			}
			return errUndone
		}
		return nil
	}
	for _, job := range group {
		save, err := tx.Begin(context.WithoutCancel(job.ctx)) // a savepoint
		if err != nil {
			return err
		}
		on := e.conn(save)
		on.steady = true
		if job.err = runJob(job, on); job.err != nil {
			if repeatable(job.err) || lostConnection(job.err) {
				return job.err
			}
			if err := save.Rollback(context.Background()); err != nil {
				return err
			}
			continue
		}
		if err := save.Commit(context.Background()); err != nil {
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
	if job.ctx.Err() != nil {
		return gaveUp(job.ctx)
	}
	return job.fn(c)
}
