package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

// clockLogs writes clock logs; clockLogsNamed reads them with the names of what they refer to.
var (
	clockLogs = table[attendance.ClockLog]{
		name: "clock_logs",
		columns: "id, employee_id, clock_id, clock_org_unit_id, org_unit_id, department_id, timezone, dt, dt_local, offline, status, direction, " +
			"punch_id, job_id, device_event_id, received_at, reason, created, modified",
		values: func(l *attendance.ClockLog) []any {
			return []any{
				l.ID, l.Employee, l.Clock, l.ClockOrgUnit, l.OrgUnit, l.Department, l.Timezone, micros(l.Dt), micros(l.DtLocal), l.Offline,
				string(l.Status), l.Direction, l.Punch, l.Job, l.DeviceEventID, micros(l.ReceivedAt), l.Reason, micros(l.Created), micros(l.Modified),
			}
		},
	}
	clockLogsNamed = table[attendance.ClockLog]{
		name: "clock_logs c LEFT JOIN employees e ON e.account_id = c.account_id AND e.id = c.employee_id " +
			"LEFT JOIN devices d ON d.account_id = c.account_id AND d.id = c.clock_id " +
			"LEFT JOIN org_units cu ON cu.account_id = c.account_id AND cu.id = c.clock_org_unit_id " +
			"LEFT JOIN org_units u ON u.account_id = c.account_id AND u.id = c.org_unit_id " +
			"LEFT JOIN departments p ON p.account_id = c.account_id AND p.id = c.department_id",
		columns: "c.id, c.employee_id, e.first_name, e.last_name, c.clock_id, d.name, c.clock_org_unit_id, c.org_unit_id, c.department_id, " +
			"cu.name, u.name, p.name, c.timezone, c.dt, c.dt_local, c.offline, c.status, c.direction, c.punch_id, c.job_id, c.device_event_id, " +
			"c.received_at, c.reason, c.created, c.modified",
		scan: func(r *row, l *attendance.ClockLog) error {
			l.ID, l.Employee, l.EmployeeFirstName, l.EmployeeLastName = r.Int(), r.IntOrNull(), r.TextOrNull(), r.TextOrNull()
			l.Clock, l.ClockName, l.ClockOrgUnit, l.OrgUnit, l.Department = r.Int(), r.Text(), r.Int(), r.IntOrNull(), r.IntOrNull()
			l.ClockOrgUnitName, l.OrgUnitName, l.DepartmentName, l.Timezone = r.Text(), r.TextOrNull(), r.TextOrNull(), r.Text()
			l.Dt, l.DtLocal, l.Offline, l.Status = r.Time(), r.Time(), r.Bool(), attendance.ClockLogStatus(r.Text())
			l.Direction, l.Punch, l.Job, l.DeviceEventID = r.TextOrNull(), r.IntOrNull(), r.IntOrNull(), r.TextOrNull()
			l.ReceivedAt, l.Reason, l.Created, l.Modified = r.Time(), r.TextOrNull(), r.Time(), r.Time()
			return nil
		},
	}
)

// inClockScope begins a condition on clock logs. A log belongs to the employee's org unit, or to that of the clock where
// nobody was identified.
func inClockScope(scope attendance.Scope) *where {
	return inUnits("c.", "coalesce(c.org_unit_id, c.clock_org_unit_id)", scope)
}

// ClockLogs lists clock logs by their time.
func (r Reads) ClockLogs(ctx context.Context, scope attendance.Scope, f *attendance.ClockLogFilter) iter.Seq2[*attendance.ClockLog, error] {
	w := inClockScope(scope).withinWall("c.dt", "c.dt_local", f.Range).in(employeeColumn("c.", f.Employees, false), f.Employees)
	w.in("c.clock_org_unit_id", f.ClockOrgUnits).in("c.org_unit_id", f.WorkOrgUnits).in("c.department_id", f.Departments)
	w.in("+c.clock_id", f.Clocks).in("c.job_id", f.Jobs).inTexts("c.status", plainTexts(f.Statuses)).fieldTests("c.employee_id", f.Fields)
	var marks []func()
	if len(f.UserLabels) > 0 {
		marks = append(marks, func() { w.linked("+c.employee_id", linkEmployee, f.UserLabels) })
	}
	if len(f.WorkLabels) > 0 {
		marks = append(marks, func() { w.linked("c.punch_id", linkPunch, f.WorkLabels) }, func() { w.linked("c.job_id", linkJob, f.WorkLabels) })
	}
	w.anyOf(len(marks), marks...)
	return clockLogsNamed.all(ctx, r, w.pageByNumber("c.dt", "c.id", nil), nil)
}

// ClockLog is one clock log, or ErrNotFound.
func (r Reads) ClockLog(ctx context.Context, scope attendance.Scope, id int64) (*attendance.ClockLog, error) {
	return clockLogsNamed.one(ctx, r, inClockScope(scope).and("c.id = ?", id))
}

// InsertClockLog writes a new clock log.
func (tx *Tx) InsertClockLog(ctx context.Context, l *attendance.ClockLog) error {
	return clockLogs.insert(ctx, tx, l)
}
