package cards

import "testing"

// TestMarginsOfTheReach: the reach holds the longest shift, the pause, and two days for zones and rounding, on both sides.
func TestMarginsOfTheReach(t *testing.T) {
	t.Parallel()
	limited := func(maximum int64) *Rules {
		return plainRules(func(r *Rules) { r.Shift.Maximum = maximum })
	}
	wednesday := dateOf("2026-01-07")
	for _, c := range []struct {
		name  string
		rules []*Rules
		slack int64
	}{
		{"one pay class", []*Rules{limited(16 * hour)}, 16*hour + day},
		{"the longer of two shifts", []*Rules{limited(40 * hour), limited(16 * hour)}, 40*hour + day},
		{"shifts without limit", []*Rules{limited(NoLimit)}, 7*day + day},
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

// TestPauseAtTheEdge: a pause of a day settles the week when it ends by the day before the week and the next begins on
// the day after it or later, to the minute.
func TestPauseAtTheEdge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                         string
		before, begins, ends, beyond string
		want                         bool
	}{
		{"just wide enough", "2026-01-02 23:00 > 2026-01-03 00:00", "2026-01-04 00:00 > 01:00", "2026-01-12 23:00 > 2026-01-13 00:00", "2026-01-14 00:00 > 01:00", true},
		{"a minute too late", "2026-01-02 23:01 > 2026-01-03 00:01", "2026-01-04 00:01 > 01:00", "2026-01-12 23:00 > 2026-01-13 00:00", "2026-01-14 00:00 > 01:00", false},
		{"a minute too early", "2026-01-02 23:00 > 2026-01-03 00:00", "2026-01-04 00:00 > 01:00", "2026-01-12 23:00 > 23:59", "2026-01-13 23:59 > 2026-01-14 01:00", false},
		{"too short before", "2026-01-02 23:01 > 2026-01-03 00:01", "2026-01-04 00:00 > 01:00", "2026-01-12 23:00 > 2026-01-13 00:00", "2026-01-14 00:00 > 01:00", false},
		{"too short after", "2026-01-02 23:00 > 2026-01-03 00:00", "2026-01-04 00:00 > 01:00", "2026-01-12 23:00 > 2026-01-13 00:00", "2026-01-13 23:59 > 2026-01-14 01:00", false},
	} {
		in := all(plainRules(nil), worked(nil, c.before, c.begins, c.ends, c.beyond))
		in.From, in.To = dateOf("2026-01-07"), dateOf("2026-01-07")
		in.Since, in.Until = local(nil, "2026-01-02 22:00"), local(nil, "2026-01-14 02:00")
		check(t, c.name, new(Evaluator).Evaluate(in).Settled, c.want)
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
