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

func engineShiftClass(c *attendance.ShiftClass) cards.ShiftClass {
	out := cards.ShiftClass{
		ID: c.ID, Start: int64(c.Start), End: int64(c.End), LateGrace: int64(c.LateGrace), EarlyGrace: int64(c.EarlyGrace), BindWindow: int64(c.BindWindow),
	}
	for _, w := range c.UnpaidWindows {
		out.Unpaid = append(out.Unpaid, cards.Window{Start: int64(w.Start), End: int64(w.End)})
	}
	return out
}

// codeBook is the pay codes of an account by id, their codeBook in ten-thousandths.
type codeBook map[int64]cards.PayCode

func readPayCodes(ctx context.Context, reads store.Reads, scope attendance.Scope) (codeBook, error) {
	codes := make(codeBook)
	for c, err := range reads.PayCodes(ctx, scope, attendance.PayCodeFilter{}) {
		if err != nil {
			return nil, err
		}
		codes[c.ID] = cards.PayCode{ID: c.ID, Multiplier: c.Multiplier.TenThousandths(), Name: c.Name}
	}
	return codes, nil
}

func (codes codeBook) code(id int64) cards.PayCode { return codes[id] }

// rules is what a pay class says, in the engine's words.
func (codes codeBook) rules(id int64, r *attendance.PayRules) *cards.Rules {
	out := cards.Defaults(codes.code(r.RegularPayCode))
	out.PayClass = id
	for i := range r.Daily {
		out.Daily[i] = codes.level(r.Daily[i])
		out.Weekly[i] = codes.level(r.Weekly[i])
		out.Period[i] = codes.level(r.Period[i])
	}
	if r.PayPeriod == attendance.PeriodWeek || r.PayPeriod == attendance.PeriodBiweek {
		out.Overtime.WeekStartsOn = int(r.PayPeriodStartsOn)
	}
	if r.Shift != nil {
		out.Shift = engineShift(r.Shift)
	}
	if r.Overtime != nil {
		codes.overtime(&out.Overtime, r.Overtime)
	}
	if r.Rounding != nil {
		out.Rounding = engineRounding(r.Rounding)
	}
	for _, m := range r.AutoMeals {
		out.AutoMeals = append(out.AutoMeals, engineAutoMeal(m))
	}
	for _, w := range r.UnpaidWindows {
		out.Unpaid = append(out.Unpaid, cards.Window{Start: int64(w.Start), End: int64(w.End), Days: engineDays(w.Days)})
	}
	for i := range r.Premiums {
		out.Premiums = append(out.Premiums, codes.premium(&r.Premiums[i]))
	}
	if m := r.MinimumShift; m != nil {
		out.MinimumShift = cards.MinimumShift{Set: true, Length: int64(m.Length), Gap: int64(m.Gap), Code: codes.code(m.PayCode)}
	}
	return out
}

func (codes codeBook) level(l attendance.PayLevel) cards.Level {
	if l.Threshold == nil || l.PayCode == nil {
		return cards.Level{}
	}
	return cards.Level{Set: true, Threshold: int64(*l.Threshold), Code: codes.code(*l.PayCode)}
}

func engineShift(s *attendance.ShiftRules) cards.ShiftRules {
	out := cards.ShiftRules{Gap: int64(s.Gap), Maximum: orNoLimit(s.Maximum), DayStartsAt: int64(s.DayStartsAt)}
	switch s.Date {
	case attendance.ShiftDateEnd:
		out.Date = cards.DateEnd
	case attendance.ShiftDateMostWorked:
		out.Date = cards.DateMostWorked
	case attendance.ShiftDateSplit:
		out.Date = cards.DateSplitAtMidnight
	}
	return out
}

func (codes codeBook) overtime(out *cards.Overtime, o *attendance.OvertimeRules) {
	if o.WeekStartsOn != nil {
		out.WeekStartsOn = int(*o.WeekStartsOn)
	}
	out.AllHours = o.WeeklyBasis == attendance.BasisAllHours
	out.GreaterOf = o.Combination == attendance.CombinationGreater
	out.Tolerance = int64(o.Tolerance)
	if o.PeriodWeeks != nil && o.PeriodAnchor != nil {
		out.PeriodWeeks, out.PeriodAnchor = int(*o.PeriodWeeks), engineDate(*o.PeriodAnchor)
	}
	if d := o.SeventhDay; d != nil {
		out.SeventhDay = codes.dayRule(d.PayCode, d.Threshold2, d.PayCode2)
	}
	if d := o.ConsecutiveDays; d != nil {
		out.Consecutive = cards.ConsecutiveDays{DayRule: codes.dayRule(d.PayCode, d.Threshold2, d.PayCode2), Days: int(d.Days), Rolling: d.Scope == attendance.ScopeRolling}
	}
	if d := o.DaysPerWeek; d != nil {
		out.DaysPerWeek = cards.DaysPerWeek{Set: true, Days: int(d.Days), Code: codes.code(d.PayCode)}
	}
	if d := o.RestDays; d != nil {
		out.RestDays = cards.RestDays{Set: true, Days: engineDays(&d.Days), Code: codes.code(d.PayCode)}
	}
	if d := o.Holiday; d != nil {
		out.Holiday = cards.DayRule{Set: true, Code: codes.code(d.PayCode)}
		out.HolidayCounts = d.CountsTowardWeekly
	}
}

func (codes codeBook) dayRule(code int64, threshold2 *attendance.Span, code2 *int64) cards.DayRule {
	out := cards.DayRule{Set: true, Code: codes.code(code)}
	if threshold2 != nil && code2 != nil {
		out.Second, out.Threshold2, out.Code2 = true, int64(*threshold2), codes.code(*code2)
	}
	return out
}

func engineRounding(r *attendance.RoundingRules) cards.Rounding {
	out := cards.Rounding{TruncateToMinute: r.TruncateToMinute, In: engineClockRounding(r.In), Out: engineClockRounding(r.Out), Meal: engineLengthRounding(r.Meal), Break: engineLengthRounding(r.Break)}
	if t := r.Total; t != nil {
		out.Total = engineLengthRounding(&t.LengthRounding)
		if t.Between != nil {
			out.Total.Within, out.Total.From, out.Total.To = true, int64(t.Between.From), int64(t.Between.To)
		}
	}
	if s := r.SnapToSchedule; s != nil {
		out.Snap = cards.Snap{Set: true, InBefore: int64(s.InBefore), InAfter: int64(s.InAfter), OutBefore: int64(s.OutBefore), OutAfter: int64(s.OutAfter)}
	}
	return out
}

func engineClockRounding(r *attendance.ClockRounding) cards.RoundRule {
	if r == nil {
		return cards.RoundRule{}
	}
	out := cards.RoundRule{Mode: engineRoundMode(r.Mode), Grace: int64(r.Grace)}
	if r.Interval != nil {
		out.Interval = int64(*r.Interval)
	}
	if r.From != nil && r.To != nil && r.At != nil {
		out.Within, out.From, out.To, out.At = true, int64(*r.From), int64(*r.To), int64(*r.At)
	}
	if w := r.Window; w != nil {
		out.Within, out.From, out.To = true, int64(w.From), int64(w.To)
	}
	return out
}

func engineLengthRounding(r *attendance.LengthRounding) cards.RoundRule {
	if r == nil {
		return cards.RoundRule{}
	}
	return cards.RoundRule{Mode: engineRoundMode(r.Mode), Interval: int64(r.Interval), Grace: int64(r.Grace)}
}

func engineRoundMode(mode string) cards.RoundMode {
	switch mode {
	case attendance.RoundDown:
		return cards.RoundDown
	case attendance.RoundUp:
		return cards.RoundUp
	case attendance.RoundNearest:
		return cards.RoundNearest
	case attendance.RoundNearestPartialMinuteDown:
		return cards.RoundNearestPartialMinuteDown
	case attendance.RoundNearestPartialMinuteUp:
		return cards.RoundNearestPartialMinuteUp
	case attendance.RoundSnap:
		return cards.RoundSnap
	}
	return cards.RoundOff
}

func engineAutoMeal(m attendance.AutoMeal) cards.AutoMeal {
	out := cards.AutoMeal{Kind: cards.OutMeal, Add: m.Type == attendance.PauseAdd, After: int64(m.After), Amount: int64(m.Amount), IncludePunched: m.IncludePunched, Pool: m.Pool}
	if m.Kind == attendance.PauseBreak {
		out.Kind = cards.OutBreak
	}
	return out
}

func (codes codeBook) premium(p *attendance.Premium) cards.Premium {
	out := cards.Premium{
		Name: p.Name, Code: codes.code(p.PayCode), Window: cards.Window{Start: int64(p.Start), End: int64(p.End), Days: engineDays(p.Days)},
		From: firstDate, To: lastDate, Dated: p.From != nil || p.To != nil,
		DailyAfter: orZeroSpan(p.DailyAfter), DailyBefore: orNoLimit(p.DailyBefore), WeeklyAfter: orZeroSpan(p.WeeklyAfter), WeeklyBefore: orNoLimit(p.WeeklyBefore),
		Minimum: orZeroSpan(p.Minimum), Maximum: orNoLimit(p.Maximum),
	}
	if p.From != nil {
		out.From = engineDate(*p.From)
	}
	if p.To != nil {
		out.To = engineDate(*p.To)
	}
	return out
}

// firstDate and lastDate stand for the ends of a range that is open there.
const (
	firstDate = cards.Date(-1 << 31)
	lastDate  = cards.Date(1<<31 - 1)
)

// engineDate is a date of a stored record, which is always well-formed.
func engineDate(d attendance.Date) cards.Date {
	out, _ := cards.ParseDate(string(d))
	return out
}

func engineDays(days *attendance.Weekdays) cards.Weekdays {
	if days == nil {
		return 0
	}
	all := make([]int, len(*days))
	for i, d := range *days {
		all[i] = int(d)
	}
	return cards.WeekdaysOf(all...)
}

func orNoLimit(s *attendance.Span) int64 {
	if s == nil {
		return cards.NoLimit
	}
	return int64(*s)
}

func orZeroSpan(s *attendance.Span) int64 {
	if s == nil {
		return 0
	}
	return int64(*s)
}
