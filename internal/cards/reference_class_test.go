package cards_test

import (
	"slices"

	"punchclock/internal/cards"
)

// candidate is something as which a second could be paid. Those listed earlier win ties.
type candidate struct {
	category cards.Category
	code     cards.PayCode
}

// state is where the counters stand at a second.
type state struct {
	pos, weekly, period int64
}

// occasion is what is special about a date, whatever the hour.
type occasion struct {
	seventhDay, consecutive, daysPerWeek, restDay, holiday bool
}

// classifyDay is steps six to eight: it walks the paid seconds of a date.
func (r *reference) classifyDay(d *workday) {
	o := &d.rules.Overtime
	now := state{weekly: r.added(d, r.weekBegins(d.rules, d.date), weeklyOf)}
	if o.PeriodWeeks > 0 {
		now.period = r.added(d, r.periodBegins(d.rules, d.date), periodOf)
	}
	choose := r.chooser(d)
	if o.GreaterOf {
		choose = r.greaterChooser(d)
		now.weekly = r.added(d, r.weekBegins(d.rules, d.date), totalOf)
	}
	all := now.weekly
	for now.pos < d.total {
		category := choose(now)
		d.line = append(d.line, category)
		now.pos += r.step
		if countsWeekly(category, o) {
			d.weekly += r.step
		}
		if countsPeriod(category) {
			d.period += r.step
		}
		if o.GreaterOf {
			now.weekly = all + now.pos
			continue
		}
		if countsWeekly(category, o) {
			now.weekly += r.step
		}
		if countsPeriod(category) {
			now.period += r.step
		}
	}
	d.forgive(r.step)
}

// forgive is the seventh step: a little overtime is regular time.
func (d *workday) forgive(step int64) {
	var overtime int64
	for _, c := range d.line {
		if c != cards.Regular {
			overtime += step
		}
	}
	if overtime <= d.rules.Overtime.Tolerance {
		for i := range d.line {
			d.line[i] = cards.Regular
		}
	}
}

func countsWeekly(c cards.Category, o *cards.Overtime) bool {
	switch c {
	case cards.Holiday:
		return o.AllHours || o.HolidayCounts
	default:
		return o.AllHours || countsPeriod(c)
	}
}

func countsPeriod(c cards.Category) bool {
	switch c {
	case cards.Regular, cards.Weekly1, cards.Weekly2, cards.Weekly3, cards.Period1, cards.Period2, cards.Period3:
		return true
	}
	return false
}

func weeklyOf(d *workday) int64 { return d.weekly }
func periodOf(d *workday) int64 { return d.period }
func totalOf(d *workday) int64  { return d.total }
func workedOf(d *workday) int64 { return d.worked }

// added is what the dates since then, before this one, have added to a counter.
func (r *reference) added(d *workday, since cards.Date, counter func(*workday) int64) (sum int64) {
	for _, other := range r.days {
		if since <= other.date && other.date < d.date {
			sum += counter(other)
		}
	}
	return sum
}

// wasWorked says whether anything is paid for a date.
func (r *reference) wasWorked(d cards.Date) bool {
	return slices.ContainsFunc(r.days, func(w *workday) bool { return w.date == d && w.total > 0 })
}

func (r *reference) occasionOf(d *workday) occasion {
	o := &d.rules.Overtime
	week := r.weekBegins(d.rules, d.date)
	inWeek, run := 0, 0
	for other := week; other <= d.date; other++ {
		if r.wasWorked(other) {
			inWeek++
		}
	}
	for other := d.date; r.wasWorked(other) && (o.Consecutive.Rolling || other >= week); other-- {
		run++
	}
	return occasion{
		seventhDay:  o.SeventhDay.Set && inWeek == 7,
		consecutive: o.Consecutive.Set && run >= o.Consecutive.Days,
		daysPerWeek: o.DaysPerWeek.Set && inWeek >= o.DaysPerWeek.Days,
		restDay:     o.RestDays.Set && o.RestDays.Days&(1<<(weekday(d.date)-1)) != 0,
		holiday:     o.Holiday.Set && slices.Contains(r.in.Holidays, d.date),
	}
}

// chooser is how the category of a second of the date is chosen.
func (r *reference) chooser(d *workday) func(state) cards.Category {
	o, is := &d.rules.Overtime, r.occasionOf(d)
	return func(now state) cards.Category {
		var all []candidate
		offer := func(is bool, c cards.Category, code cards.PayCode) {
			if is {
				all = append(all, candidate{c, code})
			}
		}
		levels := func(levels [3]cards.Level, first cards.Category, counter int64) {
			for i := 2; i >= 0; i-- {
				offer(levels[i].Set && counter >= levels[i].Threshold, first+cards.Category(i), levels[i].Code)
			}
		}
		offer(is.seventhDay && o.SeventhDay.Second && now.pos >= o.SeventhDay.Threshold2, cards.SeventhDay2, o.SeventhDay.Code2)
		offer(is.seventhDay, cards.SeventhDay1, o.SeventhDay.Code)
		offer(is.consecutive && o.Consecutive.Second && now.pos >= o.Consecutive.Threshold2, cards.Consecutive2, o.Consecutive.Code2)
		offer(is.consecutive, cards.Consecutive, o.Consecutive.Code)
		offer(is.daysPerWeek, cards.DaysWeek, o.DaysPerWeek.Code)
		offer(is.restDay, cards.RestDay, o.RestDays.Code)
		levels(d.rules.Daily, cards.Daily1, now.pos)
		offer(is.holiday, cards.Holiday, o.Holiday.Code)
		levels(d.rules.Weekly, cards.Weekly1, now.weekly)
		if o.PeriodWeeks > 0 {
			levels(d.rules.Period, cards.Period1, now.period)
		}
		return best(all)
	}
}

// best is the candidate that pays most, the first of several; without any a second is regular.
func best(all []candidate) cards.Category {
	if len(all) == 0 {
		return cards.Regular
	}
	winner := all[0]
	for _, c := range all[1:] {
		if c.code.Multiplier > winner.code.Multiplier {
			winner = c
		}
	}
	return winner.category
}

// greaterChooser is the same where only the greater of daily and weekly overtime of the week is due.
func (r *reference) greaterChooser(d *workday) func(state) cards.Category {
	daily, weekly := d.rules.Daily[0], d.rules.Weekly[0]
	week := r.weekBegins(d.rules, d.date)
	var byDay, sum, byWeek int64
	for _, other := range r.days {
		if week <= other.date && other.date < week+7 {
			sum += other.total
			if daily.Set {
				byDay += max(0, other.total-daily.Threshold)
			}
		}
	}
	if weekly.Set {
		byWeek = max(0, sum-weekly.Threshold)
	}
	return func(now state) cards.Category {
		switch {
		case byDay >= byWeek && daily.Set && now.pos >= daily.Threshold:
			return cards.Daily1
		case byDay < byWeek && now.weekly >= weekly.Threshold:
			return cards.Weekly1
		}
		return cards.Regular
	}
}

// codeOf is the pay code of a category.
func codeOf(r *cards.Rules, c cards.Category) int64 {
	o := &r.Overtime
	switch c {
	case cards.Regular:
		return r.Regular.ID
	case cards.Daily1, cards.Daily2, cards.Daily3:
		return r.Daily[c-cards.Daily1].Code.ID
	case cards.Weekly1, cards.Weekly2, cards.Weekly3:
		return r.Weekly[c-cards.Weekly1].Code.ID
	case cards.Period1, cards.Period2, cards.Period3:
		return r.Period[c-cards.Period1].Code.ID
	case cards.SeventhDay1:
		return o.SeventhDay.Code.ID
	case cards.SeventhDay2:
		return o.SeventhDay.Code2.ID
	case cards.Consecutive:
		return o.Consecutive.Code.ID
	case cards.Consecutive2:
		return o.Consecutive.Code2.ID
	case cards.DaysWeek:
		return o.DaysPerWeek.Code.ID
	case cards.RestDay:
		return o.RestDays.Code.ID
	case cards.Holiday:
		return o.Holiday.Code.ID
	default:
		return r.MinimumShift.Code.ID
	}
}
