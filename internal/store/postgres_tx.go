package store

import (
	"context"
	"errors"
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

// commit sends what is unsent and commits. When it fails it says whether the commit may have been reached: if not, the
// transaction is still open, or gone with its connection.
func (tx postgresTx) commit(ctx context.Context, on postgresConn) (reached bool, err error) {
	ctx = context.WithoutCancel(ctx)
	if on.unsent == nil {
		tag, err := tx.conn.Exec(ctx, "commit", pgx.QueryExecModeSimpleProtocol)
		return true, committed(tag, err)
	}
	on.unsent.Queue("commit")
	answers, sent := on.send(ctx)
	for range sent - 1 {
		if _, err = answers.Exec(); err != nil {
			_ = answers.Close()
			return !unsent(err) && tx.conn.IsClosed(), err
		}
	}
	tag, err := answers.Exec()
	return true, errors.Join(committed(tag, err), answers.Close())
}

// unsent says whether statements failed before what follows them was sent, or carried out.
func unsent(err error) bool {
	_, apart := errors.AsType[pgx.ErrPreprocessingBatch](err)
	_, told := errors.AsType[*pgconn.PgError](err)
	return apart || told || pgconn.SafeToRetry(err)
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
