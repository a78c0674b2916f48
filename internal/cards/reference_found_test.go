package cards_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/cards"
)

// TestInAfterTheLongestShiftBeginsAnother has an in so late that no out could end its pair within the shift before, with
// a pause too short to end that shift.
func TestInAfterTheLongestShiftBeginsAnother(t *testing.T) {
	t.Parallel()
	rules := cards.ShiftRules{Gap: 4 * 3600, Maximum: 9 * 3600}
	got := rules.PairEvents([]int64{0, 8 * 3600, 11 * 3600, 13 * 3600})
	if diff := cmp.Diff(got, []cards.EventPair{{In: 0, Out: 8 * 3600}, {In: 11 * 3600, Out: 13 * 3600}}); diff != "" {
		t.Errorf("engine (-) and expected (+): %s", diff)
	}
}

// TestInRoundedPastItsOutIsSnappedFirst has an in that rounding carries past its out and the schedule draws back: the
// out, which nothing rounds, stays where it is.
func TestInRoundedPastItsOutIsSnappedFirst(t *testing.T) {
	t.Parallel()
	monday := int64(cards.DateOf(2026, 1, 5)) * 86400
	rules := cards.Defaults(cards.PayCode{ID: 1})
	rules.Rounding.In = cards.RoundRule{Mode: cards.RoundUp, Interval: 300}
	rules.Rounding.Snap = cards.Snap{Set: true, InAfter: 600}
	in := &cards.Input{
		Classes: []*cards.Rules{rules}, From: -1 << 20, To: 1 << 20, Now: 1 << 40, Schedule: &cards.Schedule{},
		Punches: []cards.Punch{{ID: 1, In: monday + 8*3600 + 1, Out: monday + 8*3600 + 155}},
	}
	in.Schedule.Days[0] = []cards.ShiftClass{{ID: 2, Start: 8 * 3600, End: 17 * 3600, BindWindow: 12 * 3600}}
	if got := new(cards.Evaluator).Evaluate(in).TimeCards[0].ProcessedTotal; got != 155 {
		t.Errorf("from the scheduled start to the out %d seconds are paid, want 155", got)
	}
}
