package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

const accountColumns = "id, name, timezone, burst, sustained, regular_pay_code, created"

func scanAccount(r *row, a *attendance.Account) error {
	*a = attendance.Account{ID: r.Int(), Name: r.Text(), Timezone: r.Text(), Burst: r.Int(), Sustained: r.Int(), RegularPayCode: r.Int(), Created: r.Time()}
	return nil
}

// Accounts lists all accounts by id.
func (r Reads) Accounts(ctx context.Context) iter.Seq2[*attendance.Account, error] {
	return rows(ctx, r, 0, "SELECT "+accountColumns+" FROM accounts ORDER BY id", nil, scanAccount)
}

// Account is one account, or ErrNotFound.
func (r Reads) Account(ctx context.Context, id int64) (*attendance.Account, error) {
	return one(ctx, r, "SELECT "+accountColumns+" FROM accounts WHERE id = $1", []any{id}, scanAccount)
}

// CreateAccount writes a new account, whose id it sets, and then runs fill in the same transaction.
func (s *Store) CreateAccount(ctx context.Context, a *attendance.Account, fill func(*Tx) error) error {
	return s.engine.write(ctx, noAccount, func(c conn) error {
		// The block counter's row is held from here on, so that two new accounts do not take the same id.
		tx := &Tx{Reads: Reads{on: c}, conn: c, clockRow: clockRow{clock: micros(a.Created) - 1}}
		if err := tx.takeIDs(ctx, idBlock); err != nil {
			return err
		}
		err := c.query(ctx, "SELECT coalesce(max(id), 0) + 1 FROM accounts", nil, func(r *row) error { a.ID = r.Int(); return nil })
		if err != nil {
			return err
		}
		tx.account = a.ID
		err = c.exec(ctx, "INSERT INTO accounts ("+accountColumns+", clock, next_id, last_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
			[]any{a.ID, a.Name, a.Timezone, a.Burst, a.Sustained, a.RegularPayCode, micros(a.Created), tx.clock, tx.nextID, tx.lastID})
		if err != nil {
			return err
		}
		if err := fill(tx); err != nil {
			return err
		}
		return tx.giveClock(ctx, nil)
	})
}

// UpdateAccount writes the name, zone, rates and regular pay code of the account.
func (tx *Tx) UpdateAccount(ctx context.Context, a *attendance.Account) error {
	err := tx.conn.exec(ctx, "UPDATE accounts SET name = $2, timezone = $3, burst = $4, sustained = $5, regular_pay_code = $6 WHERE id = $1",
		[]any{tx.account, a.Name, a.Timezone, a.Burst, a.Sustained, a.RegularPayCode})
	return err
}
