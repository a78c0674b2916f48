package store

import (
	"context"
	"iter"
	"time"

	"punchclock/internal/attendance"
)

// CardEmployee is what the rules engine needs to know of an employee.
type CardEmployee struct {
	ID           int64
	PayClass     *int64
	TeamSchedule *int64
}

// CardEmployees lists the employees that a filter of cards names, deleted ones included: their cards stay.
func (r Reads) CardEmployees(ctx context.Context, scope attendance.Scope, f *attendance.CardFilter) iter.Seq2[*CardEmployee, error] {
	w := inScope("", scope).in("id", f.Employees).carrying("id", linkEmployee, f.Labels)
	w.fieldTests("id", f.Fields)
	sql := "SELECT id, pay_class_id, team_schedule_id FROM employees WHERE " + w.sql.String()
	return rows(ctx, r, 0, sql, w.args, func(r *row, e *CardEmployee) error {
		e.ID, e.PayClass, e.TeamSchedule = r.Int(), r.IntOrNull(), r.IntOrNull()
		return nil
	})
}

// CardPunch is a punch as the rules engine needs it. Instants are microseconds UTC.
type CardPunch struct {
	Employee      int64
	ID            int64
	In            int64
	Out           int64
	Complete      bool // there is an out
	Timezone      string
	Status        string
	OutKind       string // empty is none
	InExceptions  string // joined by commas
	OutExceptions string
	OrgUnit       int64
	Department    *int64
	PayClass      *int64
	Created       int64
	Modified      int64
}

// CardPunches passes the punches of the employees whose in is at or after since and before until, by employee, in and
// id. The punch that is passed is used again for the next one.
func (r Reads) CardPunches(ctx context.Context, account int64, employees []int64, since, until time.Time, each func(*CardPunch) error) error {
	var p CardPunch
	for len(employees) > 0 {
		chunk := employees[:min(len(employees), summaryChunk)]
		employees = employees[len(chunk):]
		w := inScope("", attendance.Everything(account)).in("employee_id", chunk).and("in_dt >= ? AND in_dt < ?", micros(since), micros(until))
		sql := "SELECT employee_id, id, in_dt, out_dt, timezone, status, out_kind, in_exceptions, out_exceptions, org_unit_id, department_id, pay_class_id, created, modified FROM punches WHERE " +
			w.sql.String() + " ORDER BY employee_id, in_dt, id"
		err := r.on.query(ctx, sql, w.args, func(r *row) error {
			p = CardPunch{Employee: r.Int(), ID: r.Int(), In: r.Int(), Complete: !r.null(r.i)}
			p.Out, p.Timezone, p.Status, p.OutKind = r.Int(), r.Text(), r.Text(), r.Text()
			p.InExceptions, p.OutExceptions, p.OrgUnit = r.Text(), r.Text(), r.Int()
			p.Department, p.PayClass, p.Created, p.Modified = r.IntOrNull(), r.IntOrNull(), r.Int(), r.Int()
			return each(&p)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
