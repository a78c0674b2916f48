package cards_test

import (
	"slices"

	"punchclock/internal/cards"
)

// round is the second step.
func (r *reference) round() {
	for _, p := range r.pairs {
		rounding := &p.rules.Rounding
		if p.In != cards.None {
			p.start = roundInstant(p.Zone, p.In, &rounding.In, p.before == cards.OutPlain, rounding.TruncateToMinute)
		}
		if p.Out != cards.None {
			p.end = roundInstant(p.Zone, p.Out, &rounding.Out, p.after == cards.OutPlain, rounding.TruncateToMinute)
		}
		if p.In == cards.None {
			p.start = p.end
		}
		if !p.timed() {
			p.end = p.start
		}
	}
	r.snap(grouped(r.pairs))
	// No second is counted twice: a pair that was rounded into the one before begins where that ends.
	for i, p := range r.pairs {
		if i > 0 {
			p.start = max(p.start, r.pairs[i-1].end)
		}
		p.end = max(p.start, p.end)
		if !p.timed() {
			p.end = p.start
		}
	}
}

// snap draws ins and outs to those of the shift class.
func (r *reference) snap(shifts []*shift) {
	for _, s := range shifts {
		class, start, end := r.bound(s)
		for _, p := range s.pairs {
			snap := p.rules.Rounding.Snap
			if class == nil || !snap.Set {
				continue
			}
			if p.In != cards.None && start-snap.InBefore <= p.start && p.start <= start+snap.InAfter {
				p.start = start
			}
			if p.Out != cards.None && end-snap.OutBefore <= p.end && p.end <= end+snap.OutAfter {
				p.end = end
			}
			if p.In == cards.None {
				p.start = p.end
			}
		}
	}
}

// roundInstant rounds an in or out by the clock on the wall, and then cuts it to the minute where that is asked for.
func roundInstant(z *cards.Zone, at int64, rule *cards.RoundRule, free, cut bool) int64 {
	if free {
		_, second := wall(z, at)
		at += roundTime(second, rule) - second
	}
	if cut {
		_, second := wall(z, at)
		at -= second % 60
	}
	return at
}

func roundTime(second int64, rule *cards.RoundRule) int64 {
	inside := rule.From <= second && second <= rule.To
	if rule.From > rule.To { // it passes midnight
		inside = rule.From <= second || second <= rule.To
	}
	switch {
	case rule.Mode == cards.RoundSnap && inside:
		at := rule.At
		if rule.From > rule.To && at-second >= 43200 {
			at -= 86400
		} else if rule.From > rule.To && at-second < -43200 {
			at += 86400
		}
		return at
	case rule.Mode == cards.RoundSnap:
		return second
	case rule.Within && !inside:
		return second - second%60
	}
	return roundBy(second, rule)
}

// roundLength rounds a length of time.
func roundLength(length int64, rule *cards.RoundRule) int64 {
	if rule.Within && (length < rule.From || rule.To < length) {
		return length
	}
	return roundBy(length, rule)
}

// roundBy looks for the mark second by second.
func roundBy(t int64, rule *cards.RoundRule) int64 {
	u, half := rule.Interval, rule.Interval/2
	switch rule.Mode {
	case cards.RoundDown:
		return markBefore(t+rule.Grace, u)
	case cards.RoundUp:
		return -markBefore(-(t - rule.Grace), u)
	case cards.RoundNearest:
		return markBefore(t+half, u)
	case cards.RoundNearestPartialMinuteDown:
		if u > 60 {
			half -= half % 60
		}
		return markBefore(t+half, u)
	case cards.RoundNearestPartialMinuteUp:
		// Half of an odd number of seconds is followed by the same whole minute as the second below it, unless that
		// second is itself a whole minute.
		if u > 60 {
			half = (u + 119) / 120 * 60
		}
		return markBefore(t+half, u)
	default:
		return t
	}
}

// markBefore is the last multiple of u that is not after t.
func markBefore(t, u int64) int64 {
	for t%u != 0 {
		t--
	}
	return t
}

// bound is the shift class to which a shift is bound, if any, with the instants at which it starts and ends.
func (r *reference) bound(s *shift) (class *cards.ShiftClass, start, end int64) {
	if r.in.Schedule == nil {
		return nil, 0, 0
	}
	first := s.pairs[0]
	today, _ := wall(first.Zone, first.at())
	var nearest int64
	for d := today - 9; d <= today+9; d++ {
		for i := range r.in.Schedule.Days[weekday(d)-1] {
			c := &r.in.Schedule.Days[weekday(d)-1][i]
			begin := r.dayBegins(first.Zone, d, c.Start)
			away := max(begin-first.at(), first.at()-begin)
			if away <= c.BindWindow && (class == nil || away < nearest || away == nearest && begin < start) {
				last := d
				if c.End <= c.Start {
					last++
				}
				class, nearest, start, end = c, away, begin, r.dayBegins(first.Zone, last, c.End)
			}
		}
	}
	return class, start, end
}

// dateShifts is the fourth step.
func (r *reference) dateShifts() {
	for _, s := range r.shifts {
		first := s.pairs[0]
		rules := s.rules().Shift
		s.date = r.dayOf(first.Zone, first.start, rules.DayStartsAt)
		switch rules.Date {
		case cards.DateEnd:
			s.date = r.dayOfEnd(s)
		case cards.DateMostWorked:
			s.date = r.mostWorked(s)
		}
		for _, p := range s.pairs {
			if rules.Date == cards.DateSplitAtMidnight {
				r.split(p, rules.DayStartsAt)
			} else {
				p.pieces = []*piece{{pair: p, date: s.date, start: p.start, end: p.end, in: p.In, out: p.Out, first: true, last: true}}
			}
			s.pieces = append(s.pieces, p.pieces...)
		}
	}
	r.collectDays()
}

func (r *reference) dayOfEnd(s *shift) cards.Date {
	for _, v := range slices.Backward(s.pairs) {
		if p := v; p.end > p.start {
			return r.dayOf(p.Zone, p.end-1, s.rules().Shift.DayStartsAt)
		}
	}
	return s.date
}

func (r *reference) mostWorked(s *shift) cards.Date {
	worked := map[cards.Date]int64{}
	for _, p := range s.pairs {
		for at := p.start; at < p.end; at += r.step {
			worked[r.dayOf(p.Zone, at, s.rules().Shift.DayStartsAt)] += r.step
		}
	}
	best := s.date
	for d, n := range worked {
		if n > worked[best] || n == worked[best] && d < best {
			best = d
		}
	}
	return best
}

// split cuts a pair at each start of a day inside it.
func (r *reference) split(p *pair, startsAt int64) {
	now := &piece{pair: p, date: r.dayOf(p.Zone, p.start, startsAt), start: p.start, in: p.In, first: true}
	for at := p.start + r.step; at < p.end; at += r.step {
		d := r.dayOf(p.Zone, at, startsAt)
		if d == now.date {
			continue
		}
		now.end, now.out = at, min(max(at, p.In), p.Out)
		p.pieces = append(p.pieces, now)
		now = &piece{pair: p, date: d, start: at, in: now.out}
	}
	now.end, now.out, now.last = p.end, p.Out, true
	p.pieces = append(p.pieces, now)
}

// collectDays finds the dates for which something counts, ascending, each under the rules of the first shift there.
func (r *reference) collectDays() {
	byDate := map[cards.Date]*workday{}
	for _, s := range r.shifts {
		for _, p := range s.pieces {
			d := byDate[p.date]
			if d == nil {
				d = &workday{date: p.date, rules: s.rules()}
				byDate[p.date] = d
				r.days = append(r.days, d)
			}
			d.pieces = append(d.pieces, p)
		}
	}
	sortDays(r.days)
}
