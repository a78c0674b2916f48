package attendance

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Moment is a point in time as a client wrote it: with an offset it is an instant, without one it is a wall-clock time
// that becomes an instant in some zone, or a mere date.
type Moment struct {
	wall     time.Time // the digits as written, held in UTC
	offset   int       // seconds east of UTC, when zoned
	zoned    bool
	dateOnly bool
}

// At is the Moment of an instant.
func At(t time.Time) Moment { return Moment{wall: t.UTC(), zoned: true} }

// UnmarshalText reads an ISO 8601 date and time, with or without an offset.
func (m *Moment) UnmarshalText(text []byte) error {
	v, err := ParseMoment(string(text))
	if err == nil && v.dateOnly {
		err = momentError(string(text))
	}
	if err == nil {
		*m = v
	}
	return err
}

// Bound is an end of a range: a Moment that may also be a date alone, which means the whole day.
type Bound struct{ Moment }

// UnmarshalText reads an ISO 8601 date, or a date and time with or without an offset.
func (b *Bound) UnmarshalText(text []byte) error {
	v, err := ParseMoment(string(text))
	if err == nil {
		b.Moment = v
	}
	return err
}

func momentError(s string) error {
	hint := ""
	if i := strings.LastIndexByte(s, ' '); i > 10 {
		hint = ` In a URL the "+" of an offset is written %2B.`
	}
	return FieldError{Code: "format", Detail: fmt.Sprintf("%.60q is not an ISO 8601 date and time. Write it as 2026-03-08T06:30:00Z or with an offset such as -05:00.%s", s, hint)}
}

// ParseMoment reads YYYY-MM-DD, alone or followed by T and HH:MM, HH:MM:SS or a fraction of up to nine digits, alone or
// followed by Z or an offset. It is stricter than RFC 3339 parsers: no offset past 14:59, no leap second, no comma.
func ParseMoment(s string) (Moment, error) {
	if len(s) < 10 {
		return Moment{}, momentError(s)
	}
	day, err := time.Parse(time.DateOnly, s[:10])
	if err != nil {
		return Moment{}, momentError(s)
	}
	if day.Year() < firstYear || day.Year() > lastYear {
		return Moment{}, FieldError{Code: "range", Detail: fmt.Sprintf("The year of %.60q must be %d to %d.", s, firstYear, lastYear)}
	}
	if len(s) == 10 {
		return Moment{wall: day, dateOnly: true}, nil
	}
	clock, zone := splitZone(s[10:])
	since, ok := parseClock(clock)
	offset, zoned, okZone := parseOffset(zone)
	if !ok || !okZone {
		return Moment{}, momentError(s)
	}
	m := Moment{wall: day.Add(since), offset: offset, zoned: zoned}
	if y := m.wall.Add(-time.Duration(offset) * time.Second).Year(); y < firstYear || y > lastYear {
		return Moment{}, FieldError{Code: "range", Detail: fmt.Sprintf("The year of %.60q must be %d to %d in UTC.", s, firstYear, lastYear)}
	}
	return m, nil
}

// splitZone cuts "T08:00:00-05:00" into "T08:00:00" and "-05:00".
func splitZone(s string) (clock, zone string) {
	if i := strings.IndexAny(s, "Z+-"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// parseClock reads THH:MM[:SS[.fraction]].
func parseClock(s string) (time.Duration, bool) {
	if len(s) < 6 || s[0] != 'T' {
		return 0, false
	}
	clock, fraction, hasFraction := strings.Cut(s[1:], ".")
	h, m, sec, ok := clockDigits(clock)
	if !ok || h > 23 || strings.IndexByte(clock, ':') != 2 || hasFraction && len(clock) != 8 {
		return 0, false
	}
	d := time.Duration(h*3600+m*60+sec) * time.Second
	if !hasFraction {
		return d, true
	}
	n, err := strconv.ParseUint(fraction, 10, 32)
	if err != nil || len(fraction) > 9 {
		return 0, false
	}
	for range 9 - len(fraction) {
		n *= 10
	}
	return d + time.Duration(n), true
}

// parseOffset reads Z, ±HH:MM, ±HHMM or ±HH; no offset in use is beyond fourteen hours.
func parseOffset(s string) (seconds int, zoned, ok bool) {
	if s == "" || s == "Z" {
		return 0, s == "Z", true
	}
	digits := strings.Replace(s[1:], ":", "", 1)
	if len(digits) == 2 {
		digits += "00"
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	if len(digits) != 4 || err != nil || n/100 > 14 || n%100 > 59 || strings.Contains(s, ":") && s[len(s)-3] != ':' {
		return 0, false, false
	}
	seconds = int(n/100*3600 + n%100*60)
	if s[0] == '-' {
		seconds = -seconds
	}
	return seconds, true, true
}

// Zoned says whether the client wrote an offset, so that the instant depends on no zone.
func (m Moment) Zoned() bool { return m.zoned }

// DateOnly says whether the client wrote a date without a time.
func (m Moment) DateOnly() bool { return m.dateOnly }

// Wall is the time as written, its digits held in UTC.
func (m Moment) Wall() time.Time { return m.wall }

// In is the instant, in UTC. Without an offset the digits are read in zone: a local time that the clocks skip is an
// error, one that they show twice is its first occurrence.
func (m Moment) In(zone *time.Location) (time.Time, error) {
	if m.zoned {
		return m.wall.Add(-time.Duration(m.offset) * time.Second), nil
	}
	first, ok := LocalTime(m.wall, zone)
	if !ok {
		return time.Time{}, FieldError{Code: "localTime", Detail: fmt.Sprintf("%s does not exist in %s: the clocks skip it. Give the time with its offset.",
			m.wall.Format("2006-01-02T15:04:05"), zone)}
	}
	return first, nil
}

// LocalTime is the first instant, in UTC, at which a wall clock in zone shows the digits of wall; false when no instant does.
func LocalTime(wall time.Time, zone *time.Location) (time.Time, bool) {
	wall = time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), wall.Nanosecond(), time.UTC)
	var first time.Time
	found := false
	for _, probe := range [...]time.Duration{-26 * time.Hour, 0, 26 * time.Hour} {
		_, offset := wall.Add(probe).In(zone).Zone()
		t := wall.Add(-time.Duration(offset) * time.Second)
		_, shown := t.In(zone).Zone()
		if shown == offset && (!found || t.Before(first)) {
			first, found = t, true
		}
	}
	return first, found
}

// FirstNotBefore is the first instant at which a wall clock in zone has reached the digits of wall: LocalTime, or the
// instant of the jump when the clocks skip them. Bounds of ranges are read so.
func FirstNotBefore(wall time.Time, zone *time.Location) time.Time {
	if t, ok := LocalTime(wall, zone); ok {
		return t
	}
	_, offset := wall.Add(-26 * time.Hour).In(zone).Zone()
	after := wall.Add(-time.Duration(offset) * time.Second).In(zone)
	start, _ := after.ZoneBounds()
	return start.UTC()
}
