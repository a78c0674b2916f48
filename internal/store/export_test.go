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

// Waiting says how many changes of the account wait in this server for one that is under way, in a PostgreSQL database.
func (s *Store) Waiting(account int64) int {
	e := s.engine.(*postgresEngine)
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.lanes[account]; l != nil {
		return len(l.waiting)
	}
	return 0
}
