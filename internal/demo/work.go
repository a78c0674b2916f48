package demo

import (
	"context"
	"errors"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// stint is one punch in the making, with the devices at which it was punched.
type stint struct {
	person   *person
	in       time.Time
	out      *time.Time // nil when there is none
	outKind  *attendance.OutKind
	inClock  int64
	outClock int64
	job      int64 // 0 is none
	phase    int64
	status   attendance.PunchStatus // empty is what the rules say
	notes    string
	id       int64 // of the punch
}

// makePunches makes the punches of all people up to now, and the clock logs that they came from.
func (c *company) makePunches(ctx context.Context) {
	var stints []*stint
	for _, p := range c.people {
		for _, s := range c.work(p) {
			if !s.in.After(c.now) {
				stints = append(stints, s)
			}
		}
	}
	rows := make([]attendance.PunchInput, len(stints))
	for i, s := range stints {
		rows[i] = c.input(s)
	}
	result, err := c.app.ImportPunches(ctx, c.who, app.PunchImport{Rows: rows, AsPunched: true})
	if err != nil {
		c.err = err
		return
	}
	for i, row := range result.Rows {
		if len(row.Problems) > 0 {
			c.err = attendance.InvalidFields(row.Problems)
			return
		}
		stints[i].id = row.ID
	}
	if !result.Done {
		c.err = errors.New("the punches were not kept")
		return
	}
	c.makeClockLogs(ctx, stints)
	c.correct(ctx, stints)
}

// input is the stint as it is written.
func (c *company) input(s *stint) attendance.PunchInput {
	in := attendance.PunchInput{
		Employee: some(s.person.id), InDt: some(attendance.At(s.in)), InClock: somePtr(s.inClock), InOrgUnit: somePtr(s.person.unit.id),
	}
	if s.out != nil {
		in.OutDt, in.OutClock, in.OutOrgUnit = somePtr(attendance.At(*s.out)), somePtr(s.outClock), somePtr(s.person.unit.id)
		in.OutKind = some(s.outKind)
	}
	if s.job != 0 {
		in.Job, in.JobPhase, in.CostCode = somePtr(s.job), somePtr(s.phase), somePtr(c.costCodes[s.person.department])
	}
	if s.status != "" {
		in.Status = some(s.status)
	}
	if s.notes != "" {
		in.Notes = somePtr(s.notes)
	}
	return in
}

// work is the stints of a person over the weeks, in order.
func (c *company) work(p *person) []*stint {
	var all []*stint
	today := attendance.DateOf(c.now.In(p.unit.zone))
	for date := today.AddDays(-7 * weeks); date <= today; date = date.AddDays(1) {
		s := p.schedule.days[date.Weekday()]
		switch {
		case p.off[date]:
		case s == nil && date.Weekday() == 6 && !p.partTime && c.chance(4): // somebody must do the inventory
			all = append(all, c.shiftOf(p, date, c.shifts["Short day"])...)
		case s == nil:
		case p.unit.holidays[date] && !c.chance(25):
		case c.chance(0.7): // did not come and did not say so
		default:
			all = append(all, c.shiftOf(p, date, s)...)
		}
	}
	return c.untangle(all)
}

// untangle lets nobody come back before having left: after work until late the next shift begins later.
func (c *company) untangle(all []*stint) []*stint {
	for i := 1; i < len(all); i++ {
		if before := all[i-1]; before.out != nil && !before.out.Before(all[i].in) {
			all[i].in = before.out.Add(time.Minute)
		}
		if all[i].out != nil && !all[i].in.Before(*all[i].out) {
			out := all[i].in.Add(time.Hour)
			all[i].out = &out
		}
	}
	return all
}

// shiftOf is the stints of one shift.
func (c *company) shiftOf(p *person, date attendance.Date, s *shift) []*stint {
	start := c.at(p.unit, date, s.start)
	in := start.Add(c.between(-9*time.Minute, 4*time.Minute))
	if c.chance(p.late) {
		in = start.Add(c.between(8*time.Minute, 50*time.Minute))
	}
	out := start.Add(s.length()).Add(c.between(-3*time.Minute, 9*time.Minute))
	switch {
	case c.chance(9):
		out = out.Add(c.between(45*time.Minute, 3*time.Hour)) // overtime
	case c.chance(3):
		out = out.Add(-c.between(30*time.Minute, 2*time.Hour)) // left early
	}
	first := &stint{person: p, in: in, out: &out, inClock: pick(c, p.unit.devices), outClock: pick(c, p.unit.devices)}
	if jobs := c.jobs[p.department]; jobs != nil {
		first.job, first.phase = pick(c, jobs), pick(c, c.phases)
	}
	return c.forget(c.splitByMeal(first))
}

// at is the instant of a wall-clock time at the org unit.
func (c *company) at(u *unit, date attendance.Date, t attendance.TimeOfDay) time.Time {
	return attendance.FirstNotBefore(date.UTC().Add(time.Duration(t)*time.Second), u.zone)
}

// splitByMeal lets people punch their meal: always in New York, often in Berlin, never in Pune, where it is deducted.
func (c *company) splitByMeal(s *stint) []*stint {
	punched := []float64{100, 60, 0}
	at := 0
	for i, u := range c.units {
		if u == s.person.unit {
			at = i
		}
	}
	if s.out.Sub(s.in) < 6*time.Hour || !c.chance(punched[at]) {
		return []*stint{s}
	}
	meal := attendance.OutMeal
	leaves := s.in.Add(s.out.Sub(s.in) / 2).Add(c.between(-30*time.Minute, 30*time.Minute)).Truncate(time.Second)
	second := *s
	second.in = leaves.Add(c.between(28*time.Minute, 47*time.Minute))
	second.inClock = s.outClock
	s.out, s.outKind = &leaves, &meal
	return []*stint{s, &second}
}

// forget makes what goes wrong: who has not come out yet has no out, and some forget to punch it.
func (c *company) forget(shift []*stint) []*stint {
	var kept []*stint
	for _, s := range shift {
		if s.in.After(c.now) {
			break
		}
		if s.out.After(c.now) {
			s.out, s.outKind = nil, nil
		}
		kept = append(kept, s)
	}
	if len(kept) == 0 {
		return nil
	}
	last := kept[len(kept)-1]
	switch old := c.now.Sub(last.in) > 48*time.Hour; {
	case old && c.chance(1.2):
		last.out = nil
	case old && c.chance(0.3):
		long := last.in.Add(c.between(17*time.Hour, 18*time.Hour)) // punched out the next morning
		last.out, last.notes = &long, "Forgot to clock out, noticed the next day."
	case old && c.chance(0.4):
		last.status, last.notes = attendance.PunchPending, "Asked for by the employee: the terminal was out of order."
	case old && c.chance(0.2):
		last.status, last.notes = attendance.PunchRejected, "Punched by a colleague."
	}
	return kept
}

// correct lets a supervisor add the first of the missing outs.
func (c *company) correct(ctx context.Context, stints []*stint) {
	left := 4
	for _, s := range stints {
		if left == 0 || c.err != nil {
			return
		}
		if s.out != nil || c.now.Sub(s.in) < 48*time.Hour || s.status != "" {
			continue
		}
		_, c.err = c.app.UpdatePunch(ctx, c.who, s.id, attendance.PunchInput{
			OutDt: somePtr(attendance.At(s.in.Add(4 * time.Hour))), Notes: somePtr("Out added by the supervisor as told by the employee."),
		})
		left--
	}
}
