package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// remove deletes the record with that id, notes it in delete history and audits it.
func (c collection[R, P, I]) remove(ctx context.Context, a *App, who attendance.Actor, id int64, kind attendance.DeletedKind, erase func(*store.Tx, context.Context, int64) error) error {
	_, err := change(ctx, a, who, func(tx *Tx) (attendance.Record, error) {
		r, err := c.load(tx.Reads, ctx, who.Scope, id)
		if err != nil {
			return nil, err
		}
		if err := tx.match(P(r)); err != nil {
			return nil, err
		}
		if err := c.write(ctx, tx, r, nil, func() error { return erase(tx.Tx, ctx, id) }); err != nil {
			return nil, err
		}
		if err := tx.noteDeletion(ctx, kind, id, P(r)); err != nil {
			return nil, err
		}
		return nil, tx.audit(ctx, "delete", c.kind, id, snapshot(P(r)), nil)
	})
	return err
}

// noteDeletion adds an item to delete history.
func (tx *Tx) noteDeletion(ctx context.Context, kind attendance.DeletedKind, deleted int64, record attendance.Record) error {
	id, err := tx.NewID(ctx)
	if err != nil {
		return err
	}
	d := &attendance.Deletion{ID: id, Timestamp: tx.Stamp(), Kind: kind, DeletedID: deleted, User: tx.who.User}
	if tx.who.Key != 0 {
		d.APIKey = &tx.who.Name
	}
	if home, ok := record.(attendance.Deletable); ok {
		d.OrgUnit = new(home.HomeUnit())
	}
	return tx.InsertDeletion(ctx, d)
}
