package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var labels = table[attendance.Label]{
	name:    "labels",
	columns: "id, kind, name, name_key, active, created, modified",
	scan: func(r *row, l *attendance.Label) error {
		l.ID, l.Kind, l.Name = r.Int(), r.Text(), r.Text()
		r.next()
		l.Active, l.Created, l.Modified = r.Bool(), r.Time(), r.Time()
		return nil
	},
	values: func(l *attendance.Label) []any {
		return []any{l.ID, l.Kind, l.Name, attendance.Fold(l.Name), l.Active, micros(l.Created), micros(l.Modified)}
	},
}

// Labels lists labels by name.
func (r Reads) Labels(ctx context.Context, scope attendance.Scope, f attendance.LabelFilter) iter.Seq2[*attendance.Label, error] {
	w := inScope("", scope).in("id", f.IDs).inTexts("kind", f.Kinds).active("active", f.Active).search("name_key", f.Search...)
	return labels.all(ctx, r, w.pageByText("name_key", "id", nil), nil)
}

// Label is one label, or ErrNotFound.
func (r Reads) Label(ctx context.Context, scope attendance.Scope, id int64) (*attendance.Label, error) {
	return labels.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// LabelNamed is the label of a kind with that name, without regard to case, or ErrNotFound.
func (r Reads) LabelNamed(ctx context.Context, scope attendance.Scope, kind, name string) (*attendance.Label, error) {
	return labels.one(ctx, r, inScope("", scope).and("kind = ? AND name_key = ?", kind, attendance.Fold(name)))
}

// InsertLabel writes a new label.
func (tx *Tx) InsertLabel(ctx context.Context, l *attendance.Label) error {
	return labels.insert(ctx, tx, l)
}

// UpdateLabel writes a changed label.
func (tx *Tx) UpdateLabel(ctx context.Context, l *attendance.Label) error {
	return labels.update(ctx, tx, l)
}
