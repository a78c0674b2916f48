package demo

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// makeClockLogs makes what the clocks recorded when the stints were punched, and what else happened at them.
func (c *company) makeClockLogs(ctx context.Context, stints []*stint) {
	var logs []*attendance.ClockLog
	mealEnd := make(map[int64]bool) // who is at a meal
	for _, s := range stints {
		direction := "in"
		if mealEnd[s.person.id] {
			direction = "mealEnd"
		}
		logs = append(logs, c.log(s, s.in, s.inClock, direction))
		mealEnd[s.person.id] = s.outKind != nil
		if s.out == nil {
			continue
		}
		direction = "out"
		if s.outKind != nil {
			direction = "mealStart"
		}
		logs = append(logs, c.log(s, *s.out, s.outClock, direction))
		if c.chance(1) {
			logs = append(logs, c.doubleTap(logs[len(logs)-1]))
		}
		if c.chance(0.7) {
			logs = append(logs, c.wrongPIN(s))
		}
	}
	slices.SortStableFunc(logs, func(a, b *attendance.ClockLog) int { return cmp.Or(a.Dt.Compare(b.Dt), cmp.Compare(a.Clock, b.Clock)) })
	c.err = c.app.Store().Write(ctx, c.who.Account, c.app.Now(), func(tx *store.Tx) error {
		if err := tx.ReserveIDs(ctx, int64(len(logs))); err != nil {
			return err
		}
		for i, l := range logs {
			id, err := tx.NewID(ctx)
			if err != nil {
				return err
			}
			stamp := tx.Stamp()
			l.Identity = attendance.Identity{ID: id, Created: stamp, Modified: stamp}
			l.DeviceEventID = new(fmt.Sprintf("00000000-0000-4000-8000-%012d", i+1))
			if err := tx.InsertClockLog(ctx, l); err != nil {
				return err
			}
		}
		return nil
	})
}

// log is what a clock recorded of one end of a stint.
func (c *company) log(s *stint, at time.Time, clock int64, direction string) *attendance.ClockLog {
	l := c.attempt(s.person.unit, at, clock, attendance.ClockPunched)
	department := c.departments[s.person.department]
	l.Employee, l.OrgUnit, l.Department = &s.person.id, &s.person.unit.id, &department
	l.Direction, l.Punch = &direction, &s.id
	if s.job != 0 {
		l.Job = &s.job
	}
	if s.out != nil && s.out.Sub(s.in) > attendance.LongestShift && direction == "out" {
		l.Status, l.Reason = attendance.ClockFlagged, new("longShift")
	}
	return l
}

// attempt is anything that happened at a clock. Now and then a clock had no connection and sent it later.
func (c *company) attempt(u *unit, at time.Time, clock int64, status attendance.ClockLogStatus) *attendance.ClockLog {
	_, offset := at.In(u.zone).Zone()
	l := &attendance.ClockLog{
		Clock: clock, ClockOrgUnit: u.id, Timezone: u.place.timezone, Dt: at, Status: status, ReceivedAt: at.Add(c.between(0, time.Second)),
		DtLocal: at.Add(time.Duration(offset) * time.Second),
	}
	if c.chance(2) {
		l.Offline, l.ReceivedAt = true, at.Add(c.between(10*time.Minute, 3*time.Hour))
		if l.ReceivedAt.After(c.now) {
			l.ReceivedAt = c.now
		}
	}
	return l
}

// doubleTap is the same attempt once more, a few seconds later.
func (c *company) doubleTap(first *attendance.ClockLog) *attendance.ClockLog {
	again := *first
	since := c.between(3*time.Second, 40*time.Second)
	again.Dt, again.DtLocal, again.ReceivedAt = again.Dt.Add(since), again.DtLocal.Add(since), again.ReceivedAt.Add(since)
	again.Status, again.Punch, again.Reason = attendance.ClockDuplicate, nil, new("the same within 60 seconds")
	return &again
}

// wrongPIN is somebody whom the clock did not know, a moment before a stint.
func (c *company) wrongPIN(s *stint) *attendance.ClockLog {
	l := c.attempt(s.person.unit, s.in.Add(-c.between(5*time.Second, 30*time.Second)), s.inClock, attendance.ClockFailed)
	l.Reason = new("nobody has this PIN")
	return l
}
