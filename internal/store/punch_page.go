package store

import (
	"context"
	"errors"
	"iter"
	"time"

	"punchclock/internal/attendance"
)

// punchPage reads a page of punches, and then what they refer to is called: most of that is in memory, and to join it to
// every row costs more than all else.
func (r Reads) punchPage(ctx context.Context, names *Names, page *attendance.Page, w *where, now time.Time) iter.Seq2[*attendance.Punch, error] {
	const sql = "SELECT (SELECT names FROM accounts WHERE id = $1), " + punchColumns + " FROM punches p WHERE "
	return func(yield func(*attendance.Punch, error) bool) {
		found := make([]punchRow, 0, most(page))
		renamings := int64(0)
		err := r.on.query(ctx, sql+w.sql.String()+r.on.first(most(page)), w.args, func(row *row) error {
			renamings = row.Int()
			found = append(found, punchRow{})
			found[len(found)-1].scan(row, now)
			if len(found) == most(page) {
				return errStop
			}
			return nil
		})
		if err == nil || errors.Is(err, errStop) {
			names.at(renamings)
			err = names.give(ctx, found)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range found {
			if !yield(&found[i].Punch, nil) {
				return
			}
		}
	}
}

// give fills in what the employees, org units and devices of punches are called.
func (n *Names) give(ctx context.Context, punches []punchRow) error {
	employees, orgUnits, devices := make([]int64, 0, len(punches)), make([]int64, 0, 16), make([]int64, 0, 16)
	for i := range punches {
		p := &punches[i]
		employees = append(employees, p.Employee)
		orgUnits = appendRef(appendRef(appendRef(orgUnits, &p.OrgUnit), p.InOrgUnit), p.OutOrgUnit)
		devices = appendRef(appendRef(devices, p.InClock), p.OutClock)
	}
	for _, of := range [...]struct {
		kind attendance.RefKind
		ids  []int64
	}{{attendance.RefEmployee, employees}, {attendance.RefOrgUnit, orgUnits}, {attendance.RefDevice, devices}} {
		if err := n.need(ctx, of.kind, of.ids); err != nil {
			return err
		}
	}
	for i := range punches {
		punches[i].takeNames(n)
	}
	return nil
}

// appendRef appends a reference unless it is unset, or the same as the last one.
func appendRef(ids []int64, id *int64) []int64 {
	if id == nil || len(ids) > 0 && ids[len(ids)-1] == *id {
		return ids
	}
	return append(ids, *id)
}

func (p *punchRow) takeNames(names *Names) {
	if e := names.taken[p.Employee]; e != nil {
		p.EmployeeFirstName, p.EmployeeLastName, p.EmployeePayrollID = e.FirstName, e.LastName, e.PayrollID
	}
	if u := names.taken[p.OrgUnit]; u != nil {
		p.OrgUnitName = u.Name
	}
	p.InClockName, p.OutClockName = names.of(p.InClock), names.of(p.OutClock)
	p.InOrgUnitName, p.OutOrgUnitName = names.of(p.InOrgUnit), names.of(p.OutOrgUnit)
}

// of is the name of a record that was asked for; nil when there is none.
func (n *Names) of(id *int64) *string {
	if id == nil || n.taken[*id] == nil {
		return nil
	}
	return &n.taken[*id].Name
}
