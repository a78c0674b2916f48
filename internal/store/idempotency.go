package store

import (
	"context"
	"time"

	"punchclock/internal/attendance"
)

// Saved is the answer kept under an idempotency key, with what was asked for then. It is nil when there is none.
func (tx *Tx) Saved(ctx context.Context, key int64, once *attendance.Once, since time.Time) (reply *attendance.SavedReply, same bool, err error) {
	const sql = "SELECT method, path, body_hash, status, content_type, location, etag, body FROM idempotency WHERE account_id = $1 AND key_id = $2 AND name = $3 AND created >= $4"
	err = tx.conn.query(ctx, sql, []any{tx.account, key, once.Key, micros(since)}, func(r *row) error {
		same = r.Text() == once.Method
		same = r.Text() == once.Path && same
		same = string(r.Bytes()) == string(once.Hash[:]) && same
		reply = &attendance.SavedReply{Status: int(r.Int()), ContentType: r.Text(), Location: r.Text(), ETag: r.Text(), Body: r.Bytes()}
		return nil
	})
	return reply, same, err
}

// Save keeps an answer under an idempotency key, in place of one that is too old.
func (tx *Tx) Save(ctx context.Context, key int64, once *attendance.Once, reply attendance.SavedReply, now time.Time) error {
	if err := tx.conn.exec(ctx, "DELETE FROM idempotency WHERE account_id = $1 AND key_id = $2 AND name = $3", []any{tx.account, key, once.Key}); err != nil {
		return err
	}
	err := tx.conn.exec(ctx, "INSERT INTO idempotency (account_id, key_id, name, method, path, body_hash, status, content_type, location, etag, body, created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
		[]any{tx.account, key, once.Key, once.Method, once.Path, once.Hash[:], int64(reply.Status), reply.ContentType, reply.Location, reply.ETag, reply.Body, micros(now)})
	return err
}

// ForgetSaved deletes the answers that were kept before that instant.
func (s *Store) ForgetSaved(ctx context.Context, before time.Time) error {
	return s.engine.write(ctx, noAccount, func(c conn) error {
		err := c.exec(ctx, "DELETE FROM idempotency WHERE created < $1", []any{micros(before)})
		return err
	})
}
