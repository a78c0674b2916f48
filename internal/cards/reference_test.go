package cards_test

import (
	"cmp"
	"slices"

	"punchclock/internal/cards"
)

// reference works out the cards of one employee a second time, for the tests: naively, walking through time in small
// steps with plain counters, and with the time package for all that concerns clocks. It shares nothing with the engine
// but the types of what goes in and comes out.
type reference struct {
	in *cards.Input
	// step is the length in seconds in which time is walked. It divides every instant and length of the input and 900,
	// of which every difference between clocks and UTC is a multiple, so nothing changes inside a step.
	step   int64
	begins map[beginning]int64
	pairs  []*pair
	shifts []*shift
	days   []*workday
}

// refer is the result that the rules demand. Steps are left out.
func refer(in *cards.Input, step int64) *cards.Result {
	r := &reference{in: in, step: step, begins: map[beginning]int64{}}
	r.collect()
	r.round()
	r.shifts = grouped(r.pairs)
	r.dateShifts()
	for _, d := range r.days {
		r.payDay(d)
	}
	for _, d := range r.days {
		r.classifyDay(d)
	}
	for _, s := range r.shifts {
		r.makeCards(s)
	}
	for _, d := range r.days {
		r.shareOut(d)
		r.addPremiums(d)
	}
	r.topUp()
	return r.result()
}

// pair is a punch that takes part.
type pair struct {
	cards.Punch
	index    int // in Input.Punches
	rules    *cards.Rules
	state    cards.State
	start    int64 // rounded; of a pair that carries no time the one place at which it stands
	end      int64
	before   cards.OutKind // the punched gap that its in ends
	after    cards.OutKind // the punched gap that its out begins
	overlaps bool          // it begins before an earlier one has ended
	pieces   []*piece
}

// at is the instant by which pairs are put in order.
func (p *pair) at() int64 {
	if p.In == cards.None {
		return p.Out
	}
	return p.In
}

// timed says whether the pair carries time.
func (p *pair) timed() bool { return p.state == cards.Complete }

// piece is a part of a pair that counts for one date: the whole, unless the shift is split at the start of the day.
type piece struct {
	*pair
	date       cards.Date
	start, end int64 // of its rounded length
	in, out    int64 // of its unrounded length
	worked     int64 // seconds less unpaid windows
	paid       int64 // what of the paid total of its date is its share
	first      bool  // its in is that of the pair
	last       bool  // its out is that of the pair
	card       *card
}

// shift is a group of pairs.
type shift struct {
	pairs  []*pair
	date   cards.Date
	pieces []*piece
	cards  []*card
	// What was found against the shift class.
	late, leftEarly cards.Exceptions
}

func (s *shift) rules() *cards.Rules { return s.pairs[0].rules }

// workday is a date for which something counts.
type workday struct {
	date   cards.Date
	rules  *cards.Rules
	pieces []*piece // in order
	shifts []*shift // that have pieces here, in order
	worked int64
	total  int64            // T
	line   []cards.Category // of each step of the T seconds
	weekly int64            // what the date adds to the weekly counter
	period int64            // what it adds to the period counter
}

// card is a time card in the making.
type card struct {
	cards.TimeCard
	pieces []*piece
}

// collect is the first step: which punches take part, in order, and what they are.
func (r *reference) collect() {
	for i, p := range r.in.Punches {
		if p.Status == cards.Pending || p.Status == cards.Rejected {
			continue
		}
		rules := r.in.Classes[p.Class]
		r.pairs = append(r.pairs, &pair{Punch: p, index: i, rules: rules, state: stateOf(&p, rules.Shift.Maximum, r.in.Now)})
	}
	slices.SortFunc(r.pairs, func(a, b *pair) int {
		return cmp.Or(cmp.Compare(a.at(), b.at()), cmp.Compare(max(a.at(), a.Out), max(b.at(), b.Out)), cmp.Compare(a.ID, b.ID))
	})
	for i, a := range r.pairs[:max(0, len(r.pairs)-1)] {
		b := r.pairs[i+1]
		for _, earlier := range r.pairs[:i+1] {
			b.overlaps = b.overlaps || earlier.timed() && b.at() < earlier.Out && b.timed() && b.In < b.Out
		}
		// A pause of a day or more is no meal, whatever the out said, unless it does not even end a shift.
		if a.timed() && b.In != cards.None && a.Out <= b.In && b.In-a.Out < max(86400, a.rules.Shift.Gap) {
			a.after, b.before = a.OutKind, a.OutKind
		}
	}
}

func stateOf(p *cards.Punch, maximum, now int64) cards.State {
	patience := maximum
	if maximum == cards.NoLimit { // then an out is awaited as long as where nothing is said
		patience = 16 * 3600
	}
	switch {
	case p.In == cards.None:
		return cards.MissingIn
	case p.Out == cards.None && now-p.In > patience:
		return cards.MissingOut
	case p.Out == cards.None:
		return cards.Open
	case p.Out-p.In > maximum && !p.LongApproved:
		return cards.TooLong
	}
	return cards.Complete
}

// grouped is the third step: the shifts that the pairs form.
func grouped(pairs []*pair) []*shift {
	var all []*shift
	var end int64 // of the shift so far
	for _, p := range pairs {
		until := max(p.start, p.end)
		if len(all) > 0 {
			s := all[len(all)-1]
			rules, pause := s.rules().Shift, max(0, p.start-end)
			apart := pause >= rules.Gap && (pause != 0 || rules.Gap == 0)
			if !apart && until-s.pairs[0].start <= rules.Maximum {
				s.pairs = append(s.pairs, p)
				end = max(end, until)
				continue
			}
		}
		all = append(all, &shift{pairs: []*pair{p}})
		end = until
	}
	return all
}

// pairEvents is the first step for a stream of events that do not say whether they are ins or outs.
func pairEvents(rules cards.ShiftRules, events []int64) []cards.EventPair {
	var pairs []cards.EventPair
	var first, out int64 // of the shift so far: its first in, its last out
	open := false
	for _, at := range events {
		if open && at-first <= rules.Maximum {
			pairs[len(pairs)-1].Out, out, open = at, at, false
			continue
		}
		pause := at - out
		apart := pause >= rules.Gap && (pause != 0 || rules.Gap == 0)
		if len(pairs) == 0 || apart || at-first > rules.Maximum {
			first = at
		}
		pairs = append(pairs, cards.EventPair{In: at, Out: cards.None})
		out, open = at, true
	}
	return pairs
}
