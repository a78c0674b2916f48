package cards

import (
	"cmp"
	"math"
	"slices"
)

// pair is a punch on its way through the evaluation.
type pair struct {
	punch   int32   // in Input.Punches
	class   int32   // in Input.Classes
	shift   int32   // in shifts
	first   int32   // its parts are parts[first:first+count]
	count   int32   //
	state   State   //
	kind    OutKind // a punched meal or break reaches from its out to the in of the next pair
	follows bool    // such a one ends with its in
	overlap bool    // it begins before an earlier one has ended
	drawn   [2]bool // its in, its out were drawn to the schedule
	zone    *Zone
	in, out int64 // unrounded; equal when it carries no time: its in, or its out where the in is missing
	start   int64 // rounded
	end     int64
}

// pairUp is step 1: it puts the punches in order and finds which carry time, and the meals and breaks between them.
func (e *Evaluator) pairUp() {
	for i := range e.in.Punches {
		if p := &e.in.Punches[i]; p.Status <= Flagged && (p.In != None || p.Out != None) {
			e.pairs = append(e.pairs, e.pairOf(p, int32(i)))
		}
	}
	if !slices.IsSortedFunc(e.pairs, e.before) {
		slices.SortFunc(e.pairs, e.before)
	}
	latest := int64(math.MinInt64)
	for i := range e.pairs {
		p := &e.pairs[i]
		p.overlap = p.in < latest && p.out > p.in
		latest = max(latest, p.out)
		if i+1 < len(e.pairs) {
			e.linkGap(p, &e.pairs[i+1])
		}
	}
	if e.in.Explain {
		e.explainPairs()
	}
}

func (e *Evaluator) pairOf(p *Punch, index int32) pair {
	r := e.in.Classes[p.Class]
	made := pair{punch: index, class: int32(p.Class), zone: p.Zone, in: p.In, out: p.In}
	switch {
	case p.In == None:
		made.state, made.in, made.out = MissingIn, p.Out, p.Out
	case p.Out == None && e.in.Now-p.In > r.Shift.overdue():
		made.state = MissingOut
	case p.Out == None:
		made.state = Open
	case p.Out-p.In > r.Shift.Maximum && !p.LongApproved:
		made.state = TooLong
	default:
		made.out = max(p.In, p.Out)
	}
	return made
}

// overdue is how old an open punch gets before its out counts as missing: the longest shift, or 16 hours where shifts
// have no limit.
func (s *ShiftRules) overdue() int64 {
	if s.Maximum == NoLimit {
		return 16 * hour
	}
	return s.Maximum
}

// before orders pairs by time; of two at the same instant the one that ends first comes first, then the lower id.
func (e *Evaluator) before(a, b pair) int {
	if a.in != b.in {
		return cmp.Compare(a.in, b.in)
	}
	p, q := &e.in.Punches[a.punch], &e.in.Punches[b.punch]
	return cmp.Or(cmp.Compare(max(a.in, p.Out), max(b.in, q.Out)), cmp.Compare(p.ID, q.ID))
}

// linkGap finds whether a meal or break was punched between a pair and the next: the out of a pair that carries time
// says that it begins one, the next in is known, and the pause is shorter than a day or than the gap that ends a shift.
// After a longer one the out was marked by mistake, and the next in is the beginning of a shift.
func (e *Evaluator) linkGap(p, next *pair) {
	kind := e.in.Punches[p.punch].OutKind
	if kind == OutPlain || p.state != Complete || next.state == MissingIn {
		return
	}
	pause := next.in - p.out
	if pause >= 0 && pause < max(day, e.rules(p).Shift.Gap) {
		p.kind, next.follows = kind, true
	}
}

// rules are those that govern a pair.
func (e *Evaluator) rules(p *pair) *Rules { return e.in.Classes[p.class] }

// EventPair is an in and an out made from undirected events. Out is None when the out is missing or yet to come.
type EventPair struct{ In, Out int64 }

// PairEvents makes pairs of undirected clock events, which must be in order. Events alternate between in and out, but
// an in is closed only by an event at most Maximum after the first in of its shift. A later one leaves it without an out
// and opens a new pair, so that a forgotten out does not turn all that follows around.
func (s ShiftRules) PairEvents(events []int64) []EventPair {
	var pairs []EventPair
	var began int64 // the first in of the shift
	open := false
	for _, at := range events {
		if open && at-began <= s.Maximum {
			pairs[len(pairs)-1].Out = at
			open = false
			continue
		}
		// A shift cannot go on with an in from which no out is within its longest length.
		if n := len(pairs); n == 0 || at-began > s.Maximum || at-pairs[n-1].Out >= s.Gap {
			began = at
		}
		pairs = append(pairs, EventPair{In: at, Out: None})
		open = true
	}
	return pairs
}
