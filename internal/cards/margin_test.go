package cards

import "testing"

// TestMarginsOfTheReach: the reach holds the longest shift, the pause, and two days for zones and rounding, on both sides.
func TestMarginsOfTheReach(t *testing.T) {
	t.Parallel()
	limited := func(maximum int64) *Rules {
		return plainRules(func(r *Rules) { r.Shift.Maximum = maximum })
	}
	apart := plainRules(func(r *Rules) {
		r.MinimumShift = MinimumShift{Set: true, Length: hour, Gap: 2 * day, Code: codeRegular}
	})
	wednesday := dateOf("2026-01-07")
	for _, c := range []struct {
		name  string
		rules []*Rules
		slack int64
	}{
		{"one pay class", []*Rules{limited(16 * hour)}, 16*hour + day},
		{"the longer of two shifts", []*Rules{limited(40 * hour), limited(16 * hour)}, 40*hour + day},
		{"shifts without limit", []*Rules{limited(NoLimit)}, 7*day + day},
		{"least shifts two days apart", []*Rules{apart}, 16*hour + 2*day},
	} {
		since, until := LoadRange(wednesday, wednesday, c.rules...)
		check(t, c.name+": since", since, int64(dateOf("2026-01-05"))*day-c.slack-2*day)
		check(t, c.name+": until", until, int64(dateOf("2026-01-12"))*day+c.slack+2*day)
	}
}

// TestReachOverPeriodsWithinAWeek: a period that begins on a Wednesday shares a week with the one before, which leans on
// the one before it in turn.
func TestReachOverPeriodsWithinAWeek(t *testing.T) {
	t.Parallel()
	r := plainRules(func(r *Rules) {
		r.Period[0] = level(80*hour, codeHalf)
		r.Overtime.PeriodWeeks, r.Overtime.PeriodAnchor, r.Overtime.WeekStartsOn = 2, dateOf("2025-12-31"), 1
	})
	first, last := r.needs(dateOf("2026-01-15"), dateOf("2026-01-15"))
	check(t, "first", first.String(), "2025-12-01")
	check(t, "last", last.String(), "2026-01-18")
}

// TestShiftDays: other rules of dates move a shift by its begun days and one for when days begin.
func TestShiftDays(t *testing.T) {
	t.Parallel()
	for maximum, want := range map[int64]int{16 * hour: 2, 24*hour - 1: 2, 24 * hour: 3, NoLimit: 9} {
		check(t, span(min(maximum, 7*day)), plainRules(func(r *Rules) { r.Shift.Maximum = maximum }).ShiftDays(), want)
	}
}

// TestReachOfRuns: a run that begins anew with the week needs no more than the week, one that rolls on so many days before.
func TestReachOfRuns(t *testing.T) {
	t.Parallel()
	for rolling, want := range map[bool]string{false: "2026-01-05", true: "2025-12-31"} {
		r := plainRules(func(r *Rules) {
			r.Overtime.Consecutive = ConsecutiveDays{DayRule: DayRule{Set: true, Code: codeHalf}, Days: 6, Rolling: rolling}
		})
		first, _ := r.needs(dateOf("2026-01-07"), dateOf("2026-01-07"))
		check(t, "first", first.String(), want)
	}
}

// TestReachOfSplitShifts: a shift that is split at midnight has parts on as many later days as it may be long, and their
// weeks bear on it.
func TestReachOfSplitShifts(t *testing.T) {
	t.Parallel()
	r := plainRules(func(r *Rules) { r.Shift.Date, r.Shift.Maximum = DateSplitAtMidnight, 40*hour })
	for from, want := range map[string]string{"2026-01-09": "2026-01-11", "2026-01-10": "2026-01-18"} { // a Friday, a Saturday
		first, last := r.needs(dateOf(from), dateOf(from))
		check(t, "first", first.String(), "2026-01-05")
		check(t, "last", last.String(), want)
	}
}

// TestPauseAtTheEdge: a gap that ends the shift settles the week when it ends by the day before the week and the next
// begins on the day after it or later, to the minute.
func TestPauseAtTheEdge(t *testing.T) {
	t.Parallel()
	const (
		evening = "2026-01-03 19:00 > 20:00"
		morning = "2026-01-04 00:00 > 01:00"
		late    = "2026-01-12 23:00 > 2026-01-13 00:00"
		next    = "2026-01-13 04:00 > 05:00"
	)
	plain, least := plainRules(nil), plainRules(func(r *Rules) {
		r.MinimumShift = MinimumShift{Set: true, Length: hour, Gap: 5 * hour, Code: codeRegular}
	})
	drawn := plainRules(func(r *Rules) {
		r.Rounding.Snap = Snap{Set: true, InBefore: minute, InAfter: 30 * minute, OutBefore: 30 * minute, OutAfter: minute}
	})
	raised := plainRules(func(r *Rules) { r.Rounding.Out = RoundRule{Mode: RoundUp, Interval: 3 * hour} })
	cut := plainRules(func(r *Rules) { r.Rounding.Out = RoundRule{Mode: RoundDown, Interval: hour} })
	for _, c := range []struct {
		name                         string
		rules                        *Rules
		before, begins, ends, beyond string
		meal, want                   bool
	}{
		{"just wide enough", plain, evening, morning, late, next, false, true},
		{"a minute too late", plain, "2026-01-03 19:00 > 20:01", "2026-01-04 00:01 > 01:00", late, next, false, false},
		{"a minute too early", plain, evening, morning, "2026-01-12 23:00 > 23:59", "2026-01-13 03:59 > 05:00", false, false},
		{"too short before", plain, "2026-01-03 19:00 > 20:01", morning, late, next, false, false},
		{"too short after", plain, evening, morning, late, "2026-01-13 03:59 > 05:00", false, false},
		{"too short as it was punched", cut, "2026-01-03 19:00 > 20:05", morning, late, next, false, false},
		{"too short as it is rounded", raised, evening, morning, late, next, false, false},
		{"a meal", plain, evening, morning, late, next, true, false},
		{"an hour more for the least shift", least, "2026-01-03 18:00 > 19:00", morning, late, "2026-01-13 05:00 > 06:00", false, true},
		{"too short for the least shift", least, "2026-01-03 18:00 > 19:01", morning, late, "2026-01-13 05:00 > 06:00", false, false},
		{"an hour more for drawing to the schedule", drawn, "2026-01-03 18:00 > 19:00", morning, late, "2026-01-13 05:00 > 06:00", false, true},
		{"too short for drawing to the schedule", drawn, "2026-01-03 18:00 > 19:01", morning, late, "2026-01-13 05:00 > 06:00", false, false},
	} {
		in := all(c.rules, worked(nil, c.before, c.begins, c.ends, c.beyond))
		if c.meal {
			in.Punches[0].OutKind = OutMeal
		}
		in.From, in.To = dateOf("2026-01-07"), dateOf("2026-01-07")
		in.Since, in.Until = local(nil, "2026-01-03 17:00"), local(nil, "2026-01-13 07:00")
		check(t, c.name, new(Evaluator).Evaluate(in).Settled, c.want)
	}
}

// TestMarginsOfWhatWasGiven: two days without a punch before and after settle the week, and a second less does not.
func TestMarginsOfWhatWasGiven(t *testing.T) {
	t.Parallel()
	in := all(plainRules(nil), worked(nil, "2026-01-07 08:00 > 16:00"))
	in.From, in.To = dateOf("2026-01-07"), dateOf("2026-01-07")
	since, until := local(nil, "2026-01-05 08:00"), local(nil, "2026-01-09 16:00")
	for _, c := range []struct {
		late, early int64
		want        bool
	}{{0, 0, true}, {1, 0, false}, {0, 1, false}} {
		in.Since, in.Until = since+c.late, until-c.early
		check(t, "settled", new(Evaluator).Evaluate(in).Settled, c.want)
	}
}

// TestWeekBetweenPunches: a week is settled when nothing that was given ends on the day before it or later and begins on the
// day after it or earlier.
func TestWeekBetweenPunches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before, after string
		want          bool
	}{
		{"2026-01-03 20:00 > 23:59:59", "2026-01-13 00:00:01 > 04:00", true},
		{"2026-01-03 20:00 > 2026-01-04 00:00", "2026-01-13 00:00:01 > 04:00", false},
		{"2026-01-03 20:00 > 23:59:59", "2026-01-13 00:00 > 04:00", false},
	} {
		in := all(plainRules(nil), worked(nil, c.before, c.after))
		in.From, in.To = dateOf("2026-01-07"), dateOf("2026-01-07")
		in.Since, in.Until = in.Punches[0].In, in.Punches[1].Out
		check(t, c.before+", "+c.after, new(Evaluator).Evaluate(in).Settled, c.want)
	}
}

// TestBuffersStayBounded: what the evaluator holds goes by the largest employee, not by how many it has computed.
func TestBuffersStayBounded(t *testing.T) {
	t.Parallel()
	var e Evaluator
	held := func() [6]int {
		return [6]int{cap(e.punches.buffer), cap(e.totals.buffer), cap(e.extras.buffer), cap(e.topUps), cap(e.premiums), cap(e.pieces)}
	}
	in := all(california(), twoWeeks(1, zoneOf("America/Los_Angeles")))
	e.Evaluate(in)
	e.Evaluate(in)
	first := held()
	for range 500 {
		e.Evaluate(in)
	}
	check(t, "held", held(), first)
}

// TestShiftOfManyPunches: a shift may have more punches than the first buffers hold.
func TestShiftOfManyPunches(t *testing.T) {
	t.Parallel()
	var punches []Punch
	for i := range int64(100) {
		punches = append(punches, Punch{ID: i + 1, In: i * 5 * minute, Out: i*5*minute + 4*minute})
	}
	cards := new(Evaluator).Evaluate(all(plainRules(nil), punches)).ShiftCards
	check(t, "shifts", len(cards), 1)
	check(t, "punches", len(cards[0].Punches), 100)
	check(t, "paid", cards[0].ProcessedTotal, 400*minute)
}

// TestRoundingToNoInterval: a rule whose interval is unset changes nothing.
func TestRoundingToNoInterval(t *testing.T) {
	t.Parallel()
	r := RoundRule{Mode: RoundDown}
	check(t, "time of day", r.timeOfDay(7*hour+59), 7*hour+59)
	check(t, "length", r.length(59), 59)
}

// TestEndsOfLengthRounding: lengths from From to To are rounded, both included.
func TestEndsOfLengthRounding(t *testing.T) {
	t.Parallel()
	r := RoundRule{Mode: RoundDown, Interval: hour, Within: true, From: 20 * minute, To: 40 * minute}
	check(t, "below", r.length(20*minute-1), 20*minute-1)
	check(t, "at the lower end", r.length(20*minute), 0)
	check(t, "at the upper end", r.length(40*minute), 0)
	check(t, "above", r.length(40*minute+1), 40*minute+1)
}

// TestWorkOfExactlyTheLeastShift: work that is just long enough is topped up by nothing.
func TestWorkOfExactlyTheLeastShift(t *testing.T) {
	t.Parallel()
	r := plainRules(func(r *Rules) { r.MinimumShift = MinimumShift{true, 4 * hour, hour, codeHalf} })
	in := all(r, worked(nil, "2026-01-05 08:00 > 12:00"))
	check(t, "totals", len(new(Evaluator).Evaluate(in).TimeCards[0].Totals), 1)
	in = all(r, worked(nil, "2026-01-05 08:00 > 11:59"))
	check(t, "totals, a minute short", len(new(Evaluator).Evaluate(in).TimeCards[0].Totals), 2)
}
