package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var timeOffCodes = table[attendance.TimeOffCode]{
	name:    "time_off_codes",
	columns: "id, name, name_key, active, payroll_id, sort_order, is_paid, allow_worker_request, created, modified",
	scan: func(r *row, c *attendance.TimeOffCode) error {
		c.ID, c.Name = r.Int(), r.Text()
		r.next()
		c.Active, c.PayrollID, c.SortOrder, c.IsPaid, c.AllowWorkerRequest = r.Bool(), r.TextOrNull(), r.IntOrNull(), r.Bool(), r.Bool()
		c.Created, c.Modified = r.Time(), r.Time()
		return nil
	},
	values: func(c *attendance.TimeOffCode) []any {
		return []any{
			c.ID, c.Name, attendance.Fold(c.Name), c.Active, c.PayrollID, c.SortOrder, c.IsPaid, c.AllowWorkerRequest,
			micros(c.Created), micros(c.Modified),
		}
	},
}

// TimeOffCodes lists time off codes by name.
func (r Reads) TimeOffCodes(ctx context.Context, scope attendance.Scope, f attendance.TimeOffCodeFilter) iter.Seq2[*attendance.TimeOffCode, error] {
	return timeOffCodes.all(ctx, r, inScope("", scope).in("id", f.IDs).pageByText("name_key", "id", nil), nil)
}

// TimeOffCode is one time off code, or ErrNotFound.
func (r Reads) TimeOffCode(ctx context.Context, scope attendance.Scope, id int64) (*attendance.TimeOffCode, error) {
	return timeOffCodes.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// InsertTimeOffCode writes a new time off code.
func (tx *Tx) InsertTimeOffCode(ctx context.Context, c *attendance.TimeOffCode) error {
	return timeOffCodes.insert(ctx, tx, c)
}

// UpdateTimeOffCode writes a changed time off code.
func (tx *Tx) UpdateTimeOffCode(ctx context.Context, c *attendance.TimeOffCode) error {
	return timeOffCodes.update(ctx, tx, c)
}
