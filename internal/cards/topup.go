package cards

import (
	"cmp"
	"slices"
)

// topUp is what is paid on top on a time card.
type topUp struct {
	code    int64 // the pay code
	seconds int64
	next    int32 // the place of another on the same card in Evaluator.topUps, plus 1; 0 is none
}

// topUpShortWork is step 10: work between two long enough pauses is paid as at least the least shift. It goes by the
// rounded pairs, before unpaid windows and meals, under the rules of its first pair, and counts for the date for
// which its first pair counts. Work in which nothing carries time is not topped up: somebody has to say first what
// happened.
func (e *Evaluator) topUpShortWork() {
	for first := 0; first < len(e.pairs); {
		r := e.rules(&e.pairs[first])
		last := first + 1
		if !r.MinimumShift.Set {
			first = last
			continue
		}
		for last < len(e.pairs) && e.pairs[last].start-e.pairs[last-1].end < r.MinimumShift.Gap {
			last++
		}
		e.addTopUp(first, last, r)
		first = last
	}
}

func (e *Evaluator) addTopUp(first, last int, r *Rules) {
	var sum int64
	counts := false
	for k := first; k < last; k++ {
		sum += e.pairs[k].end - e.pairs[k].start
		counts = counts || e.pairs[k].state == Complete
	}
	missing := r.MinimumShift.Length - sum
	if !counts || missing <= 0 {
		return
	}
	p := &e.pairs[first]
	at := e.lastSheet(e.parts[p.first].date)
	e.topUps = append(e.topUps, topUp{code: r.MinimumShift.Code.ID, seconds: missing})
	link := &e.sheets[at].topUp
	for *link != 0 {
		link = &e.topUps[*link-1].next
	}
	*link = int32(len(e.topUps))
	if e.in.Explain {
		e.explainTopUp(at, p, r, sum, missing)
	}
}

// lastSheet is the last time card of a date that carries time, or the last at all. The date has one.
func (e *Evaluator) lastSheet(d Date) int32 {
	i, _ := slices.BinarySearchFunc(e.dates, d, func(w workdate, d Date) int { return cmp.Compare(w.date, d) })
	if w := &e.dates[i]; w.timed >= 0 {
		return e.parts[w.timed].sheet
	}
	return e.parts[e.order[e.dates[i].last-1]].sheet
}
