package app

import (
	"cmp"
	"context"
	"slices"

	"punchclock/internal/attendance"
	"punchclock/internal/cards"
	"punchclock/internal/store"
)

// ruleBook is all that an account lays down about cards, in the engine's words.
type ruleBook struct {
	classes   map[int64]*cards.Rules
	defaults  *cards.Rules // of employees without a pay class
	schedules map[int64]*cards.Schedule
	holidays  []attendance.Holiday // by date
	general   []cards.Date         // those of all org units, ascending
	local     bool                 // some holidays hold in one org unit only
}

// of is the rules of a pay class, 0 for none.
func (b *ruleBook) of(payClass int64) *cards.Rules {
	if r := b.classes[payClass]; r != nil {
		return r
	}
	return b.defaults
}

// longestShiftDays is how many days apart two rules may date the same shift at most.
func (b *ruleBook) longestShiftDays() int {
	days := b.defaults.ShiftDays()
	for _, r := range b.classes {
		days = max(days, r.ShiftDays())
	}
	return days
}

// replace lets the rules of one pay class hold for everybody: what would be if? Cards keep the pay class that they have.
func (b *ruleBook) replace(rules *cards.Rules) {
	for id := range b.classes {
		other := *rules
		other.PayClass = id
		b.classes[id] = &other
	}
	other := *rules
	other.PayClass = b.defaults.PayClass
	b.defaults = &other
}

// holidaysFor is the holidays that hold for an employee with these punches, in order of their ins, ascending. A holiday of
// one org unit holds for the employee when that is where the punches of the date belong; where no punch begins on the
// date, the punch before it decides, from which work may reach into the date.
func (b *ruleBook) holidaysFor(in []cards.Punch, stored []store.CardPunch) []cards.Date {
	if !b.local {
		return b.general
	}
	var dates []cards.Date
	for _, h := range b.holidays {
		if h.OrgUnit == nil || *h.OrgUnit == unitOn(engineDate(h.Date), in, stored) {
			dates = append(dates, engineDate(h.Date))
		}
	}
	return slices.Compact(dates)
}

// unitOn is the org unit of the first punch that begins on the date, else of the last one before it; 0 without one.
func unitOn(date cards.Date, in []cards.Punch, stored []store.CardPunch) int64 {
	first, _ := slices.BinarySearchFunc(in, date, func(p cards.Punch, date cards.Date) int {
		return cmp.Compare(localDate(&p), date)
	})
	switch {
	case first < len(in) && localDate(&in[first]) == date:
		return stored[first].OrgUnit
	case first > 0:
		return stored[first-1].OrgUnit
	}
	return 0
}

func localDate(p *cards.Punch) cards.Date {
	const day = 24 * 60 * 60
	local := p.In + p.Zone.Offset(p.In)
	return cards.Date((local - (local%day+day)%day) / day) //nolint:gosec // days since 1970
}

// readRules reads the rules of an account.
func readRules(ctx context.Context, reads store.Reads, account int64) (*ruleBook, error) {
	scope := attendance.Everything(account)
	book := &ruleBook{classes: make(map[int64]*cards.Rules)}
	codes, err := readPayCodes(ctx, reads, scope)
	if err != nil {
		return nil, err
	}
	owner, err := reads.Account(ctx, account)
	if err != nil {
		return nil, err
	}
	book.defaults = cards.Defaults(codes.code(owner.RegularPayCode))
	for c, err := range reads.PayClasses(ctx, scope, attendance.PayClassFilter{}) {
		if err != nil {
			return nil, err
		}
		book.classes[c.ID] = codes.rules(c.ID, &c.PayRules)
	}
	if book.schedules, err = readSchedules(ctx, reads, scope); err != nil {
		return nil, err
	}
	for h, err := range reads.Holidays(ctx, scope, attendance.HolidayFilter{}) {
		if err != nil {
			return nil, err
		}
		book.holidays = append(book.holidays, *h)
		if h.OrgUnit == nil {
			book.general = append(book.general, engineDate(h.Date))
		}
		book.local = book.local || h.OrgUnit != nil
	}
	book.general = slices.Compact(book.general)
	return book, nil
}

func readSchedules(ctx context.Context, reads store.Reads, scope attendance.Scope) (map[int64]*cards.Schedule, error) {
	classes := make(map[int64]cards.ShiftClass)
	for c, err := range reads.ShiftClasses(ctx, scope, attendance.ShiftClassFilter{}) {
		if err != nil {
			return nil, err
		}
		classes[c.ID] = engineShiftClass(c)
	}
	schedules := make(map[int64]*cards.Schedule)
	for t, err := range reads.TeamSchedules(ctx, scope, attendance.TeamScheduleFilter{}) {
		if err != nil {
			return nil, err
		}
		s := &cards.Schedule{}
		for _, d := range t.Days {
			s.Days[d.Weekday-1] = append(s.Days[d.Weekday-1], classes[d.ShiftClass])
		}
		schedules[t.ID] = s
	}
	return schedules, nil
}
