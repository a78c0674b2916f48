package cards

// on says whether the rule does anything.
func (r *RoundRule) on() bool { return r.Mode == RoundSnap || r.Mode != RoundOff && r.Interval > 0 }

// interval rounds a value to a multiple of the interval. Half an interval of a minute or less is not cut to minutes.
func (r *RoundRule) interval(t int64) int64 {
	u := r.Interval
	switch {
	case r.Mode == RoundDown:
		return floorDiv(t+r.Grace, u) * u
	case r.Mode == RoundUp:
		return -floorDiv(r.Grace-t, u) * u
	case r.Mode == RoundNearestPartialMinuteDown && u > minute:
		return floorDiv(t+u/2/minute*minute, u) * u
	case r.Mode == RoundNearestPartialMinuteUp && u > minute:
		return floorDiv(t+(u+2*minute-1)/(2*minute)*minute, u) * u
	default:
		return floorDiv(2*t+u, 2*u) * u
	}
}

// length rounds a length of time.
func (r *RoundRule) length(t int64) int64 {
	if r.Mode == RoundSnap || !r.on() || r.Within && (t < r.From || t > r.To) {
		return t
	}
	return r.interval(t)
}

// timeOfDay rounds a time of the local day.
func (r *RoundRule) timeOfDay(t int64) int64 {
	switch {
	case !r.on():
		return t
	case r.Mode == RoundSnap && r.holds(t):
		return t + r.toMark(t)
	case r.Mode == RoundSnap:
		return t
	case r.Within && !r.holds(t):
		return t - floorMod(t, minute)
	default:
		return r.interval(t)
	}
}

// holds says whether a time of day lies from From to To, both included; From after To passes midnight.
func (r *RoundRule) holds(t int64) bool {
	if r.From <= r.To {
		return r.From <= t && t <= r.To
	}
	return t >= r.From || t <= r.To
}

// toMark is how far At lies from a time of day: on the same day, or, when the stretch passes midnight, on the nearest.
func (r *RoundRule) toMark(t int64) int64 {
	away := r.At - t
	if r.From <= r.To {
		return away
	}
	return floorMod(away+day/2, day) - day/2
}

// any says whether ins and outs are changed at all.
func (r *Rounding) any() bool { return r.In.on() || r.Out.on() || r.TruncateToMinute }

// roundTimes is step 2. Where two rounded pairs would overlap the second yields, so that no second counts twice.
func (e *Evaluator) roundTimes() {
	snaps := false
	for i := range e.pairs {
		p := &e.pairs[i]
		p.start, p.end = p.in, p.out
		if r := &e.rules(p).Rounding; r.any() {
			e.roundPair(p, r)
		}
		snaps = snaps || e.rules(p).Rounding.Snap.Set
	}
	if snaps && e.in.Schedule != nil {
		e.snapToSchedule()
	}
	for i := range e.pairs {
		p := &e.pairs[i]
		if i > 0 {
			p.start = max(p.start, e.pairs[i-1].end)
		}
		p.end = max(p.start, p.end)
		if e.in.Explain {
			e.explainRounding(p)
		}
	}
}

func (e *Evaluator) roundPair(p *pair, r *Rounding) {
	switch p.state {
	case Complete:
		p.start = e.roundTime(p, p.in, &r.In, p.follows)
		p.end = e.roundTime(p, p.out, &r.Out, p.kind != OutPlain) // it may still come before the in, until both are snapped
	case MissingIn:
		p.start = e.roundTime(p, p.in, &r.Out, false)
		p.end = p.start
	default:
		p.start = e.roundTime(p, p.in, &r.In, p.follows)
		p.end = p.start
	}
}

// roundTime rounds an in or out by the rule, unless it begins or ends a punched meal or break, and cuts it to the
// minute. Both work on the local time of day, with the offset at the punch.
func (e *Evaluator) roundTime(p *pair, at int64, rule *RoundRule, touchesGap bool) int64 {
	was := floorMod(e.clock.local(p.zone, at), day)
	t := was
	if !touchesGap {
		t = rule.timeOfDay(t)
	}
	if e.rules(p).Rounding.TruncateToMinute {
		t -= floorMod(t, minute)
	}
	return at + t - was
}

// snapToSchedule draws ins and outs to the start and end of the shift class to which their shift is bound. The shifts
// are those that the pairs form before; they are formed anew after.
func (e *Evaluator) snapToSchedule() {
	e.formShifts()
	for i := range e.shifts {
		s := &e.shifts[i]
		e.bind(s)
		if s.bound.class == nil {
			continue
		}
		for k := s.first; k < s.last; k++ {
			p := &e.pairs[k]
			r := &e.rules(p).Rounding.Snap
			if !r.Set {
				continue
			}
			p.snap(r, &s.bound)
		}
	}
	e.shifts = e.shifts[:0]
}

func (p *pair) snap(r *Snap, b *binding) {
	if p.state != MissingIn && p.start >= b.start-r.InBefore && p.start <= b.start+r.InAfter {
		p.start, p.drawn[0] = b.start, true
	}
	if p.state != Complete && p.state != MissingIn {
		p.end = p.start
		return
	}
	if p.end >= b.end-r.OutBefore && p.end <= b.end+r.OutAfter {
		p.end, p.drawn[1] = b.end, true
	}
	if p.state == MissingIn {
		p.start = p.end
	}
}
