package app

import (
	"context"
	"fmt"
	"iter"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

func (a *App) employees() collection[attendance.Employee, *attendance.Employee, attendance.EmployeeInput] {
	return collection[attendance.Employee, *attendance.Employee, attendance.EmployeeInput]{
		kind:  "employee",
		fresh: attendance.NewEmployee,
		load: func(r store.Reads, ctx context.Context, scope attendance.Scope, id int64) (*attendance.Employee, error) {
			return a.employee(ctx, r, scope, id)
		},
		insert: (*store.Tx).InsertEmployee,
		update: (*store.Tx).UpdateEmployee,
		check:  checkEmployee,
	}
}

// Employee is one employee, PIN included, or ErrNotFound.
func (a *App) Employee(ctx context.Context, who attendance.Actor, id int64) (*attendance.Employee, error) {
	return a.employee(ctx, a.store.Reads, who.Scope, id)
}

func (a *App) employee(ctx context.Context, r store.Reads, scope attendance.Scope, id int64) (*attendance.Employee, error) {
	e, err := r.Employee(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	if len(e.Profile.CustomFieldValues) > 0 {
		fields, err := fieldsByID(ctx, r, scope.Account)
		if err != nil {
			return nil, err
		}
		nameFields(e.Profile.CustomFieldValues, fields)
	}
	return e, a.openPIN(scope.Account, e)
}

// openPIN makes the sealed PIN readable.
func (a *App) openPIN(account int64, e *attendance.Employee) error {
	if e.Sealed.Text == nil {
		return nil
	}
	pin, err := a.seal.open(account, e.Sealed.Text)
	if err != nil {
		return fmt.Errorf("open the PIN of employee %d: %w", e.ID, err)
	}
	e.PIN = &pin
	return nil
}

// Employees lists employees by name or by modification. PINs are opened only for who may see them.
func (a *App) Employees(ctx context.Context, who attendance.Actor, f attendance.EmployeeFilter) iter.Seq2[*attendance.Employee, error] {
	open := who.Permissions.Holds(attendance.EmployeesSensitive)
	return func(yield func(*attendance.Employee, error) bool) {
		err := a.store.Snapshot(ctx, func(r store.Reads) error {
			fields, err := fieldsByID(ctx, r, who.Account)
			if err != nil {
				return err
			}
			for e, err := range r.Employees(ctx, who.Scope, f) {
				if err != nil {
					return err
				}
				nameFields(e.Profile.CustomFieldValues, fields)
				if open {
					if err := a.openPIN(who.Account, e); err != nil {
						return err
					}
				}
				if !yield(e, nil) {
					return nil
				}
			}
			return nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// CreateEmployee makes an employee.
func (a *App) CreateEmployee(ctx context.Context, who attendance.Actor, in attendance.EmployeeInput) (*attendance.Employee, error) {
	return a.employees().create(ctx, a, who, seenBy(who, in))
}

// UpdateEmployee changes an employee.
func (a *App) UpdateEmployee(ctx context.Context, who attendance.Actor, id int64, in attendance.EmployeeInput) (*attendance.Employee, error) {
	return a.employees().modify(ctx, a, who, id, seenBy(who, in))
}

// DeleteEmployee deletes an employee. Punches and cards stay and keep the names.
func (a *App) DeleteEmployee(ctx context.Context, who attendance.Actor, id int64) error {
	return a.employees().remove(ctx, a, who, id, attendance.DeletedEmployee, (*store.Tx).DeleteEmployee)
}

// seenBy is the input of somebody to whom sensitive fields may have been shown as null.
func seenBy(who attendance.Actor, in attendance.EmployeeInput) attendance.EmployeeInput {
	if who.Permissions.Holds(attendance.EmployeesSensitive) {
		return in
	}
	return in.WithoutSensitiveNulls()
}

// checkEmployee checks what the employee refers to, makes instants of local times, checks the values of custom fields
// and seals the PIN.
func checkEmployee(ctx context.Context, tx *Tx, was, now *attendance.Employee, in attendance.EmployeeInput, p *attendance.Problems) error {
	for _, check := range []func(context.Context, *Tx, *attendance.Employee, *attendance.Employee, attendance.EmployeeInput, *attendance.Problems) error{
		checkEmployeeRefs, checkEmployeeWork, checkEmployeeLabels, checkEmployeeTimes, checkEmployeeValues, sealPIN,
	} {
		if err := check(ctx, tx, was, now, in, p); err != nil {
			return err
		}
	}
	return nil
}

func checkEmployeeRefs(ctx context.Context, tx *Tx, was, now *attendance.Employee, _ attendance.EmployeeInput, p *attendance.Problems) error {
	old := wasOrEmpty(was)
	if now.OrgUnit != 0 {
		if err := tx.refer(ctx, p, "orgUnit", attendance.RefOrgUnit, now.OrgUnit, &old.OrgUnit); err != nil {
			return err
		}
	}
	if err := tx.referOrNull(ctx, p, "department", attendance.RefDepartment, now.Department, old.Department); err != nil {
		return err
	}
	if err := tx.referOrNull(ctx, p, "payClass", attendance.RefPayClass, now.PayClass, old.PayClass); err != nil {
		return err
	}
	return tx.referOrNull(ctx, p, "teamSchedule", attendance.RefTeamSchedule, now.TeamSchedule, old.TeamSchedule)
}

func wasOrEmpty(was *attendance.Employee) *attendance.Employee {
	if was == nil {
		return &attendance.Employee{}
	}
	return was
}

// checkEmployeeWork checks preset work and the pay codes of pay rates.
func checkEmployeeWork(ctx context.Context, tx *Tx, was, now *attendance.Employee, in attendance.EmployeeInput, p *attendance.Problems) error {
	old, profile := &wasOrEmpty(was).Profile, &now.Profile
	if err := tx.referOrNull(ctx, p, "fixJob", attendance.RefJob, profile.FixJob, old.FixJob); err != nil {
		return err
	}
	if err := tx.referOrNull(ctx, p, "fixJobPhase", attendance.RefJobPhase, profile.FixJobPhase, old.FixJobPhase); err != nil {
		return err
	}
	if err := tx.referOrNull(ctx, p, "fixCostCode", attendance.RefCostCode, profile.FixCostCode, old.FixCostCode); err != nil {
		return err
	}
	if in.PayRates.Set && in.PayRates.Value == nil {
		p.Add("payRates", "null", "payRates must not be null. Leave it out to keep it, or give an empty list.")
	}
	known := make(map[int64]bool)
	for _, rate := range old.PayRates {
		if rate.PayCode != nil {
			known[*rate.PayCode] = true
		}
	}
	for i, rate := range profile.PayRates {
		if rate.PayCode == nil || known[*rate.PayCode] {
			continue
		}
		if err := tx.refer(ctx, p, fmt.Sprintf("payRates[%d].payCode", i), attendance.RefPayCode, *rate.PayCode, nil); err != nil {
			return err
		}
	}
	return nil
}

func checkEmployeeLabels(ctx context.Context, tx *Tx, was, now *attendance.Employee, _ attendance.EmployeeInput, p *attendance.Problems) error {
	old := wasOrEmpty(was)
	for _, l := range []struct {
		field    string
		now, was []attendance.LabelRef
	}{
		{"labels", now.Labels, old.Labels},
		{"workerAllowLabels", now.Profile.WorkerAllowLabels, old.Profile.WorkerAllowLabels},
		{"adminAllowLabels", now.Profile.AdminAllowLabels, old.Profile.AdminAllowLabels},
	} {
		if err := tx.referLabels(ctx, p, l.field, l.now, l.was); err != nil {
			return err
		}
	}
	fix := now.Profile.FixJobLabel
	if fix == nil || fix.ID() == 0 || p.Has("fixJobLabel") {
		return nil
	}
	var had *int64
	if before := old.Profile.FixJobLabel; before != nil {
		had = new(before.ID())
	}
	return tx.refer(ctx, p, "fixJobLabel", attendance.RefLabel, fix.ID(), had)
}

// checkEmployeeTimes reads times without an offset in the zone of the org unit.
func checkEmployeeTimes(ctx context.Context, tx *Tx, _, now *attendance.Employee, in attendance.EmployeeInput, p *attendance.Problems) error {
	for _, t := range []struct {
		field string
		given attendance.Opt[*attendance.Moment]
		to    **time.Time
	}{
		{"lastAccess", in.LastAccess, &now.Profile.LastAccess},
		{"nextShiftReminder", in.NextShiftReminder, &now.Profile.NextShiftReminder},
	} {
		if !t.given.Set {
			continue
		}
		*t.to = nil
		if t.given.Value == nil {
			continue
		}
		zone, err := tx.unitZone(ctx, now.OrgUnit)
		if err != nil {
			return err
		}
		at, err := t.given.Value.In(zone)
		if err != nil {
			asField(p, t.field, err)
		}
		*t.to = new(at.Truncate(time.Microsecond))
	}
	return nil
}

func checkEmployeeValues(ctx context.Context, tx *Tx, was, now *attendance.Employee, in attendance.EmployeeInput, p *attendance.Problems) (err error) {
	if in.CustomFieldValues.Set {
		now.Profile.CustomFieldValues, err = tx.fieldValues(ctx, p, in.CustomFieldValues.Value, wasOrEmpty(was).Profile.CustomFieldValues)
	}
	return err
}

// sealPIN seals a new PIN and refuses one that another active employee has, also when an employee becomes active again.
func sealPIN(ctx context.Context, tx *Tx, was, now *attendance.Employee, _ attendance.EmployeeInput, p *attendance.Problems) error {
	if p.Has("pin") {
		return nil
	}
	old := wasOrEmpty(was)
	if now.PIN == nil {
		now.Sealed = attendance.SealedPIN{}
		return nil
	}
	changed := old.PIN == nil || *old.PIN != *now.PIN
	if changed {
		seal := tx.app.seal
		now.Sealed = attendance.SealedPIN{Key: seal.key(tx.who.Account, *now.PIN), Text: seal.seal(tx.who.Account, *now.PIN)}
	}
	if !now.Active || !changed && old.Active {
		return nil
	}
	other, err := tx.EmployeeByPIN(ctx, tx.who.Account, now.Sealed.Key)
	if taken, err := another(other, now.ID, err); !taken {
		return err
	}
	p.Add("pin", "notUnique", "pin: another active employee has this PIN. Choose another.")
	return nil
}
