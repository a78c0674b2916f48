package cards

import (
	"cmp"
	"slices"
)

// writeCards makes the cards of the shifts in the asked range, and finds their exceptions, which is step 11.
func (e *Evaluator) writeCards() {
	res := &e.result
	res.ShiftCards, res.TimeCards, res.Settled = res.ShiftCards[:0], res.TimeCards[:0], e.settled
	e.shiftsAt = e.shiftsAt[:0]
	for i := range e.shifts {
		if d := e.shifts[i].date; e.in.From <= d && d <= e.in.To {
			e.shiftsAt = append(e.shiftsAt, int32(i))
		}
	}
	if !slices.IsSortedFunc(e.shiftsAt, e.inOrder) {
		slices.SortFunc(e.shiftsAt, e.inOrder)
	}
	for _, at := range e.shiftsAt {
		e.writeShift(&e.shifts[at])
	}
}

// inOrder is the order of shift cards: by shift date, then start, then id.
func (e *Evaluator) inOrder(a, b int32) int {
	s, t := &e.shifts[a], &e.shifts[b]
	p, q := &e.pairs[s.first], &e.pairs[t.first]
	return cmp.Or(cmp.Compare(s.date, t.date), cmp.Compare(p.in, q.in), cmp.Compare(e.punch(p).ID, e.punch(q).ID))
}

// punch is the stored punch of a pair.
func (e *Evaluator) punch(p *pair) *Punch { return &e.in.Punches[p.punch] }

// writeShift makes the shift card of a shift and its time cards.
func (e *Evaluator) writeShift(s *shift) {
	e.bind(s)
	card := ShiftCard{Card: e.cardOf(s), Late: None, EarlyOut: None, BeforeStart: None, AfterEnd: None}
	card.Date = e.clock.date(card.Zone, card.Start)
	card.Punches = e.punches.take(int(s.last - s.first))
	for k := s.first; k < s.last; k++ {
		p := &e.pairs[k]
		stored := e.punch(p)
		paid := int64(0)
		for _, t := range e.parts[p.first : p.first+p.count] {
			paid += t.paid
		}
		card.add(int(k-s.first), p, stored, cardPunch(p, stored, paid))
		card.HasFlagged = card.HasFlagged || stored.Status == Flagged || p.state == TooLong
		card.Exceptions |= stored.InExceptions | stored.OutExceptions | p.exceptions()
	}
	found := e.compare(s, &card)
	card.Exceptions |= found
	const punctuality = ExceptionLate | ExceptionLeftEarly
	card.HasException = card.Exceptions&(^informing|punctuality) != 0
	if e.in.Explain {
		e.explainExceptions(s, &card)
	}
	e.result.ShiftCards = append(e.result.ShiftCards, card)
	for n := range s.sheets {
		e.writeSheet(s, n, &card, found)
	}
}

// cardOf is what all cards of a shift share.
func (e *Evaluator) cardOf(s *shift) Card {
	p := &e.pairs[s.first]
	c := Card{
		ID: e.punch(p).ID, PayClass: e.in.Classes[s.class].PayClass, Zone: p.zone, ShiftDate: s.date,
		Start: p.in, End: None,
	}
	if s.bound.class != nil {
		c.ShiftClass = s.bound.class.ID
	}
	return c
}

// cardPunch is a punch as it stands on a shift card.
func cardPunch(p *pair, stored *Punch, paid int64) CardPunch {
	c := CardPunch{
		ID: stored.ID, Index: int(p.punch), In: stored.In, Out: stored.Out, Status: stored.Status, OutKind: stored.OutKind,
		State: p.state, RawTotal: p.out - p.in, ProcessedTotal: paid,
	}
	switch p.state {
	case Open:
		c.RawTotal, c.ProcessedTotal = None, None
	case TooLong:
		c.RawTotal = stored.Out - stored.In
	default:
	}
	return c
}

// add puts a punch at a place of the card and counts it.
func (c *Card) add(at int, p *pair, stored *Punch, punch CardPunch) {
	c.Punches[at] = punch
	if at == 0 {
		c.Created, c.Modified = stored.Created, stored.Modified
	}
	c.Created, c.Modified = min(c.Created, stored.Created), max(c.Modified, stored.Modified)
	if p.state == Complete {
		c.RawTotal += punch.RawTotal
		c.ProcessedTotal += punch.ProcessedTotal
		c.End = max(c.End, punch.Out)
	}
}

// exceptions are those that pairing found.
func (p *pair) exceptions() Exceptions {
	var x Exceptions
	switch p.state {
	case MissingIn, MissingOut:
		x = ExceptionMissing
	case TooLong:
		x = ExceptionLongShift
	default:
	}
	if p.overlap {
		x |= ExceptionOverlap
	}
	return x
}

// compare holds a shift against the class to which it is bound. Lateness is known as soon as there is an in, leaving
// early only when there is an out after it.
func (e *Evaluator) compare(s *shift, card *ShiftCard) Exceptions {
	b := &s.bound
	if b.class == nil {
		return 0
	}
	var found Exceptions
	card.Late, card.EarlyOut, card.BeforeStart, card.AfterEnd = 0, 0, 0, 0
	first, last := &e.pairs[s.first], &e.pairs[s.last-1]
	if first.state != MissingIn {
		card.BeforeStart = max(0, b.start-first.in)
		card.Late = e.scheduled(first.zone, b.start, first.in, b.class)
		if first.in-b.start > b.class.LateGrace {
			card.IsTardy = true
			found |= ExceptionLate
		}
	}
	if last.state == Complete {
		card.AfterEnd = max(0, card.End-b.end)
		card.EarlyOut = e.scheduled(first.zone, card.End, b.end, b.class)
		if b.end-card.End > b.class.EarlyGrace {
			found |= ExceptionLeftEarly
		}
	}
	return found
}

// scheduled is how many of the seconds from…to are outside the unpaid windows of a shift class.
func (e *Evaluator) scheduled(z *Zone, from, to int64, c *ShiftClass) int64 {
	at := len(e.pieces)
	sum := e.addPieces(z, from, to, c.Unpaid)
	e.pieces = e.pieces[:at]
	return sum
}

// writeSheet makes the n-th time card of a shift.
func (e *Evaluator) writeSheet(s *shift, n int32, shiftCard *ShiftCard, found Exceptions) {
	at := s.sheet + n
	t := &e.sheets[at]
	card := TimeCard{Card: shiftCard.Card, Shift: len(e.result.ShiftCards) - 1}
	card.ID += int64(n) << 40
	card.Date = t.date
	card.Punches, card.Exceptions, card.RawTotal, card.ProcessedTotal, card.End = nil, 0, 0, 0, None
	e.fillSheet(s, at, &card)
	if n == 0 {
		card.Exceptions |= found & ExceptionLate
	}
	if n == s.sheets-1 {
		card.Exceptions |= found & ExceptionLeftEarly
	}
	e.writeTotals(t, &card)
	e.result.TimeCards = append(e.result.TimeCards, card)
}

// fillSheet puts on a time card the parts of punches that belong there.
func (e *Evaluator) fillSheet(s *shift, at int32, card *TimeCard) {
	first, last := e.pairs[s.first].first, e.pairs[s.last-1].first+e.pairs[s.last-1].count
	here := 0
	for k := first; k < last; k++ {
		if e.parts[k].sheet == at {
			here++
		}
	}
	card.Punches = e.punches.take(here)
	here = 0
	for k := first; k < last; k++ {
		t := &e.parts[k]
		if t.sheet != at {
			continue
		}
		p := &e.pairs[t.pair]
		if here == 0 {
			card.Start = t.in
		}
		card.add(here, p, e.punch(p), e.partPunch(p, t, k))
		card.Exceptions |= e.partExceptions(p, k)
		here++
	}
}

// partPunch is a part of a punch as it stands on a time card.
func (e *Evaluator) partPunch(p *pair, t *part, k int32) CardPunch {
	c := cardPunch(p, e.punch(p), t.paid)
	if p.count == 1 {
		return c
	}
	c.In, c.Out, c.RawTotal = t.in, t.out, t.out-t.in
	if k < p.first+p.count-1 {
		c.OutKind = OutPlain
	}
	return c
}

// partExceptions are those of a punch that concern its part k: what is about its in stands with the first part, what
// is about its out with the last.
func (e *Evaluator) partExceptions(p *pair, k int32) Exceptions {
	var x Exceptions
	stored := e.punch(p)
	if k == p.first {
		x |= stored.InExceptions | p.exceptions()
	}
	if k == p.first+p.count-1 {
		x |= stored.OutExceptions
	}
	return x
}
