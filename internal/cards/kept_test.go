package cards

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestKeptShiftsStayWhereTheyWere has two nights whose cards were kept for their starts before nights counted for their ends,
// and a morning that follows too closely on the second.
func TestKeptShiftsStayWhereTheyWere(t *testing.T) {
	t.Parallel()
	r := plainRules(func(r *Rules) { r.Shift.Date, r.Shift.Gap = DateEnd, 20*hour })
	in := all(r, worked(zoneOf("Europe/Berlin"), "2026-01-05 22:00 > 2026-01-06 02:00", "2026-01-06 22:00 > 2026-01-07 02:00", "2026-01-07 05:00 > 09:00"))
	in.Explain = true
	day, _ := ParseDate("2026-01-05")
	in.Punches[0].Kept, in.Punches[0].KeptOn = true, day
	in.Punches[1].Kept, in.Punches[1].KeptOn = true, day+1
	res := new(Evaluator).Evaluate(in)
	if diff := cmp.Diff([]string{"2026-01-05 4h regular 4h", "2026-01-06 4h regular 4h", "2026-01-07 4h regular 4h"}, lines(res)); diff != "" {
		t.Error(diff)
	}
	if !slices.Contains(steps(res, "2026-01-06"), "4 #2 +0 The shift that starts 2026-01-06 22:00 belongs to 2026-01-06, as when its pay period was closed.") {
		t.Errorf("the second night is explained as %q", steps(res, "2026-01-06"))
	}
	if got := steps(res, "2026-01-07"); slices.ContainsFunc(got, func(s string) bool { return s[0] == '3' }) {
		t.Errorf("a shift after a kept one is explained as %q", got)
	}
}

// TestTwoKeptPunchesOfOneDayAreOneShift joins what was kept for the same day.
func TestTwoKeptPunchesOfOneDayAreOneShift(t *testing.T) {
	t.Parallel()
	in := all(plainRules(nil), worked(zoneOf("Europe/Berlin"), "2026-01-05 08:00 > 12:00", "2026-01-05 13:00 > 17:00"))
	day, _ := ParseDate("2026-01-05")
	for i := range in.Punches {
		in.Punches[i].Kept, in.Punches[i].KeptOn = true, day
	}
	if diff := cmp.Diff([]string{"2026-01-05 8h regular 8h"}, lines(new(Evaluator).Evaluate(in))); diff != "" {
		t.Error(diff)
	}
}

// TestTwoKeptPunchesOfTwoDaysAreTwoShifts keeps apart what was kept for two days, though no pause lies between.
func TestTwoKeptPunchesOfTwoDaysAreTwoShifts(t *testing.T) {
	t.Parallel()
	in := all(plainRules(nil), worked(nil, "2026-01-05 20:00 > 2026-01-06 00:00", "2026-01-06 00:00 > 04:00"))
	for i := range in.Punches {
		in.Punches[i].Kept, in.Punches[i].KeptOn = true, dateOf("2026-01-05")+Date(i)
	}
	if diff := cmp.Diff([]string{"2026-01-05 4h regular 4h", "2026-01-06 4h regular 4h"}, lines(new(Evaluator).Evaluate(in))); diff != "" {
		t.Error(diff)
	}
}
