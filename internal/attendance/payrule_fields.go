package attendance

// spanOrNull passes a length of time that may be unset.
func spanOrNull(f Fields, name string, v *Span) {
	if v == nil {
		f.Null(name)
		return
	}
	f.Text(name, v.String())
}

// clockOrNull passes a time of day that may be unset.
func clockOrNull(f Fields, name string, v *TimeOfDay) {
	if v == nil {
		f.Null(name)
		return
	}
	f.Text(name, v.String())
}

// weekdaysOrNull passes weekdays that may be unset.
func weekdaysOrNull(f Fields, name string, v *Weekdays) {
	if v == nil {
		f.Null(name)
		return
	}
	f.Ints(name, *v)
}

// object passes an object that may be unset.
func object[T any](f Fields, name string, v *T, fields func(*T, Fields)) {
	if v == nil {
		f.Null(name)
		return
	}
	f.Open(name)
	fields(v, f)
	f.Close()
}

// objects passes a list of objects that may be unset.
func objects[T any](f Fields, name string, list []T, fields func(*T, Fields)) {
	if list == nil {
		f.Null(name)
		return
	}
	f.OpenList(name)
	for i := range list {
		object(f, "", &list[i], fields)
	}
	f.CloseList()
}

func (r *PayRules) ruleFields(f Fields) {
	object(f, "shift", r.Shift, (*ShiftRules).fields)
	object(f, "overtime", r.Overtime, (*OvertimeRules).fields)
	object(f, "rounding", r.Rounding, (*RoundingRules).fields)
	objects(f, "autoMeals", r.AutoMeals, (*AutoMeal).fields)
	objects(f, "unpaidWindows", r.UnpaidWindows, (*UnpaidWindow).fields)
	objects(f, "premiums", r.Premiums, (*Premium).fields)
	object(f, "minimumShift", r.MinimumShift, (*MinimumShift).fields)
}

func (s *ShiftRules) fields(f Fields) {
	f.Text("gap", s.Gap.String())
	spanOrNull(f, "maximum", s.Maximum)
	f.Text("date", s.Date)
	f.Text("dayStartsAt", s.DayStartsAt.String())
}

func (o *OvertimeRules) fields(f Fields) {
	f.IntOrNull("weekStartsOn", o.WeekStartsOn)
	f.Text("weeklyBasis", o.WeeklyBasis)
	f.Text("combination", o.Combination)
	f.Text("tolerance", o.Tolerance.String())
	f.IntOrNull("periodWeeks", o.PeriodWeeks)
	dateOrNull(f, "periodAnchor", o.PeriodAnchor)
	object(f, "seventhDay", o.SeventhDay, (*SeventhDayRule).fields)
	object(f, "consecutiveDays", o.ConsecutiveDays, (*ConsecutiveDaysRule).fields)
	object(f, "daysPerWeek", o.DaysPerWeek, (*DaysPerWeekRule).fields)
	object(f, "restDays", o.RestDays, (*RestDaysRule).fields)
	object(f, "holiday", o.Holiday, (*HolidayRule).fields)
}

func (d *SeventhDayRule) fields(f Fields) {
	f.Int("payCode", d.PayCode)
	spanOrNull(f, "threshold2", d.Threshold2)
	f.IntOrNull("payCode2", d.PayCode2)
}

func (d *ConsecutiveDaysRule) fields(f Fields) {
	f.Int("days", d.Days)
	f.Text("scope", d.Scope)
	f.Int("payCode", d.PayCode)
	spanOrNull(f, "threshold2", d.Threshold2)
	f.IntOrNull("payCode2", d.PayCode2)
}

func (d *DaysPerWeekRule) fields(f Fields) {
	f.Int("days", d.Days)
	f.Int("payCode", d.PayCode)
}

func (d *RestDaysRule) fields(f Fields) {
	f.Ints("days", d.Days)
	f.Int("payCode", d.PayCode)
}

func (d *HolidayRule) fields(f Fields) {
	f.Int("payCode", d.PayCode)
	f.Bool("countsTowardWeekly", d.CountsTowardWeekly)
}

func (r *RoundingRules) fields(f Fields) {
	object(f, "in", r.In, (*ClockRounding).fields)
	object(f, "out", r.Out, (*ClockRounding).fields)
	object(f, "meal", r.Meal, (*LengthRounding).fields)
	object(f, "break", r.Break, (*LengthRounding).fields)
	object(f, "total", r.Total, (*TotalRounding).fields)
	f.Bool("truncateToMinute", r.TruncateToMinute)
	object(f, "snapToSchedule", r.SnapToSchedule, (*ScheduleSnap).fields)
}

func (r *ClockRounding) fields(f Fields) {
	spanOrNull(f, "interval", r.Interval)
	f.Text("mode", r.Mode)
	f.Text("grace", r.Grace.String())
	clockOrNull(f, "from", r.From)
	clockOrNull(f, "to", r.To)
	clockOrNull(f, "at", r.At)
	object(f, "window", r.Window, (*ClockRange).fields)
}

func (r *ClockRange) fields(f Fields) {
	f.Text("from", r.From.String())
	f.Text("to", r.To.String())
}

func (r *LengthRounding) fields(f Fields) {
	f.Text("interval", r.Interval.String())
	f.Text("mode", r.Mode)
	f.Text("grace", r.Grace.String())
}

func (r *TotalRounding) fields(f Fields) {
	r.LengthRounding.fields(f)
	object(f, "between", r.Between, (*SpanRange).fields)
}

func (r *SpanRange) fields(f Fields) {
	f.Text("from", r.From.String())
	f.Text("to", r.To.String())
}

func (s *ScheduleSnap) fields(f Fields) {
	f.Text("inBefore", s.InBefore.String())
	f.Text("inAfter", s.InAfter.String())
	f.Text("outBefore", s.OutBefore.String())
	f.Text("outAfter", s.OutAfter.String())
}

func (m *AutoMeal) fields(f Fields) {
	f.Text("kind", m.Kind)
	f.Text("type", m.Type)
	f.Text("after", m.After.String())
	f.Text("amount", m.Amount.String())
	f.Bool("includePunched", m.IncludePunched)
	f.Bool("pool", m.Pool)
}

func (w *UnpaidWindow) fields(f Fields) {
	f.Text("start", w.Start.String())
	f.Text("end", w.End.String())
	weekdaysOrNull(f, "days", w.Days)
}

func (m *Premium) fields(f Fields) {
	f.Text("name", m.Name)
	f.Int("payCode", m.PayCode)
	weekdaysOrNull(f, "days", m.Days)
	f.Text("start", m.Start.String())
	f.Text("end", m.End.String())
	dateOrNull(f, "from", m.From)
	dateOrNull(f, "to", m.To)
	spanOrNull(f, "dailyAfter", m.DailyAfter)
	spanOrNull(f, "dailyBefore", m.DailyBefore)
	spanOrNull(f, "weeklyAfter", m.WeeklyAfter)
	spanOrNull(f, "weeklyBefore", m.WeeklyBefore)
	spanOrNull(f, "minimum", m.Minimum)
	spanOrNull(f, "maximum", m.Maximum)
}

func (m *MinimumShift) fields(f Fields) {
	f.Text("length", m.Length.String())
	f.Text("gap", m.Gap.String())
	f.Int("payCode", m.PayCode)
}
