package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"punchclock/internal/attendance"
)

// EmployeeImport is a load of many employees, which is done as a whole or not at all.
type EmployeeImport struct {
	Rows     []EmployeeRow
	DryRun   bool           // only find out what would happen
	Progress func(done int) // told now and then how many rows were looked at; may be nil
}

// EmployeeRow is an employee to be made, unless there is one already: with the id that the row knows and the same name,
// or with the same payroll id, or else with the same e-mail address, or else with the same name in the same org unit.
type EmployeeRow struct {
	ID   int64 // as an export of this installation has it; 0 without one
	Line int   // where the row stands, for messages; 0 is its place in the load
	attendance.EmployeeInput
}

// ImportEmployees makes many employees in one transaction, each checked like a single one. Those that are there already
// are passed over as they are, so that the same load can be repeated. When a row is wrong nobody is added, and the result
// says why.
func (a *App) ImportEmployees(ctx context.Context, who attendance.Actor, load EmployeeImport) (*ImportResult, error) {
	return a.load(ctx, who, len(load.Rows), load.DryRun, func(tx *Tx, result *ImportResult) error {
		return tx.importEmployees(ctx, &load, result)
	})
}

func (tx *Tx) importEmployees(ctx context.Context, load *EmployeeImport, result *ImportResult) error {
	there, err := tx.everybody(ctx)
	if err != nil {
		return err
	}
	for i := range load.Rows {
		in, row := &load.Rows[i], &result.Rows[i]
		found := there.find(in)
		row.Duplicate = found != nil && found.row == 0
		if found != nil && found.row > 0 {
			row.Problems = []attendance.FieldError{{Field: "payrollId", Code: "duplicate", Detail: fmt.Sprintf(
				"The employee stands in line %d too. When these are two people, give each a payrollId.", found.row)}}
		} else if found == nil {
			if err := tx.importEmployee(ctx, in.EmployeeInput, row); err != nil {
				return err
			}
			there.add(in.identity(), max(in.Line, i+1))
		}
		switch {
		case row.Duplicate:
			result.Duplicates++
		case len(row.Problems) > 0:
			result.Wrong++
		default:
			result.Added++
		}
		if done := i + 1; load.Progress != nil && (done%100 == 0 || done == len(load.Rows)) {
			load.Progress(done)
		}
	}
	return nil
}

// importEmployee makes the employee of a row. It does so in a dry run too, and when another row is wrong, since rows can
// stand in one another's way; all of it is then undone.
func (tx *Tx) importEmployee(ctx context.Context, in attendance.EmployeeInput, row *ImportedRow) error {
	c, e := tx.app.employees(), attendance.NewEmployee()
	err := c.fill(ctx, tx, nil, e, in, nil)
	if wrong, ok := errors.AsType[*attendance.Error](err); ok && wrong.Kind == attendance.Invalid {
		row.Problems = wrong.Fields
		return nil
	}
	if err != nil {
		return err
	}
	if row.ID, err = tx.NewID(ctx); err != nil {
		return err
	}
	stamp := tx.Stamp()
	e.Identity = attendance.Identity{ID: row.ID, Created: stamp, Modified: stamp}
	if err := c.insert(tx.Tx, ctx, e); err != nil {
		return err
	}
	_, err = c.written(ctx, tx, "create", nil, e)
	return err
}

// knownEmployee is an employee who is there: in the database, or in a row before.
type knownEmployee struct {
	identity employeeIdentity
	row      int // or line; 0 is in the database
}

// employeeIdentity is by what an employee is recognised, folded.
type employeeIdentity struct {
	id               int64
	payrollID, email string
	name             string // with the org unit
}

// staff is everybody who is there, by each of the ways to recognise them.
type staff struct {
	byID                         map[int64]*knownEmployee
	byPayrollID, byEmail, byName map[string]*knownEmployee
}

// everybody is who is there before the load.
func (tx *Tx) everybody(ctx context.Context) (*staff, error) {
	s := &staff{
		byID: make(map[int64]*knownEmployee), byPayrollID: make(map[string]*knownEmployee), byEmail: make(map[string]*knownEmployee),
		byName: make(map[string]*knownEmployee),
	}
	for e, err := range tx.Employees(ctx, tx.who.Scope, attendance.EmployeeFilter{}) {
		if err != nil {
			return nil, err
		}
		identity := employeeIdentity{id: e.ID, name: nameInUnit(e.FirstName, e.LastName, e.OrgUnit)}
		if e.PayrollID != nil {
			identity.payrollID = attendance.Fold(*e.PayrollID)
		}
		if e.Profile.Email != nil {
			identity.email = attendance.Fold(*e.Profile.Email)
		}
		s.add(identity, 0)
	}
	return s, nil
}

func nameInUnit(first, last string, unit int64) string {
	return attendance.Fold(fmt.Sprintf("%s\n%s\n%d", strings.TrimSpace(first), strings.TrimSpace(last), unit))
}

func (s *staff) add(identity employeeIdentity, row int) {
	k := &knownEmployee{identity, row}
	if identity.id != 0 {
		s.byID[identity.id] = k
	}
	if identity.payrollID != "" {
		s.byPayrollID[identity.payrollID] = k
	}
	if identity.email != "" {
		s.byEmail[identity.email] = k
	}
	s.byName[identity.name] = k
}

// identity is by what the employee of the row would be recognised.
func (r *EmployeeRow) identity() employeeIdentity {
	i := employeeIdentity{name: nameInUnit(r.FirstName.Value, r.LastName.Value, r.OrgUnit.Value)}
	if r.PayrollID.Value != nil {
		i.payrollID = attendance.Fold(strings.TrimSpace(*r.PayrollID.Value))
	}
	if r.Email.Value != nil {
		i.email = attendance.Fold(strings.TrimSpace(*r.Email.Value))
	}
	return i
}

// find is the employee whom the row means, or nil for a new one. Whoever has a payroll id of their own is nobody else,
// whatever the name.
func (s *staff) find(r *EmployeeRow) *knownEmployee {
	i := r.identity()
	if k := s.byID[r.ID]; k != nil && k.identity.name == i.name {
		return k
	}
	if i.payrollID != "" {
		if k := s.byPayrollID[i.payrollID]; k != nil {
			return k
		}
	}
	for _, k := range []*knownEmployee{s.byEmail[i.email], s.byName[i.name]} {
		if k != nil && (i.payrollID == "" || k.identity.payrollID == "") {
			return k
		}
	}
	return nil
}
