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

// ShiftRules is what a pay class says of the length of shifts, nil when it says nothing, or ErrNotFound. Every punch that
// is written asks for it, and to read the other rules of the class too would take several times as long.
func (r Reads) ShiftRules(ctx context.Context, account, payClass int64) (*attendance.ShiftRules, error) {
	w := inScope("", attendance.Everything(account)).and("id = ?", payClass)
	type part struct {
		Shift *attendance.ShiftRules `json:"shift"`
	}
	rules, err := one(ctx, r, "SELECT rules FROM pay_classes WHERE "+w.sql.String(), w.args, func(r *row, p *part) error { return r.JSON(p) })
	if err != nil {
		return nil, err
	}
	return rules.Shift, nil
}

// InsertPayClass writes a new pay class.
func (tx *Tx) InsertPayClass(ctx context.Context, c *attendance.PayClass) error {
	return payClasses.insert(ctx, tx, c)
}

// UpdatePayClass writes a changed pay class.
func (tx *Tx) UpdatePayClass(ctx context.Context, c *attendance.PayClass) error {
	return payClasses.update(ctx, tx, c)
}
