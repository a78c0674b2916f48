package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"punchclock/internal/attendance"
)

// postgresEngine is a PostgreSQL database, which any number of servers may share.
//
// The changes of one account follow one another, for each holds the account's row until it commits. So that a busy
// account does not pay for a commit with every change, each server lets the changes of an account that wait go
// together in one transaction, each in its own savepoint.
type postgresEngine struct {
	pool  *pgxpool.Pool
	trace func(sql string)
	mu    sync.Mutex
	lanes map[int64]*lane
}

// lane is the changes of one account that wait in this server. It exists while there are any.
type lane struct{ waiting []*writeJob }

func openPostgres(ctx context.Context, address string, options Options) (*postgresEngine, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("the database address is wrong: %w", err)
	}
	if options.Readers > 0 {
		config.MaxConns = int32(options.Readers) + 4 //nolint:gosec // a small number
	}
	config.ConnConfig.ConnectTimeout = 3 * time.Second
	config.AfterConnect = behindPooler
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	return &postgresEngine{pool: pool, trace: options.Trace, lanes: make(map[int64]*lane)}, nil
}

// behindPooler notices a pooler such as PgBouncer between this connection and the server, and then keeps no prepared
// statements, which belong to a server's session: the process that answers is not the one that greeted.
func behindPooler(ctx context.Context, c *pgx.Conn) error {
	var pid int64
	if err := c.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&pid); err != nil {
		return err
	}
	if uint32(pid) != c.PgConn().PID() { //nolint:gosec // process ids are small
		c.Config().DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	return nil
}

// postgresConn is a connection, alone or in a transaction.
type postgresConn struct {
	on interface {
		Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
		Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	}
	trace func(sql string)
}

func (c postgresConn) query(ctx context.Context, sql string, args []any, each func(*row) error) error {
	if c.trace != nil {
		c.trace(sql)
	}
	found, err := c.on.Query(ctx, sql, postgresArgs(args)...)
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

func (c postgresConn) exec(ctx context.Context, sql string, args []any) (int64, error) {
	if c.trace != nil {
		c.trace(sql)
	}
	tag, err := c.on.Exec(ctx, sql, postgresArgs(args)...)
	return tag.RowsAffected(), postgresError(err)
}

// postgresArgs makes booleans the numbers that the columns hold.
func postgresArgs(args []any) []any {
	for i, arg := range args {
		if b, ok := arg.(bool); ok {
			args[i] = yes(b)
		}
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
	return again(ctx, func() error { return postgresConn{e.pool, e.trace}.query(ctx, sql, args, each) })
}

// again repeats what surely had no effect: a serialization failure, a deadlock, or a connection that was lost before
// anything was sent.
func again(ctx context.Context, fn func() error) error {
	for try := 1; ; try++ {
		err := fn()
		if err == nil || try == 3 || ctx.Err() != nil || !repeatable(err) {
			return err
		}
	}
}

func repeatable(err error) bool {
	if server, ok := errors.AsType[*pgconn.PgError](err); ok {
		return server.Code == "40001" || server.Code == "40P01"
	}
	return pgconn.SafeToRetry(err)
}

func (e *postgresEngine) snapshot(ctx context.Context, fn func(conn) error) error {
	tx, err := e.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return postgresError(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	return fn(postgresConn{tx, e.trace})
}

// write runs fn in a transaction. Those of an account go through its lane.
func (e *postgresEngine) write(ctx context.Context, account int64, fn func(conn) error) error {
	job := &writeJob{ctx: ctx, fn: fn, done: make(chan struct{})}
	if account == 0 {
		e.runGroup([]*writeJob{job})
		return job.err
	}
	e.mu.Lock()
	if l := e.lanes[account]; l != nil {
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
		e.runGroup(group)
		for _, job := range group {
			close(job.done)
		}
	}
}

// runGroup runs the jobs in one transaction, each in its own savepoint, and commits it. When the whole transaction fails
// for a reason that had no effect it is run again.
func (e *postgresEngine) runGroup(group []*writeJob) {
	ctx := context.Background()
	if len(group) == 1 {
		ctx = group[0].ctx
	}
	err := again(ctx, func() error {
		for _, job := range group {
			job.err = nil
		}
		return postgresError(pgx.BeginTxFunc(context.WithoutCancel(ctx), e.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
			return e.runJobs(tx, group)
		}))
	})
	for _, job := range group {
		if job.err == nil && err != nil && !errors.Is(err, errUndone) {
			job.err = err
		}
	}
}

// errUndone undoes a transaction whose only job failed.
var errUndone = errors.New("undone")

func (e *postgresEngine) runJobs(tx pgx.Tx, group []*writeJob) error {
	c := postgresConn{tx, e.trace}
	if len(group) == 1 {
		if group[0].err = runJob(group[0], c); group[0].err != nil {
			if repeatable(group[0].err) {
				return group[0].err
			}
			return errUndone
		}
		return nil
	}
	for _, job := range group {
		save, err := tx.Begin(job.ctx) // a savepoint
		if err != nil {
			return err
		}
		if job.err = runJob(job, postgresConn{save, e.trace}); job.err != nil {
			if repeatable(job.err) {
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
	if err := job.ctx.Err(); err != nil {
		return err
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

// lend does nothing: the pool is large, and bounded by what the database allows.
func (e *postgresEngine) lend() (back func() error, err error) {
	return func() error { return nil }, nil
}

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
