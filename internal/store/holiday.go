package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var holidays = table[attendance.Holiday]{
	name:    "holidays",
	columns: "id, name, date, org_unit_id, created, modified",
	scan: func(r *row, h *attendance.Holiday) error {
		h.ID, h.Name, h.Date, h.OrgUnit, h.Created, h.Modified = r.Int(), r.Text(), r.Date(), r.IntOrNull(), r.Time(), r.Time()
		return nil
	},
	values: func(h *attendance.Holiday) []any {
		return []any{h.ID, h.Name, string(h.Date), h.OrgUnit, micros(h.Created), micros(h.Modified)}
	},
}

// heldIn asks for holidays that hold in one of the org units, by being its own or everybody's. No units are no condition.
func (w *where) heldIn(units []int64) *where {
	if len(units) > 0 {
		w.sql.WriteString(" AND (org_unit_id IS NULL OR ")
		w.oneOf("org_unit_id", units)
		w.sql.WriteByte(')')
	}
	return w
}

// Holidays lists the holidays that hold in the scope by date.
func (r Reads) Holidays(ctx context.Context, scope attendance.Scope, f attendance.HolidayFilter) iter.Seq2[*attendance.Holiday, error] {
	w := inScope("", scope).heldIn(scope.OrgUnits).heldIn(f.OrgUnits).in("id", f.IDs)
	if f.From != "" {
		w.and("date >= ?", string(f.From))
	}
	if f.To != "" {
		w.and("date <= ?", string(f.To))
	}
	return holidays.all(ctx, r, w.pageByText("date", "id", nil), nil)
}

// Holiday is one holiday, or ErrNotFound.
func (r Reads) Holiday(ctx context.Context, scope attendance.Scope, id int64) (*attendance.Holiday, error) {
	return holidays.one(ctx, r, inScope("", scope).heldIn(scope.OrgUnits).and("id = ?", id))
}

// InsertHoliday writes a new holiday.
func (tx *Tx) InsertHoliday(ctx context.Context, h *attendance.Holiday) error {
	return holidays.insert(ctx, tx, h)
}

// UpdateHoliday writes a changed holiday.
func (tx *Tx) UpdateHoliday(ctx context.Context, h *attendance.Holiday) error {
	return holidays.update(ctx, tx, h)
}
