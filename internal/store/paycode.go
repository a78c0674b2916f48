package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var payCodes = table[attendance.PayCode]{
	name:    "pay_codes",
	columns: "id, name, name_key, active, abbreviation, payroll_id, multiplier, is_paid, created, modified",
	scan: func(r *row, c *attendance.PayCode) error {
		c.ID, c.Name = r.Int(), r.Text()
		r.next()
		c.Active, c.Abbreviation, c.PayrollID, c.Multiplier = r.Bool(), r.TextOrNull(), r.TextOrNull(), attendance.Decimal(r.Text())
		c.IsPaid, c.Created, c.Modified = r.Bool(), r.Time(), r.Time()
		return nil
	},
	values: func(c *attendance.PayCode) []any {
		return []any{
			c.ID, c.Name, attendance.Fold(c.Name), c.Active, c.Abbreviation, c.PayrollID, string(c.Multiplier), c.IsPaid,
			micros(c.Created), micros(c.Modified),
		}
	},
}

// PayCodes lists pay codes by name.
func (r Reads) PayCodes(ctx context.Context, scope attendance.Scope, f attendance.PayCodeFilter) iter.Seq2[*attendance.PayCode, error] {
	w := inScope("", scope).in("id", f.IDs).active("active", f.Active).search("name_key", f.Search...)
	return payCodes.all(ctx, r, w.pageByText("name_key", "id", nil), nil)
}

// PayCode is one pay code, or ErrNotFound.
func (r Reads) PayCode(ctx context.Context, scope attendance.Scope, id int64) (*attendance.PayCode, error) {
	return payCodes.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// PayCodeNamed is the pay code of that name, without regard to case, or ErrNotFound.
func (r Reads) PayCodeNamed(ctx context.Context, scope attendance.Scope, name string) (*attendance.PayCode, error) {
	return payCodes.one(ctx, r, inScope("", scope).and("name_key = ?", attendance.Fold(name)))
}

// InsertPayCode writes a new pay code.
func (tx *Tx) InsertPayCode(ctx context.Context, c *attendance.PayCode) error {
	return payCodes.insert(ctx, tx, c)
}

// UpdatePayCode writes a changed pay code.
func (tx *Tx) UpdatePayCode(ctx context.Context, c *attendance.PayCode) error {
	return payCodes.update(ctx, tx, c)
}
