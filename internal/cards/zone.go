package cards

import (
	"math"
	"slices"
	"time"
)

// Zone is a time zone as a table of the instants at which its offset from UTC changes, from 1968 to 2201. Looking
// something up costs a comparison when it lies near what was looked up before. A Zone does not change; a nil Zone is UTC.
type Zone struct {
	name    string
	starts  []int64 // from when on, seconds since 1970 UTC; the first is the beginning of time
	offsets []int64 // local time less UTC, seconds
}

// The table holds all changes between these two instants; outside, the nearest offset is taken.
const (
	zonesFrom  = -2 * 365 * day
	zonesUntil = 231 * 366 * day
)

// NewZone makes the table of a location. It takes some microseconds for each change: make one for each zone and keep it.
func NewZone(location *time.Location) *Zone {
	t := time.Unix(zonesFrom, 0).In(location)
	_, offset := t.Zone()
	z := &Zone{name: location.String(), starts: []int64{math.MinInt64}, offsets: []int64{int64(offset)}}
	for {
		_, end := t.ZoneBounds()
		if end.IsZero() || end.Unix() > zonesUntil {
			return z
		}
		if !end.After(t) { // what Go reports on the last day of a leap year in the far future
			end = t.Add(24 * time.Hour)
		}
		t = end
		if _, offset := t.Zone(); int64(offset) != z.offsets[len(z.offsets)-1] {
			z.starts = append(z.starts, t.Unix())
			z.offsets = append(z.offsets, int64(offset))
		}
	}
}

// Name is the name of the location.
func (z *Zone) Name() string {
	if z == nil {
		return "UTC"
	}
	return z.name
}

// Offset is local time less UTC at an instant, in seconds.
func (z *Zone) Offset(instant int64) int64 {
	if z == nil {
		return 0
	}
	return z.offsets[z.index(instant)]
}

// Instant is the instant at which clocks in the zone first show a local time, given as seconds since 1970-01-01
// 00:00 local. A time that is skipped when clocks go forward is the instant at which they do.
func (z *Zone) Instant(local int64) int64 {
	if z == nil {
		return local
	}
	// No offset is as much as 26 hours from UTC, so no earlier stretch can hold the time.
	for i := z.index(local - 26*hour); ; i++ {
		t := local - z.offsets[i]
		if i == len(z.starts)-1 || t < z.starts[i+1] {
			return max(t, z.starts[i])
		}
	}
}

// index is the place in the table of the stretch that holds the instant.
func (z *Zone) index(instant int64) int {
	i, found := slices.BinarySearch(z.starts, instant)
	if !found {
		i--
	}
	return i
}

// clock answers questions about local time and remembers the stretch of constant offset in which it last looked.
type clock struct {
	zone   *Zone
	from   int64 // the stretch is from…until
	until  int64
	offset int64
	behind bool // clocks went back at from
}

// see makes the clock show the instant in the zone.
func (c *clock) see(z *Zone, instant int64) {
	if c.zone == z && c.from <= instant && instant < c.until {
		return
	}
	*c = clock{zone: z, from: math.MinInt64, until: math.MaxInt64}
	if z == nil {
		return
	}
	i := z.index(instant)
	c.from, c.offset = z.starts[i], z.offsets[i]
	if i+1 < len(z.starts) {
		c.until = z.starts[i+1]
	}
	c.behind = i > 0 && z.offsets[i] < z.offsets[i-1]
}

// local is the local time at an instant, as seconds since 1970-01-01 00:00 local.
func (c *clock) local(z *Zone, instant int64) int64 {
	c.see(z, instant)
	return instant + c.offset
}

// date is the calendar date at an instant.
func (c *clock) date(z *Zone, instant int64) Date { return Date(floorDiv(c.local(z, instant), day)) }

// workday is the day to which an instant belongs when days begin at that time of the clock: the latest that has begun.
// So an hour that clocks show twice does not fall back into the day before.
func (c *clock) workday(z *Zone, instant, startsAt int64) Date {
	d := Date(floorDiv(c.local(z, instant)-startsAt, day))
	if c.behind && instant-c.from < 2*day {
		for dayStart(z, d+1, startsAt) <= instant {
			d++
		}
	}
	return d
}

// dayStart is the instant at which the day begins when days begin at that time of the clock.
func dayStart(z *Zone, d Date, startsAt int64) int64 { return z.Instant(int64(d)*day + startsAt) }
