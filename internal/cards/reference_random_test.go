package cards_test

import (
	"math/rand/v2"
	"slices"

	"punchclock/internal/cards"
)

// trial is a random case.
type trial struct {
	seed uint64
	step int64 // see reference.step
	in   cards.Input
}

// maker makes trials. All lengths and times are multiples of step, so that the reference can walk in such steps.
type maker struct {
	*rand.Rand
	step   int64
	hour   int64 // what an hour is to the rules: in small cases much less than 3600 seconds
	zones  []*cards.Zone
	base   cards.Date
	days   int
	hot    []int64 // times of the local day at which things happen
	budget int64   // how many more steps may be worked
	steady bool    // work goes on day by day
	chain  bool    // work goes on day and night
}

// makeTrial is the trial of a seed.
func makeTrial(seed uint64) *trial {
	g := newMaker(seed)
	g.step = []int64{1, 1, 1, 1, 60, 60, 60, 300, 300, 900}[g.IntN(10)]
	if g.step == 1 && !g.some(2) {
		g.hour = []int64{60, 120, 300, 600}[g.IntN(4)]
	}
	if g.some(2) {
		g.budget = 100_000
	}
	if g.steady = g.some(15); g.steady {
		g.budget *= 2
	}
	return g.trial(seed)
}

// makeChain is a trial of weeks in which work hardly ever pauses.
func makeChain(seed uint64) *trial {
	g := newMaker(seed)
	g.step, g.budget, g.chain = 900, 100_000, true
	return g.trial(seed)
}

func newMaker(seed uint64) *maker {
	return &maker{Rand: rand.New(rand.NewPCG(seed, 7)), hour: 3600, budget: 3600}
}

func (g *maker) trial(seed uint64) *trial {
	g.scene()
	t := &trial{seed: seed, step: g.step}
	in := &t.in
	for i := range 1 + g.pick(0, 0, 0, 1, 2) {
		in.Classes = append(in.Classes, g.rules(i))
	}
	in.Schedule = g.schedule()
	for d := g.base - 2; d < g.base+cards.Date(g.days)+3; d++ {
		if g.some(20) {
			in.Holidays = append(in.Holidays, d)
		}
	}
	in.Punches = g.punches(in.Classes)
	in.From, in.To = -1<<20, 1<<20
	if g.some(15) {
		in.From = g.base + cards.Date(g.IntN(g.days))
		in.To = in.From + cards.Date(g.IntN(g.days))
	}
	in.Now = g.now(in)
	in.Explain = g.some(10)
	g.Shuffle(len(in.Punches), func(i, j int) { in.Punches[i], in.Punches[j] = in.Punches[j], in.Punches[i] })
	return t
}

// some is true so many times in a hundred.
func (g *maker) some(percent int) bool { return g.IntN(100) < percent }

func (g *maker) pick(of ...int64) int64 { return of[g.IntN(len(of))] }

// even cuts to a multiple of step.
func (g *maker) even(n int64) int64 { return n - n%g.step }

// length is up to so many hours, often a round one.
func (g *maker) length(hours int64) int64 {
	switch g.IntN(6) {
	case 0:
		return g.Int64N(5) * g.step
	case 1:
		return g.Int64N(hours+1) * g.hour
	case 2:
		return g.even(g.Int64N(2*hours+1) * g.hour / 2)
	}
	return g.even(g.Int64N(hours*g.hour + 1))
}

// punches are the punches of an employee, none over another.
func (g *maker) punches(classes []*cards.Rules) []cards.Punch {
	var all []cards.Punch
	ids := g.Perm(200)
	at := g.instant(g.base)
	class, daily, n := 0, g.some(50), 1+g.IntN(12)
	overlaps := g.some(5)
	if g.steady {
		n = 8 + g.IntN(14)
	}
	if g.chain {
		n = 60 + g.IntN(120)
	}
	for range n {
		if g.some(15) {
			class = g.IntN(len(classes))
		}
		shift := &classes[class].Shift
		out := at + g.worked(at, shift)
		p := cards.Punch{
			ID: int64(1 + ids[len(all)]), In: at, Out: out, Zone: g.zones[g.IntN(len(g.zones))], Class: class,
			OutKind: cards.OutKind(g.pick(0, 0, 0, 1, 1, 2)), Created: g.Int64N(1000), Modified: g.Int64N(1000),
			LongApproved: g.some(50),
			InExceptions: g.exceptions(), OutExceptions: g.exceptions(),
		}
		if !g.steady && !g.chain || g.some(3) {
			g.spoil(&p)
		}
		all = append(all, p)
		at = g.next(out, shift, daily)
		if overlaps && g.some(30) {
			at = max(p.In, out-g.length(3))
		}
	}
	return all
}

// spoil leaves a punch unfinished or unapproved, sometimes.
func (g *maker) spoil(p *cards.Punch) {
	p.Status = cards.Status(g.pick(0, 0, 0, 0, 0, 0, 1, 1, 2, 3))
	switch g.IntN(24) {
	case 0:
		p.In = cards.None
	case 1, 2:
		p.Out = cards.None
	}
}

func (g *maker) exceptions() cards.Exceptions {
	if g.some(85) {
		return 0
	}
	return 1 << g.IntN(19)
}

// worked is the length of a punch from that instant.
func (g *maker) worked(at int64, shift *cards.ShiftRules) int64 {
	var n int64
	switch k := g.IntN(20); {
	case g.chain:
		n = g.length(14)
	case k == 0:
		return 0
	case k == 1:
		n = g.step * g.Int64N(4)
	case k == 2 && shift.Maximum != cards.NoLimit:
		n = shift.Maximum + g.step*(g.Int64N(3)-1)
	case k < 6: // up to the next moment
		d, _ := wall(g.zones[0], at)
		for n = g.instant(d) - at; n < 0; n = g.instant(d) - at {
			d++
		}
	case k < 12:
		n = g.length(5)
	default:
		n = g.length(11)
	}
	if g.steady {
		n = min(n, g.even(g.budget*g.step/5))
	}
	n = max(0, min(n, g.budget*g.step))
	g.budget -= n / g.step
	return n
}

// next is when the next punch begins.
func (g *maker) next(out int64, shift *cards.ShiftRules, daily bool) int64 {
	switch k := g.IntN(20); {
	case g.chain && g.some(99):
		return out + g.step*g.Int64N(5)
	case g.steady && k < 16: // on the next day
	case k < 3:
		return out
	case k < 9:
		return out + g.length(1)
	case k < 11:
		return out + max(0, min(shift.Gap, 48*3600)+g.step*(g.Int64N(3)-1))
	case k < 12:
		return out + g.length(12)
	}
	d, _ := wall(g.zones[0], out)
	if g.steady {
		d++
	} else if !daily && g.some(30) {
		d += cards.Date(g.IntN(g.days))
	}
	for {
		if at := g.instant(d); at >= out {
			return at
		}
		d++
	}
}

// now is the instant of asking, mostly after the last punch.
func (g *maker) now(in *cards.Input) int64 {
	last := in.Punches[len(in.Punches)-1]
	at := max(last.In, last.Out)
	switch g.IntN(4) {
	case 0:
		return at + g.length(12)
	case 1:
		if m := in.Classes[last.Class].Shift.Maximum; last.In != cards.None && m != cards.NoLimit {
			return last.In + m + g.step*(g.Int64N(3)-1)
		}
	}
	return 1 << 40
}

// schedule is a weekly pattern, or none.
func (g *maker) schedule() *cards.Schedule {
	if g.some(50) {
		return nil
	}
	s := &cards.Schedule{}
	for id := range 1 + g.pick(0, 0, 1, 2) {
		c := cards.ShiftClass{ID: 10 + id, Start: g.moment(), End: g.moment(), BindWindow: 12 * 3600}
		if g.some(30) {
			c.BindWindow = g.length(14)
		}
		if g.some(50) {
			c.LateGrace, c.EarlyGrace = g.length(1), g.length(1)
		}
		if g.some(30) {
			c.Unpaid = g.windows()
		}
		for d := range s.Days {
			if g.some(80) {
				s.Days[d] = append(s.Days[d], c)
			}
		}
	}
	return s
}

func (g *maker) windows() []cards.Window {
	all := make([]cards.Window, 1+g.pick(0, 0, 1, 2))
	for i := range all {
		all[i] = g.window()
	}
	return all
}

func (g *maker) window() cards.Window {
	w := cards.Window{Start: g.moment(), End: g.moment()}
	if g.some(60) {
		minute := max(60, g.step)
		w.End = w.Start + max(minute, g.length(3)/minute*minute)
		if w.End > 86400 {
			w.End -= 86400
		}
	}
	if g.some(5) {
		w.End = 86400
	}
	if g.some(30) {
		w.Days = cards.Weekdays(g.IntN(128))
	}
	return w
}

// thresholds are ascending.
func (g *maker) thresholds(hours int64) []int64 {
	all := []int64{g.length(hours), g.length(hours), g.length(hours)}
	slices.Sort(all)
	return all
}
