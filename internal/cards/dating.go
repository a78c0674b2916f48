package cards

import (
	"cmp"
	"slices"
)

// part is the time of one pair that counts for one date.
type part struct {
	pair       int32
	sheet      int32 // the time card on which it stands
	date       Date
	start, end int64 // rounded
	in, out    int64 // unrounded
	net        int64 // worked seconds, less unpaid windows
	paid       int64 // its share of the paid total
	first      int32 // of its pieces
	count      int32
}

// sheet is a time card on its way through the evaluation.
type sheet struct {
	class   int32 // by whose rules its date goes
	date    Date
	totals  [categories]int64 // by category
	premium int32             // of its premiums in Evaluator.premiums; 0 is none
	topUp   int32             // the first of its topUps in Evaluator.topUps, plus 1; 0 is none
}

// workdate is a date with cards, on its way through the evaluation.
type workdate struct {
	date        Date
	class       int32 // in Input.Classes: that of the first shift
	first, last int32 // its parts are those at order[first:last]
	timed       int32 // its last part of a pair that carries time; -1 is none
	run         int   // how many worked dates, without a break, end here
	worked      int64 // after unpaid windows
	paid        int64 // T
	line        int32 // its stretches are lines[line:line+stretches]
	stretches   int32
	weekly      int64 // what it adds to the weekly counter
	period      int64 // the same, period counter
}

// dateShifts is step 4: it finds the date of each shift and cuts the pairs of split shifts where a day starts.
func (e *Evaluator) dateShifts() {
	for i := range e.shifts {
		s := &e.shifts[i]
		s.date = e.shiftDate(s)
		s.sheet = int32(len(e.sheets))
		for k := s.first; k < s.last; k++ {
			p := &e.pairs[k]
			p.first = int32(len(e.parts))
			if e.in.Classes[s.class].Shift.Date == DateSplitAtMidnight {
				e.cut(s, k)
			} else {
				e.addPart(s, part{pair: k, date: s.date, start: p.start, end: p.end, in: p.in, out: p.out})
			}
			p.count = int32(len(e.parts)) - p.first
		}
		s.sheets = int32(len(e.sheets)) - s.sheet
		if e.in.Explain {
			e.explainShift(s)
		}
	}
}

// shiftDate is the day to which a shift belongs; without any time that of its first in, whatever the rule. One whose cards
// were kept stays where it was.
func (e *Evaluator) shiftDate(s *shift) Date {
	if p := e.punch(&e.pairs[s.first]); p.Kept {
		return p.KeptOn
	}
	r := &e.in.Classes[s.class].Shift
	switch r.Date {
	case DateEnd:
		for k := s.last - 1; k >= s.first; k-- {
			if p := &e.pairs[k]; p.end > p.start {
				return e.clock.workday(p.zone, p.end-1, r.DayStartsAt)
			}
		}
	case DateMostWorked:
		return e.mostWorked(s, r)
	case DateStart, DateSplitAtMidnight:
	}
	return e.clock.workday(e.pairs[s.first].zone, s.start, r.DayStartsAt)
}

// mostWorked is the day with most seconds of a shift, the earlier of two.
func (e *Evaluator) mostWorked(s *shift, r *ShiftRules) Date {
	first := e.clock.workday(e.pairs[s.first].zone, s.start, r.DayStartsAt)
	best, most := first, int64(0)
	for d := first - 1; ; d++ {
		sum, later := int64(0), false
		for k := s.first; k < s.last; k++ {
			p := &e.pairs[k]
			from, to := dayStart(p.zone, d, r.DayStartsAt), dayStart(p.zone, d+1, r.DayStartsAt)
			sum += max(0, min(p.end, to)-max(p.start, from))
			later = later || p.end > to
		}
		if sum > most {
			best, most = d, sum
		}
		if !later {
			return best
		}
	}
}

// cut makes the parts of a pair, one for each day on which it has time.
func (e *Evaluator) cut(s *shift, k int32) {
	p := &e.pairs[k]
	startsAt := e.in.Classes[s.class].Shift.DayStartsAt
	at, raw := p.start, p.in
	for {
		d := e.clock.workday(p.zone, at, startsAt)
		next := dayStart(p.zone, d+1, startsAt)
		if next >= p.end {
			e.addPart(s, part{pair: k, date: d, start: at, end: p.end, in: raw, out: p.out})
			return
		}
		rawNext := min(max(next, raw), p.out)
		e.addPart(s, part{pair: k, date: d, start: at, end: next, in: raw, out: rawNext})
		at, raw = next, rawNext
	}
}

// addPart puts a part on the time card of its shift and date.
func (e *Evaluator) addPart(s *shift, p part) {
	at := int32(len(e.sheets)) - 1
	for at >= s.sheet && e.sheets[at].date != p.date {
		at--
	}
	if at < s.sheet {
		at = int32(len(e.sheets))
		e.sheets = append(e.sheets, sheet{date: p.date})
	}
	p.sheet = at
	e.parts = append(e.parts, p)
}

// gatherDates lists the dates and the parts of each. Parts come in the order of their dates, except where punches of
// one night lie in zones far apart.
func (e *Evaluator) gatherDates() {
	for i := range e.parts {
		e.order = append(e.order, int32(i))
	}
	byDate := func(a, b int32) int { return cmp.Compare(e.parts[a].date, e.parts[b].date) }
	if !slices.IsSortedFunc(e.order, byDate) {
		slices.SortStableFunc(e.order, byDate)
	}
	for i, at := range e.order {
		p := &e.parts[at]
		if n := len(e.dates); n == 0 || e.dates[n-1].date != p.date {
			class := e.shifts[e.pairs[p.pair].shift].class
			e.dates = append(e.dates, workdate{date: p.date, class: class, first: int32(i), timed: -1})
		}
		w := &e.dates[len(e.dates)-1]
		w.last = int32(i) + 1
		e.sheets[p.sheet].class = w.class
	}
}
