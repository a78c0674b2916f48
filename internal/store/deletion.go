package store

import (
	"context"

	"punchclock/internal/attendance"
)

var deletions = table[attendance.Deletion]{
	name:    "deletions",
	columns: "id, at, kind, deleted_id, user_id, api_key",
	scan: func(r *row, d *attendance.Deletion) error {
		d.ID, d.Timestamp, d.Kind, d.DeletedID = r.Int(), r.Time(), attendance.DeletedKind(r.Text()), r.Int()
		d.User, d.APIKey = r.IntOrNull(), r.TextOrNull()
		return nil
	},
	values: func(d *attendance.Deletion) []any {
		return []any{d.ID, micros(d.Timestamp), string(d.Kind), d.DeletedID, d.User, d.APIKey}
	},
}

// InsertDeletion adds an item to delete history.
func (tx *Tx) InsertDeletion(ctx context.Context, d *attendance.Deletion) error {
	return deletions.insert(ctx, tx, d)
}
