package cards

import "slices"

// Evaluator computes cards. It keeps its buffers from one employee to the next, so that evaluating many costs hardly an
// allocation for each. The zero value is ready. It is for one goroutine at a time.
type Evaluator struct {
	in     *Input
	clock  clock
	pairs  []pair
	shifts []shift
	parts  []part
	order  []int32 // of parts, by date
	dates  []workdate
	sheets []sheet
	lines  []stretch // the classified time of all dates
	ladder []ladder  // by class

	pieces   []piece // worked time less unpaid windows
	gaps     []gap   // punched meals and breaks of one date
	premiums []int64 // by sheet and premium
	topUps   []topUp
	binding  int64 // the widest bind window of the schedule
	settled  bool
	notes    []note

	punches  store[CardPunch]
	totals   store[CategoryTotal]
	extras   store[PremiumTotal]
	shiftsAt []int32 // shift cards, in the order of the result
	result   Result
}

// Evaluate computes the cards of one employee. The result holds until the next call.
//
// A punch with neither in nor out cannot be placed and is left out, as are rejected and pending ones.
func (e *Evaluator) Evaluate(in *Input) *Result {
	e.reset(in)
	e.pairUp()
	e.roundTimes()
	e.formShifts()
	e.dateShifts()
	e.gatherDates()
	for i := range e.dates {
		e.payDate(&e.dates[i])
	}
	for i := range e.dates {
		e.classifyDate(i)
		e.spread(&e.dates[i])
	}
	e.findPremiums()
	e.topUpShortWork()
	e.checkEdges()
	e.writeCards()
	e.writeSteps()
	return &e.result
}

func (e *Evaluator) reset(in *Input) {
	e.in = in
	e.pairs, e.shifts, e.parts, e.order = e.pairs[:0], e.shifts[:0], e.parts[:0], e.order[:0]
	e.dates, e.sheets, e.lines, e.ladder = e.dates[:0], e.sheets[:0], e.lines[:0], e.ladder[:0]
	e.pieces, e.premiums, e.topUps, e.notes = e.pieces[:0], e.premiums[:0], e.topUps[:0], e.notes[:0]
	e.punches.reset()
	e.totals.reset()
	e.extras.reset()
	e.binding = in.Schedule.widestBinding()
	for _, r := range in.Classes {
		e.ladder = append(e.ladder, ladderOf(r))
	}
}

// store hands out slices of one growing buffer.
type store[T any] struct{ buffer []T }

func (s *store[T]) reset() { s.buffer = s.buffer[:0] }

// take is a slice of n elements to be filled, nil for none. When the buffer is full a larger one takes its place; slices already
// taken keep the old.
func (s *store[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if len(s.buffer)+n > cap(s.buffer) {
		s.buffer = make([]T, 0, max(2*cap(s.buffer), n, 64))
	}
	at := len(s.buffer)
	s.buffer = s.buffer[:at+n]
	return s.buffer[at : at+n : at+n]
}

// checkEdges finds whether what was given ends, on both sides, in a pause that nothing reaches over.
func (e *Evaluator) checkEdges() {
	in := e.in
	e.settled = true
	if in.Since == 0 && in.Until == 0 || len(e.pairs) == 0 {
		return
	}
	first, last := in.From, in.To
	var pause, rest int64
	for _, r := range in.Classes {
		a, b := r.needs(in.From, in.To)
		first, last = min(first, a), max(last, b)
		pause, rest = max(pause, r.pause()), max(rest, r.rest())
	}
	// A day is allowed for zones, and a day for the rounding of punches that were not given.
	begin, end := int64(first)*day-day, int64(last+1)*day+day
	before := e.pairs[0].start-in.Since >= pause+day
	after := in.Until-e.pairs[len(e.pairs)-1].end >= pause+day
	for i := 1; i < len(e.pairs); i++ {
		if e.parted(&e.pairs[i-1], &e.pairs[i], rest) {
			before = before || e.pairs[i].start <= begin
			after = after || e.pairs[i-1].end >= end
		}
	}
	e.settled = before && after || e.beyond(begin, end)
}

// parted says whether nothing about a pair depends on the one before it, nor the other way around: no meal was punched
// between them, and the gap ends both the shift and the work that counts towards a least shift.
func (e *Evaluator) parted(p, next *pair, rest int64) bool {
	return !next.follows && next.start-p.end >= rest && next.in-p.out >= rest
}

// beyond says whether no punch lies between the two instants, nor could one reach in.
func (e *Evaluator) beyond(begin, end int64) bool {
	return !slices.ContainsFunc(e.pairs, func(p pair) bool { return p.end >= begin && p.start <= end })
}
