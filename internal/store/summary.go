package store

import (
	"context"

	"punchclock/internal/attendance"
)

// summaryColumns says where the summary of a kind of record comes from: a table and its columns name, payroll id, active.
// Employees, devices and labels have more to say and have statements of their own.
func summaryColumns(kind attendance.RefKind) (table, columns string) {
	switch kind {
	case attendance.RefEmployee:
		return "employees", "first_name, payroll_id, active, last_name, org_unit_id"
	case attendance.RefDevice:
		return "devices", "name, NULL, active, '', org_unit_id"
	case attendance.RefOrgUnit:
		return "org_units", "name, payroll_id, active, '', id"
	case attendance.RefLabel:
		return "labels", "name, NULL, active, kind, 0"
	case attendance.RefDepartment:
		return "departments", "name, payroll_id, active, '', 0"
	case attendance.RefJob:
		return "jobs", "name, payroll_id, active, '', 0"
	case attendance.RefJobPhase:
		return "job_phases", "name, payroll_id, active, '', 0"
	case attendance.RefCostCode:
		return "cost_codes", "name, payroll_id, active, '', 0"
	case attendance.RefTimeOffCode:
		return "time_off_codes", "name, payroll_id, active, '', 0"
	case attendance.RefPayCode:
		return "pay_codes", "name, payroll_id, active, '', 0"
	case attendance.RefShiftClass:
		return "shift_classes", "name, payroll_id, active, '', 0"
	case attendance.RefPayClass:
		return "pay_classes", "name, NULL, active, '', 0"
	case attendance.RefTeamSchedule:
		return "team_schedules", "name, NULL, active, '', 0"
	case attendance.RefCustomField:
		return "custom_fields", "name, NULL, 1, '', 0"
	}
	panic("store: no summary of " + string(kind))
}

// isNamed says whether summaries are made of the records of a table.
func isNamed(table string) bool {
	for _, kind := range attendance.RefKinds() {
		if of, _ := summaryColumns(kind); of == table {
			return true
		}
	}
	return false
}

// summaryChunk is how many ids one question names at most.
const summaryChunk = 256

// Summaries is what there is to say about the records of a kind with these ids, by id ascending within each chunk of
// questions. Deleted employees are there, so that their punches keep their names. A scope limited to org units hides
// nothing here: whoever may see a record may see the names of what it refers to.
func (r Reads) Summaries(ctx context.Context, scope attendance.Scope, kind attendance.RefKind, ids []int64, each func(*attendance.Summary) error) error {
	for len(ids) > 0 {
		chunk := ids[:min(len(ids), summaryChunk)]
		ids = ids[len(chunk):]
		if err := r.summaries(ctx, scope, kind, chunk, each); err != nil {
			return err
		}
	}
	return nil
}

func (r Reads) summaries(ctx context.Context, scope attendance.Scope, kind attendance.RefKind, ids []int64, each func(*attendance.Summary) error) error {
	from, columns := summaryColumns(kind)
	w := inScope("", scope).in("id", ids)
	sql := "SELECT id, " + columns + " FROM " + from + " WHERE " + w.sql.String() + " ORDER BY id"
	return r.on.query(ctx, sql, w.args, func(r *row) error {
		s := attendance.Summary{Kind: kind, ID: r.Int(), Name: r.Text(), PayrollID: r.TextOrNull(), Active: r.Bool()}
		word := r.Text()
		s.OrgUnit = r.Int()
		switch kind {
		case attendance.RefEmployee:
			s.FirstName, s.LastName, s.Name = s.Name, word, s.Name+" "+word
		case attendance.RefLabel:
			s.LabelKind = word
		default:
		}
		return each(&s)
	})
}

// isUnitBound says whether records of the kind belong to an org unit, and are hidden from whoever may not see that.
func isUnitBound(kind attendance.RefKind) bool {
	return kind == attendance.RefEmployee || kind == attendance.RefDevice || kind == attendance.RefOrgUnit
}

// Referable is a record that somebody wants to refer to: its summary, or nil when there is none within the scope.
// Deleted employees cannot be referred to anew.
func (r Reads) Referable(ctx context.Context, scope attendance.Scope, kind attendance.RefKind, id int64) (found *attendance.Summary, err error) {
	err = r.summaries(ctx, scope, kind, []int64{id}, func(s *attendance.Summary) error {
		if !isUnitBound(kind) || scope.Allows(s.OrgUnit) {
			found = s
		}
		return nil
	})
	if found != nil && kind == attendance.RefEmployee {
		w := inScope("", scope).and("id = ?", id).and("deleted IS NOT NULL")
		err = r.on.query(ctx, "SELECT 1 FROM employees WHERE "+w.sql.String(), w.args, func(*row) error { found = nil; return nil })
	}
	return found, err
}
