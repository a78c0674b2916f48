package cards_test

import (
	"punchclock/internal/cards"
)

// rules are random rules, each feature on some of the time.
func (g *maker) rules(i int64) *cards.Rules {
	r := cards.Defaults(g.code())
	r.PayClass = i + 5
	r.Shift = cards.ShiftRules{Gap: g.length(8), Maximum: g.length(20), Date: cards.DateRule(g.IntN(4))}
	switch g.IntN(16) {
	case 0, 10:
		r.Shift.Maximum = cards.NoLimit
	case 5:
		r.Shift.Gap, r.Shift.Maximum = 30*3600, cards.NoLimit
	case 1, 11:
		r.Shift.Gap = 0
	case 2, 3, 4, 12, 13, 14:
		r.Shift.Gap, r.Shift.Maximum = 4*g.hour, 16*g.hour
	}
	if g.some(30) {
		r.Shift.DayStartsAt = g.moment()
	}
	levels := func(all *[3]cards.Level, percent int, hours int64) {
		if !g.some(percent) {
			return
		}
		for i, threshold := range g.thresholds(hours) {
			all[i] = cards.Level{Set: g.some(60), Threshold: threshold, Code: g.code()}
		}
	}
	levels(&r.Daily, 50, 12)
	levels(&r.Weekly, 50, 40)
	levels(&r.Period, 25, 60)
	r.Overtime = g.overtime()
	g.rounding(&r.Rounding)
	if g.some(40) {
		r.AutoMeals = g.autoMeals()
	}
	if g.some(30) {
		r.Unpaid = g.windows()
	}
	for g.some(40) && len(r.Premiums) < 3 {
		r.Premiums = append(r.Premiums, g.premium(len(r.Premiums)))
	}
	if g.some(30) {
		r.MinimumShift = cards.MinimumShift{Set: true, Length: g.length(6), Gap: g.length(8), Code: g.code()}
	}
	return r
}

// code is one of few pay codes with few multipliers, so that ties are common.
func (g *maker) code() cards.PayCode {
	id := 1 + g.Int64N(12)
	return cards.PayCode{ID: id, Multiplier: id / 4 * 5000}
}

func (g *maker) dayRule(percent int) cards.DayRule {
	if !g.some(percent) {
		return cards.DayRule{}
	}
	r := cards.DayRule{Set: true, Code: g.code()}
	if g.some(60) {
		r.Second, r.Threshold2, r.Code2 = true, g.length(10), g.code()
	}
	return r
}

func (g *maker) overtime() cards.Overtime {
	o := cards.Overtime{
		WeekStartsOn: g.IntN(8), AllHours: g.some(30), GreaterOf: g.some(15), SeventhDay: g.dayRule(20), Holiday: g.dayRule(30),
		HolidayCounts: g.some(40), Consecutive: cards.ConsecutiveDays{DayRule: g.dayRule(25), Days: 2 + g.IntN(6), Rolling: g.some(50)},
	}
	o.Holiday.Second, o.Holiday.Threshold2, o.Holiday.Code2 = false, 0, cards.PayCode{}
	if g.some(20) {
		o.Tolerance = g.length(3)
	}
	if g.some(60) {
		o.PeriodWeeks, o.PeriodAnchor = 2+g.IntN(3), g.base+cards.Date(g.IntN(200)-100)
	}
	if g.some(20) {
		o.DaysPerWeek = cards.DaysPerWeek{Set: true, Days: 1 + g.IntN(7), Code: g.code()}
	}
	if g.some(20) {
		o.RestDays = cards.RestDays{Set: true, Days: cards.Weekdays(g.IntN(128)), Code: g.code()}
	}
	return o
}

func (g *maker) rounding(r *cards.Rounding) {
	if g.some(50) {
		return
	}
	if g.some(60) {
		r.In, r.Out = g.timeRule(), g.timeRule()
	}
	if g.some(30) {
		r.Meal, r.Break = g.lengthRule(), g.lengthRule()
	}
	if g.some(30) {
		r.Total = g.lengthRule()
		if r.Total.Mode != cards.RoundOff && g.some(40) {
			r.Total.Within = true
			r.Total.From = g.length(12)
			r.Total.To = r.Total.From + g.length(3)
		}
	}
	r.TruncateToMinute = g.some(40)
	if g.some(40) {
		r.Snap = cards.Snap{Set: true, InBefore: g.length(2), InAfter: g.length(2), OutBefore: g.length(2), OutAfter: g.length(2)}
	}
}

func (g *maker) lengthRule() cards.RoundRule {
	intervals := []int64{300, 360, 600, 900, 1800}
	if g.step == 1 {
		intervals = append(intervals, 7, 45, 60, 90, 420, 450)
	}
	r := cards.RoundRule{Mode: cards.RoundMode(g.IntN(6)), Interval: 900 * g.pick(1, 2)}
	if u := intervals[g.IntN(len(intervals))]; u%g.step == 0 {
		r.Interval = u
	}
	if g.some(40) {
		r.Grace = g.even(g.Int64N(r.Interval))
	}
	return r
}

func (g *maker) timeRule() cards.RoundRule {
	r := g.lengthRule()
	r.Within = r.Mode != cards.RoundOff && g.some(30)
	if g.some(20) {
		r = cards.RoundRule{Mode: cards.RoundSnap, Within: true, At: g.moment()}
	}
	if r.Within {
		r.From = g.moment()
		r.To = (r.From + g.length(2)) % 86400
	}
	return r
}

func (g *maker) autoMeals() []cards.AutoMeal {
	all := make([]cards.AutoMeal, 1+g.IntN(4))
	for i := range all {
		all[i] = cards.AutoMeal{
			Kind: cards.OutKind(1 + g.pick(0, 0, 1)), Add: g.some(50), After: g.length(8), Amount: g.length(1), IncludePunched: g.some(60),
			Pool: g.some(40),
		}
	}
	return all
}

func (g *maker) premium(i int) cards.Premium {
	m := cards.Premium{
		Name: string(rune('a' + i)), Code: g.code(), Window: g.window(), DailyBefore: cards.NoLimit, WeeklyBefore: cards.NoLimit,
		Maximum: cards.NoLimit,
	}
	if g.some(30) {
		m.Window = cards.Window{End: 86400}
	}
	if g.some(20) {
		m.Dated, m.From = true, g.base+cards.Date(g.IntN(g.days))
		m.To = m.From + cards.Date(g.IntN(4))
	}
	if g.some(30) {
		m.DailyAfter = g.length(8)
	}
	if g.some(30) {
		m.DailyBefore = m.DailyAfter + g.length(8)
	}
	if g.some(20) {
		m.WeeklyAfter = g.length(30)
	}
	if g.some(20) {
		m.WeeklyBefore = m.WeeklyAfter + g.length(30)
	}
	if g.some(20) {
		m.Minimum = g.length(4)
	}
	if g.some(20) {
		m.Maximum = m.Minimum + g.length(6)
	}
	return m
}
