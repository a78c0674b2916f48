package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var shiftClasses = table[attendance.ShiftClass]{
	name:    "shift_classes",
	columns: "id, name, name_key, active, payroll_id, start_at, end_at, late_grace, early_grace, bind_window, unpaid_windows, created, modified",
	scan: func(r *row, c *attendance.ShiftClass) error {
		c.ID, c.Name = r.Int(), r.Text()
		r.next()
		c.Active, c.PayrollID, c.Start, c.End = r.Bool(), r.TextOrNull(), attendance.TimeOfDay(r.Int()), attendance.TimeOfDay(r.Int())
		c.LateGrace, c.EarlyGrace, c.BindWindow = attendance.Span(r.Int()), attendance.Span(r.Int()), attendance.Span(r.Int())
		if err := r.JSON(&c.UnpaidWindows); err != nil {
			return err
		}
		c.Created, c.Modified = r.Time(), r.Time()
		return nil
	},
	values: func(c *attendance.ShiftClass) []any {
		return []any{
			c.ID, c.Name, attendance.Fold(c.Name), c.Active, c.PayrollID, int64(c.Start), int64(c.End), int64(c.LateGrace), int64(c.EarlyGrace),
			int64(c.BindWindow), toJSON(c.UnpaidWindows), micros(c.Created), micros(c.Modified),
		}
	},
}

// ShiftClasses lists shift classes by name.
func (r Reads) ShiftClasses(ctx context.Context, scope attendance.Scope, f attendance.ShiftClassFilter) iter.Seq2[*attendance.ShiftClass, error] {
	w := inScope("", scope).in("id", f.IDs).active("active", f.Active).search("name_key", f.Search...)
	return shiftClasses.all(ctx, r, w.pageByText("name_key", "id", nil), nil)
}

// ShiftClass is one shift class, or ErrNotFound.
func (r Reads) ShiftClass(ctx context.Context, scope attendance.Scope, id int64) (*attendance.ShiftClass, error) {
	return shiftClasses.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// InsertShiftClass writes a new shift class.
func (tx *Tx) InsertShiftClass(ctx context.Context, c *attendance.ShiftClass) error {
	return shiftClasses.insert(ctx, tx, c)
}

// UpdateShiftClass writes a changed shift class.
func (tx *Tx) UpdateShiftClass(ctx context.Context, c *attendance.ShiftClass) error {
	return shiftClasses.update(ctx, tx, c)
}
