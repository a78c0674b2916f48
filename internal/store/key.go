package store

import (
	"context"
	"iter"
	"time"

	"punchclock/internal/attendance"
)

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
	err := tx.conn.exec(ctx, "INSERT INTO api_keys (account_id, "+keyColumns+", hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
		[]any{tx.account, k.ID, k.Name, k.Prefix, k.Last4, k.Permissions.String(), joinIDs(k.OrgUnits), microsOrNull(k.Expires), microsOrNull(k.Revoked), microsOrNull(k.LastUsed), micros(k.Created), hash})
	return err
}

// RevokeKey makes a key invalid from that instant on.
func (tx *Tx) RevokeKey(ctx context.Context, id int64, at time.Time) error {
	err := tx.conn.exec(ctx, "UPDATE api_keys SET revoked = $3 WHERE account_id = $1 AND id = $2 AND revoked IS NULL", []any{tx.account, id, micros(at)})
	return err
}
