package cards_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/cards"
)

// TestLoadRangeIsEnough gives the engine only the punches that it says it needs for a few dates. Once it says that the
// cards are settled, they are what the reference finds knowing all punches.
func TestLoadRangeIsEnough(t *testing.T) {
	t.Parallel()
	from, to := trials(t)
	var e cards.Evaluator
	for seed := from; seed < from+(to-from)/8; seed++ {
		if c := loadTrial(seed); loadsTooLittle(&e, c) != "" {
			c = shrink(c, func(c *trial) bool { return loadsTooLittle(&e, c) != "" })
			t.Fatalf("with what was loaded (-) and with all punches (+):\n%s\n%s", c, loadsTooLittle(&e, c))
		}
	}
}

// loadTrial is a trial over some weeks of which few dates are asked for.
func loadTrial(seed uint64) *trial {
	c := makeTrial(seed)
	if seed%4 == 0 {
		c = makeChain(seed)
	}
	r := rand.New(rand.NewPCG(seed, 8))
	var at []int64
	for _, p := range c.in.Punches {
		at = append(at, max(p.In, p.Out))
	}
	d, _ := wall(c.in.Punches[0].Zone, at[r.IntN(len(at))])
	c.in.From = d - cards.Date(r.IntN(3))
	c.in.To = d + cards.Date(r.IntN(3))
	return c
}

func loadsTooLittle(e *cards.Evaluator, t *trial) string {
	part := t.in
	since, until := cards.LoadRange(part.From, part.To, part.Classes...)
	for range 100 {
		part.Since, part.Until = since, until
		part.Punches = slices.DeleteFunc(slices.Clone(t.in.Punches), func(p cards.Punch) bool {
			at := p.In
			if at == cards.None {
				at = p.Out
			}
			return at < since || at >= until
		})
		res := e.Evaluate(&part)
		if res.Settled {
			return compareResults(withoutIndex(res), withoutIndex(refer(&t.in, t.step)))
		}
		since, until = since-86400, until+86400
	}
	return "it never settles"
}

// withoutIndex takes the places of punches out of a result: they depend on what was loaded.
func withoutIndex(res *cards.Result) *cards.Result {
	for i := range res.ShiftCards {
		for j := range res.ShiftCards[i].Punches {
			res.ShiftCards[i].Punches[j].Index = 0
		}
	}
	for i := range res.TimeCards {
		for j := range res.TimeCards[i].Punches {
			res.TimeCards[i].Punches[j].Index = 0
		}
	}
	return res
}

// TestPairEventsAgreesWithReference pairs random events that do not say whether they are ins or outs.
func TestPairEventsAgreesWithReference(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		rules := cards.ShiftRules{Gap: r.Int64N(6), Maximum: r.Int64N(20)}
		if r.IntN(8) == 0 {
			rules.Maximum = cards.NoLimit
		}
		var events []int64
		at := int64(1_000_000)
		for range r.IntN(12) {
			events = append(events, at)
			at += r.Int64N(9)
		}
		if diff := cmp.Diff(rules.PairEvents(events), pairEvents(rules, events)); diff != "" {
			t.Fatalf("%+v, events %v: engine (-) and reference (+): %s", rules, events, diff)
		}
	}
}

// TestReferenceStepsAreFineEnough holds the reference to itself: with steps of a second it finds the same as with the
// longer steps that are used to save time.
func TestReferenceStepsAreFineEnough(t *testing.T) {
	t.Parallel()
	tried := 0
	for seed := uint64(0); tried < 20; seed++ {
		c := makeTrial(seed)
		if c.step != 60 {
			continue
		}
		tried++
		if d := compareResults(refer(&c.in, c.step), refer(&c.in, 1)); d != "" {
			t.Fatalf("steps of %d s (-) and of one (+):\n%s\n%s", c.step, c, d)
		}
	}
}
