package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var deletions = table[attendance.Deletion]{
	name:    "deletions",
	columns: "id, at, kind, deleted_id, user_id, api_key, org_unit_id",
	scan: func(r *row, d *attendance.Deletion) error {
		d.ID, d.Timestamp, d.Kind, d.DeletedID = r.Int(), r.Time(), attendance.DeletedKind(r.Text()), r.Int()
		d.User, d.APIKey, d.OrgUnit = r.IntOrNull(), r.TextOrNull(), r.IntOrNull()
		return nil
	},
	values: func(d *attendance.Deletion) []any {
		return []any{d.ID, micros(d.Timestamp), string(d.Kind), d.DeletedID, d.User, d.APIKey, d.OrgUnit}
	},
}

// Deletions lists delete history by time.
func (r Reads) Deletions(ctx context.Context, scope attendance.Scope, f attendance.DeletionFilter) iter.Seq2[*attendance.Deletion, error] {
	w := inUnits("", "org_unit_id", scope).in("deleted_id", f.DeletedIDs).inTexts("kind", plainTexts(f.Kinds))
	return deletions.all(ctx, r, w.pageWithin("at", "id", f.Range, f.Page), f.Page)
}

// InsertDeletion adds an item to delete history.
func (tx *Tx) InsertDeletion(ctx context.Context, d *attendance.Deletion) error {
	return deletions.insert(ctx, tx, d)
}
