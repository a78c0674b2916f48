package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/cards"
	"punchclock/internal/store"
)

func engineShiftClass(c *attendance.ShiftClass) cards.ShiftClass {
	out := cards.ShiftClass{
		ID: c.ID, Start: int64(c.Start), End: int64(c.End), LateGrace: int64(c.LateGrace), EarlyGrace: int64(c.EarlyGrace), BindWindow: int64(c.BindWindow),
	}
	for _, w := range c.UnpaidWindows {
		out.Unpaid = append(out.Unpaid, cards.Window{Start: int64(w.Start), End: int64(w.End)})
	}
	return out
}

// codeBook is the pay codes of an account by id, their multipliers in ten-thousandths.
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
		DailyAfter: orZero(p.DailyAfter), DailyBefore: orNoLimit(p.DailyBefore), WeeklyAfter: orZero(p.WeeklyAfter), WeeklyBefore: orNoLimit(p.WeeklyBefore),
		Minimum: orZero(p.Minimum), Maximum: orNoLimit(p.Maximum),
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
