package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var timeOffEntries = collection[attendance.DurationEntry, *attendance.DurationEntry, attendance.TimeOffEntryInput]{
	kind:   "durationEntry",
	fresh:  attendance.NewDurationEntry,
	load:   store.Reads.TimeOffEntry,
	insert: (*store.Tx).InsertDurationEntry,
	update: (*store.Tx).UpdateDurationEntry,
	check:  checkTimeOffEntry,
}

// CreateTimeOffEntry makes a time off entry.
func (a *App) CreateTimeOffEntry(ctx context.Context, who attendance.Actor, in attendance.TimeOffEntryInput) (*attendance.DurationEntry, error) {
	return timeOffEntries.create(ctx, a, who, in)
}

// UpdateTimeOffEntry changes a time off entry.
func (a *App) UpdateTimeOffEntry(ctx context.Context, who attendance.Actor, id int64, in attendance.TimeOffEntryInput) (*attendance.DurationEntry, error) {
	return timeOffEntries.modify(ctx, a, who, id, in)
}

// DeleteTimeOffEntry deletes a time off entry.
func (a *App) DeleteTimeOffEntry(ctx context.Context, who attendance.Actor, id int64) error {
	return timeOffEntries.remove(ctx, a, who, id, attendance.DeletedDurationEntry, (*store.Tx).DeleteDurationEntry)
}

// checkTimeOffEntry finds the employee and the type of the entry and checks its references.
func checkTimeOffEntry(ctx context.Context, tx *Tx, was, e *attendance.DurationEntry, in attendance.TimeOffEntryInput, p *attendance.Problems) error {
	isNew := was == nil
	in.CheckRequired(p, isNew)
	if isNew {
		was = &attendance.DurationEntry{}
	}
	if in.Employee.Set && (isNew || in.Employee.Value != was.Employee) && !p.Has("employee") {
		worker, err := tx.worker(ctx, p, in.Employee.Value)
		if err != nil {
			return err
		}
		if worker != nil {
			e.TakeFrom(worker)
			in.Department.To(&e.Department)
			in.PayClass.To(&e.PayClass)
		}
	}
	if err := tx.typeEntry(ctx, was, e, p); err != nil {
		return err
	}
	if in.Department.Set {
		if err := tx.referOrNull(ctx, p, "department", attendance.RefDepartment, e.Department, was.Department); err != nil {
			return err
		}
	}
	if in.PayClass.Set {
		if err := tx.referOrNull(ctx, p, "payClass", attendance.RefPayClass, e.PayClass, was.PayClass); err != nil {
			return err
		}
	}
	if string(encode(e)) != string(encode(was)) {
		e.LastEditedBy = &tx.who.Name
	}
	return tx.referLabels(ctx, p, "labels", e.Labels, was.Labels)
}

// typeEntry gives the entry the type of a newly set time off code.
func (tx *Tx) typeEntry(ctx context.Context, was, e *attendance.DurationEntry, p *attendance.Problems) error {
	if e.TimeOffCode == nil || same(e.TimeOffCode, was.TimeOffCode) || p.Has("timeOffCode") {
		return nil
	}
	if err := tx.referOrNull(ctx, p, "timeOffCode", attendance.RefTimeOffCode, e.TimeOffCode, was.TimeOffCode); err != nil || p.Has("timeOffCode") {
		return err
	}
	code, err := tx.TimeOffCode(ctx, tx.who.Scope, *e.TimeOffCode)
	if err != nil {
		return err
	}
	e.Type = attendance.UnpaidTimeOff
	if code.IsPaid {
		e.Type = attendance.PaidTimeOff
	}
	return nil
}
