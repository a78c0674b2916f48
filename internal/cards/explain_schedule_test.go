package cards

import (
	"slices"
	"testing"
)

// TestLatenessIsExplainedWithoutUnpaidWindows has somebody who comes in the middle of an unpaid hour of the schedule and leaves
// in the middle of another.
func TestLatenessIsExplainedWithoutUnpaidWindows(t *testing.T) {
	t.Parallel()
	in := all(plainRules(nil), worked(nil, "2026-01-05 09:30 > 14:30"))
	in.Schedule, in.Explain = &Schedule{}, true
	in.Schedule.Days[0] = []ShiftClass{{
		ID: 5, Start: 8 * hour, End: 16 * hour, BindWindow: 4 * hour,
		Unpaid: []Window{{Start: 9 * hour, End: 10 * hour}, {Start: 14 * hour, End: 15 * hour}},
	}}
	got := steps(new(Evaluator).Evaluate(in), "2026-01-05")
	for _, want := range []string{
		"11 #1 +3600 Late: the first in is 1 h 30 min after the start, with 0 min grace; 1 h 00 min of it are outside the unpaid windows of the schedule.",
		"11 #1 +3600 Left early: the last out is 1 h 30 min before the end, with 0 min grace; 1 h 00 min of it are outside the unpaid windows of the schedule.",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}
