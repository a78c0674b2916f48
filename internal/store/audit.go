package store

import (
	"context"
	"time"

	"punchclock/internal/attendance"
)

// Audited is one change in the audit trail: who did what to which record, when, through what, and how it was before
// and after. Was and Became are JSON; nil where there was or is no record.
type Audited struct {
	Who      attendance.Actor
	At       time.Time
	Action   string
	Kind     string
	RecordID int64
	Was      *string
	Became   *string
}

// Audit adds a change to the audit trail.
func (tx *Tx) Audit(ctx context.Context, a Audited) error {
	id, err := tx.NewID(ctx)
	if err != nil {
		return err
	}
	var key any
	if a.Who.Key != 0 {
		key = a.Who.Key
	}
	const columns = "account_id, id, at, user_id, key_id, name, via, request_id, action, kind, record_id, was, became"
	values := []any{tx.account, id, micros(a.At), a.Who.User, key, a.Who.Name, a.Who.Via, a.Who.RequestID, a.Action, a.Kind, a.RecordID, a.Was, a.Became}
	if tx.gathered != nil {
		return tx.gather(ctx, "audit", columns, values)
	}
	err = tx.conn.exec(ctx, "INSERT INTO audit ("+columns+") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)", values)
	return err
}
