package attendance

import (
	"fmt"
	"slices"
)

// Lengths that bound what pay rules may say, in seconds.
const (
	secondsPerDay      = 24 * 60 * 60
	mostOfDay     Span = secondsPerDay
	mostShift     Span = 7 * secondsPerDay   // no punch is longer
	mostThreshold Span = 366 * secondsPerDay // no pay period is longer
)

// mostRules is how many entries a list of rules may have.
const mostRules = 100

// Validate says what is wrong with the pay class, but for what its pay codes refer to.
func (c *PayClass) Validate(p *Problems) {
	p.CheckName("name", &c.Name)
	c.checkPeriod(p)
	checkLevels(p, "daily", &c.Daily)
	checkLevels(p, "weekly", &c.Weekly)
	checkLevels(p, "period", &c.Period)
	if c.Shift != nil {
		c.Shift.check(p)
	}
	if c.Overtime != nil {
		c.Overtime.check(p)
	}
	c.checkPeriodOvertime(p)
	if c.Rounding != nil {
		c.Rounding.check(p)
	}
	checkEach(p, "autoMeals", c.AutoMeals, (*AutoMeal).check)
	checkEach(p, "unpaidWindows", c.UnpaidWindows, (*UnpaidWindow).check)
	checkEach(p, "premiums", c.Premiums, (*Premium).check)
	if m := c.MinimumShift; m != nil {
		p.checkSpan("minimumShift.length", m.Length, mostOfDay)
		p.checkSpan("minimumShift.gap", m.Gap, mostShift)
	}
}

func (r *PayRules) checkPeriod(p *Problems) {
	p.CheckWord("payMode", r.PayMode, PayHourly, PaySalary)
	p.CheckWord("payPeriod", r.PayPeriod, PeriodWeek, PeriodBiweek, PeriodSemimonth, PeriodMonth)
	most := int64(28)
	if r.PayPeriod == PeriodWeek || r.PayPeriod == PeriodBiweek {
		most = 7
	}
	p.checkWhole("payPeriodStartsOn", r.PayPeriodStartsOn, 1, most)
	if r.PayDateDaysAfter != nil {
		p.checkWhole("payDateDaysAfter", *r.PayDateDaysAfter, 0, 366)
	}
}

// checkPeriodOvertime asks for the weeks and the anchor of a period when there are thresholds for it.
func (r *PayRules) checkPeriodOvertime(p *Problems) {
	used := slices.ContainsFunc(r.Period[:], func(l PayLevel) bool { return l.Threshold != nil })
	if !used {
		return
	}
	if r.Overtime == nil || r.Overtime.PeriodWeeks == nil {
		p.Add("overtime.periodWeeks", "required", "overtime.periodWeeks is required with a period threshold: it says how many weeks a period has.")
	}
	if r.Overtime == nil || r.Overtime.PeriodAnchor == nil {
		p.Add("overtime.periodAnchor", "required", "overtime.periodAnchor is required with a period threshold: it says on which day a period begins.")
	}
}

// checkLevels refuses thresholds that fall from one level to the next.
func checkLevels(p *Problems, kind string, levels *[3]PayLevel) {
	last, lastName := Span(0), ""
	for n := range levels {
		threshold, name := levels[n].Threshold, thresholdName(kind, n)
		if threshold == nil {
			continue
		}
		p.checkSpan(name, *threshold, mostThreshold)
		if *threshold < last {
			p.Add(name, "range", "%s (%s) must not be less than %s (%s).", name, *threshold, lastName, last)
		}
		last, lastName = *threshold, name
	}
}

func (s *ShiftRules) check(p *Problems) {
	p.checkSpan("shift.gap", s.Gap, mostShift)
	p.checkSpanOrNull("shift.maximum", s.Maximum, mostShift)
	p.CheckWord("shift.date", s.Date, ShiftDateStart, ShiftDateEnd, ShiftDateMostWorked, ShiftDateSplit)
	p.checkStart("shift.dayStartsAt", s.DayStartsAt)
}

func (o *OvertimeRules) check(p *Problems) {
	if o.WeekStartsOn != nil {
		p.checkWhole("overtime.weekStartsOn", *o.WeekStartsOn, 1, 7)
	}
	p.CheckWord("overtime.weeklyBasis", o.WeeklyBasis, BasisNonOvertime, BasisAllHours)
	p.CheckWord("overtime.combination", o.Combination, CombinationStacked, CombinationGreater)
	p.checkSpan("overtime.tolerance", o.Tolerance, mostOfDay)
	if o.PeriodWeeks != nil {
		p.checkWhole("overtime.periodWeeks", *o.PeriodWeeks, 2, 12)
	}
	if d := o.SeventhDay; d != nil {
		p.checkSpanOrNull("overtime.seventhDay.threshold2", d.Threshold2, mostShift)
	}
	if d := o.ConsecutiveDays; d != nil {
		p.checkWhole("overtime.consecutiveDays.days", d.Days, 2, 366)
		p.CheckWord("overtime.consecutiveDays.scope", d.Scope, ScopeWeek, ScopeRolling)
		p.checkSpanOrNull("overtime.consecutiveDays.threshold2", d.Threshold2, mostShift)
	}
	if d := o.DaysPerWeek; d != nil {
		p.checkWhole("overtime.daysPerWeek.days", d.Days, 1, 7)
	}
	if d := o.RestDays; d != nil {
		p.checkWeekdays("overtime.restDays.days", d.Days)
	}
}

func (r *RoundingRules) check(p *Problems) {
	r.In.check(p, "rounding.in")
	r.Out.check(p, "rounding.out")
	r.Meal.check(p, "rounding.meal")
	r.Break.check(p, "rounding.break")
	if t := r.Total; t != nil {
		t.LengthRounding.check(p, "rounding.total")
		if t.Between != nil {
			p.checkSpan("rounding.total.between.from", t.Between.From, mostShift)
			p.checkSpan("rounding.total.between.to", t.Between.To, mostShift)
		}
	}
	if s := r.SnapToSchedule; s != nil {
		p.checkSpan("rounding.snapToSchedule.inBefore", s.InBefore, mostOfDay)
		p.checkSpan("rounding.snapToSchedule.inAfter", s.InAfter, mostOfDay)
		p.checkSpan("rounding.snapToSchedule.outBefore", s.OutBefore, mostOfDay)
		p.checkSpan("rounding.snapToSchedule.outAfter", s.OutAfter, mostOfDay)
	}
}

func (r *ClockRounding) check(p *Problems, at string) {
	if r == nil {
		return
	}
	p.CheckWord(at+".mode", r.Mode, RoundDown, RoundUp, RoundNearest, RoundNearestPartialMinuteDown, RoundNearestPartialMinuteUp, RoundSnap)
	p.checkSpanOrNull(at+".interval", r.Interval, mostOfDay)
	p.checkSpan(at+".grace", r.Grace, mostOfDay)
	if r.Mode != RoundSnap {
		p.require(at+".interval", r.Interval != nil)
		return
	}
	p.require(at+".from", r.From != nil)
	p.require(at+".to", r.To != nil)
	p.require(at+".at", r.At != nil)
	if r.From == nil || r.To == nil || r.At == nil || *r.From > *r.To { // a window that passes midnight has its mark on either side
		return
	}
	const mostSnap = 12 * 60 * 60
	if max(*r.At-*r.From, *r.To-*r.At, *r.At-*r.To, *r.From-*r.At) > mostSnap {
		p.Add(at+".at", "range", "%s.at is more than 12 hours from a time between %s and %s of the same day. The midnight after them is 24:00.", at, *r.From, *r.To)
	}
}

func (r *LengthRounding) check(p *Problems, at string) {
	if r == nil {
		return
	}
	p.CheckWord(at+".mode", r.Mode, RoundDown, RoundUp, RoundNearest, RoundNearestPartialMinuteDown, RoundNearestPartialMinuteUp)
	p.checkSpan(at+".interval", r.Interval, mostOfDay)
	p.checkSpan(at+".grace", r.Grace, mostOfDay)
}

func (m *AutoMeal) check(p *Problems, at string) {
	p.CheckWord(at+".kind", m.Kind, PauseMeal, PauseBreak)
	p.CheckWord(at+".type", m.Type, PauseDeduct, PauseAdd)
	p.checkSpan(at+".after", m.After, mostShift)
	p.checkSpan(at+".amount", m.Amount, mostOfDay)
}

func (w *UnpaidWindow) check(p *Problems, at string) {
	p.checkStart(at+".start", w.Start)
	if w.Days != nil {
		p.checkWeekdays(at+".days", *w.Days)
	}
}

func (m *Premium) check(p *Problems, at string) {
	p.CheckName(at+".name", &m.Name)
	p.checkStart(at+".start", m.Start)
	if m.Days != nil {
		p.checkWeekdays(at+".days", *m.Days)
	}
	p.checkSpanOrNull(at+".dailyAfter", m.DailyAfter, mostThreshold)
	p.checkSpanOrNull(at+".dailyBefore", m.DailyBefore, mostThreshold)
	p.checkSpanOrNull(at+".weeklyAfter", m.WeeklyAfter, mostThreshold)
	p.checkSpanOrNull(at+".weeklyBefore", m.WeeklyBefore, mostThreshold)
	p.checkSpanOrNull(at+".minimum", m.Minimum, mostThreshold)
	p.checkSpanOrNull(at+".maximum", m.Maximum, mostThreshold)
}

// checkEach checks the entries of a list of rules.
func checkEach[T any](p *Problems, field string, list []T, check func(*T, *Problems, string)) {
	if len(list) > mostRules {
		p.Add(field, "range", "%s must have at most %d entries.", field, mostRules)
		return
	}
	for i := range list {
		check(&list[i], p, fmt.Sprintf("%s[%d]", field, i))
	}
}

// require notes that a field is required, unless it is there.
func (p *Problems) require(field string, there bool) {
	if !there {
		p.Add(field, "required", "%s is required.", field)
	}
}

// checkWhole says what is wrong with a whole number.
func (p *Problems) checkWhole(field string, v, least, most int64) {
	if v < least || v > most {
		p.Add(field, "range", "%s must be %d to %d.", field, least, most)
	}
}

// checkSpan says what is wrong with a length of time.
func (p *Problems) checkSpan(field string, v, most Span) {
	if v < 0 || v > most {
		p.Add(field, "range", "%s must be 00:00:00 to %s.", field, most)
	}
}

// checkSpanOrNull is checkSpan for a length that may be unset.
func (p *Problems) checkSpanOrNull(field string, v *Span, most Span) {
	if v != nil {
		p.checkSpan(field, *v, most)
	}
}

// checkStart says what is wrong with a time of day at which something begins.
func (p *Problems) checkStart(field string, t TimeOfDay) {
	if t < 0 || t >= secondsPerDay {
		p.Add(field, "range", "%s must be 00:00 to 23:59; what begins with the next day begins at 00:00.", field)
	}
}

// checkWeekdays says what is wrong with a choice of weekdays.
func (p *Problems) checkWeekdays(field string, days Weekdays) {
	if len(days) == 0 {
		p.Add(field, "required", "%s must name at least one weekday.", field)
	}
	for i, day := range days {
		at := fmt.Sprintf("%s[%d]", field, i)
		p.checkWhole(at, day, 1, 7)
		if slices.Contains(days[:i], day) {
			p.Add(at, "duplicate", "%s stands twice: %d.", at, day)
		}
	}
}
