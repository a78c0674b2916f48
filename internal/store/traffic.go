package store

import (
	"context"
	"maps"
	"slices"
	"time"
)

// Traffic is what is noted of requests after they were answered: the instants that the rates count where one
// server is alone with its database, and the last use of keys.
type Traffic struct {
	Rates    map[int64][]byte    // by account
	KeysUsed map[int64]time.Time // by key id
	Owners   map[int64]int64     // the account of each key in KeysUsed
}

// KeepTraffic writes what was noted of requests.
func (s *Store) KeepTraffic(ctx context.Context, t Traffic) error {
	return s.engine.write(ctx, noAccount, func(c conn) error {
		for _, account := range slices.Sorted(maps.Keys(t.Rates)) { // in one order, so that two servers cannot wait for each other
			made := t.Rates[account]
			err := c.exec(ctx, "INSERT INTO rates (account_id, made) VALUES ($1, $2) ON CONFLICT (account_id) DO UPDATE SET made = excluded.made", []any{account, made})
			if err != nil {
				return err
			}
		}
		for _, key := range slices.Sorted(maps.Keys(t.KeysUsed)) {
			err := c.exec(ctx, "UPDATE api_keys SET last_used = $3 WHERE account_id = $1 AND id = $2", []any{t.Owners[key], key, micros(t.KeysUsed[key])})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Rates are the instants that KeepTraffic noted for the account; nil when there are none. In a shared database there never
// are: CountRequest counts there.
func (r Reads) Rates(ctx context.Context, account int64) (made []byte, err error) {
	err = r.on.query(ctx, "SELECT made FROM rates WHERE account_id = $1", []any{account}, func(r *row) error {
		made = r.Bytes()
		return nil
	})
	return made, err
}
