package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"zombiezen.com/go/sqlite/sqlitex"

	"punchclock/internal/attendance"
)

// longestGather is how long a group waits at most for as many as there were in the one before.
const longestGather = time.Millisecond

// groupSize is how many waiting transactions are committed with one fsync.
const groupSize = 512

// writeJob is a transaction that waits for the writer.
type writeJob struct {
	ctx  context.Context //nolint:containedctx // the job is a call that is carried out on another goroutine
	fn   func(conn) error
	save bool // it is run carefully whatever it does, because it may change the schema
	ran  bool // it succeeded once, in a transaction that was undone
	err  error
	done chan struct{}
}

// write hands fn to the writer and waits until its transaction is on disk or undone.
func (e *sqliteEngine) write(ctx context.Context, account int64, fn func(conn) error) error {
	job := &writeJob{ctx: ctx, fn: fn, save: account == noAccount, done: make(chan struct{})}
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
	g := &writeGroup{on: e.writer, waiting: e.jobs, patience: time.NewTimer(longestGather)}
	defer g.patience.Stop()
	for job := range e.jobs {
		g.jobs = append(g.jobs[:0], job)
		g.run()
		e.count(g.jobs)
		for _, job := range g.jobs {
			close(job.done)
		}
		clear(g.jobs)
		e.carrier.after(e.writer)
	}
}

// writeGroup is the jobs that are committed together.
type writeGroup struct {
	on       *sqliteConn
	waiting  <-chan *writeJob
	jobs     []*writeJob
	careful  bool // each job has a savepoint
	expected int  // how many there were the last time
	patience *time.Timer
}

// run runs the jobs of the group, and those that wait behind them, in one transaction.
func (g *writeGroup) run() {
	g.careful = false
	g.patience.Reset(longestGather)
	err := g.begin()
	for i := 0; i < len(g.jobs); i++ {
		if err == nil {
			err = g.runNext(i)
		}
		if i == len(g.jobs)-1 && i+1 < groupSize {
			if next := g.next(); next != nil {
				g.jobs = append(g.jobs, next)
			}
		}
	}
	g.expected = len(g.jobs)
	if err == nil {
		err = g.commit()
	}
	if err == nil {
		return
	}
	g.undo()
	for _, job := range g.jobs {
		if job.err == nil {
			job.err = err
		}
	}
}

// next is a job that waits. Those who were just answered are on their way back with the next one: there is a little
// time for as many as came with the last group, because to write the pages that they all change once, and to sync them
// once, is worth more. Nobody waits for others who was alone before.
func (g *writeGroup) next() *writeJob {
	select {
	case job := <-g.waiting:
		return job
	default:
	}
	if len(g.jobs) >= g.expected {
		return nil
	}
	select {
	case job := <-g.waiting:
		return job
	case <-g.patience.C:
		g.expected = 0
		return nil
	}
}

// runNext runs the job at i. Jobs seldom fail after they wrote something, and what would undo a single one is dear: so
// there is none at first, and when it is needed the whole transaction is undone and its jobs are run again, each in a
// savepoint.
func (g *writeGroup) runNext(i int) error {
	job := g.jobs[i]
	var wrote bool
	if g.careful || job.save {
		job.err = g.on.runSaved(job)
	} else {
		wrote, job.err = g.on.runJob(job)
	}
	if g.on.AutocommitEnabled() { // the failure was such that SQLite undid everything
		return errors.Join(errStore(), job.err)
	}
	if job.err == nil || !wrote {
		return nil
	}
	g.undo()
	g.careful = true
	if err := g.begin(); err != nil {
		return err
	}
	for again, earlier := range g.jobs[:i] {
		if earlier.err == nil {
			if err := g.runNext(again); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *writeGroup) begin() error {
	return sqliteError(errors.Join(g.on.undoIn(false), sqlitex.Execute(g.on.Conn, "BEGIN IMMEDIATE", nil)))
}

func (g *writeGroup) commit() error {
	err := g.on.exec(context.Background(), "COMMIT", nil)
	if attendance.KindOf(err) == attendance.Unavailable {
		err = errUncertain().Because(err)
	}
	return err
}

func (g *writeGroup) undo() {
	if !g.on.AutocommitEnabled() {
		_ = g.on.exec(context.Background(), "ROLLBACK", nil)
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

// runSaved runs one job in a savepoint, which is undone when the job fails.
func (c *sqliteConn) runSaved(job *writeJob) error {
	ctx := context.WithoutCancel(job.ctx)
	if err := c.exec(ctx, "SAVEPOINT job", nil); err != nil {
		return err
	}
	_, err := c.runJob(job)
	if err != nil {
		undo := c.exec(ctx, "ROLLBACK TO job", nil)
		err = errors.Join(err, undo)
	}
	if release := c.exec(ctx, "RELEASE job", nil); err == nil {
		err = release
	}
	return err
}

// runJob runs one job and says whether it may have written. A panic is its failure.
func (c *sqliteConn) runJob(job *writeJob) (wrote bool, err error) {
	if err := job.ctx.Err(); err != nil {
		return false, err
	}
	on := &jobConn{sqliteConn: c}
	defer func() {
		wrote = on.wrote
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	return false, job.fn(on)
}

// jobConn is the writer in the hands of a job. It notes whether the job did more than read.
type jobConn struct {
	*sqliteConn
	wrote bool
}

func (c *jobConn) query(ctx context.Context, sql string, args []any, each func(*row) error) error {
	c.wrote = c.wrote || !strings.HasPrefix(sql, "SELECT")
	return c.sqliteConn.query(ctx, sql, args, each)
}

func (c *jobConn) exec(ctx context.Context, sql string, args []any) error {
	c.wrote = true
	return c.sqliteConn.exec(ctx, sql, args)
}
