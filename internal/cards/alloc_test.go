package cards

import "testing"

// TestEvaluatingAllocatesNothing: once the buffers have grown, an employee with two weeks of overtime, premiums and short
// shifts costs no allocation. Not parallel, because what others allocate would count.
func TestEvaluatingAllocatesNothing(t *testing.T) {
	var e Evaluator
	r := california()
	r.MinimumShift = MinimumShift{Set: true, Length: 10 * hour, Gap: hour, Code: codeHalf}
	r.Premiums[0].Window = Window{End: day}
	in := all(r, twoWeeks(1, zoneOf("America/Los_Angeles")))
	e.Evaluate(in)
	check(t, "allocations", testing.AllocsPerRun(10, func() { e.Evaluate(in) }), 0)
}

// TestTotalsHaveNoRoomToSpare: a card holds room for its totals and no more, as there are many cards.
func TestTotalsHaveNoRoomToSpare(t *testing.T) {
	t.Parallel()
	r := plainRules(func(r *Rules) {
		r.Daily[0] = level(8*hour, codeHalf)
		r.MinimumShift = MinimumShift{Set: true, Length: 9 * hour, Gap: hour, Code: codeHalf}
	})
	totals := new(Evaluator).Evaluate(all(r, worked(nil, "2026-01-05 08:00 > 16:00:01"))).TimeCards[0].Totals
	check(t, "totals", len(totals), 3)
	check(t, "room", cap(totals), 3)
}
