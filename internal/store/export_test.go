package store

import "context"

// Exec runs any statement in a change, for tests of what no record leads to.
func (tx *Tx) Exec(ctx context.Context, sql string, args ...any) error {
	return tx.conn.exec(ctx, sql, args)
}

// Ask is Exec with a statement that is sent at once, because it has an answer.
func (tx *Tx) Ask(ctx context.Context, sql string, args ...any) error {
	return tx.conn.query(ctx, sql, args, func(*row) error { return nil })
}
