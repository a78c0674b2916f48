package store

import (
	"context"
	"time"
)

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
