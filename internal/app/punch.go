package app

import (
	"context"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// punches are made and changed like other records; checkPunch says what is special about them.
func (a *App) punches() collection[attendance.Punch, *attendance.Punch, attendance.PunchInput] {
	return collection[attendance.Punch, *attendance.Punch, attendance.PunchInput]{
		kind:  "punch",
		fresh: attendance.NewPunch,
		load: func(r store.Reads, ctx context.Context, scope attendance.Scope, id int64) (*attendance.Punch, error) {
			return r.Punch(ctx, scope, id, a.now())
		},
		name:   (*store.Tx).NamePunch,
		insert: (*store.Tx).InsertPunch,
		update: (*store.Tx).UpdatePunch,
		check:  checkPunch,
		guard:  guardPunch,
	}
}

// CreatePunch makes a punch.
func (a *App) CreatePunch(ctx context.Context, who attendance.Actor, in attendance.PunchInput) (*attendance.Punch, error) {
	return a.punches().create(ctx, a, who, in)
}

// UpdatePunch changes a punch.
func (a *App) UpdatePunch(ctx context.Context, who attendance.Actor, id int64, in attendance.PunchInput) (*attendance.Punch, error) {
	return a.punches().modify(ctx, a, who, id, in)
}

// DeletePunch deletes a punch.
func (a *App) DeletePunch(ctx context.Context, who attendance.Actor, id int64) error {
	return a.punches().remove(ctx, a, who, id, attendance.DeletedPunch, (*store.Tx).DeletePunch)
}

// checkPunch finds the employee, the zone and the times of the punch, judges them, and says what stands in the way.
func checkPunch(ctx context.Context, tx *Tx, was, p *attendance.Punch, in attendance.PunchInput, problems *attendance.Problems) error {
	if err := tx.takeWorker(ctx, was, p, in, problems); err != nil {
		return err
	}
	if err := tx.referPunch(ctx, was, p, in, problems); err != nil {
		return err
	}
	if was == nil && !in.InDt.Set && !problems.Has("inDt") {
		problems.Add("inDt", "required", "inDt is required.")
	}
	zone, err := tx.punchZone(ctx, was, p)
	if err != nil {
		return err
	}
	p.Timezone = zone.String()
	in.Resolve(p, zone, problems)
	retimed := was == nil || !p.SameTime(was)
	if retimed {
		if err := tx.judge(ctx, was, p, problems); err != nil {
			return err
		}
	}
	if err := tx.review(was, p, in); err != nil {
		return err
	}
	if retimed || was.Status == attendance.PunchRejected && p.Status != was.Status {
		return tx.checkNeighbours(ctx, p, problems)
	}
	return nil
}

// takeWorker makes the punch one of the employee whom the input names.
func (tx *Tx) takeWorker(ctx context.Context, was, p *attendance.Punch, in attendance.PunchInput, problems *attendance.Problems) error {
	switch {
	case problems.Has("employee"):
		return nil
	case was == nil && !in.Employee.Set:
		problems.Add("employee", "required", "employee is required.")
		return nil
	case !in.Employee.Set || was != nil && in.Employee.Value == was.Employee:
		return nil
	}
	worker, err := tx.worker(ctx, problems, in.Employee.Value)
	if err != nil || worker == nil {
		return err
	}
	p.TakeFrom(worker)
	in.Department.To(&p.Department)
	in.PayClass.To(&p.PayClass)
	return nil
}

// referPunch checks the references that the input sets.
func (tx *Tx) referPunch(ctx context.Context, was, p *attendance.Punch, in attendance.PunchInput, problems *attendance.Problems) error {
	if was == nil {
		was = &attendance.Punch{}
	}
	for _, r := range [...]struct {
		field   string
		kind    attendance.RefKind
		given   bool
		id, was *int64
	}{
		{"inClock", attendance.RefDevice, in.InClock.Set, p.InClock, was.InClock},
		{"inOrgUnit", attendance.RefOrgUnit, in.InOrgUnit.Set, p.InOrgUnit, was.InOrgUnit},
		{"outClock", attendance.RefDevice, in.OutClock.Set, p.OutClock, was.OutClock},
		{"job", attendance.RefJob, in.Job.Set, p.Job, was.Job},
		{"jobPhase", attendance.RefJobPhase, in.JobPhase.Set, p.JobPhase, was.JobPhase},
		{"costCode", attendance.RefCostCode, in.CostCode.Set, p.CostCode, was.CostCode},
		{"department", attendance.RefDepartment, in.Department.Set, p.Department, was.Department},
		{"payClass", attendance.RefPayClass, in.PayClass.Set, p.PayClass, was.PayClass},
		{"outOrgUnit", attendance.RefOrgUnit, in.OutOrgUnit.Set, p.OutOrgUnit, was.OutOrgUnit},
	} {
		if !r.given || problems.Has(r.field) {
			continue
		}
		if err := tx.referOrNull(ctx, problems, r.field, r.kind, r.id, r.was); err != nil {
			return err
		}
	}
	return tx.referLabels(ctx, problems, "labels", p.Labels, was.Labels)
}

// punchZone is the zone of the punch: of where the work begins, else of the employee's org unit. It stays as it is stored
// while neither is changed.
func (tx *Tx) punchZone(ctx context.Context, was, p *attendance.Punch) (*time.Location, error) {
	taken := was == nil || was.Employee != p.Employee // and with the employee the zone of the org unit
	switch {
	case !taken && same(was.InOrgUnit, p.InOrgUnit):
		return tx.app.zones.Load(p.Timezone)
	case p.InOrgUnit != nil:
		return tx.unitZone(ctx, *p.InOrgUnit)
	case !taken:
		return tx.unitZone(ctx, p.OrgUnit)
	case p.Timezone == "": // of an employee that was complained of, so that all else can be checked too
		return time.UTC, nil
	}
	return tx.app.zones.Load(p.Timezone)
}

// same says whether two references are the same one, or both unset.
func same(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// judge checks the times of the punch and writes what follows from them.
func (tx *Tx) judge(ctx context.Context, was, p *attendance.Punch, problems *attendance.Problems) error {
	p.CheckTimes(problems, tx.now)
	longest, err := tx.longestShift(ctx, p.PayClass)
	if err != nil {
		return err
	}
	p.Judge(was, longest, tx.who.Name)
	p.EntryState = p.StateAt(tx.now)
	return nil
}

// review sets the status that the input asks for. One that is as it was, or as it follows from the rules, is no request.
func (tx *Tx) review(was, p *attendance.Punch, in attendance.PunchInput) error {
	status := in.Status.Value
	if !in.Status.Set || status == "" || status == p.Status || was != nil && status == was.Status {
		return nil
	}
	if !tx.who.Permissions.Holds(attendance.PunchesApprove) {
		return attendance.Fail(attendance.Forbidden, "forbidden", "This key lacks the permission %s, which it takes to set the status of a punch. Leave status out, or use another key.", attendance.PunchesApprove)
	}
	p.Status = status
	return nil
}

// checkNeighbours says which other punch of the employee stands in the way.
func (tx *Tx) checkNeighbours(ctx context.Context, p *attendance.Punch, problems *attendance.Problems) error {
	if problems.Has("employee") || problems.Has("inDt") || problems.Has("outDt") {
		return nil
	}
	stay := p.Stay()
	earliest := p.InDt
	if tx.now.Before(earliest) {
		earliest = tx.now
	}
	others, err := tx.neighbours(ctx, p, earliest.Add(-attendance.LongestPunch-time.Second), stay.End(tx.now))
	if err != nil {
		return err
	}
	stay.CheckNeighbours(others, tx.now, problems)
	return nil
}
