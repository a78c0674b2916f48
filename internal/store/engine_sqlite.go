package store

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"punchclock/internal/attendance"
)

// lockPatience is how long a connection waits for a lock that another one holds.
const lockPatience = 10 * time.Second

// oldestSQLite is the first version without the defect that can damage a WAL database with two connections.
const oldestSQLite = 3_051_003

// writerCacheKiB is the page cache of the writer. Its own commits leave it as it is, and punches of many employees change
// many pages.
const writerCacheKiB = 16 << 10

// sqliteEngine has many reading connections and one writer, which commits the transactions that wait as a group.
type sqliteEngine struct {
	path    string
	options Options
	writer  *sqliteConn
	carrier *carrier
	readers chan *sqliteConn
	all     []*sqliteConn
	jobs    chan *writeJob
	closing sync.RWMutex // held for reading while a job is handed over
	closed  bool
	done    chan struct{} // closed when the writer has ended
	tally
}

func openSQLite(ctx context.Context, path string, options Options) (*sqliteEngine, error) {
	writer, err := openSQLiteConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate, options)
	if err != nil {
		return nil, err
	}
	if err := writer.setUp(ctx); err != nil {
		return nil, errors.Join(unopened(path, err), writer.Close())
	}
	carrier, err := newCarrier(path, options)
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	n := options.Readers
	if n == 0 {
		n = runtime.GOMAXPROCS(0) + 2
	}
	e := &sqliteEngine{path: path, options: options, writer: writer, carrier: carrier, readers: make(chan *sqliteConn, n+mostLent), jobs: make(chan *writeJob, 4*groupSize), done: make(chan struct{})}
	for range n {
		c, err := openSQLiteConn(path, sqlite.OpenReadOnly, options)
		if err != nil {
			return nil, errors.Join(err, e.closeReaders(), carrier.close(), writer.Close(), carrier.file.Close())
		}
		e.all = append(e.all, c)
		e.readers <- c
	}
	go e.writeAll()
	return e, nil
}

// sqliteConn is a connection and the prepared form of each text it was given.
type sqliteConn struct {
	*sqlite.Conn
	prepared map[string]*sqlite.Stmt
	onDisk   bool // the writer keeps what it may have to undo in files, as SQLite does by itself
	trace    func(sql string)
}

func openSQLiteConn(path string, flags sqlite.OpenFlags, options Options) (*sqliteConn, error) {
	c, err := sqlite.OpenConn(path, flags)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	c.SetBusyTimeout(lockPatience)
	cache := options.CacheKiB
	if cache == 0 {
		cache = 2048
	}
	for _, pragma := range []string{
		"PRAGMA foreign_keys = ON", "PRAGMA trusted_schema = OFF", "PRAGMA synchronous = FULL",
		fmt.Sprintf("PRAGMA cache_size = -%d", cache), fmt.Sprintf("PRAGMA mmap_size = %d", options.MmapMiB<<20),
	} {
		if err := sqlitex.ExecuteTransient(c, pragma, nil); err != nil {
			return nil, errors.Join(unopened(path, err), c.Close())
		}
	}
	return &sqliteConn{Conn: c, onDisk: true, prepared: make(map[string]*sqlite.Stmt), trace: options.Trace}, nil
}

// setUp makes the database durable and refuses a library that could damage it.
func (c *sqliteConn) setUp(ctx context.Context) error {
	var version string
	if err := c.query(ctx, "SELECT sqlite_version()", nil, func(r *row) error { version = r.Text(); return nil }); err != nil {
		return err
	}
	var major, minor, patch int
	if _, err := fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch); err != nil || major*1_000_000+minor*1000+patch < oldestSQLite {
		return fmt.Errorf("SQLite %s can damage databases that several connections use; 3.51.3 or newer is needed", version)
	}
	mode, err := c.useLog(ctx)
	if err == nil && mode != "wal" {
		return fmt.Errorf("the write-ahead log cannot be used here (journal mode %s): is the directory writable and on a local disk?", mode)
	}
	for _, pragma := range []string{fmt.Sprintf("PRAGMA cache_size = -%d", writerCacheKiB), "PRAGMA wal_autocheckpoint = 0"} { // the carrier does that
		if err == nil {
			err = sqlitex.ExecuteTransient(c.Conn, pragma, nil)
		}
	}
	return err
}

// useLog turns the write-ahead log on and gives the journal mode that holds then. SQLite does not wait for another program
// that does the same or closes the database at that moment, so this does, as long as for any other lock.
func (c *sqliteConn) useLog(ctx context.Context) (mode string, err error) {
	const pause = 20 * time.Millisecond
	for range int(lockPatience / pause) {
		err = c.query(ctx, "PRAGMA journal_mode = WAL", nil, func(r *row) error { mode = r.Text(); return nil })
		if sqlite.ErrCode(err).ToPrimary() != sqlite.ResultBusy {
			return mode, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return mode, ctx.Err()
		}
	}
	return mode, err
}

// unopened is the error of a database that cannot be opened.
func unopened(path string, err error) error {
	if code := sqlite.ErrCode(err).ToPrimary(); code == sqlite.ResultReadOnly || code == sqlite.ResultCantOpen {
		return fmt.Errorf("open database %s: its log cannot be made beside it; is the directory writable? (%w)", path, err)
	}
	return fmt.Errorf("open database %s: %w", path, err)
}

// sqlPlace is the place of an argument in our SQL.
var sqlPlace = regexp.MustCompile(`\$(\d+)`)

// prepare is the prepared statement of a text. $n becomes ?n, which SQLite numbers as written.
func (c *sqliteConn) prepare(sql string) (*sqlite.Stmt, error) {
	if stmt, ok := c.prepared[sql]; ok {
		return stmt, nil
	}
	stmt, err := c.Prepare(sqlPlace.ReplaceAllString(sql, "?$1"))
	if err != nil {
		return nil, err
	}
	if len(c.prepared) >= 500 {
		c.forget()
	}
	c.prepared[sql] = stmt
	return stmt, nil
}

// forget drops the prepared statements, so that their number stays bounded whatever filters are asked for.
func (c *sqliteConn) forget() {
	for _, stmt := range c.prepared {
		_ = stmt.Finalize()
	}
	clear(c.prepared)
}

func (c *sqliteConn) query(ctx context.Context, sql string, args []any, each func(*row) error) error {
	if c.trace != nil {
		c.trace(sql)
	}
	stmt, err := c.prepare(sql)
	if err != nil {
		return fmt.Errorf("prepare: %w", sqliteError(err))
	}
	bindSQLite(stmt, args)
	defer func() { _ = stmt.Reset() }()
	current := &row{columns: sqliteRow{stmt}}
	for n := 0; ; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		more, err := stmt.Step()
		if err != nil || !more {
			return sqliteError(err)
		}
		current.i = 0
		if err := each(current); err != nil {
			return err
		}
	}
}

// first is nothing: whoever has read enough stops, and a LIMIT would make SQLite plan each number of rows anew.
func (c *sqliteConn) first(int) string { return "" }

func (e *sqliteEngine) first(int) string { return "" }

func (c *sqliteConn) exec(ctx context.Context, sql string, args []any) error {
	return c.query(ctx, sql, args, func(*row) error { return nil })
}

func (c *sqliteConn) clockRow(int64) *clockRow { return nil }

func bindSQLite(stmt *sqlite.Stmt, args []any) {
	for i, arg := range args {
		switch v := arg.(type) {
		case int64:
			stmt.BindInt64(i+1, v)
		case string:
			stmt.BindText(i+1, v)
		case nil:
			stmt.BindNull(i + 1)
		case *int64:
			if v == nil {
				stmt.BindNull(i + 1)
			} else {
				stmt.BindInt64(i+1, *v)
			}
		case *string:
			if v == nil {
				stmt.BindNull(i + 1)
			} else {
				stmt.BindText(i+1, *v)
			}
		case []byte:
			if v == nil {
				stmt.BindNull(i + 1)
			} else {
				stmt.BindBytes(i+1, v)
			}
		case bool:
			stmt.BindInt64(i+1, yes(v))
		case float64:
			stmt.BindFloat(i+1, v)
		default:
			panic(fmt.Sprintf("store: argument of type %T", arg))
		}
	}
}

// sqliteRow reads columns from the statement.
type sqliteRow struct{ stmt *sqlite.Stmt }

func (r sqliteRow) null(i int) bool       { return r.stmt.ColumnType(i) == sqlite.TypeNull }
func (r sqliteRow) int64(i int) int64     { return r.stmt.ColumnInt64(i) }
func (r sqliteRow) float64(i int) float64 { return r.stmt.ColumnFloat(i) }
func (r sqliteRow) text(i int) string     { return r.stmt.ColumnText(i) }
func (r sqliteRow) peek(i int, b []byte) int {
	if n := r.stmt.ColumnBytes(i, b); n < len(b) { // most often it is all: the length need not be asked for
		return n
	}
	return r.stmt.ColumnLen(i)
}

func (r sqliteRow) bytes(i int) []byte {
	b := make([]byte, r.stmt.ColumnLen(i))
	r.stmt.ColumnBytes(i, b)
	return b
}

// sqliteError turns the failures of a full disk, a read-only file and the like into Unavailable.
func sqliteError(err error) error {
	if err == nil {
		return nil
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultFull, sqlite.ResultIOErr, sqlite.ResultReadOnly, sqlite.ResultBusy, sqlite.ResultLocked, sqlite.ResultCantOpen, sqlite.ResultNoMem:
		return errStore().Because(err)
	default:
		return err
	}
}

// query takes a reading connection from the pool for one query.
func (e *sqliteEngine) query(ctx context.Context, sql string, args []any, each func(*row) error) error {
	return e.reading(ctx, func(c *sqliteConn) error { return c.query(ctx, sql, args, each) })
}

func (e *sqliteEngine) reading(ctx context.Context, fn func(*sqliteConn) error) error {
	select {
	case c, ok := <-e.readers:
		if !ok {
			return errClosed()
		}
		defer func() { e.readers <- c }()
		return fn(c)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// mostLent bounds how many connections make up for others that are kept for long.
const mostLent = 64

// lend puts another connection into the pool until back is called.
func (e *sqliteEngine) lend() (back func() error, err error) {
	c, err := openSQLiteConn(e.path, sqlite.OpenReadOnly, e.options)
	if err != nil {
		return nil, sqliteError(err)
	}
	select {
	case e.readers <- c:
		return func() error { return (<-e.readers).Close() }, nil
	default:
		return nil, errors.Join(errStore(), c.Close())
	}
}

func (e *sqliteEngine) snapshot(ctx context.Context, fn func(conn) error) error {
	return e.reading(ctx, func(c *sqliteConn) (err error) {
		if err := c.exec(ctx, "BEGIN", nil); err != nil {
			return err
		}
		defer func() {
			if end := c.exec(context.WithoutCancel(ctx), "ROLLBACK", nil); err == nil {
				err = end
			}
		}()
		return fn(c)
	})
}

// errStore is the failure of a store that works again after a while.
func errStore() *attendance.Error {
	e := attendance.Fail(attendance.Unavailable, "unavailable", "The store cannot take this now. Nothing was changed; try again in a few seconds.")
	e.RetryAfter = 5 * time.Second
	return e
}

// errUncertain is errStore for a change that may be on disk, although the disk did not confirm it: after a crash it could
// be found there.
func errUncertain() *attendance.Error {
	e := errStore()
	e.Detail = "The store could not make sure that this is kept. Look whether it was, or send it again with the same Idempotency-Key, in a few seconds."
	return e
}

func errClosed() error {
	return attendance.Fail(attendance.Unavailable, "unavailable", "The server is shutting down. Try again in a few seconds.")
}

func (e *sqliteEngine) closeReaders() error {
	var errs []error
	for range len(e.all) {
		errs = append(errs, (<-e.readers).Close())
	}
	return errors.Join(errs...)
}

func (e *sqliteEngine) close() error {
	e.closing.Lock()
	if e.closed {
		e.closing.Unlock()
		return nil
	}
	e.closed = true
	close(e.jobs)
	e.closing.Unlock()
	<-e.done
	err := errors.Join(e.carrier.close(), e.closeReaders())
	close(e.readers)
	return errors.Join(err, e.writer.Close(), e.carrier.file.Close()) // the writer is the last to go: it empties the write-ahead log
}
