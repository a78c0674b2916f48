package cards

import (
	"slices"
	"strings"
	"testing"
)

// TestSentencesAreSaidOnlyWhereTheyHold explains one day each and looks for a sentence that must be there, or must not.
func TestSentencesAreSaidOnlyWhereTheyHold(t *testing.T) {
	t.Parallel()
	none := func(*Rules) {}
	counted := "6 #0 +0 Before this date 0 min of the week from 2026-01-05 counted toward weekly overtime."
	deduct := func(seconds int64) func(*Rules) {
		return func(r *Rules) { r.AutoMeals = []AutoMeal{{Kind: OutMeal, Amount: seconds}} }
	}
	weekly := func(n int) func(*Rules) {
		return func(r *Rules) { r.Weekly[n] = level(hour, codeHalf) }
	}
	quarters := func(r *Rules) {
		r.Rounding.In = RoundRule{Mode: RoundNearest, Interval: 15 * minute}
		r.Rounding.Out = r.Rounding.In
	}
	for _, c := range []struct {
		name    string
		rules   func(*Rules)
		punches []string
		absent  bool
		says    string
	}{
		{
			"rounded, and so no more to cut", func(r *Rules) { quarters(r); r.Rounding.TruncateToMinute = true },
			[]string{"2026-01-05 08:03:30 > 10:00"},
			false, "2 #1 +210 In at 08:03:30 counts as 08:00: rounded to the nearest 15 min.\n",
		},
		{"rounded where nothing is cut", quarters, []string{"2026-01-05 08:03:30 > 10:00"}, false, "rounded to the nearest 15 min.\n"},
		{
			"only the out is drawn", func(r *Rules) { r.Rounding.Snap = Snap{Set: true, OutBefore: 10 * minute} },
			[]string{"2026-01-05 08:05 > 16:55"},
			false, "2 #1 +300 Out at 16:55 counts as 17:00: drawn to the schedule.\n",
		},
		{"a pause just long enough", none, []string{"2026-01-05 00:00 > 01:00", "2026-01-05 05:00 > 06:00"}, true, "A new shift begins"},
		{"all of it deducted", deduct(2 * hour), []string{"2026-01-05 08:00 > 10:00"}, true, "More is deducted"},
		{"a second more deducted", deduct(2*hour + 1), []string{"2026-01-05 08:00 > 10:00"}, false, "5 #0 +1 More is deducted than was worked, so nothing is left.\n"},
		{"the first weekly level", weekly(0), []string{"2026-01-05 08:00 > 10:00"}, false, counted},
		{"the second weekly level", weekly(1), []string{"2026-01-05 08:00 > 10:00"}, false, counted},
		{"the third weekly level", weekly(2), []string{"2026-01-05 08:00 > 10:00"}, false, counted},
		{"no weekly level", none, []string{"2026-01-05 08:00 > 10:00"}, true, "toward weekly overtime"},
		{"early within the grace", none, []string{"2026-01-05 08:00 > 16:55"}, true, "Left early"},
		{"noted as early, but at the end", none, []string{"2026-01-05 08:00 > 17:00"}, true, "Left early"},
		{"one exception", none, []string{"2026-01-05 08:00 > -"}, false, "11 #1 +0 Exceptions of the shift: missing.\n"},
	} {
		in := all(plainRules(c.rules), worked(nil, c.punches...))
		in.Now = local(nil, "2030-01-01 12:00")
		in.Explain = true
		if strings.HasPrefix(c.name, "noted as early") {
			in.Punches[0].OutExceptions = ExceptionLeftEarly
		}
		in.Schedule = &Schedule{}
		in.Schedule.Days[0] = []ShiftClass{{ID: 5, Start: 8 * hour, End: 17 * hour, EarlyGrace: 5 * minute, BindWindow: hour}}
		got := strings.Join(steps(new(Evaluator).Evaluate(in), "2026-01-05"), "\n") + "\n"
		if strings.Contains(got, c.says) == c.absent {
			t.Errorf("%s: %q is there: %v, in\n%s", c.name, c.says, !c.absent, got)
		}
	}
}

// TestANewShiftIsExplainedByTheOneBefore: it is the rules of the shift before that a punch would have made too long, and a
// shift that was kept ends without any.
func TestANewShiftIsExplainedByTheOneBefore(t *testing.T) {
	t.Parallel()
	explained := func(change func(*Input)) string {
		in := all(plainRules(func(r *Rules) { r.Shift.Maximum = 3 * hour }), worked(nil, "2026-01-05 08:00 > 10:00", "2026-01-05 10:30 > 12:00"))
		in.Classes = append(slices.Clone(in.Classes), plainRules(func(r *Rules) { r.Shift.Gap = minute }))
		in.Punches[1].Class = len(in.Classes) - 1
		in.Explain = true
		change(in)
		return strings.Join(steps(new(Evaluator).Evaluate(in), "2026-01-05"), "\n")
	}
	const begins = "A new shift begins at 2026-01-05 10:30, because the one before would get longer than 3 h 00 min."
	if got := explained(func(*Input) {}); !strings.Contains(got, begins) {
		t.Errorf("%q is not in\n%s", begins, got)
	}
	if got := explained(func(in *Input) { in.Punches[0].Kept, in.Punches[0].KeptOn = true, dateOf("2026-01-05") }); strings.Contains(got, "A new shift begins") {
		t.Errorf("a shift after one that was kept is said to begin because of its length:\n%s", got)
	}
}

// TestNamesOfPartialMinutes: from where on a rule rounds up is said where it is not the middle of whole minutes.
func TestNamesOfPartialMinutes(t *testing.T) {
	t.Parallel()
	for _, mode := range []RoundMode{RoundNearestPartialMinuteDown, RoundNearestPartialMinuteUp} {
		whole := RoundRule{Mode: mode, Interval: minute}
		check(t, "of a minute", whole.String(), "rounded to the nearest 1 min")
		for n := int64(2); n < 40; n++ {
			r := RoundRule{Mode: mode, Interval: n * minute}
			up := int64(0)
			for r.interval(up) == 0 {
				up++
			}
			check(t, span(r.Interval), r.String(), "rounded to the nearest "+span(r.Interval)+", up from "+span(up)+" on")
		}
	}
}
