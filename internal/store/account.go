package store

import (
	"context"
	"iter"
	"time"

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
		tx := &Tx{Reads: Reads{on: c}, conn: c, clock: micros(a.Created) - 1}
		if err := tx.takeIDs(ctx, idBlock); err != nil {
			return err
		}
		err := c.query(ctx, "SELECT coalesce(max(id), 0) + 1 FROM accounts", nil, func(r *row) error { a.ID = r.Int(); return nil })
		if err != nil {
			return err
		}
		tx.account = a.ID
		_, err = c.exec(ctx, "INSERT INTO accounts ("+accountColumns+", clock, next_id, last_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
			[]any{a.ID, a.Name, a.Timezone, a.Burst, a.Sustained, a.RegularPayCode, micros(a.Created), tx.clock, tx.nextID, tx.lastID})
		if err != nil {
			return err
		}
		if err := fill(tx); err != nil {
			return err
		}
		return tx.keepClock(ctx)
	})
}

// UpdateAccount writes the name, zone, rates and regular pay code of the account.
func (tx *Tx) UpdateAccount(ctx context.Context, a *attendance.Account) error {
	_, err := tx.conn.exec(ctx, "UPDATE accounts SET name = $2, timezone = $3, burst = $4, sustained = $5, regular_pay_code = $6 WHERE id = $1",
		[]any{tx.account, a.Name, a.Timezone, a.Burst, a.Sustained, a.RegularPayCode})
	return err
}

const keyColumns = "id, name, prefix, last4, permissions, org_units, expires, revoked, last_used, created"

func scanKey(r *row, k *attendance.Key) error {
	*k = attendance.Key{
		Account: r.Int(), ID: r.Int(), Name: r.Text(), Prefix: r.Text(), Last4: r.Text(), Permissions: permissionsOf(r.Words()), OrgUnits: r.IDs(),
	}
	k.Expires, k.Revoked, k.LastUsed, k.Created = r.TimeOrNull(), r.TimeOrNull(), r.TimeOrNull(), r.Time()
	return nil
}

func permissionsOf(words []string) attendance.Permissions {
	out := make(attendance.Permissions, len(words))
	for i, w := range words {
		out[i] = attendance.Permission(w)
	}
	return out
}

// KeyByHash is the key whose secret has this SHA-256, valid or not, with that hash as it is stored; or ErrNotFound.
func (r Reads) KeyByHash(ctx context.Context, hash []byte) (*attendance.Key, []byte, error) {
	var stored []byte
	k, err := one(ctx, r, "SELECT account_id, "+keyColumns+", hash FROM api_keys WHERE hash = $1", []any{hash}, func(r *row, k *attendance.Key) error {
		err := scanKey(r, k)
		stored = r.Bytes()
		return err
	})
	return k, stored, err
}

// Keys lists the keys of an account by id.
func (r Reads) Keys(ctx context.Context, account int64) iter.Seq2[*attendance.Key, error] {
	return rows(ctx, r, 0, "SELECT account_id, "+keyColumns+" FROM api_keys WHERE account_id = $1 ORDER BY id", []any{account}, scanKey)
}

// Key is one key of an account, or ErrNotFound.
func (r Reads) Key(ctx context.Context, account, id int64) (*attendance.Key, error) {
	return one(ctx, r, "SELECT account_id, "+keyColumns+" FROM api_keys WHERE account_id = $1 AND id = $2", []any{account, id}, scanKey)
}

// InsertKey writes a new key with the hash of its secret.
func (tx *Tx) InsertKey(ctx context.Context, k *attendance.Key, hash []byte) error {
	_, err := tx.conn.exec(ctx, "INSERT INTO api_keys (account_id, "+keyColumns+", hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
		[]any{tx.account, k.ID, k.Name, k.Prefix, k.Last4, k.Permissions.String(), joinIDs(k.OrgUnits), microsOrNull(k.Expires), microsOrNull(k.Revoked), microsOrNull(k.LastUsed), micros(k.Created), hash})
	return err
}

// RevokeKey makes a key invalid from that instant on.
func (tx *Tx) RevokeKey(ctx context.Context, id int64, at time.Time) error {
	_, err := tx.conn.exec(ctx, "UPDATE api_keys SET revoked = $3 WHERE account_id = $1 AND id = $2 AND revoked IS NULL", []any{tx.account, id, micros(at)})
	return err
}

// Traffic is what is noted of requests after they were answered: the instants that the rates count, and the last use of keys.
type Traffic struct {
	Rates    map[int64][]byte    // by account
	KeysUsed map[int64]time.Time // by key id
	Owners   map[int64]int64     // the account of each key in KeysUsed
}

// KeepTraffic writes what was noted of requests.
func (s *Store) KeepTraffic(ctx context.Context, t Traffic) error {
	return s.engine.write(ctx, noAccount, func(c conn) error {
		for account, made := range t.Rates {
			_, err := c.exec(ctx, "INSERT INTO rates (account_id, made) VALUES ($1, $2) ON CONFLICT (account_id) DO UPDATE SET made = excluded.made", []any{account, made})
			if err != nil {
				return err
			}
		}
		for key, at := range t.KeysUsed {
			_, err := c.exec(ctx, "UPDATE api_keys SET last_used = $3 WHERE account_id = $1 AND id = $2", []any{t.Owners[key], key, micros(at)})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// CountRequest replaces the noted instants of the account's requests by what count makes of them, one server after the
// other. A crash of the database may lose the last of them, for nobody waits until they are on disk.
func (s *Store) CountRequest(ctx context.Context, account int64, count func(made []byte) ([]byte, error)) error {
	return s.engine.write(ctx, noAccount, func(c conn) error {
		if err := s.engine.relax(ctx, c); err != nil {
			return err
		}
		if _, err := c.exec(ctx, "INSERT INTO rates (account_id, made) VALUES ($1, $2) ON CONFLICT (account_id) DO NOTHING", []any{account, []byte{}}); err != nil {
			return err
		}
		var made []byte
		err := c.query(ctx, "SELECT made FROM rates WHERE account_id = $1"+s.engine.forUpdate(), []any{account}, func(r *row) error {
			made = r.Bytes()
			return nil
		})
		if err != nil {
			return err
		}
		if made, err = count(made); err != nil {
			return err
		}
		_, err = c.exec(ctx, "UPDATE rates SET made = $2 WHERE account_id = $1", []any{account, made})
		return err
	})
}

// Rates are the instants that KeepTraffic noted for the account; nil when there are none.
func (r Reads) Rates(ctx context.Context, account int64) (made []byte, err error) {
	err = r.on.query(ctx, "SELECT made FROM rates WHERE account_id = $1", []any{account}, func(r *row) error {
		made = r.Bytes()
		return nil
	})
	return made, err
}

// Secret is the installation's secret of that name. The first to ask stores the proposed one; all others get that.
func (s *Store) Secret(ctx context.Context, name string, proposed []byte) (secret []byte, err error) {
	err = s.engine.write(ctx, noAccount, func(c conn) error {
		if _, err := c.exec(ctx, "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", []any{name, proposed}); err != nil {
			return err
		}
		return c.query(ctx, "SELECT value FROM secrets WHERE name = $1", []any{name}, func(r *row) error { secret = r.Bytes(); return nil })
	})
	return secret, err
}
