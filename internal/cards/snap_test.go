package cards

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// eightToFive is a schedule from 08:00 to 17:00 on Mondays and Tuesdays.
func eightToFive() *Schedule {
	class := []ShiftClass{{ID: 7, Start: 8 * hour, End: 17 * hour, BindWindow: 12 * hour}}
	return &Schedule{Days: [7][]ShiftClass{class, class}}
}

// drawToSchedule are rules that draw an in from 10 minutes before the start to 20 after it, an out from 30 before the end to 40
// after it.
func drawToSchedule() *Rules {
	return plainRules(func(r *Rules) {
		r.Rounding.Snap = Snap{Set: true, InBefore: 10 * minute, InAfter: 20 * minute, OutBefore: 30 * minute, OutAfter: 40 * minute}
	})
}

// TestMarginsOfDrawing: what is just near enough is drawn to the schedule, and a second more is not.
func TestMarginsOfDrawing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ punch, want string }{
		{"2026-01-05 07:50 > 16:30", "2026-01-05 9h regular 9h"},
		{"2026-01-05 07:49:59 > 16:30", "2026-01-05 9h10:01 regular 9h10:01"},
		{"2026-01-05 08:20 > 17:40", "2026-01-05 9h regular 9h"},
		{"2026-01-05 08:20:01 > 17:40", "2026-01-05 8h39:59 regular 8h39:59"},
		{"2026-01-05 08:00 > 16:29:59", "2026-01-05 8h29:59 regular 8h29:59"},
		{"2026-01-05 08:00 > 17:40:01", "2026-01-05 9h40:01 regular 9h40:01"},
		{"- > 2026-01-05 16:50", "2026-01-05 0h"},
		{"1970-01-01 00:05 > 01:00", "1970-01-01 0h55 regular 0h55"}, // a Thursday, on which nothing is scheduled
	} {
		in := all(drawToSchedule(), worked(nil, c.punch))
		in.Schedule = eightToFive()
		if diff := cmp.Diff([]string{c.want}, lines(new(Evaluator).Evaluate(in))); diff != "" {
			t.Errorf("%s: %s", c.punch, diff)
		}
	}
}

// TestDrawingIsExplained: an explanation says of each in and out whether it was rounded or drawn to the schedule. Of two
// pay classes on one day only one draws.
func TestDrawingIsExplained(t *testing.T) {
	t.Parallel()
	rounding := plainRules(func(r *Rules) { r.Rounding.Out = RoundRule{Mode: RoundNearest, Interval: 15 * minute} })
	in := all(drawToSchedule(), worked(nil, "2026-01-05 08:10 > 12:00", "2026-01-05 12:30 > 16:53", "2026-01-06 08:00 > 17:20"))
	in.Classes = append(in.Classes, rounding)
	in.Punches[1].Class = 1
	in.Schedule, in.Explain = eightToFive(), true
	var got []string
	for _, s := range new(Evaluator).Evaluate(in).Steps {
		if s.Number == 2 {
			got = append(got, s.Text)
		}
	}
	want := []string{
		"In at 08:10 counts as 08:00: drawn to the schedule.",
		"Out at 16:53 counts as 17:00: rounded to the nearest 15 min.",
		"Out at 17:20 counts as 17:00: drawn to the schedule.",
	}
	if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(got, "\n")); diff != "" {
		t.Error(diff)
	}
}

// TestDrawingOfOverlappingShifts: where every punch is a shift of its own, each is drawn to the class to which it is bound,
// though the second begins before the first has ended.
func TestDrawingOfOverlappingShifts(t *testing.T) {
	t.Parallel()
	r := drawToSchedule()
	r.Shift.Gap = 0
	in := all(r, worked(nil, "2026-01-05 08:05 > 12:30", "2026-01-05 11:55 > 17:05"))
	in.Schedule = &Schedule{Days: [7][]ShiftClass{{
		{ID: 1, Start: 8 * hour, End: 12*hour + 30*minute, BindWindow: hour}, {ID: 2, Start: 12 * hour, End: 17 * hour, BindWindow: hour},
	}}}
	want := []string{"2026-01-05 4h30 regular 4h30", "2026-01-05 4h30 regular 4h30"}
	if diff := cmp.Diff(want, lines(new(Evaluator).Evaluate(in))); diff != "" {
		t.Error(diff)
	}
}
