package cards_test

import (
	"sync"
	"time"

	_ "time/tzdata"

	"punchclock/internal/cards"
)

// locations and tables hold the zones that tests have asked for, by name.
var locations, tables sync.Map

// location is what the time package knows of a zone.
func location(name string) *time.Location {
	if l, ok := locations.Load(name); ok {
		return l.(*time.Location)
	}
	l, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	locations.Store(name, l)
	return l
}

// zone is what the engine takes for a zone.
func zone(name string) *cards.Zone {
	if z, ok := tables.Load(name); ok {
		return z.(*cards.Zone)
	}
	z, _ := tables.LoadOrStore(name, cards.NewZone(location(name)))
	return z.(*cards.Zone)
}

// wall is what calendar and clock on the wall show: the date, and the seconds of the local day.
func wall(z *cards.Zone, at int64) (cards.Date, int64) {
	t := time.Unix(at, 0).In(location(z.Name()))
	year, month, dayOfMonth := t.Date()
	midnight := time.Date(year, month, dayOfMonth, 0, 0, 0, 0, time.UTC).Unix()
	h, m, s := t.Clock()
	return cards.Date(midnight / 86400), int64(h*3600 + m*60 + s)
}

// weekday is the ISO weekday of a date.
func weekday(d cards.Date) int {
	if w := time.Unix(int64(d)*86400, 0).UTC().Weekday(); w != time.Sunday {
		return int(w)
	}
	return 7
}

func on(days cards.Weekdays, d cards.Date) bool { return days == 0 || days&(1<<(weekday(d)-1)) != 0 }

// within says whether the clock on the wall stands inside the window, and on which date that window began.
func within(w *cards.Window, d cards.Date, second int64) (cards.Date, bool) {
	switch {
	case w.Start < w.End:
		return d, w.Start <= second && second < w.End && on(w.Days, d)
	case second >= w.Start && on(w.Days, d):
		return d, true
	default:
		return d - 1, second < w.End && on(w.Days, d-1)
	}
}

// beginning names the start of a day.
type beginning struct {
	zone     *cards.Zone
	date     cards.Date
	startsAt int64
}

// dayBegins is the first instant at which clocks show that date and time, or a later one.
func (r *reference) dayBegins(z *cards.Zone, d cards.Date, startsAt int64) int64 {
	key := beginning{z, d, startsAt}
	if at, ok := r.begins[key]; ok {
		return at
	}
	reached := func(at int64) bool {
		date, second := wall(z, at)
		return int64(date)*86400+second >= int64(d)*86400+startsAt
	}
	year, month, dayOfMonth := time.Unix(int64(d)*86400, 0).UTC().Date()
	at := time.Date(year, month, dayOfMonth, 0, 0, int(startsAt), 0, location(z.Name())).Unix() - 4*3600
	for reached(at) { // where a whole day was skipped
		at -= 4 * 3600
	}
	for !reached(at + 60) {
		at += 60
	}
	for !reached(at) {
		at++
	}
	r.begins[key] = at
	return at
}

// dayOf is the day to which an instant belongs: the latest that has begun.
func (r *reference) dayOf(z *cards.Zone, at, startsAt int64) cards.Date {
	d, _ := wall(z, at)
	for d += 2; r.dayBegins(z, d, startsAt) > at; d-- {
	}
	return d
}

func (r *reference) weekBegins(rules *cards.Rules, d cards.Date) cards.Date {
	for weekday(d) != max(1, rules.Overtime.WeekStartsOn) {
		d--
	}
	return d
}

// periodBegins is the day on which the period of a date begins.
func (r *reference) periodBegins(rules *cards.Rules, d cards.Date) cards.Date {
	length := cards.Date(7 * rules.Overtime.PeriodWeeks)
	begin := rules.Overtime.PeriodAnchor
	for begin > d {
		begin -= length
	}
	for begin+length <= d {
		begin += length
	}
	return begin
}
