package attendance

import "time"

// Range is a stretch of time with both its ends, to the microsecond. An end that is the zero time is open.
type Range struct{ From, To time.Time }

// RangeOf is the range between two bounds as somebody wrote them; nil leaves that end open. A bound without an offset is
// read in zone. Where the clocks skip or repeat hours, the range holds exactly the instants at which a wall clock there
// shows something within the bounds for the first time.
func RangeOf(from, to *Bound, zone *time.Location) (r Range, err error) {
	if from != nil {
		r.From = from.start(zone)
	}
	if to != nil {
		r.To = to.end(zone)
	}
	if from != nil && to != nil && r.From.After(r.To) {
		return r, InvalidField("from", "range", "from must not be after to.")
	}
	return r, nil
}

// start is the first instant of a range that begins here: of a date, when the day begins.
func (b Bound) start(zone *time.Location) time.Time {
	t := b.firstIn(zone)
	if whole := t.Truncate(time.Microsecond); whole.Before(t) {
		return whole.Add(time.Microsecond)
	}
	return t
}

// end is the last instant of a range that ends here: of a date, the last microsecond of the day.
func (b Bound) end(zone *time.Location) time.Time {
	switch {
	case b.dateOnly:
		return FirstNotBefore(b.wall.AddDate(0, 0, 1), zone).Add(-time.Microsecond)
	case !b.zoned:
		if _, shown := LocalTime(b.wall, zone); !shown {
			return FirstNotBefore(b.wall, zone).Add(-time.Microsecond)
		}
	}
	return b.firstIn(zone).Truncate(time.Microsecond)
}

// firstIn is the instant of the bound; one that the clocks skip is the instant of the jump.
func (b Bound) firstIn(zone *time.Location) time.Time {
	if b.zoned {
		return b.wall.Add(-time.Duration(b.offset) * time.Second)
	}
	return FirstNotBefore(b.wall, zone)
}
