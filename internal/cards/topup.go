package cards

import (
	"cmp"
	"slices"
)

// topUpShortWork is step 10: work between two long enough pauses is paid as at least the least shift. It goes by the
// rounded pairs, before unpaid windows and meals, under the rules of its first pair. A piece of work in which nothing
// carries time is not topped up: somebody has to say first what happened.
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
		e.topUp(first, last, r)
		first = last
	}
}

func (e *Evaluator) topUp(first, last int, r *Rules) {
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
	date := e.clock.workday(p.zone, p.start, r.Shift.DayStartsAt)
	at := e.lastSheet(date)
	if at < 0 {
		at = e.parts[p.first].sheet
	}
	e.sheets[at].totals[MinimumShiftTopUp] += missing
	if e.in.Explain {
		e.explainTopUp(at, p, r, sum, missing)
	}
}

// lastSheet is the last time card of a date that carries time, or the last at all; -1 when there is none.
func (e *Evaluator) lastSheet(d Date) int32 {
	i, found := slices.BinarySearchFunc(e.dates, d, func(w workdate, d Date) int { return cmp.Compare(w.date, d) })
	if !found {
		return -1
	}
	if w := &e.dates[i]; w.timed >= 0 {
		return e.parts[w.timed].sheet
	}
	return e.parts[e.order[e.dates[i].last-1]].sheet
}
