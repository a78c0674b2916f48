package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var payClasses = table[attendance.PayClass]{
	name:    "pay_classes",
	columns: "id, name, name_key, active, rules, created, modified",
	scan: func(r *row, c *attendance.PayClass) error {
		c.ID, c.Name = r.Int(), r.Text()
		r.next()
		c.Active = r.Bool()
		if err := r.JSON(&c.PayRules); err != nil {
			return err
		}
		c.Created, c.Modified = r.Time(), r.Time()
		return nil
	},
	values: func(c *attendance.PayClass) []any {
		return []any{c.ID, c.Name, attendance.Fold(c.Name), c.Active, toJSON(&c.PayRules), micros(c.Created), micros(c.Modified)}
	},
}

// PayClasses lists pay classes by name.
func (r Reads) PayClasses(ctx context.Context, scope attendance.Scope, f attendance.PayClassFilter) iter.Seq2[*attendance.PayClass, error] {
	return payClasses.all(ctx, r, inScope("", scope).in("id", f.IDs).pageByText("name_key", "id", nil), nil)
}

// PayClass is one pay class, or ErrNotFound.
func (r Reads) PayClass(ctx context.Context, scope attendance.Scope, id int64) (*attendance.PayClass, error) {
	return payClasses.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// InsertPayClass writes a new pay class.
func (tx *Tx) InsertPayClass(ctx context.Context, c *attendance.PayClass) error {
	return payClasses.insert(ctx, tx, c)
}

// UpdatePayClass writes a changed pay class.
func (tx *Tx) UpdatePayClass(ctx context.Context, c *attendance.PayClass) error {
	return payClasses.update(ctx, tx, c)
}
