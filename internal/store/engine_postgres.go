package store

import (
	"context"
	"errors"
	"io"
	"math/bits"
	"net"
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
// together in one transaction.
type postgresEngine struct {
	pool  *postgresPool
	trace func(sql string)
	mu    sync.Mutex
	lanes map[int64]*lane
	tally
}

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
	SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error)
}

// postgresConn is a connection, alone or in a transaction.
type postgresConn struct {
	on    postgresQuerier
	trace func(sql string)
	mode  pgx.QueryExecMode // 0 is the connection's own
	// steady keeps a statement going when its caller gives up: that would end the connection, on which others depend.
	steady bool
	unsent *unsent // nil sends everything at once
	wrote  *bool   // set when something is written; nil where nobody wants to know
	row    *clockRow
}

// unsent is what was written but not sent yet, so that it goes with the next question.
type unsent struct {
	pgx.Batch
	lost bool // something of it was not carried out, though the transaction may go on
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
	c.note(sql)
	found, end, err := c.ask(ctx, sql, c.args(args))
	defer end()
	if err != nil {
		return postgresError(err)
	}
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
// is rounded up by an eighth at most, so that there are few different statements.
func (c postgresConn) first(rows int) string {
	step := 1 << max(0, bits.Len(uint(rows))-4)
	return " LIMIT " + strconv.Itoa((rows+step-1)/step*step)
}

func (e *postgresEngine) first(rows int) string { return postgresConn{}.first(rows) }

// ask sends a question, and before it what is unsent. end must be called when the answer was read.
func (c postgresConn) ask(ctx context.Context, sql string, args []any) (found pgx.Rows, end func(), err error) {
	if c.unsent == nil || c.unsent.Len() == 0 {
		found, err := c.on.Query(ctx, sql, args...)
		if err != nil {
			return nil, func() {}, err
		}
		return found, found.Close, nil
	}
	c.unsent.Queue(sql, args...)
	answers, sent := c.send(ctx)
	for range sent - 1 {
		if _, err = answers.Exec(); err != nil {
			break
		}
	}
	if err == nil {
		found, err = answers.Query()
	}
	if err != nil {
		c.unsent.lost = true
		return nil, func() { _ = answers.Close() }, err
	}
	return found, func() {
		found.Close()
		_ = answers.Close() // its error is that of the rows, or the next statement meets it
	}, nil
}

func (c postgresConn) exec(ctx context.Context, sql string, args []any) error {
	if c.trace != nil {
		c.trace(sql)
	}
	c.note(sql)
	if c.steady {
		ctx = context.WithoutCancel(ctx)
	}
	if c.unsent != nil {
		if c.unsent.Queue(sql, c.args(args)...); c.unsent.Len() >= mostUnsent {
			return c.flush(ctx)
		}
		return nil
	}
	_, err := c.on.Exec(ctx, sql, c.args(args)...)
	return postgresError(err)
}

// mostUnsent is how many statements wait at most to be sent together, so that a change of many records does not fill the
// memory, and the database works while the change goes on.
const mostUnsent = 200

// clockRow is that of the one account whose changes go together.
func (c postgresConn) clockRow(int64) *clockRow { return c.row }

// flush sends what is unsent.
func (c postgresConn) flush(ctx context.Context) error {
	if c.unsent == nil || c.unsent.Len() == 0 {
		return nil
	}
	answers, _ := c.send(ctx)
	err := answers.Close()
	c.unsent.lost = c.unsent.lost || err != nil
	return postgresError(err)
}

// send sends what is unsent, of which nothing is left then.
func (c postgresConn) send(ctx context.Context) (answers pgx.BatchResults, sent int) {
	batch := c.unsent.Batch
	c.unsent.Batch = pgx.Batch{}
	return c.on.SendBatch(ctx, &batch), batch.Len()
}

// failed says whether a statement of the transaction failed, whether or not that was passed over.
func (c postgresConn) failed() bool {
	if c.unsent != nil && c.unsent.lost {
		return true
	}
	on, ok := c.on.(*pgx.Conn)
	return ok && on.PgConn().TxStatus() == 'E'
}

// note notes that a statement does more than read.
func (c postgresConn) note(sql string) {
	if !strings.HasPrefix(sql, "SELECT") {
		c.noteWrite()
	}
}

func (c postgresConn) noteWrite() {
	if c.wrote != nil {
		*c.wrote = true
	}
}

// args makes booleans the numbers that the columns hold, takes what is pointed to as it is now, for it may be sent later,
// and says first how the statement is sent.
func (c postgresConn) args(args []any) []any {
	for i, arg := range args {
		switch v := arg.(type) {
		case bool:
			args[i] = yes(v)
		case *int64:
			args[i] = valueOrNull(v)
		case *string:
			args[i] = valueOrNull(v)
		}
	}
	if c.mode != 0 {
		return append([]any{c.mode}, args...)
	}
	return args
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
		if slices.Contains([]string{"42501", "42P01", "42883", "3F000"}, server.Code) {
			return errStore().Because(err) // a right, a table or a function was taken away: it can be given back
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
	return e.again(ctx, func() (bool, error) {
		c, err := e.pool.acquire(ctx)
		if err != nil {
			return true, err
		}
		defer c.release()
		tx, err := c.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return true, postgresError(err)
		}
		defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
		return false, fn(e.conn(tx))
	})
}

func (e *postgresEngine) shared() bool { return true }

func (e *postgresEngine) lend() (back func() error, err error) { return e.pool.lend() }

func (e *postgresEngine) close() error {
	e.pool.Close()
	return nil
}
