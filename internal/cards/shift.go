package cards

// shift is one worked shift on its way through the evaluation.
type shift struct {
	first, last int32 // its pairs are pairs[first:last]
	sheet       int32 // its time cards are sheets[sheet:sheet+sheets]
	sheets      int32
	class       int32 // in Input.Classes
	start, end  int64 // rounded
	date        Date
	bound       binding
}

// binding is the scheduled shift that a worked one answers.
type binding struct {
	class      *ShiftClass // nil is none
	start, end int64
}

// formShifts is step 3: pairs belong together until a gap is long enough, or the shift would get too long.
func (e *Evaluator) formShifts() {
	for i := range e.pairs {
		p := &e.pairs[i]
		end := max(p.start, p.end)
		if n := len(e.shifts); n > 0 {
			s := &e.shifts[n-1]
			r := &e.in.Classes[s.class].Shift
			if max(0, p.start-s.end) < r.Gap && end-s.start <= r.Maximum && e.keptAlike(&e.pairs[s.first], p) {
				s.last, s.end = int32(i)+1, max(s.end, end)
				p.shift = int32(n) - 1
				continue
			}
		}
		p.shift = int32(len(e.shifts))
		e.shifts = append(e.shifts, shift{first: int32(i), last: int32(i) + 1, class: p.class, start: p.start, end: end})
	}
}

// keptAlike says whether two pairs may be of one shift as far as cards are concerned that were kept: both are on none, or
// both were kept for the same day.
func (e *Evaluator) keptAlike(p, q *pair) bool {
	a, b := e.punch(p), e.punch(q)
	return a.Kept == b.Kept && (!a.Kept || a.KeptOn == b.KeptOn)
}

// widestBinding is the widest bind window of the schedule, -1 when there is nothing to bind to.
func (s *Schedule) widestBinding() int64 {
	widest := int64(-1)
	if s == nil {
		return widest
	}
	for _, classes := range s.Days {
		for i := range classes {
			widest = max(widest, classes[i].BindWindow)
		}
	}
	return widest
}

// bind finds the scheduled shift class whose start is nearest to the first in of a shift, the earlier of two equally
// near. Its out follows its in, however near it may be to another class.
func (e *Evaluator) bind(s *shift) {
	if e.binding < 0 {
		return
	}
	p := &e.pairs[s.first]
	nearest := NoLimit
	// A day more on both sides, for clocks that go back or forward over midnight.
	last := e.clock.date(p.zone, p.in+e.binding) + 1
	for d := e.clock.date(p.zone, p.in-e.binding) - 1; d <= last; d++ {
		classes := e.in.Schedule.Days[d.Weekday()-1]
		for i := range classes {
			c := &classes[i]
			start := p.zone.Instant(int64(d)*day + c.Start)
			away := max(start-p.in, p.in-start)
			if away <= c.BindWindow && (away < nearest || away == nearest && start < s.bound.start) {
				nearest = away
				s.bound = binding{class: c, start: start, end: p.zone.Instant(int64(d)*day + pastMidnight(c.Start, c.End))}
			}
		}
	}
}

// pastMidnight is the end of a window of the clock, on the next day when it is not after the start.
func pastMidnight(start, end int64) int64 {
	if end <= start {
		return end + day
	}
	return end
}
