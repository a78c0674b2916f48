package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"zombiezen.com/go/sqlite/sqlitex"

	"punchclock/internal/attendance"
)

// groupSize is how many waiting transactions are committed with one fsync.
const groupSize = 512

// writeJob is a transaction that waits for the writer.
type writeJob struct {
	ctx  context.Context //nolint:containedctx // the job is a call that is carried out on another goroutine
	fn   func(conn) error
	err  error
	done chan struct{}
}

// write hands fn to the writer and waits until its transaction is on disk or undone.
func (e *sqliteEngine) write(ctx context.Context, _ int64, fn func(conn) error) error {
	job := &writeJob{ctx: ctx, fn: fn, done: make(chan struct{})}
	e.closing.RLock()
	if e.closed {
		e.closing.RUnlock()
		return errClosed()
	}
	select {
	case e.jobs <- job:
		e.closing.RUnlock()
	case <-ctx.Done():
		e.closing.RUnlock()
		return ctx.Err()
	}
	<-job.done // not ctx.Done: the caller must know whether it was done
	return job.err
}

// writeAll is the writer.
func (e *sqliteEngine) writeAll() {
	defer close(e.done)
	group := make([]*writeJob, 0, groupSize)
	for job := range e.jobs {
		group = append(group[:0], job)
		e.writer.runGroup(&group, e.jobs)
		for _, job := range group {
			close(job.done)
		}
	}
}

// runGroup runs the jobs of the group, and those that wait behind them, each in its own savepoint of one transaction.
func (c *sqliteConn) runGroup(group *[]*writeJob, waiting <-chan *writeJob) {
	ctx := context.Background()
	err := sqliteError(errors.Join(c.undoIn(false), sqlitex.Execute(c.Conn, "BEGIN IMMEDIATE", nil)))
	for i := 0; i < len(*group); i++ {
		job := (*group)[i]
		if err == nil {
			job.err = c.runJob(job)
			if c.AutocommitEnabled() { // the failure was such that SQLite undid everything
				err = errors.Join(errStore(), job.err)
			}
		}
		if i == len(*group)-1 && len(*group) < groupSize {
			select {
			case next, ok := <-waiting:
				if ok {
					*group = append(*group, next)
				}
			default:
			}
		}
	}
	if err == nil {
		_, err = c.exec(ctx, "COMMIT", nil)
		if attendance.KindOf(err) == attendance.Unavailable {
			err = errUncertain().Because(err)
		}
	}
	if err == nil {
		return
	}
	if !c.AutocommitEnabled() {
		_, _ = c.exec(ctx, "ROLLBACK", nil)
	}
	for _, job := range *group {
		if job.err == nil {
			job.err = err
		}
	}
}

// undoIn says where the writer keeps what undoes a job. A job is small, and to write it to a file and forget it again
// costs a fifth of all that a change costs. To make an index of a large table takes a file, though.
func (c *sqliteConn) undoIn(file bool) error {
	if c.onDisk == file {
		return nil
	}
	c.onDisk = file
	where := map[bool]string{false: "MEMORY", true: "FILE"}[file]
	return sqlitex.ExecuteTransient(c.Conn, "PRAGMA temp_store = "+where, nil)
}

// runJob runs one job in a savepoint, which is undone when the job fails or panics.
func (c *sqliteConn) runJob(job *writeJob) (err error) {
	if err := job.ctx.Err(); err != nil {
		return err
	}
	ctx := context.WithoutCancel(job.ctx)
	if _, err := c.exec(ctx, "SAVEPOINT job", nil); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
		if err != nil {
			_, undo := c.exec(ctx, "ROLLBACK TO job", nil)
			err = errors.Join(err, undo)
		}
		if _, release := c.exec(ctx, "RELEASE job", nil); err == nil {
			err = release
		}
	}()
	return job.fn(c)
}
