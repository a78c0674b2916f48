package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var durationEntries = table[attendance.DurationEntry]{
	name: "duration_entries",
	columns: "id, type, date, duration, employee_id, org_unit_id, department_id, pay_class_id, labels, last_edited_by, time_off_code_id, " +
		"time_off_request, notes, created, modified",
	scan: func(r *row, e *attendance.DurationEntry) error {
		e.ID, e.Type, e.Date, e.Duration, e.Employee, e.OrgUnit = r.Int(), r.Text(), r.Date(), r.Int(), r.Int(), r.Int()
		e.Department, e.PayClass, e.Labels, e.LastEditedBy = r.IntOrNull(), r.IntOrNull(), r.labelRefs(), r.TextOrNull()
		e.TimeOffCode, e.TimeOffRequest, e.Notes = r.IntOrNull(), r.IntOrNull(), r.TextOrNull()
		e.Created, e.Modified = r.Time(), r.Time()
		return nil
	},
	values: func(e *attendance.DurationEntry) []any {
		return []any{
			e.ID, e.Type, string(e.Date), e.Duration, e.Employee, e.OrgUnit, e.Department, e.PayClass, joinLabels(e.Labels), e.LastEditedBy,
			e.TimeOffCode, e.TimeOffRequest, e.Notes, micros(e.Created), micros(e.Modified),
		}
	},
}

// DurationEntries lists duration entries by date, or a page of them by modification when the filter says so.
func (r Reads) DurationEntries(ctx context.Context, scope attendance.Scope, f *attendance.DurationEntryFilter) iter.Seq2[*attendance.DurationEntry, error] {
	w := inUnits("", "org_unit_id", scope).in(employeeColumn("", f.Employees, f.ByModified), f.Employees)
	w.in("org_unit_id", f.OrgUnits).in("department_id", f.Departments).in("pay_class_id", f.PayClasses)
	w.in("time_off_code_id", f.TimeOffCodes).fieldTests("duration_entries.employee_id", f.Fields)
	if f.TimeOff {
		w.and("time_off_code_id IS NOT NULL")
	}
	w.anyOf(len(f.Labels),
		func() { w.linked("+employee_id", linkEmployee, f.Labels) },
		func() { w.linked("+id", linkDurationEntry, f.Labels) })
	if f.ByModified {
		return durationEntries.all(ctx, r, w.pageWithin("modified", "id", f.Modified, f.Page), f.Page)
	}
	w.and("date >= ? AND date <= ?", string(f.From), string(f.To))
	return durationEntries.all(ctx, r, w.pageByText("date", "id", nil), nil)
}

// DurationEntry is one duration entry, or ErrNotFound.
func (r Reads) DurationEntry(ctx context.Context, scope attendance.Scope, id int64) (*attendance.DurationEntry, error) {
	return durationEntries.one(ctx, r, inUnits("", "org_unit_id", scope).and("id = ?", id))
}

// TimeOffEntry is one duration entry that has a time off code, or ErrNotFound.
func (r Reads) TimeOffEntry(ctx context.Context, scope attendance.Scope, id int64) (*attendance.DurationEntry, error) {
	return durationEntries.one(ctx, r, inUnits("", "org_unit_id", scope).and("id = ? AND time_off_code_id IS NOT NULL", id))
}

// InsertDurationEntry writes a new duration entry.
func (tx *Tx) InsertDurationEntry(ctx context.Context, e *attendance.DurationEntry) error {
	if err := durationEntries.insert(ctx, tx, e); err != nil {
		return err
	}
	return tx.relinkLabels(ctx, linkDurationEntry, e.ID, e.Labels, true)
}

// UpdateDurationEntry writes a changed duration entry.
func (tx *Tx) UpdateDurationEntry(ctx context.Context, e *attendance.DurationEntry) error {
	if err := durationEntries.update(ctx, tx, e); err != nil {
		return err
	}
	return tx.relinkLabels(ctx, linkDurationEntry, e.ID, e.Labels, false)
}

// DeleteDurationEntry removes a duration entry.
func (tx *Tx) DeleteDurationEntry(ctx context.Context, id int64) error {
	if err := tx.conn.exec(ctx, "DELETE FROM duration_entries WHERE account_id = $1 AND id = $2", []any{tx.account, id}); err != nil {
		return err
	}
	return tx.relinkLabels(ctx, linkDurationEntry, id, nil, false)
}
