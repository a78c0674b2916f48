package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// postgresTx is a transaction that changes something. Where what is written waits to be sent, its beginning goes with the
// first question, and its commit with the last of what was written: two round trips less.
type postgresTx struct {
	conn  *pgx.Conn
	begin []string
}

// open begins the transaction, or has it begin with the first statement.
func (tx postgresTx) open(ctx context.Context, on postgresConn) error {
	if on.unsent != nil {
		for _, sql := range tx.begin {
			on.unsent.Queue(sql)
		}
		return nil
	}
	_, err := tx.conn.Exec(ctx, strings.Join(tx.begin, "; "), pgx.QueryExecModeSimpleProtocol)
	return err
}

// errGone is why a transaction is not committed whose connection was lost before.
var errGone = fmt.Errorf("the connection was lost before the commit: %w", io.ErrUnexpectedEOF)

// commit sends what is unsent and commits. When it fails it says whether the commit may have been reached: if not, the
// transaction is still open, or gone with its connection.
func (tx postgresTx) commit(ctx context.Context, on postgresConn) (reached bool, err error) {
	if tx.conn.IsClosed() {
		return false, errGone
	}
	ctx = context.WithoutCancel(ctx)
	if on.unsent == nil {
		tag, err := tx.conn.Exec(ctx, "commit", pgx.QueryExecModeSimpleProtocol)
		return !neverSent(err), committed(tag, err)
	}
	on.unsent.Queue("commit")
	answers, left := on.send(ctx)
	var tag pgconn.CommandTag
	for ; left > 0 && err == nil; left-- {
		tag, err = answers.Exec()
	}
	_ = answers.Close() // once the commit is answered nothing changes that
	return !neverSent(err) && (left == 0 || tx.mayHavePassed(err)), committed(tag, err)
}

// neverSent says whether statements failed before they were sent. The driver's own word that they can be repeated does not
// do: it also gives it when a connection broke as the answer was awaited.
func neverSent(err error) bool {
	if _, apart := errors.AsType[pgx.ErrPreprocessingBatch](err); apart {
		return true
	}
	network, ok := errors.AsType[*net.OpError](err)
	return ok && network.Op == "write" && pgconn.SafeToRetry(err)
}

// mayHavePassed says whether the statements may have been carried out that were sent together with one that failed. Not when
// the database said so, for then it leaves out what follows, nor when the transaction is still open.
func (tx postgresTx) mayHavePassed(err error) bool {
	_, told := errors.AsType[*pgconn.PgError](err)
	return !told && (tx.conn.IsClosed() || tx.conn.PgConn().TxStatus() == 'I')
}

// committed is why a commit that was answered in such a way did not succeed.
func committed(tag pgconn.CommandTag, err error) error {
	if err == nil && tag.String() == "ROLLBACK" {
		return errPassedOver
	}
	return err
}

// refused says whether the database answered that it did not commit, and goes on.
func refused(err error) bool {
	server, ok := errors.AsType[*pgconn.PgError](err)
	return ok && server.SeverityUnlocalized == "ERROR"
}

// undo ends the transaction without effect. Where that fails the connection is closed as it is given back.
func (tx postgresTx) undo(ctx context.Context) {
	if tx.conn.PgConn().TxStatus() != 'I' {
		_, _ = tx.conn.Exec(context.WithoutCancel(ctx), "rollback", pgx.QueryExecModeSimpleProtocol)
	}
}
