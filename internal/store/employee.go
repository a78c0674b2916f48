package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

// employees writes employees; employeesNamed reads them with the names of what they refer to.
var (
	employees = table[attendance.Employee]{
		name: "employees",
		columns: "id, first_name, last_name, name_key, search_key, active, org_unit_id, department_id, pay_class_id, team_schedule_id, payroll_id, " +
			"require_job_access, credential_policy, labels, pin_key, pin_sealed, last_punch, profile, created, modified",
		values: func(e *attendance.Employee) []any {
			return []any{
				e.ID, e.FirstName, e.LastName, attendance.Fold(e.SortName()), e.SearchName(), e.Active, e.OrgUnit, e.Department, e.PayClass, e.TeamSchedule, e.PayrollID,
				e.RequireJobAccess, e.CredentialPolicy, joinLabels(e.Labels), e.Sealed.Key, e.Sealed.Text, microsOrNull(e.LastPunch), toJSON(&e.Profile), micros(e.Created), micros(e.Modified),
			}
		},
	}
	employeesNamed = table[attendance.Employee]{
		name: "employees e LEFT JOIN org_units u ON u.account_id = e.account_id AND u.id = e.org_unit_id " +
			"LEFT JOIN departments d ON d.account_id = e.account_id AND d.id = e.department_id " +
			"LEFT JOIN pay_classes c ON c.account_id = e.account_id AND c.id = e.pay_class_id " +
			"LEFT JOIN team_schedules s ON s.account_id = e.account_id AND s.id = e.team_schedule_id",
		columns: "e.id, e.first_name, e.last_name, e.active, e.org_unit_id, e.department_id, e.pay_class_id, e.team_schedule_id, e.payroll_id, " +
			"e.require_job_access, e.credential_policy, e.labels, e.pin_key, e.pin_sealed, e.last_punch, e.profile, e.created, e.modified, " +
			"u.name, u.payroll_id, u.timezone, d.name, d.payroll_id, c.name, s.name",
		scan: scanEmployee,
	}
)

func scanEmployee(r *row, e *attendance.Employee) error {
	e.ID, e.FirstName, e.LastName, e.Active, e.OrgUnit = r.Int(), r.Text(), r.Text(), r.Bool(), r.Int()
	e.Department, e.PayClass, e.TeamSchedule, e.PayrollID = r.IntOrNull(), r.IntOrNull(), r.IntOrNull(), r.TextOrNull()
	e.RequireJobAccess, e.CredentialPolicy, e.Labels = r.Bool(), r.IntOrNull(), r.labelRefs()
	e.Sealed = attendance.SealedPIN{Key: r.BytesOrNull(), Text: r.BytesOrNull()}
	e.LastPunch = r.TimeOrNull()
	if err := r.JSON(&e.Profile); err != nil {
		return err
	}
	e.Created, e.Modified = r.Time(), r.Time()
	n := &e.Names
	n.OrgUnit, n.OrgUnitPayrollID, n.Timezone = r.Text(), r.TextOrNull(), r.Text()
	n.Department, n.DepartmentPayrollID, n.PayClass, n.TeamSchedule = r.TextOrNull(), r.TextOrNull(), r.TextOrNull(), r.TextOrNull()
	return nil
}

// Employees lists the employees of the scope by name, or by modification. PINs are sealed, and of the values of custom
// fields only the ids of the fields are known.
func (r Reads) Employees(ctx context.Context, scope attendance.Scope, f attendance.EmployeeFilter) iter.Seq2[*attendance.Employee, error] {
	w := inUnits("e.", "e.org_unit_id", scope).and("e.deleted IS NULL").in("e.id", f.IDs).search("e.search_key", f.Search...)
	w.in("e.org_unit_id", f.OrgUnits).in("e.department_id", f.Departments).in("e.pay_class_id", f.PayClasses).in("e.credential_policy", f.CredentialPolicies)
	w.carrying("e.id", linkEmployee, f.Labels).active("e.active", f.Active).active("e.require_job_access", f.RequireJobAccess)
	if f.Nobody {
		w.and("1 = 0")
	}
	w.fieldTests("e.id", f.Fields)
	if f.ByModified {
		return employeesNamed.all(ctx, r, w.pageWithin("e.modified", "e.id", f.Modified, f.Page), f.Page)
	}
	w.within("+e.modified", f.Modified) // not by the index of modified, for then all would have to be sorted by name
	return employeesNamed.all(ctx, r, w.pageByText("e.name_key", "e.id", f.Page), f.Page)
}

// Employee is one employee, or ErrNotFound; one that was deleted is not found.
func (r Reads) Employee(ctx context.Context, scope attendance.Scope, id int64) (*attendance.Employee, error) {
	return employeesNamed.one(ctx, r, inUnits("e.", "e.org_unit_id", scope).and("e.id = ? AND e.deleted IS NULL", id))
}

// EmployeeByPIN is the active employee of the account whose PIN has that keyed hash, or ErrNotFound.
func (r Reads) EmployeeByPIN(ctx context.Context, account int64, key []byte) (*attendance.Employee, error) {
	w := inScope("e.", attendance.Everything(account)).and("e.pin_key = ? AND e.active = 1 AND e.deleted IS NULL", key)
	return employeesNamed.one(ctx, r, w)
}

// InsertEmployee writes a new employee.
func (tx *Tx) InsertEmployee(ctx context.Context, e *attendance.Employee) error {
	if err := employees.insert(ctx, tx, e); err != nil {
		return err
	}
	return tx.refindEmployee(ctx, e, true)
}

// UpdateEmployee writes a changed employee.
func (tx *Tx) UpdateEmployee(ctx context.Context, e *attendance.Employee) error {
	if err := employees.update(ctx, tx, e); err != nil {
		return err
	}
	return tx.refindEmployee(ctx, e, false)
}

// refindEmployee makes the employee findable by labels, by access to devices and by values of custom fields.
func (tx *Tx) refindEmployee(ctx context.Context, e *attendance.Employee, isNew bool) error {
	if err := tx.relinkLabels(ctx, linkEmployee, e.ID, e.Labels, isNew); err != nil {
		return err
	}
	if err := tx.relinkAccess(ctx, e.ID, e.Profile.WorkerAllowLabels, isNew); err != nil {
		return err
	}
	return tx.rewriteFieldValues(ctx, e.ID, e.Profile.CustomFieldValues, isNew)
}

// DeleteEmployee makes an employee disappear and frees the PIN. The row stays: punches and cards keep their names, and
// lists of them can still be filtered by what the employee was.
func (tx *Tx) DeleteEmployee(ctx context.Context, id int64) error {
	tx.renames = true
	err := tx.conn.exec(ctx, "UPDATE employees SET deleted = $3, modified = $3, pin_key = NULL, pin_sealed = NULL WHERE account_id = $1 AND id = $2",
		[]any{tx.account, id, micros(tx.Stamp())})
	return err
}
