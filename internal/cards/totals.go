package cards

import "slices"

// spread gives each time card of a date its share of the classified line: the parts follow each other along it in
// their order.
func (e *Evaluator) spread(w *workdate) {
	line := e.stretches(w)
	var left int64 // of line[0]
	if len(line) > 0 {
		left = line[0].seconds
	}
	for _, at := range e.order[w.first:w.last] {
		p := &e.parts[at]
		for need := p.paid; need > 0; {
			if left == 0 {
				line = line[1:]
				left = line[0].seconds
			}
			taken := min(need, left)
			e.sheets[p.sheet].totals[line[0].category] += taken
			if e.in.Explain {
				e.explainShare(w, p, line[0], taken)
			}
			need -= taken
			left -= taken
		}
	}
}

// writeTotals puts the totals and premiums on a time card.
func (e *Evaluator) writeTotals(t *sheet, card *TimeCard) {
	r := e.in.Classes[t.class]
	n := 0
	for _, total := range t.totals {
		if total > 0 {
			n++
		}
	}
	for next := t.topUp; next > 0; next = e.topUps[next-1].next {
		n++
	}
	card.Totals = e.totals.take(n)[:0]
	for c, total := range t.totals {
		if total > 0 {
			card.Totals = append(card.Totals, CategoryTotal{Category(c), r.payCode(Category(c)), total})
		}
	}
	card.Totals = e.topUpTotals(t, card.Totals)
	if t.premium == 0 {
		return
	}
	sums := e.premiums[t.premium : int(t.premium)+len(r.Premiums)]
	card.Premiums = e.extras.take(len(sums))[:0]
	for k, sum := range sums {
		if sum > 0 {
			card.Premiums = append(card.Premiums, PremiumTotal{r.Premiums[k].Name, r.Premiums[k].Code.ID, sum})
		}
	}
}

// payCode is the pay code of a category of the paid total.
func (r *Rules) payCode(c Category) int64 {
	o := &r.Overtime
	switch c {
	case Daily1, Daily2, Daily3:
		return r.Daily[c-Daily1].Code.ID
	case Weekly1, Weekly2, Weekly3:
		return r.Weekly[c-Weekly1].Code.ID
	case Period1, Period2, Period3:
		return r.Period[c-Period1].Code.ID
	case SeventhDay1:
		return o.SeventhDay.Code.ID
	case SeventhDay2:
		return o.SeventhDay.Code2.ID
	case Consecutive:
		return o.Consecutive.Code.ID
	case Consecutive2:
		return o.Consecutive.Code2.ID
	case DaysWeek:
		return o.DaysPerWeek.Code.ID
	case RestDay:
		return o.RestDays.Code.ID
	case Holiday:
		return o.Holiday.Code.ID
	default:
		return r.Regular.ID
	}
}

// topUpTotals appends what is paid on top on a time card, by pay code in the order in which it was earned.
func (e *Evaluator) topUpTotals(t *sheet, totals []CategoryTotal) []CategoryTotal {
	at := len(totals)
	for next := t.topUp; next > 0; next = e.topUps[next-1].next {
		u := &e.topUps[next-1]
		i := slices.IndexFunc(totals[at:], func(c CategoryTotal) bool { return c.PayCode == u.code })
		if i < 0 {
			i = len(totals) - at
			totals = append(totals, CategoryTotal{Category: MinimumShiftTopUp, PayCode: u.code})
		}
		totals[at+i].Total += u.seconds
	}
	return totals
}
