package cards

// LoadRange says which punches of an employee must be given so that the cards with a shift date from…to come out as
// they would with all punches: those whose in (whose out, where the in is missing) is at or after since and before
// until. It reaches back over the whole overtime week and period, the run of consecutive dates and the longest shift,
// and forward to the end of the week. The dates are those of the employee's own zone, whichever that is; the rules are
// all that may govern the punches.
//
// Where work goes on without a pause over the edge no fixed reach is enough; Result.Settled tells.
func LoadRange(from, to Date, rules ...*Rules) (since, until int64) {
	first, last := from, to
	var slack int64
	for _, r := range rules {
		a, b := r.needs(from, to)
		first, last = min(first, a), max(last, b)
		slack = max(slack, r.longestShift()+r.pause())
	}
	return int64(first)*day - slack - 2*day, int64(last+1)*day + slack + 2*day
}

// needs is the range of dates that bear on the cards with a shift date from…to.
func (r *Rules) needs(from, to Date) (first, last Date) {
	first = from
	if r.Shift.Date == DateSplitAtMidnight {
		to += Date(r.longestShift()/day) + 1
	}
	// Periods that do not begin with a week each lean on the one before; the third hardly matters any more.
	for range 3 {
		was := first
		first = r.weekStart(first)
		if r.hasPeriods() {
			first = r.weekStart(r.periodStart(first))
		}
		if first == was {
			break
		}
	}
	if r.Overtime.Consecutive.Set && r.Overtime.Consecutive.Rolling {
		first -= Date(r.Overtime.Consecutive.Days - 1)
	}
	return first, r.weekStart(to) + 6
}

// longestShift is how far a shift reaches, in seconds. Where the rules set no limit it is the week beyond which no punch
// is believed.
func (r *Rules) longestShift() int64 {
	if r.Shift.Maximum == NoLimit {
		return 7 * day
	}
	return r.Shift.Maximum
}

// ShiftDays is by how many days the date of a shift can be another one under other rules of dates: its longest length
// begun, and a day for when days begin.
func (r *Rules) ShiftDays() int { return int(r.longestShift()/day) + 2 }

// rest is the length of a gap between two punches that no meal fills and over which nothing in the rules reaches, in
// seconds. Drawing to a schedule may make a gap longer, which is allowed for: shifts are told apart before it, too.
func (r *Rules) rest() int64 {
	rest := max(minute, r.Shift.Gap)
	if r.MinimumShift.Set {
		rest = max(rest, r.MinimumShift.Gap)
	}
	if s := &r.Rounding.Snap; s.Set {
		rest += max(s.InBefore, s.InAfter) + max(s.OutBefore, s.OutAfter)
	}
	return min(rest, 366*day)
}

// pause is the length of a gap over which nothing in the rules reaches, in seconds, whatever was punched before it.
func (r *Rules) pause() int64 {
	pause := max(day, r.Shift.Gap)
	if r.MinimumShift.Set {
		pause = max(pause, r.MinimumShift.Gap)
	}
	return min(pause, 366*day)
}

// weekStart is the first day of the overtime week that holds the date.
func (r *Rules) weekStart(d Date) Date {
	return d - Date(floorMod(int64(d.Weekday()-max(1, r.Overtime.WeekStartsOn)), 7))
}

// hasPeriods says whether the period counter means anything.
func (r *Rules) hasPeriods() bool {
	return r.Overtime.PeriodWeeks > 0 && (r.Period[0].Set || r.Period[1].Set || r.Period[2].Set)
}

// periodStart is the first day of the period that holds the date.
func (r *Rules) periodStart(d Date) Date {
	return d - Date(floorMod(int64(d-r.Overtime.PeriodAnchor), 7*int64(r.Overtime.PeriodWeeks)))
}
