package store

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"punchclock/internal/attendance"
)

// punches writes punches.
var punches = table[attendance.Punch]{
	name: "punches",
	columns: "id, employee_id, org_unit_id, department_id, pay_class_id, timezone, in_dt, in_local, in_clock_id, in_org_unit_id, in_exceptions, " +
		"out_dt, out_clock_id, out_org_unit_id, out_exceptions, out_kind, open_until, status, override_by, job_id, job_phase_id, cost_code_id, " +
		"labels, notes, created, modified",
	values: func(p *attendance.Punch) []any {
		return []any{
			p.ID, p.Employee, p.OrgUnit, p.Department, p.PayClass, p.Timezone, micros(p.InDt), micros(p.InLocal), p.InClock, p.InOrgUnit,
			p.InExceptions.String(), microsOrNull(p.OutDt), p.OutClock, p.OutOrgUnit, p.OutExceptions.String(), (*string)(p.OutKind),
			micros(p.OpenUntil), string(p.Status), p.OverrideBy, p.Job, p.JobPhase, p.CostCode, joinLabels(p.Labels), p.Notes,
			micros(p.Created), micros(p.Modified),
		}
	},
}

// The columns of punches as they are read, the names of what punches refer to, and where those come from: each is found
// by its primary key.
const (
	punchColumns = "p.id, p.employee_id, p.org_unit_id, p.timezone, p.in_dt, p.in_local, p.in_clock_id, p.in_org_unit_id, p.in_exceptions, " +
		"p.out_dt, p.out_clock_id, p.out_exceptions, p.status, p.override_by, p.out_kind, p.job_id, p.job_phase_id, p.cost_code_id, " +
		"p.labels, p.notes, p.department_id, p.pay_class_id, p.out_org_unit_id, p.open_until, p.created, p.modified"
	punchNames = "e.first_name, e.last_name, e.payroll_id, u.name, ic.name, iu.name, oc.name, ou.name"
	namedPunch = "punches p LEFT JOIN employees e ON e.account_id = p.account_id AND e.id = p.employee_id " +
		"LEFT JOIN org_units u ON u.account_id = p.account_id AND u.id = p.org_unit_id " +
		"LEFT JOIN devices ic ON ic.account_id = p.account_id AND ic.id = p.in_clock_id " +
		"LEFT JOIN org_units iu ON iu.account_id = p.account_id AND iu.id = p.in_org_unit_id " +
		"LEFT JOIN devices oc ON oc.account_id = p.account_id AND oc.id = p.out_clock_id " +
		"LEFT JOIN org_units ou ON ou.account_id = p.account_id AND ou.id = p.out_org_unit_id"
)

// punchRow is a punch and room for what its pointers point to, so that reading one takes one piece of memory: lists of
// punches are the longest of all.
type punchRow struct {
	attendance.Punch
	ints  [9]int64
	texts [8]string
	out   time.Time
}

func (p *punchRow) scan(r *row, now time.Time) {
	p.ID, p.Employee, p.OrgUnit, p.Timezone = r.Int(), r.Int(), r.Int(), r.Word()
	p.InDt, p.InLocal = r.Time(), r.Time()
	p.InClock, p.InOrgUnit = r.intIn(&p.ints[0]), r.intIn(&p.ints[1])
	p.InExceptions = attendance.ParseExceptions(r.Word())
	if !r.isNull() {
		p.out = r.Time()
		p.OutDt = &p.out
	}
	p.OutClock = r.intIn(&p.ints[2])
	p.OutExceptions = attendance.ParseExceptions(r.Word())
	p.Status = attendance.PunchStatus(r.Word())
	p.OverrideBy = r.wordIn(&p.texts[4])
	p.OutKind = (*attendance.OutKind)(r.wordIn(&p.texts[7]))
	p.Job, p.JobPhase, p.CostCode = r.intIn(&p.ints[3]), r.intIn(&p.ints[4]), r.intIn(&p.ints[5])
	p.Labels, p.Notes = r.labelRefs(), r.textIn(&p.texts[5])
	p.Department, p.PayClass = r.intIn(&p.ints[6]), r.intIn(&p.ints[7])
	p.OutOrgUnit = r.intIn(&p.ints[8])
	p.OpenUntil, p.Created, p.Modified = r.Time(), r.Time(), r.Time()
	p.EntryState = p.StateAt(now)
}

func (p *punchRow) scanNames(r *row) {
	p.EmployeeFirstName, p.EmployeeLastName, p.EmployeePayrollID = r.Text(), r.Text(), r.textIn(&p.texts[0])
	p.OrgUnitName = r.Word()
	p.InClockName, p.InOrgUnitName = r.wordIn(&p.texts[1]), r.wordIn(&p.texts[2])
	p.OutClockName, p.OutOrgUnitName = r.wordIn(&p.texts[3]), r.wordIn(&p.texts[6])
}

// readPunches reads the punches of a condition, their entry states as of now.
func (r Reads) readPunches(ctx context.Context, limit int, w *where, now time.Time) iter.Seq2[*attendance.Punch, error] {
	const sql = "SELECT " + punchColumns + ", " + punchNames + " FROM " + namedPunch + " WHERE "
	return func(yield func(*attendance.Punch, error) bool) {
		scan := func(r *row, p *punchRow) error {
			p.scan(r, now)
			p.scanNames(r)
			return nil
		}
		for p, err := range rows(ctx, r, limit, sql+w.sql.String(), w.args, scan) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(&p.Punch, nil) {
				return
			}
		}
	}
}

// Punches lists punches by their in, or a page of them by modification when the filter says so. Their entry states are
// as of now.
func (r Reads) Punches(ctx context.Context, scope attendance.Scope, f *attendance.PunchFilter, now time.Time) iter.Seq2[*attendance.Punch, error] {
	punches, _ := r.NamedPunches(ctx, scope, f, now)
	return punches
}

// NamedPunches is Punches, and once a page was read what is known of the names in it; nil when the punches are no page.
func (r Reads) NamedPunches(ctx context.Context, scope attendance.Scope, f *attendance.PunchFilter, now time.Time) (iter.Seq2[*attendance.Punch, error], *Names) {
	w := inUnits("p.", "p.org_unit_id", scope)
	w.in(employeeColumn("p.", f.Employees, f.ByModified), f.Employees).punchConditions(f, now)
	switch {
	case f.ByModified && f.Page != nil:
		names := &Names{reads: r, scope: scope}
		return r.punchPage(ctx, names, f.Page, w.pageWithin("p.modified", "p.id", f.Range.Range, f.Page), now), names
	case f.ByModified:
		return r.readPunches(ctx, 0, w.pageWithin("p.modified", "p.id", f.Range.Range, nil), now), nil
	default:
		return r.readPunches(ctx, 0, w.withinWall("p.in_dt", "p.in_local", f.Range).pageByNumber("p.in_dt", "p.id", nil), now), nil
	}
}

// employeeColumn is the column by which a list in order of time asks for employees. The index of one employee has that
// order too. Of several it has not: a plus before the column keeps the database from taking it and sorting all it finds.
func employeeColumn(prefix string, employees []int64, byModified bool) string {
	if len(employees) == 1 && !byModified {
		return prefix + "employee_id"
	}
	return "+" + prefix + "employee_id"
}

// punchConditions adds the conditions of a filter that no index serves.
func (w *where) punchConditions(f *attendance.PunchFilter, now time.Time) {
	w.in("p.job_id", f.Jobs).in("p.org_unit_id", f.OrgUnits).in("p.department_id", f.Departments).in("p.pay_class_id", f.PayClasses)
	w.inTexts("p.status", plainTexts(f.Statuses)).fieldTests("p.employee_id", f.Fields)
	w.anyOf(len(f.Devices), func() { w.oneOf("p.in_clock_id", f.Devices) }, func() { w.oneOf("p.out_clock_id", f.Devices) })
	w.anyOf(len(f.WorkOrgUnits), func() { w.oneOf("p.in_org_unit_id", f.WorkOrgUnits) }, func() { w.oneOf("p.out_org_unit_id", f.WorkOrgUnits) })
	w.anyOf(len(f.ClockOrgUnits), func() { w.standsIn("p.in_clock_id", f.ClockOrgUnits) }, func() { w.standsIn("p.out_clock_id", f.ClockOrgUnits) })
	w.anyOf(len(f.Labels),
		func() { w.linked("+p.employee_id", linkEmployee, f.Labels) },
		func() { w.linked("+p.id", linkPunch, f.Labels) },
		func() { w.linked("p.job_id", linkJob, f.Labels) })
	states := make([]func(), len(f.EntryStates))
	for i, state := range f.EntryStates {
		states[i] = func() { w.inState(state, now) }
	}
	w.anyOf(len(states), states...)
}

// inState asks for punches that are in that state now.
func (w *where) inState(state attendance.EntryState, now time.Time) {
	const missingIn = "p.in_exceptions LIKE '%missing%'"
	switch state {
	case attendance.EntryMissingIn:
		w.raw(missingIn)
	case attendance.EntryComplete:
		w.raw("(p.out_dt IS NOT NULL AND NOT " + missingIn + ")")
	case attendance.EntryOpen:
		w.raw("(p.out_dt IS NULL AND p.open_until > ? AND NOT "+missingIn+")", micros(now))
	case attendance.EntryMissingOut:
		w.raw("(p.out_dt IS NULL AND p.open_until <= ? AND NOT "+missingIn+")", micros(now))
	}
}

// standsIn asks that the device in column stands in one of the org units.
func (w *where) standsIn(column string, orgUnits []int64) {
	w.raw(column + " IN (SELECT id FROM devices WHERE account_id = $1 AND ")
	w.oneOf("org_unit_id", orgUnits)
	w.raw(")")
}

// anyOf asks that one of the conditions holds; when there are no values to compare with, that is no condition.
func (w *where) anyOf(values int, conditions ...func()) {
	if values == 0 {
		return
	}
	for i, condition := range conditions {
		w.raw([...]string{" AND (", " OR "}[min(i, 1)])
		condition()
	}
	w.raw(")")
}

// withinWall asks that a recorded time is in the range: at is the column of the instant, local that of the wall clock.
func (w *where) withinWall(at, local string, r attendance.WallRange) *where {
	w.within(at, r.Range)
	return w.within(local, attendance.Range{From: r.FromWall, To: r.ToWall})
}

func plainTexts[T ~string](words []T) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = string(w)
	}
	return texts
}

// Punch is one punch, its entry state as of now, or ErrNotFound.
func (r Reads) Punch(ctx context.Context, scope attendance.Scope, id int64, now time.Time) (*attendance.Punch, error) {
	for p, err := range r.readPunches(ctx, 1, inUnits("p.", "p.org_unit_id", scope).and("p.id = ?", id), now) {
		return p, err
	}
	return nil, attendance.ErrNotFound()
}

// Stays is the time that punches of the employee take whose in lies between the two instants, by in.
func (r Reads) Stays(ctx context.Context, account, employee int64, after, before time.Time) ([]attendance.Stay, error) {
	w := inScope("", attendance.Everything(account)).and("employee_id = ? AND in_dt > ? AND in_dt < ?", employee, micros(after), micros(before))
	w.sql.WriteString(" ORDER BY in_dt, id")
	var stays []attendance.Stay
	err := r.on.query(ctx, "SELECT id, in_dt, out_dt, open_until, CASE status WHEN 'rejected' THEN 1 ELSE 0 END FROM punches WHERE "+w.sql.String(), w.args, func(r *row) error {
		stays = append(stays, attendance.Stay{ID: r.Int(), In: r.Time(), Out: r.TimeOrNull(), OpenUntil: r.Time(), Rejected: r.Bool()})
		return nil
	})
	return stays, err
}

// Neighbours are the stays that the punch can meet: the employee's others, not rejected, that begin between the two
// instants, by in. Those that are stored do not meet one another, so of those that begin no later than the punch only the
// last can reach into it, and no earlier one is read.
func (r Reads) Neighbours(ctx context.Context, account int64, p *attendance.Punch, after, before time.Time) ([]attendance.Stay, error) {
	const sql = "SELECT id, in_dt, out_dt, open_until FROM punches WHERE account_id = $1 AND employee_id = $2 AND in_dt > $3 AND in_dt < $4 " +
		"AND +id <> $5 AND status <> 'rejected' ORDER BY in_dt DESC, id DESC"
	var found []attendance.Stay
	err := r.on.query(ctx, sql, []any{account, p.Employee, micros(after), micros(before), p.ID}, func(r *row) error {
		s := attendance.Stay{ID: r.Int(), In: r.Time(), Out: r.TimeOrNull(), OpenUntil: r.Time()}
		found = append(found, s)
		if !s.In.After(p.InDt) {
			return errStop
		}
		return nil
	})
	if errors.Is(err, errStop) {
		err = nil
	}
	slices.Reverse(found)
	return found, err
}

// Worker is what punches and time off entries take from an employee, or ErrNotFound.
func (r Reads) Worker(ctx context.Context, scope attendance.Scope, id int64) (*attendance.Worker, error) {
	w := inUnits("e.", "e.org_unit_id", scope).and("e.id = ? AND e.deleted IS NULL", id)
	const sql = "SELECT e.id, e.first_name, e.last_name, e.payroll_id, e.active, e.org_unit_id, u.name, u.timezone, e.department_id, e.pay_class_id " +
		"FROM employees e LEFT JOIN org_units u ON u.account_id = e.account_id AND u.id = e.org_unit_id WHERE "
	return one(ctx, r, sql+w.sql.String(), w.args, func(r *row, w *attendance.Worker) error {
		*w = attendance.Worker{
			ID: r.Int(), FirstName: r.Text(), LastName: r.Text(), PayrollID: r.TextOrNull(), Active: r.Bool(),
			OrgUnit: r.Int(), OrgUnitName: r.Text(), Timezone: r.Text(), Department: r.IntOrNull(), PayClass: r.IntOrNull(),
		}
		return nil
	})
}
