package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"net"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"punchclock/internal/attendance"
)

// postgresEngine is a PostgreSQL database, which any number of servers may share.
//
// The changes of one account follow one another, for each holds the account's row until it commits. So that a busy
// account does not pay for a commit with every change, each server lets the changes of an account that wait go
// together in one transaction, each in its own savepoint.
type postgresEngine struct {
	pool  *postgresPool
	trace func(sql string)
	mu    sync.Mutex
	lanes map[int64]*lane
}

// lane is the changes of one account that wait in this server. It exists while there are any.
type lane struct{ waiting []*writeJob }

func openPostgres(ctx context.Context, address string, options Options) (*postgresEngine, error) {
	pool, err := openPool(ctx, address, options)
	if err != nil {
		return nil, err
	}
	return &postgresEngine{pool: pool, trace: options.Trace, lanes: make(map[int64]*lane)}, nil
}

// postgresQuerier is what a connection of the driver and a transaction of it have in common.
type postgresQuerier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// postgresConn is a connection, alone or in a transaction.
type postgresConn struct {
	on    postgresQuerier
	trace func(sql string)
	mode  pgx.QueryExecMode // 0 is the connection's own
	// steady keeps a statement going when its caller gives up: that would end the connection, on which others depend.
	steady bool
}

func (e *postgresEngine) conn(on postgresQuerier) postgresConn {
	return postgresConn{on: on, trace: e.trace, mode: e.pool.mode()}
}

func (c postgresConn) query(ctx context.Context, sql string, args []any, each func(*row) error) error {
	if c.trace != nil {
		c.trace(sql)
	}
	if c.steady {
		ctx = context.WithoutCancel(ctx)
	}
	found, err := c.on.Query(ctx, sql, c.args(args)...)
	if err != nil {
		return postgresError(err)
	}
	defer found.Close()
	columns := &postgresRow{fields: found.FieldDescriptions()}
	current := &row{columns: columns}
	for found.Next() {
		columns.values, current.i = found.RawValues(), 0
		if err := each(current); err != nil {
			return err
		}
	}
	return postgresError(found.Err())
}

// first cuts the answer off: PostgreSQL sends all of it, whether it is read or not, and plans for all of it. The number
// is rounded up to a power of two, so that there are few different statements.
func (c postgresConn) first(rows int) string {
	return " LIMIT " + strconv.Itoa(1<<bits.Len(uint(rows-1)))
}

func (e *postgresEngine) first(rows int) string { return postgresConn{}.first(rows) }

func (c postgresConn) exec(ctx context.Context, sql string, args []any) (int64, error) {
	if c.trace != nil {
		c.trace(sql)
	}
	if c.steady {
		ctx = context.WithoutCancel(ctx)
	}
	tag, err := c.on.Exec(ctx, sql, c.args(args)...)
	return tag.RowsAffected(), postgresError(err)
}

// args makes booleans the numbers that the columns hold, and says first how the statement is sent.
func (c postgresConn) args(args []any) []any {
	for i, arg := range args {
		if b, ok := arg.(bool); ok {
			args[i] = yes(b)
		}
	}
	if c.mode != 0 {
		return append([]any{c.mode}, args...)
	}
	return args
}

// postgresRow reads columns from the bytes that the server sent.
type postgresRow struct {
	fields []pgconn.FieldDescription
	values [][]byte
}

func (r *postgresRow) null(i int) bool { return r.values[i] == nil }

func (r *postgresRow) int64(i int) int64 {
	v := r.values[i]
	if r.fields[i].Format == pgx.TextFormatCode {
		n, _ := strconv.ParseInt(string(v), 10, 64)
		return n
	}
	switch len(v) {
	case 8:
		return int64(binary.BigEndian.Uint64(v)) //nolint:gosec // the wire format of bigint
	case 4:
		return int64(int32(binary.BigEndian.Uint32(v))) //nolint:gosec // the wire format of integer
	case 2:
		return int64(int16(binary.BigEndian.Uint16(v))) //nolint:gosec // the wire format of smallint
	case 1:
		return int64(v[0])
	}
	return 0
}

func (r *postgresRow) float64(i int) float64 {
	v := r.values[i]
	if r.fields[i].Format == pgx.TextFormatCode {
		f, _ := strconv.ParseFloat(string(v), 64)
		return f
	}
	if len(v) == 8 {
		return math.Float64frombits(binary.BigEndian.Uint64(v))
	}
	return 0
}

func (r *postgresRow) text(i int) string { return string(r.values[i]) }

func (r *postgresRow) peek(i int, b []byte) int {
	copy(b, r.values[i])
	return len(r.values[i])
}

func (r *postgresRow) bytes(i int) []byte {
	v := r.values[i]
	if v == nil {
		return nil
	}
	return append(make([]byte, 0, len(v)), v...)
}

// postgresError turns the failures of a database that is gone, busy or without room into Unavailable.
func postgresError(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return errStore().Because(err)
	}
	if server, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch server.Code[:2] {
		case "08", "53", "55", "57", "58", "25", "40":
			return errStore().Because(err)
		}
		return err
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	if _, ok := errors.AsType[*attendance.Error](err); ok || errors.Is(err, errStop) || errors.Is(err, errUndone) {
		return err
	}
	return errStore().Because(err) // the connection failed
}

func (e *postgresEngine) query(ctx context.Context, sql string, args []any, each func(*row) error) error {
	seen := false
	return e.again(ctx, func() (bool, error) {
		c, err := e.pool.acquire(ctx)
		if err != nil {
			return true, err
		}
		defer c.release()
		err = e.conn(c).query(ctx, sql, args, func(r *row) error {
			seen = true
			return each(r)
		})
		return !seen, err
	})
}

// again repeats what surely had no effect: a serialization failure, a deadlock, a connection that was lost before the
// end, or a server that takes no changes any more. fn says whether it may be repeated.
func (e *postgresEngine) again(ctx context.Context, fn func() (bool, error)) error {
	for try := 1; ; try++ {
		may, err := fn()
		if err == nil {
			return nil
		}
		gone := lostConnection(err)
		if gone {
			e.pool.Reset() // the others lead to the same server
		}
		if !may || try == 3 || ctx.Err() != nil || !gone && !repeatable(err) {
			return err
		}
	}
}

// repeatable says whether the same may succeed at once on the same connection.
func repeatable(err error) bool {
	if server, ok := errors.AsType[*pgconn.PgError](err); ok {
		return server.Code == "40001" || server.Code == "40P01"
	}
	return pgconn.SafeToRetry(err)
}

// lostConnection says whether a connection, which was good before, leads to no primary any more: it was closed, the
// server was stopped, or it became a standby. A server that is only silent is not asked again, for that took long enough.
func lostConnection(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok || errors.Is(err, errSilent) {
		return false
	}
	if server, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains([]string{"25006", "57P01", "57P02", "57P05", "08006", "08P01"}, server.Code)
	}
	network, ok := errors.AsType[net.Error](err)
	return ok && !network.Timeout() || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

func (e *postgresEngine) snapshot(ctx context.Context, fn func(conn) error) error {
	c, err := e.pool.acquire(ctx)
	if err != nil {
		return err
	}
	defer c.release()
	tx, err := c.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return postgresError(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	return fn(e.conn(tx))
}

// write runs fn in a transaction. Those of an account go through its lane.
func (e *postgresEngine) write(ctx context.Context, account int64, fn func(conn) error) error {
	job := &writeJob{ctx: ctx, fn: fn, done: make(chan struct{})}
	if account == noAccount {
		e.runGroup([]*writeJob{job})
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
	e.runGroup([]*writeJob{job})
	go e.drainLane(account)
	return job.err
}

var errBusy = errors.New("other changes of the account took too long")

// drainLane runs what has gathered behind a change, until nothing waits.
func (e *postgresEngine) drainLane(account int64) {
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
		e.runGroup(stillWanted(group))
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

// runGroup runs the jobs in one transaction, each in its own savepoint, and commits it. When the whole transaction fails
// for a reason that had no effect it is run again.
func (e *postgresEngine) runGroup(group []*writeJob) {
	if len(group) == 0 {
		return
	}
	ctx := context.Background()
	if len(group) == 1 {
		ctx = context.WithoutCancel(group[0].ctx)
	}
	err := e.again(ctx, func() (bool, error) {
		for _, job := range group {
			job.err = nil
		}
		return e.tryGroup(ctx, group)
	})
	for _, job := range group {
		if job.err == nil && err != nil && !errors.Is(err, errUndone) {
			job.err = err
		}
	}
}

// tryGroup says whether the transaction may be run again when it failed: not when that happened as it was committed.
func (e *postgresEngine) tryGroup(ctx context.Context, group []*writeJob) (may bool, err error) {
	c, err := e.pool.acquire(ctx)
	if err != nil {
		return true, err
	}
	defer c.release()
	tx, err := c.BeginTx(ctx, pgx.TxOptions{BeginQuery: e.pool.begin})
	if err != nil {
		return true, postgresError(err)
	}
	if err := e.runJobs(tx, group); err != nil {
		_ = tx.Rollback(ctx) // the connection may be gone, and with it the transaction
		return true, postgresError(err)
	}
	e.pool.listen(c)
	err = tx.Commit(ctx)
	if err == nil && e.pool.heardOfLoss(c) {
		return false, errUncertain().Because(errNotReplicated)
	}
	if server, ok := errors.AsType[*pgconn.PgError](err); err != nil && (!ok || server.SeverityUnlocalized != "ERROR") {
		return false, errUncertain().Because(err) // the connection was lost while the commit was under way
	}
	return true, postgresError(err)
}

// errUndone undoes a transaction whose only job failed.
var errUndone = errors.New("undone")

func (e *postgresEngine) runJobs(tx pgx.Tx, group []*writeJob) error {
	c := e.conn(tx)
	if len(group) == 1 {
		if group[0].err = runJob(group[0], c); group[0].err != nil {
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

var (
	textColumn = regexp.MustCompile(` TEXT\b`)
	blobColumn = regexp.MustCompile(` BLOB\b`)
	timeColumn = regexp.MustCompile(`\{\{time (\w+)\}\}`)
)

// dialect makes texts compare bytewise, as they do in SQLite.
func (e *postgresEngine) dialect(migration string) string {
	migration = textColumn.ReplaceAllString(migration, ` TEXT COLLATE "C"`)
	migration = blobColumn.ReplaceAllString(migration, " BYTEA")
	return timeColumn.ReplaceAllString(migration, "to_timestamp($1 / 1000000.0)")
}

func (e *postgresEngine) tables(ctx context.Context) (names []string, err error) {
	const sql = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1"
	err = e.query(ctx, sql, nil, func(r *row) error {
		names = append(names, r.Text())
		return nil
	})
	return names, err
}

func (e *postgresEngine) columns(ctx context.Context, table string) (all []column, err error) {
	const sql = `SELECT a.attname::text, format_type(a.atttypid, NULL), coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1
		FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
		WHERE a.attrelid = $1::text::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attname COLLATE "C"`
	err = e.query(ctx, sql, []any{table}, func(r *row) error {
		all = append(all, column{name: r.Text(), kind: kindOfType(r.Text()), key: r.Int()})
		return nil
	})
	return all, err
}

// load uses COPY.
func (e *postgresEngine) load(ctx context.Context, c conn, table string, columns []column, rows [][]any) error {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = column.name
	}
	on, ok := c.(postgresConn).on.(pgx.Tx)
	if !ok {
		return insertRows(ctx, c, table, columns, rows)
	}
	_, err := on.CopyFrom(ctx, pgx.Identifier{table}, names, pgx.CopyFromRows(rows))
	return postgresError(err)
}

func (e *postgresEngine) shared() bool { return true }

func (e *postgresEngine) relax(ctx context.Context, c conn) error {
	_, err := c.exec(ctx, "SET LOCAL synchronous_commit = off", nil)
	return err
}

func (e *postgresEngine) forUpdate() string { return " FOR UPDATE" }

func (e *postgresEngine) forUpdateSkipLocked() string { return " FOR UPDATE SKIP LOCKED" }

// schemaLock is the number of the advisory lock that servers take to migrate one after the other.
const schemaLock = 7_236_415_901

func (e *postgresEngine) lockSchema(ctx context.Context, c conn) error {
	_, err := c.exec(ctx, "SELECT pg_advisory_xact_lock($1)", []any{int64(schemaLock)})
	return err
}

func (e *postgresEngine) plan(ctx context.Context, sql string) (string, error) {
	var lines []string
	places := 0
	for _, place := range sqlPlace.FindAllStringSubmatch(sql, -1) {
		n, _ := strconv.Atoi(place[1])
		places = max(places, n)
	}
	values := ""
	if places > 0 {
		values = "(" + strings.TrimSuffix(strings.Repeat("NULL, ", places), ", ") + ")"
	}
	err := e.snapshot(ctx, func(c conn) error {
		for _, step := range []string{
			// What is avoidable is avoided even where the tables are so small that it would do no harm.
			"SET LOCAL enable_seqscan = off", "SET LOCAL enable_bitmapscan = off", "SET LOCAL enable_sort = off",
			"SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE planned AS " + sql,
		} {
			if _, err := c.exec(ctx, step, nil); err != nil {
				return err
			}
		}
		err := c.query(ctx, "EXPLAIN EXECUTE planned"+values, nil, func(r *row) error {
			lines = append(lines, r.Text())
			return nil
		})
		_, end := c.exec(ctx, "DEALLOCATE planned", nil)
		return errors.Join(err, end)
	})
	return strings.Join(lines, "\n"), err
}

func (e *postgresEngine) lend() (back func() error, err error) { return e.pool.lend() }

func (e *postgresEngine) backup(context.Context, string) error {
	return errors.New("a PostgreSQL database is backed up with its own tools: pg_basebackup and an archive of its write-ahead log, or pg_dump")
}

func (e *postgresEngine) check(ctx context.Context) error {
	return e.query(ctx, "SELECT 1", nil, func(*row) error { return nil })
}

func (e *postgresEngine) close() error {
	e.pool.Close()
	return nil
}
