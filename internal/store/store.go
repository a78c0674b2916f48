package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"punchclock/internal/attendance"
)

// Options are the settings of a store. The zero value is good for a small machine.
type Options struct {
	// Readers is how many connections read a SQLite database at once; 0 is two more than there are processors.
	Readers int
	// CacheKiB is the page cache of each reading connection; 0 is 2048.
	CacheKiB int
	// MmapMiB is how much of the database file each connection maps into memory. Every change by another connection
	// takes the mapping away, so it makes little faster, and it counts as memory of the process.
	MmapMiB int
	// Pool is how many connections to a PostgreSQL database are open at most; 0 is 20.
	Pool int
	// Patience is how long a PostgreSQL database may say nothing while an answer of it is awaited, how long a statement of a
	// change may take, and how long a change waits for others of its account. After that the request is refused as
	// Unavailable. 0 is for ever.
	Patience time.Duration
	// Scarce, when set, is told once that a PostgreSQL database allows fewer connections than Pool, and what it said. It must
	// be safe for concurrent use. Only where there is Patience do requests then wait for the connections that are there.
	Scarce func(error)
	// Clock says when the requests that a PostgreSQL database counts are made; nil is the database's own clock, so that
	// those of the servers need not agree.
	Clock func() time.Time
	// Trace, when set, is told of every statement before it is run. It must be safe for concurrent use.
	Trace func(sql string)
}

// engine is a database: SQLite or PostgreSQL.
type engine interface {
	runner
	// write runs fn in a transaction. It returns after the transaction is on disk, or after it is undone. Changes of the
	// same account, which wait for one another anyway, may be put together into one transaction; noAccount is for what
	// is not the change of an account.
	write(ctx context.Context, account int64, fn func(conn) error) error
	// snapshot runs fn with a connection whose queries all see the same state.
	snapshot(ctx context.Context, fn func(conn) error) error
	// lend makes up for a connection that is kept for long, until back is called.
	lend() (back func() error, err error)
	// shared says whether several servers may use the database at once.
	shared() bool
	// tables are the names of all tables; columns describes one, in a fixed order.
	tables(ctx context.Context) ([]string, error)
	columns(ctx context.Context, table string) ([]column, error)
	// load writes many rows of a table in the way that is fastest.
	load(ctx context.Context, c conn, table string, columns []column, rows [][]any) error
	// dialect makes a migration, written for no engine, into the engine's own.
	dialect(migration string) string
	// forUpdate is what a SELECT ends with to lock the row until the end of the transaction.
	forUpdate() string
	// forUpdateSkipLocked is the same, but passes over rows that others have locked.
	forUpdateSkipLocked() string
	// lockSchema keeps other servers from migrating until the end of the transaction.
	lockSchema(ctx context.Context, c conn) error
	// plan explains how a query would be run.
	plan(ctx context.Context, sql string) (string, error)
	backup(ctx context.Context, path string) error
	check(ctx context.Context) error
	// written counts commits, and the changes in them.
	written() (commits, changes int64)
	close() error
}

// noAccount stands for the account of a transaction that changes none.
const noAccount = 0

// Store is an open database.
type Store struct {
	Reads
	engine  engine
	facts   *factCache
	counter counter
	clock   func() time.Time // of CountRequest
}

// Open opens the database that path names: a file for SQLite, made where there is none, or a postgres:// address. It
// does not migrate.
func Open(ctx context.Context, path string, options Options) (*Store, error) {
	e, err := openEngine(ctx, path, options)
	if err != nil {
		return nil, err
	}
	return &Store{Reads: Reads{on: e, names: newNameCache()}, engine: e, facts: newFactCache(), clock: options.Clock}, nil
}

func openEngine(ctx context.Context, path string, options Options) (engine, error) {
	if strings.HasPrefix(path, "postgres://") || strings.HasPrefix(path, "postgresql://") {
		return openPostgres(ctx, path, options)
	}
	return openSQLite(ctx, path, options)
}

// Lend makes up for a connection to the database whose holder keeps it for long, because it passes on what it reads at the
// pace of somebody else. The holder calls back when it needs the connection no more.
func (s *Store) Lend() (back func() error, err error) { return s.engine.lend() }

// Close waits for changes in flight and closes the database.
func (s *Store) Close() error { return s.engine.close() }

// Ping asks the database for a sign of life.
func (s *Store) Ping(ctx context.Context) error {
	return s.on.query(ctx, "SELECT 1", nil, func(*row) error { return nil })
}

// Shared says whether other servers may use the same database.
func (s *Store) Shared() bool { return s.engine.shared() }

// Check has the database examine its own integrity and says what it finds wrong.
func (s *Store) Check(ctx context.Context) error { return s.engine.check(ctx) }

// Plan says how the database would run a statement: which indexes it would use, what it would sort.
func (s *Store) Plan(ctx context.Context, sql string) (string, error) { return s.engine.plan(ctx, sql) }

// Backup writes a copy of the database, as it is at one moment, to a new file. Changes go on meanwhile.
func (s *Store) Backup(ctx context.Context, path string) error { return s.engine.backup(ctx, path) }

// Snapshot runs fn with questions that are all answered from the same state of the database.
func (s *Store) Snapshot(ctx context.Context, fn func(Reads) error) error {
	return s.engine.snapshot(ctx, func(c conn) error { return fn(Reads{on: c}) })
}

// Tx is a transaction that changes one account. It hands out the account's ids and stamps.
type Tx struct {
	Reads
	conn    conn
	account int64
	clockRow
	renames bool // this is a change of what others show, or take: what is kept of it in memory counts no longer
	facts   *factCache
	learnt  map[factKey]any // facts that were not in memory
	store   engine
	// gathered are the rows that are written later, by table; nil when each is written at once.
	gathered map[string]*gathered
}

// idBlock is how many ids an account is given at a time.
const idBlock = 1000

// Write runs fn in a transaction that changes the account. The transactions of one account follow one another, and
// Write returns after the change is on disk. When fn fails nothing is changed. An account that does not exist is
// ErrNotFound.
func (s *Store) Write(ctx context.Context, account int64, now time.Time, fn func(*Tx) error) error {
	var tx *Tx
	err := s.engine.write(ctx, account, func(c conn) error {
		tx = &Tx{Reads: Reads{on: c}, conn: c, account: account, facts: s.facts, store: s.engine}
		shared := c.clockRow(account)
		if err := tx.takeClock(ctx, now, shared, s.engine.forUpdate()); err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			return err
		}
		return tx.giveClock(ctx, shared)
	})
	if err == nil {
		tx.keepFacts()
	}
	return err
}

// clockRow is what an account's row says of stamps and ids.
type clockRow struct {
	clock   int64 // the last stamp given
	nextID  int64
	lastID  int64
	renamed int64 // the clock at the last change of what others show, or take, of the account's records
	dirty   bool  // it is to be written
	drew    bool  // a block of ids was drawn
	known   bool
	keep    func() error // writes it, where it is shared
}

// takeClock takes over the clock row from the change before in the same transaction, or locks and reads it.
func (tx *Tx) takeClock(ctx context.Context, now time.Time, shared *clockRow, forUpdate string) error {
	if shared != nil && shared.known {
		tx.clockRow = *shared
	} else if err := tx.lockAccount(ctx, forUpdate); err != nil {
		return err
	}
	tx.clock = max(tx.clock, micros(now)-1)
	return nil
}

// lockAccount reads the account's clock row, which the transaction then holds until it ends: so the stamps of an
// account rise in the order of the commits.
func (tx *Tx) lockAccount(ctx context.Context, forUpdate string) error {
	err := tx.conn.query(ctx, "SELECT clock, next_id, last_id, names FROM accounts WHERE id = $1"+forUpdate, []any{tx.account}, func(r *row) error {
		tx.clockRow = clockRow{clock: r.Int(), nextID: r.Int(), lastID: r.Int(), renamed: r.Int(), known: true}
		return nil
	})
	if err == nil && !tx.known {
		return attendance.ErrNotFound()
	}
	return err
}

// giveClock passes the clock row on to the next change in the same transaction, or writes it. The count of renamings moves
// on to the clock, not by one: so a database that lost its last commits as another took over never comes to a count that
// was there before.
func (tx *Tx) giveClock(ctx context.Context, shared *clockRow) error {
	if tx.renames {
		tx.renamed, tx.dirty = max(tx.clock, tx.renamed+1), true
	}
	if shared == nil {
		return tx.keepClock(ctx)
	}
	tx.keep = func() error { return tx.keepClock(context.WithoutCancel(ctx)) }
	*shared = tx.clockRow
	return nil
}

// keepClock writes what was drawn from the account's clock row.
func (tx *Tx) keepClock(ctx context.Context) error {
	if !tx.dirty {
		return nil
	}
	return tx.conn.exec(ctx, "UPDATE accounts SET clock = $2, next_id = $3, last_id = $4, names = $5 WHERE id = $1",
		[]any{tx.account, tx.clock, tx.nextID, tx.lastID, tx.renamed})
}

// Stamp is the instant of a change: later than every stamp given before within the account, and the present unless the
// clock was set back.
func (tx *Tx) Stamp() time.Time {
	tx.clock++
	tx.dirty = true
	return instant(tx.clock)
}

// NewID is the id of a new record. Ids are unique over all records of all accounts.
func (tx *Tx) NewID(ctx context.Context) (int64, error) {
	if tx.nextID > tx.lastID {
		if err := tx.takeIDs(ctx, idBlock); err != nil {
			return 0, err
		}
	}
	tx.nextID++
	tx.dirty = true
	return tx.nextID - 1, nil
}

// ReserveIDs makes sure that the next n ids need no further block, for loads of many records.
func (tx *Tx) ReserveIDs(ctx context.Context, n int64) error {
	if tx.lastID-tx.nextID+1 >= n {
		return nil
	}
	tx.dirty = true
	return tx.takeIDs(ctx, max(n, idBlock))
}

func (tx *Tx) takeIDs(ctx context.Context, n int64) error {
	err := tx.conn.query(ctx, "UPDATE id_blocks SET next = next + $1 RETURNING next - $1", []any{n}, func(r *row) error {
		tx.nextID, tx.drew = r.Int(), true
		tx.lastID = tx.nextID + n - 1
		return nil
	})
	if err != nil {
		return fmt.Errorf("take a block of ids: %w", err)
	}
	return nil
}
