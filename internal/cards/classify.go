package cards

import (
	"cmp"
	"slices"
)

// meter is what a threshold is measured against.
type meter uint8

const (
	byDate   meter = iota // seconds of the date so far; what goes by the date alone has a threshold of 0
	byWeek                // weekly counter
	byPeriod              // period counter
)

// rung is one way in which time can be overtime: a category, its pay code, and from where on it applies.
type rung struct {
	category  Category
	meter     meter
	threshold int64
	code      PayCode
}

// ladder holds the rungs of a pay class, the one that is taken first comes first.
type ladder struct {
	rungs [categories]rung
	n     int
}

func (l *ladder) add(set bool, r rung) {
	if set {
		l.rungs[l.n] = r
		l.n++
	}
}

// ladderOf lists what the rules set, by multiplier. Among equal ones the kinds go in the order in which they stand here,
// and within a kind the higher level goes first.
func ladderOf(r *Rules) ladder {
	var l ladder
	o := &r.Overtime
	l.addDays(&o.SeventhDay, SeventhDay1)
	l.addDays(&o.Consecutive.DayRule, Consecutive)
	l.add(o.DaysPerWeek.Set, rung{category: DaysWeek, code: o.DaysPerWeek.Code})
	l.add(o.RestDays.Set, rung{category: RestDay, code: o.RestDays.Code})
	l.addLevels(&r.Daily, Daily1, byDate)
	l.add(o.Holiday.Set, rung{category: Holiday, code: o.Holiday.Code})
	l.addLevels(&r.Weekly, Weekly1, byWeek)
	if r.hasPeriods() {
		l.addLevels(&r.Period, Period1, byPeriod)
	}
	slices.SortStableFunc(l.rungs[:l.n], func(a, b rung) int { return cmp.Compare(b.code.Multiplier, a.code.Multiplier) })
	return l
}

// addLevels adds the three levels of a threshold.
func (l *ladder) addLevels(levels *[3]Level, first Category, m meter) {
	for i, level := range slices.Backward(levels[:]) {
		l.add(level.Set, rung{first + Category(i), m, level.Threshold, level.Code})
	}
}

// addDays adds the two levels of a rule for certain dates.
func (l *ladder) addDays(r *DayRule, first Category) {
	l.add(r.Set && r.Second, rung{first + 1, byDate, r.Threshold2, r.Code2})
	l.add(r.Set, rung{category: first, code: r.Code})
}

// stretch is a part of the line 0…T of a date that is of one category.
type stretch struct {
	category Category
	code     PayCode
	seconds  int64
}

// mask is a set of categories.
type mask uint32

const (
	byHours  = mask(1<<Daily1 | 1<<Daily2 | 1<<Daily3 | 1<<Weekly1 | 1<<Weekly2 | 1<<Weekly3 | 1<<Period1 | 1<<Period2 | 1<<Period3)
	inPeriod = mask(1<<Regular | 1<<Weekly1 | 1<<Weekly2 | 1<<Weekly3 | 1<<Period1 | 1<<Period2 | 1<<Period3)
)

func (m mask) has(c Category) bool { return m&(1<<c) != 0 }

// classifyDate is steps 6 to 8: it divides the paid total of a date among the categories.
func (e *Evaluator) classifyDate(i int) {
	w := &e.dates[i]
	w.line = int32(len(e.lines))
	if w.paid <= 0 {
		return
	}
	w.run = 1
	if i > 0 && e.dates[i-1].date == w.date-1 {
		w.run += e.dates[i-1].run
	}
	r := e.in.Classes[w.class]
	open := e.openTo(i, r)
	counts := inPeriod
	if r.Overtime.HolidayCounts {
		counts |= 1 << Holiday
	}
	if r.Overtime.AllHours {
		counts = ^mask(0)
	}
	e.climb(i, r, open, counts)
	e.tally(w, counts)
	e.forgive(w, r)
	if e.in.Explain {
		e.explainClasses(i, r)
	}
}

// openTo is the set of categories that a date can have.
func (e *Evaluator) openTo(i int, r *Rules) mask {
	w := &e.dates[i]
	o := &r.Overtime
	if o.GreaterOf {
		return e.greater(i, r)
	}
	open := byHours
	sinceWeek := int(w.date-r.weekStart(w.date)) + 1
	if w.run >= 7 && sinceWeek == 7 {
		open |= 1<<SeventhDay1 | 1<<SeventhDay2
	}
	run := w.run
	if !o.Consecutive.Rolling {
		run = min(run, sinceWeek)
	}
	if run >= o.Consecutive.Days {
		open |= 1<<Consecutive | 1<<Consecutive2
	}
	if o.DaysPerWeek.Set && e.workedInWeek(i, r) >= o.DaysPerWeek.Days {
		open |= 1 << DaysWeek
	}
	if o.RestDays.Set && o.RestDays.Days.Has(w.date.Weekday()) {
		open |= 1 << RestDay
	}
	if _, holiday := slices.BinarySearch(e.in.Holidays, w.date); holiday {
		open |= 1 << Holiday
	}
	return open
}

// workedInWeek is how many worked dates the overtime week has up to and with this one.
func (e *Evaluator) workedInWeek(i int, r *Rules) int {
	n := 0
	for start := r.weekStart(e.dates[i].date); i >= 0 && e.dates[i].date >= start; i-- {
		if e.dates[i].paid > 0 {
			n++
		}
	}
	return n
}

// greater is step 8: of the overtime of a week by days and that by the week as a whole the larger is due, both by the
// rules of the date that asks. Alberta (Employment Standards Code, s. 21) and others have it so.
func (e *Evaluator) greater(i int, r *Rules) mask {
	if daily, weekly := e.bothOvertimes(i, r); daily < weekly {
		return 1 << Weekly1
	}
	return 1 << Daily1
}

// bothOvertimes is the overtime by days and that by the week as a whole, of the week of a date, in seconds.
func (e *Evaluator) bothOvertimes(i int, r *Rules) (daily, weekly int64) {
	start := r.weekStart(e.dates[i].date)
	for i > 0 && e.dates[i-1].date >= start {
		i--
	}
	var total int64
	for ; i < len(e.dates) && e.dates[i].date <= start+6; i++ {
		paid := e.dates[i].paid
		total += paid
		if r.Daily[0].Set {
			daily += max(0, paid-r.Daily[0].Threshold)
		}
	}
	if r.Weekly[0].Set {
		weekly = max(0, total-r.Weekly[0].Threshold)
	}
	return daily, weekly
}

// counter is the weekly or period counter at the beginning of a date: what the dates since start added.
func (e *Evaluator) counter(i int, start Date, of func(*workdate) int64) int64 {
	var sum int64
	for i--; i >= 0 && e.dates[i].date >= start; i-- {
		sum += of(&e.dates[i])
	}
	return sum
}

// meters are the readings at the beginning of a date.
func (e *Evaluator) meters(i int, r *Rules) (at [3]int64) {
	week := (*workdate).toWeek
	if r.Overtime.GreaterOf {
		week = (*workdate).total
	}
	at[byWeek] = e.counter(i, r.weekStart(e.dates[i].date), week)
	if r.hasPeriods() {
		at[byPeriod] = e.counter(i, r.periodStart(e.dates[i].date), (*workdate).toPeriod)
	}
	return at
}

// climb walks the line 0…T of a date. At each point the first open rung of the ladder that is reached is taken; the
// next point is where a better one will be. The weekly counter advances with the categories in counts.
func (e *Evaluator) climb(i int, r *Rules, open, counts mask) {
	w := &e.dates[i]
	at := e.meters(i, r)
	l := &e.ladder[w.class]
	for at[byDate] < w.paid {
		taken := stretch{category: Regular, code: r.Regular}
		better := 0
		for ; better < l.n; better++ {
			if g := &l.rungs[better]; open.has(g.category) && at[g.meter] >= g.threshold {
				taken = stretch{category: g.category, code: g.code}
				break
			}
		}
		moves := [3]bool{true, counts.has(taken.category) || r.Overtime.GreaterOf, inPeriod.has(taken.category)}
		taken.seconds = w.paid - at[byDate]
		for k := range better {
			if g := &l.rungs[k]; open.has(g.category) && moves[g.meter] {
				taken.seconds = min(taken.seconds, g.threshold-at[g.meter])
			}
		}
		for m := range at {
			if moves[m] {
				at[m] += taken.seconds
			}
		}
		e.lines = append(e.lines, taken)
		w.stretches++
	}
}

func (w *workdate) total() int64    { return w.paid }
func (w *workdate) toWeek() int64   { return w.weekly }
func (w *workdate) toPeriod() int64 { return w.period }

// stretches are the classified time of a date.
func (e *Evaluator) stretches(w *workdate) []stretch { return e.lines[w.line : w.line+w.stretches] }

// tally finds what the date adds to the counters of later ones.
func (e *Evaluator) tally(w *workdate, counts mask) {
	for _, s := range e.stretches(w) {
		if counts.has(s.category) {
			w.weekly += s.seconds
		}
		if inPeriod.has(s.category) {
			w.period += s.seconds
		}
	}
}

// forgive is step 7: overtime within the tolerance is regular. The counters stay.
func (e *Evaluator) forgive(w *workdate, r *Rules) {
	var overtime int64
	for _, s := range e.stretches(w) {
		if s.category != Regular {
			overtime += s.seconds
		}
	}
	if overtime == 0 || overtime > r.Overtime.Tolerance {
		return
	}
	if e.in.Explain {
		e.explainTolerance(w, r, overtime)
	}
	e.lines = append(e.lines[:w.line], stretch{category: Regular, code: r.Regular, seconds: w.paid})
	w.stretches = 1
}
