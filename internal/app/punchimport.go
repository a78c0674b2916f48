package app

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"punchclock/internal/attendance"
)

// PunchImport is a load of many punches, which is done as a whole or not at all.
type PunchImport struct {
	Rows      []attendance.PunchInput
	DryRun    bool           // only find out what would happen
	AsPunched bool           // the ends were punched at clocks; else they are noted as added
	Progress  func(done int) // told now and then how many rows were looked at; may be nil
}

// ImportPunches makes many punches in one transaction, each checked like a single one. Rows that are there already are
// passed over, so that the same load can be repeated. When a row is wrong nothing is added, and the result says why.
func (a *App) ImportPunches(ctx context.Context, who attendance.Actor, load PunchImport) (*ImportResult, error) {
	return a.load(ctx, who, len(load.Rows), load.DryRun, func(tx *Tx, result *ImportResult) error {
		tx.known = newKnown()
		return tx.importPunches(ctx, &load, result)
	})
}

func (tx *Tx) importPunches(ctx context.Context, load *PunchImport, result *ImportResult) error {
	if err := tx.ReserveIDs(ctx, 2*int64(len(load.Rows))); err != nil { // a punch and its audit record
		return err
	}
	order := importOrder(load.Rows)
	if len(order) > 0 { // no zone is a day away from UTC
		tx.known.since = earliest(load.Rows).AddDate(0, 0, -1).Add(-2 * attendance.LongestPunch)
	}
	guard, err := tx.guardImport(ctx, load)
	if err != nil {
		return err
	}
	tx.Gather()
	employees := make(map[int64]bool)
	for done, i := range order {
		row := &result.Rows[i]
		p, err := tx.importPunch(ctx, load, i, row)
		if err != nil {
			return err
		}
		switch {
		case row.Duplicate:
			result.Duplicates++
		case len(row.Problems) > 0:
			result.Wrong++
		default:
			result.Added++
			employees[p.Employee] = true
		}
		if done++; load.Progress != nil && (done%1000 == 0 || done == len(order)) {
			load.Progress(done)
		}
	}
	if err := tx.WriteGathered(ctx); err != nil {
		return err
	}
	for employee := range employees {
		if err := tx.NoteLastPunch(ctx, employee); err != nil {
			return err
		}
	}
	return guard()
}

// guardImport guards the closed pay periods that the rows can reach.
func (tx *Tx) guardImport(ctx context.Context, load *PunchImport) (func() error, error) {
	var employees []int64
	var first, last attendance.Date
	seen := make(map[int64]bool)
	for i := range load.Rows {
		in := &load.Rows[i]
		if !in.InDt.Set {
			continue
		}
		day := attendance.DateOf(in.InDt.Value.Wall())
		if first == "" {
			first, last = day, day
		}
		first, last = min(first, day), max(last, day)
		if id := in.Employee.Value; !seen[id] {
			seen[id] = true
			employees = append(employees, id)
		}
	}
	if first == "" {
		return func() error { return nil }, nil
	}
	return tx.guardCards(ctx, employees, first.AddDays(-1), last.AddDays(8)) // no punch is longer than seven days
}

// importOrder is the order in which rows are looked at: employee by employee, in order of time.
func importOrder(rows []attendance.PunchInput) []int {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &rows[a], &rows[b]
		return cmp.Or(cmp.Compare(x.Employee.Value, y.Employee.Value), x.InDt.Value.Wall().Compare(y.InDt.Value.Wall()))
	})
	return order
}

// earliest is the first time, as written, at which work of the rows begins.
func earliest(rows []attendance.PunchInput) time.Time {
	first := rows[0].InDt.Value.Wall()
	for i := range rows {
		if t := rows[i].InDt.Value.Wall(); t.Before(first) {
			first = t
		}
	}
	return first
}

// importPunch checks a row and makes its punch, unless nothing will be kept anyway.
func (tx *Tx) importPunch(ctx context.Context, load *PunchImport, i int, row *ImportedRow) (*attendance.Punch, error) {
	p := attendance.NewPunch()
	wrong := tx.app.punches().fill(ctx, tx, nil, p, load.Rows[i], nil)
	if p.Employee != 0 && !p.InDt.IsZero() {
		var err error
		if row.Duplicate, err = tx.hasStay(ctx, p); row.Duplicate || err != nil {
			return nil, err
		}
	}
	if e, ok := errors.AsType[*attendance.Error](wrong); ok && e.Kind == attendance.Invalid {
		row.Problems = e.Fields
		return nil, nil //nolint:nilnil // the row says why there is no punch
	} else if wrong != nil {
		return nil, wrong
	}
	if load.AsPunched {
		p.InExceptions = p.InExceptions.Without(attendance.ExceptionAdded)
		p.OutExceptions = p.OutExceptions.Without(attendance.ExceptionAdded)
	}
	if err := tx.loadPunch(ctx, load, p); err != nil {
		return nil, err
	}
	row.ID = p.ID
	stay := p.Stay()
	stay.Row = i + 1
	tx.known.remember(p.Employee, stay)
	return p, nil
}

// hasStay says whether the employee has a punch with the same in and out.
func (tx *Tx) hasStay(ctx context.Context, p *attendance.Punch) (bool, error) {
	stay := p.Stay()
	others, err := tx.stays(ctx, p.Employee, p.InDt.Add(-time.Second), p.InDt.Add(time.Second))
	return slices.ContainsFunc(others, func(o attendance.Stay) bool { return o.Is(&stay) }), err
}

// loadPunch writes and audits a new punch.
func (tx *Tx) loadPunch(ctx context.Context, load *PunchImport, p *attendance.Punch) error {
	if load.DryRun {
		return nil
	}
	id, err := tx.NewID(ctx)
	if err != nil {
		return err
	}
	stamp := tx.Stamp()
	p.Identity = attendance.Identity{ID: id, Created: stamp, Modified: stamp}
	if err := tx.LoadPunch(ctx, p); err != nil {
		return err
	}
	if err := tx.NamePunch(ctx, p); err != nil {
		return err
	}
	return tx.audit(ctx, "create", "punch", id, nil, snapshot(p))
}
