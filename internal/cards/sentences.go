package cards

import (
	"fmt"
	"strings"
)

func (e *Evaluator) explainPairs() {
	for i := range e.pairs {
		p := &e.pairs[i]
		stored := e.punch(p)
		in := e.moment(p.zone, p.in)
		switch p.state {
		case Open:
			e.notePair(1, p, firstPart, 0, "In at %s is still open and carries no time yet.", in)
		case MissingOut:
			e.notePair(1, p, firstPart, 0, "In at %s has no out and is older than %s: the out is missing, so it carries no time.",
				in, span(e.rules(p).Shift.overdue()))
		case MissingIn:
			e.notePair(1, p, firstPart, 0, "Out at %s has no in, so it carries no time.", in)
		case TooLong:
			e.notePair(1, p, firstPart, 0, "From %s to %s is %s, longer than the longest shift of %s. It carries no time until somebody approves it.",
				in, e.moment(p.zone, stored.Out), span(stored.Out-stored.In), span(e.rules(p).Shift.Maximum))
		case Complete:
			e.notePair(1, p, everyPart, p.out-p.in, "From %s to %s is %s.", in, e.moment(p.zone, p.out), span(p.out-p.in))
		}
		if p.overlap {
			e.notePair(1, p, firstPart, 0, "It begins before an earlier punch has ended.")
		}
	}
}

func (e *Evaluator) explainRounding(p *pair) {
	r := &e.rules(p).Rounding
	if p.start != p.in && p.state != MissingIn {
		e.notePair(2, p, firstPart, p.in-p.start, "In at %s counts as %s: %s.", e.oclock(p.zone, p.in), e.oclock(p.zone, p.start),
			e.why(p, p.in, &r.In, p.follows, p.drawn[0]))
	}
	if p.end != p.out && p.state == Complete {
		e.notePair(2, p, lastPart, p.end-p.out, "Out at %s counts as %s: %s.", e.oclock(p.zone, p.out), e.oclock(p.zone, p.end),
			e.why(p, p.out, &r.Out, p.kind != OutPlain, p.drawn[1]))
	}
}

// why says what moved an in or out.
func (e *Evaluator) why(p *pair, at int64, rule *RoundRule, touchesGap, drawn bool) string {
	var reasons []string
	t := floorMod(e.clock.local(p.zone, at), day)
	if rounded := rule.timeOfDay(t); rounded != t && !touchesGap {
		reason := rule.String()
		if rule.Mode != RoundSnap && rule.Within && !rule.holds(t) {
			reason = "outside the hours of the rounding rule, cut to the minute"
		}
		reasons = append(reasons, reason)
		t = rounded
	}
	if e.rules(p).Rounding.TruncateToMinute && t%minute != 0 {
		reasons = append(reasons, "cut to the minute")
	}
	if drawn {
		reasons = append(reasons, "drawn to the schedule")
	}
	if len(reasons) == 0 {
		return "it does not come before the end of the punch before, nor an out before its in"
	}
	return strings.Join(reasons, ", then ")
}

func (e *Evaluator) explainShift(s *shift) {
	first, last := &e.pairs[s.first], &e.pairs[s.last-1]
	r := &e.in.Classes[s.class].Shift
	reason := map[DateRule]string{
		DateStart: "the day of its first in", DateEnd: "the day of its last worked second",
		DateMostWorked: "the day with most of its time", DateSplitAtMidnight: "the day of its first in; each day gets its part",
	}[r.Date]
	if r.DayStartsAt != 0 {
		reason += "; days begin at " + timeOfDay(r.DayStartsAt)
	}
	if e.punch(first).Kept {
		reason = "as when its pay period was closed"
	}
	if n := s.last - s.first; n > 1 {
		e.notePair(3, first, firstPart, s.end-s.start, "%d punches from %s to %s are one shift: no pause between them is as long as %s.",
			n, e.moment(first.zone, s.start), e.moment(last.zone, s.end), span(r.Gap))
	}
	if i := first.shift; i > 0 && first.start-e.shifts[i-1].end < e.in.Classes[e.shifts[i-1].class].Shift.Gap && e.keptAlike(&e.pairs[e.shifts[i-1].first], first) {
		e.notePair(3, first, firstPart, 0, "A new shift begins at %s, because the one before would get longer than %s.",
			e.moment(first.zone, s.start), span(e.in.Classes[e.shifts[i-1].class].Shift.Maximum))
	}
	e.notePair(4, first, firstPart, 0, "The shift that starts %s belongs to %s, %s.", e.moment(first.zone, s.start), s.date, reason)
	for k := s.first; k < s.last; k++ {
		p := &e.pairs[k]
		if p.count > 1 {
			for _, t := range e.parts[p.first : p.first+p.count] {
				e.note(4, t.date, e.punch(p).ID, t.end-t.start, "%s to %s of the punch, %s, counts for this date.",
					e.moment(p.zone, t.start), e.moment(p.zone, t.end), span(t.end-t.start))
			}
		}
	}
}

// explainWork says what a part brings to its date.
func (e *Evaluator) explainWork(p *part) {
	punch, length := e.punch(&e.pairs[p.pair]).ID, p.end-p.start
	e.note(5, p.date, punch, length, "%s of work.", span(length))
	if p.net < length {
		e.note(5, p.date, punch, p.net-length, "%s of it are in an unpaid window.", span(length-p.net))
	}
}

func (e *Evaluator) explainGap(w *workdate, g gap, punched int64, rule *RoundRule) {
	text := fmt.Sprintf("A %s of %s was punched", g.kind.gapName(), span(punched))
	if g.length != punched {
		text += fmt.Sprintf(" and counts as %s: %s", span(g.length), rule)
	}
	e.note(5, w.date, e.punch(&e.pairs[g.pair]).ID, punched-g.length, "%s.", text)
}

func (e *Evaluator) explainAutoMeal(w *workdate, a *AutoMeal, change, sum int64) {
	name := a.Kind.gapName()
	switch {
	case change == 0 && a.Add:
		e.note(5, w.date, 0, 0, "No %s is paid back: none was punched that is not already paid.", name)
	case change == 0:
		e.note(5, w.date, 0, 0, "The automatic %s of %s was punched, so nothing is deducted.", name, span(a.Amount))
	case a.Add:
		e.note(5, w.date, 0, change, "%s are added for a %s%s%s.", span(change), name, a.reached(sum), a.rest(change))
	default:
		e.note(5, w.date, 0, change, "%s are deducted for a %s%s%s.", span(-change), name, a.reached(sum), a.rest(-change))
	}
}

// reached says why a meal or break is due, unless it always is.
func (a *AutoMeal) reached(sum int64) string {
	if a.After == 0 {
		return ""
	}
	return fmt.Sprintf(", because the worked %s reach %s", span(sum), span(a.After))
}

// rest says why less than the whole amount of a meal or break is added or taken.
func (a *AutoMeal) rest(changed int64) string {
	switch {
	case changed == a.Amount:
		return ""
	case a.Add:
		return fmt.Sprintf("; it is not %s, because no more was punched that is not already paid", span(a.Amount))
	default:
		return fmt.Sprintf("; %s of the %s were punched", span(a.Amount-changed), span(a.Amount))
	}
}

// explainTotal says how the paid total of a date came about; total is what it was before it was rounded.
func (e *Evaluator) explainTotal(w *workdate, r *Rules, total int64) {
	if total < 0 {
		e.note(5, w.date, 0, -total, "More is deducted than was worked, so nothing is left.")
		total = 0
	}
	if total != w.paid {
		e.note(5, w.date, 0, w.paid-total, "The total of %s counts as %s: %s.", span(total), span(w.paid), &r.Rounding.Total)
	}
	e.note(6, w.date, 0, w.paid, "%s are paid for the date.", span(w.paid))
}

// explainClasses says where the counters stood and what each stretch of the date became.
func (e *Evaluator) explainClasses(i int, r *Rules) {
	w := &e.dates[i]
	at := e.meters(i, r)
	if r.Overtime.GreaterOf {
		daily, weekly := e.bothOvertimes(i, r)
		kind := "weekly"
		if daily >= weekly {
			kind = "daily"
		}
		e.note(6, w.date, 0, 0, "Of %s of daily and %s of weekly overtime in the week from %s the greater is due: only the %s overtime counts.",
			span(daily), span(weekly), r.weekStart(w.date), kind)
	}
	if r.Weekly[0].Set || r.Weekly[1].Set || r.Weekly[2].Set {
		e.note(6, w.date, 0, 0, "Before this date %s of the week from %s counted toward weekly overtime.", span(at[byWeek]), r.weekStart(w.date))
	}
	if r.hasPeriods() {
		e.note(6, w.date, 0, 0, "Before this date %s of the period from %s counted toward period overtime.",
			span(at[byPeriod]), r.periodStart(w.date))
	}
	pos := int64(0)
	for _, s := range e.stretches(w) {
		e.note(6, w.date, 0, s.seconds, "%s of the date from %s to %s are %s%s.",
			span(s.seconds), span(pos), span(pos+s.seconds), s.category, e.because(w, r, s.category))
		pos += s.seconds
	}
}

// because gives the reason for a category.
func (e *Evaluator) because(w *workdate, r *Rules, c Category) string {
	o := &r.Overtime
	switch c {
	case Daily1, Daily2, Daily3:
		return fmt.Sprintf(", because the date has passed %s", span(r.Daily[c-Daily1].Threshold))
	case Weekly1, Weekly2, Weekly3:
		return fmt.Sprintf(", because the week has passed %s", span(r.Weekly[c-Weekly1].Threshold))
	case Period1, Period2, Period3:
		return fmt.Sprintf(", because the period has passed %s", span(r.Period[c-Period1].Threshold))
	case SeventhDay1:
		return ", because all seven days of the week were worked"
	case SeventhDay2:
		return fmt.Sprintf(", because all seven days of the week were worked and the date has passed %s", span(o.SeventhDay.Threshold2))
	case Consecutive:
		return fmt.Sprintf(", because it is the %s worked day in a row", ordinal(w.run))
	case Consecutive2:
		return fmt.Sprintf(", because it is the %s worked day in a row and has passed %s", ordinal(w.run), span(o.Consecutive.Threshold2))
	case DaysWeek:
		return fmt.Sprintf(", because worked days count so from the %s of the week on", ordinal(o.DaysPerWeek.Days))
	case RestDay:
		return ", because it is a rest day"
	case Holiday:
		return ", because it is a holiday"
	default:
		return ""
	}
}

func (e *Evaluator) explainTolerance(w *workdate, r *Rules, overtime int64) {
	e.note(7, w.date, 0, overtime, "%s of overtime are regular, because they are not more than the tolerance of %s.",
		span(overtime), span(r.Overtime.Tolerance))
}

func (e *Evaluator) explainShare(w *workdate, p *part, s stretch, seconds int64) {
	e.note(8, w.date, e.punch(&e.pairs[p.pair]).ID, seconds, "%s of the punch are %s, paid as %s.",
		span(seconds), s.category, s.code)
}

func (e *Evaluator) explainPremium(w *workdate, t *part, p *Premium, seconds int64) {
	e.note(9, w.date, e.punch(&e.pairs[t.pair]).ID, seconds, "%s have the premium %s, paid as %s.", span(seconds), p.Name, p.Code)
}

func (e *Evaluator) explainPremiumLimit(w *workdate, p *Premium, total, due int64) {
	limit := "most"
	if due > total {
		limit = "least"
	}
	e.note(9, w.date, 0, due-total, "The premium %s of %s counts as %s, its %s for a date.", p.Name, span(total), span(due), limit)
}

func (e *Evaluator) explainTopUp(at int32, p *pair, r *Rules, sum, missing int64) {
	e.note(10, e.sheets[at].date, e.punch(p).ID, missing, "The work that starts %s was %s and is topped up by %s to %s.",
		e.moment(p.zone, p.start), span(sum), span(missing), span(r.MinimumShift.Length))
}

func (e *Evaluator) explainExceptions(s *shift, card *ShiftCard) {
	b := &s.bound
	if b.class != nil {
		z := card.Zone
		e.note(11, s.date, 0, 0, "The shift answers the scheduled one from %s to %s, whose start is nearest to its first in.",
			e.moment(z, b.start), e.moment(z, b.end))
		if card.IsTardy {
			e.note(11, s.date, card.ID, card.Late, "Late: the first in is %s after the start, with %s grace%s.",
				span(card.Start-b.start), span(b.class.LateGrace), outsideWindows(card.Start-b.start, card.Late))
		}
		if card.Exceptions.Has(ExceptionLeftEarly) && card.End < b.end {
			e.note(11, s.date, card.ID, card.EarlyOut, "Left early: the last out is %s before the end, with %s grace%s.",
				span(b.end-card.End), span(b.class.EarlyGrace), outsideWindows(b.end-card.End, card.EarlyOut))
		}
	}
	if names := card.Exceptions.Names(); len(names) > 0 {
		e.note(11, s.date, card.ID, 0, "Exceptions of the shift: %s.", strings.Join(names, ", "))
	}
}

// outsideWindows says how much of being late or leaving early is left beside the unpaid windows of the scheduled shift.
func outsideWindows(all, counted int64) string {
	if counted == all {
		return ""
	}
	return fmt.Sprintf("; %s of it are outside the unpaid windows of the schedule", span(counted))
}
