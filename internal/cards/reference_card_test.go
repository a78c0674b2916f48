package cards_test

import (
	"cmp"
	"slices"

	"punchclock/internal/cards"
)

// makeCards makes the time cards of a shift: one, or one for each of its days.
func (r *reference) makeCards(s *shift) {
	for _, p := range s.pieces {
		at := slices.IndexFunc(s.cards, func(c *card) bool { return c.Date == p.date })
		if at < 0 {
			at = len(s.cards)
			s.cards = append(s.cards, &card{TimeCard: cards.TimeCard{Card: cards.Card{Date: p.date}}})
		}
		p.card = s.cards[at]
		p.card.pieces = append(p.card.pieces, p)
	}
	for i, c := range s.cards {
		c.ID = s.pairs[0].ID + int64(i)<<40
	}
	for _, d := range r.days {
		if slices.ContainsFunc(s.cards, func(c *card) bool { return c.Date == d.date }) {
			d.shifts = append(d.shifts, s)
		}
	}
}

// lastCard is the last card of a date that carries time.
func (d *workday) lastCard() *card {
	last := d.pieces[len(d.pieces)-1]
	for _, p := range d.pieces {
		if p.timed() {
			last = p
		}
	}
	return last.card
}

// shareOut says which part of the paid total of a date, and of its categories, is whose.
func (r *reference) shareOut(d *workday) {
	rest := d.total
	for _, p := range d.pieces {
		p.paid = min(rest, p.worked)
		rest -= p.paid
	}
	for _, p := range slices.Backward(d.pieces) {
		if p.timed() {
			p.paid += rest
			break
		}
	}
	line := d.line
	for _, p := range d.pieces {
		for range p.paid / r.step {
			p.card.add(line[0], codeOf(d.rules, line[0]), r.step)
			line = line[1:]
		}
	}
	for _, c := range line {
		d.lastCard().add(c, codeOf(d.rules, c), r.step)
	}
}

// add books seconds on a card.
func (c *card) add(category cards.Category, code, seconds int64) {
	if category != cards.MinimumShiftTopUp {
		c.ProcessedTotal += seconds
	}
	for i := range c.Totals {
		if c.Totals[i].Category == category && c.Totals[i].PayCode == code {
			c.Totals[i].Total += seconds
			return
		}
	}
	c.Totals = append(c.Totals, cards.CategoryTotal{Category: category, PayCode: code, Total: seconds})
}

// addPremiums is the ninth step.
func (r *reference) addPremiums(d *workday) {
	week := r.added(d, r.weekBegins(d.rules, d.date), workedOf)
	for i := range d.rules.Premiums {
		m := &d.rules.Premiums[i]
		due := map[*card]int64{}
		var pos, sum int64
		for _, p := range d.pieces {
			for at := p.start; at < p.end; at += r.step {
				if unpaid(d.rules.Unpaid, p.Zone, at) {
					continue
				}
				if m.DailyAfter <= pos && pos < m.DailyBefore && m.WeeklyAfter <= week+pos && week+pos < m.WeeklyBefore && extra(m, p.Zone, at) {
					due[p.card] += r.step
					sum += r.step
				}
				pos += r.step
			}
		}
		d.bookPremium(m, due, sum)
	}
}

// extra says whether the clock on the wall stands in the window of a premium.
func extra(m *cards.Premium, z *cards.Zone, at int64) bool {
	d, second := wall(z, at)
	began, is := within(&m.Window, d, second)
	return is && (!m.Dated || m.From <= began && began <= m.To)
}

// bookPremium holds a premium to its least and most, and writes it on the cards.
func (d *workday) bookPremium(m *cards.Premium, due map[*card]int64, sum int64) {
	limited := sum
	if sum > 0 {
		limited = min(max(sum, m.Minimum), m.Maximum)
	}
	if limited > sum {
		due[d.lastCard()] += limited - sum
	}
	left := limited
	for _, s := range d.shifts {
		for _, c := range s.cards {
			if n := min(due[c], left); c.Date == d.date && n > 0 {
				c.Premiums = append(c.Premiums, cards.PremiumTotal{Name: m.Name, PayCode: m.Code.ID, Total: n})
				left -= n
			}
		}
	}
}

// topUp is the tenth step.
func (r *reference) topUp() {
	for i := 0; i < len(r.pairs); {
		first := r.pairs[i]
		rule := first.rules.MinimumShift
		sum, n := int64(0), i
		timed := false
		for ; n < len(r.pairs) && (n == i || r.pairs[n].start-r.pairs[n-1].end < rule.Gap); n++ {
			sum += r.pairs[n].end - r.pairs[n].start
			timed = timed || r.pairs[n].timed()
		}
		if rule.Set && timed && sum < rule.Length {
			on := slices.IndexFunc(r.days, func(d *workday) bool { return d.date == first.pieces[0].date })
			r.days[on].lastCard().add(cards.MinimumShiftTopUp, rule.Code.ID, rule.Length-sum)
		}
		i = n
	}
}

// fill writes on a card what its punches say.
func (c *card) fill(s *shift) {
	c.PayClass, c.Zone, c.ShiftDate = s.rules().PayClass, s.pairs[0].Zone, s.date
	c.End = cards.None
	for i, p := range c.pieces {
		raw, processed := int64(0), p.paid
		switch p.state {
		case cards.Open:
			raw, processed = cards.None, cards.None
		case cards.Complete:
			raw = p.out - p.in
			c.RawTotal += raw
			c.End = max(c.End, p.out)
		case cards.TooLong:
			raw = p.out - p.in
			c.Exceptions |= cards.ExceptionLongShift
		}
		cp := cards.CardPunch{
			ID: p.ID, Index: p.index, In: p.in, Out: p.out, Status: p.Status, State: p.state, OutKind: p.OutKind,
			RawTotal: raw, ProcessedTotal: processed,
		}
		if !p.last {
			cp.OutKind = cards.OutPlain // midnight begins nothing
		}
		c.Punches = append(c.Punches, cp)
		if p.first {
			c.Exceptions |= p.InExceptions
			if p.overlaps {
				c.Exceptions |= cards.ExceptionOverlap
			}
		}
		if p.last {
			c.Exceptions |= p.OutExceptions
		}
		if p.state == cards.MissingIn || p.state == cards.MissingOut {
			c.Exceptions |= cards.ExceptionMissing
		}
		if i == 0 {
			c.Start, c.Created, c.Modified = cp.In, p.Created, p.Modified
			if cp.In == cards.None {
				c.Start = cp.Out
			}
		}
		c.Created, c.Modified = min(c.Created, p.Created), max(c.Modified, p.Modified)
	}
	slices.SortFunc(c.Totals, func(a, b cards.CategoryTotal) int { return cmp.Compare(a.Category, b.Category) })
}

// shiftCard makes the card of a shift, the eleventh step with it.
func (r *reference) shiftCard(s *shift) cards.ShiftCard {
	whole := &card{}
	for _, p := range s.pairs {
		all := &piece{pair: p, in: p.In, out: p.Out, first: true, last: true}
		for _, part := range p.pieces {
			all.paid += part.paid
		}
		whole.pieces = append(whole.pieces, all)
	}
	whole.fill(s)
	whole.ID = s.pairs[0].ID
	whole.Date, _ = wall(whole.Zone, whole.Start)
	for _, c := range s.cards {
		whole.ProcessedTotal += c.ProcessedTotal
	}
	c := cards.ShiftCard{Card: whole.Card, Late: cards.None, EarlyOut: cards.None, BeforeStart: cards.None, AfterEnd: cards.None}
	if class, start, end := r.bound(s); class != nil {
		r.compare(&c, s, class, start, end)
	}
	c.Exceptions |= s.late | s.leftEarly
	c.IsTardy = s.late != 0
	const informing = cards.ExceptionAdded | cards.ExceptionEdited | cards.ExceptionOffline | cards.ExceptionEarly |
		cards.ExceptionLeftLate | cards.ExceptionAutoMeal
	c.HasException = c.Exceptions&^informing != 0
	c.HasFlagged = slices.ContainsFunc(s.pairs, func(p *pair) bool { return p.Status == cards.Flagged || p.state == cards.TooLong })
	return c
}

// compare holds a shift against its shift class.
func (r *reference) compare(c *cards.ShiftCard, s *shift, class *cards.ShiftClass, start, end int64) {
	c.ShiftClass = class.ID
	z := s.pairs[0].Zone
	net := func(from, to int64) (n int64) {
		if len(class.Unpaid) == 0 {
			return max(0, to-from)
		}
		for at := from; at < to; at += r.step {
			if !unpaid(class.Unpaid, z, at) {
				n += r.step
			}
		}
		return n
	}
	c.Late, c.BeforeStart, c.EarlyOut, c.AfterEnd = 0, 0, 0, 0
	first := s.pairs[0].In
	if first != cards.None {
		c.Late, c.BeforeStart = net(start, first), max(0, start-first)
	}
	if first != cards.None && first-start > class.LateGrace {
		s.late = cards.ExceptionLate
	}
	if c.End == cards.None || s.pairs[len(s.pairs)-1].state != cards.Complete {
		return
	}
	c.EarlyOut, c.AfterEnd = net(c.End, end), max(0, c.End-end)
	if end-c.End > class.EarlyGrace {
		s.leftEarly = cards.ExceptionLeftEarly
	}
}

// result is what is asked for of all that was found.
func (r *reference) result() *cards.Result {
	res := &cards.Result{Settled: true}
	slices.SortStableFunc(r.shifts, func(a, b *shift) int {
		return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.pairs[0].at(), b.pairs[0].at()), cmp.Compare(a.pairs[0].ID, b.pairs[0].ID))
	})
	for _, s := range r.shifts {
		if s.date < r.in.From || r.in.To < s.date {
			continue
		}
		whole := r.shiftCard(s)
		for i, c := range s.cards {
			c.fill(s)
			c.Shift, c.ShiftClass = len(res.ShiftCards), whole.ShiftClass
			if i == 0 {
				c.Exceptions |= s.late
			}
			if i == len(s.cards)-1 {
				c.Exceptions |= s.leftEarly
			}
			res.TimeCards = append(res.TimeCards, c.TimeCard)
		}
		res.ShiftCards = append(res.ShiftCards, whole)
	}
	return res
}
