package app

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"punchclock/internal/attendance"
)

// DateOrder says how dates such as 3/8/2026 are read, which mean one thing in New York and another in London.
type DateOrder string

// The orders of dates. Dates as YYYY-MM-DD and, day first, as DD.MM.YYYY are read in every case.
const (
	DatesISO        DateOrder = ""    // dates with slashes are refused
	DatesMonthFirst DateOrder = "mdy" // 3/8/2026 is the 8th of March
	DatesDayFirst   DateOrder = "dmy" // 3/8/2026 is the 3rd of August
)

// written is a date and time as somebody wrote it. What was left out is empty.
type written struct {
	date  string // YYYY-MM-DD
	clock string // HH:MM:SS
	zone  string // Z or an offset
}

var (
	writtenDate  = regexp.MustCompile(`^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})([/.])(\d{1,2})[/.](\d{4}))(?:[T ]|$)`)
	writtenClock = regexp.MustCompile(`^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:([AaPp])\.?[Mm]\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$`)
)

// readWritten reads "2026-03-08 06:30", "3/8/2026 6:30 AM", "06:30" and the like.
func (o DateOrder) readWritten(text string) (w written, err error) {
	rest := text
	if m := writtenDate.FindStringSubmatch(text); m != nil {
		if w.date, err = o.dateOf(text, m); err != nil {
			return w, err
		}
		rest = strings.TrimSpace(text[len(m[0]):])
	}
	if rest == "" {
		return w, nil
	}
	m := writtenClock.FindStringSubmatch(rest)
	if m == nil {
		return w, fmt.Errorf("%q is not a date and time. Write it as 2026-03-08 06:30", fmt.Sprintf("%.40s", text))
	}
	hour, half := m[1], strings.ToLower(m[4])
	if half != "" {
		if hour, err = hourOf(hour, half); err != nil {
			return w, fmt.Errorf("%q is not a time: %w", fmt.Sprintf("%.40s", text), err)
		}
	}
	second := m[3]
	if second == "" {
		second = "00"
	}
	w.clock, w.zone = fmt.Sprintf("%02s:%s:%s", hour, m[2], second), m[5]
	return w, nil
}

// dateOf is a date as YYYY-MM-DD. Whether there is such a day is found out later.
func (o DateOrder) dateOf(text string, m []string) (string, error) {
	year, month, day := m[1], m[2], m[3]
	switch {
	case year != "":
	case m[5] == "." || o == DatesDayFirst:
		year, month, day = m[7], m[6], m[4]
	case o == DatesMonthFirst:
		year, month, day = m[7], m[4], m[6]
	default:
		return "", fmt.Errorf("%q can be read in two ways. Say whether dates are mdy or dmy", fmt.Sprintf("%.40s", text))
	}
	return fmt.Sprintf("%s-%02s-%02s", year, month, day), nil
}

// hourOf is the hour of a day of which the halves are counted.
func hourOf(hour, half string) (string, error) {
	n, err := strconv.Atoi(hour)
	if err != nil || n < 1 || n > 12 {
		return "", errors.New("the hour before AM or PM is 1 to 12")
	}
	n %= 12
	if half == "p" {
		n += 12
	}
	return fmt.Sprintf("%02d", n), nil
}

// moment is the moment of a date and time that are both there.
func (w written) moment() (attendance.Moment, error) {
	return attendance.ParseMoment(w.date + "T" + w.clock + w.zone)
}

// date reads a cell that holds a date.
func (c *cells) date(name, text string) (attendance.Date, bool) {
	return dateCell(c, name, text, attendance.ParseDate)
}

// dateCell reads a cell that holds a date of the kind that parse knows.
func dateCell[D ~string](c *cells, name, text string, parse func(string) (D, error)) (date D, ok bool) {
	w, err := c.dates.readWritten(text)
	if err == nil && (w.date == "" || w.clock != "" && w.clock != "00:00:00") {
		err = fmt.Errorf("%q is not a date. Write it as YYYY-MM-DD", fmt.Sprintf("%.40s", text))
	}
	if err != nil {
		c.bad(name, "format", "%s: %s.", name, strings.TrimSuffix(err.Error(), "."))
		return "", false
	}
	if date, err = parse(w.date); err != nil {
		c.bad(name, "format", "%s: %s", name, err)
	}
	return date, err == nil
}

// stay reads the in and the out of a row. An out with a time alone is on the day of the in, or on the next.
func (c *cells) stay(date, in, out string) (from attendance.Opt[attendance.Moment], to attendance.Opt[*attendance.Moment]) {
	day := written{}
	if date != "" {
		d, ok := c.date("date", date)
		if !ok {
			return from, to
		}
		day.date = string(d)
	}
	begins, ok := c.end("inDt", in, day.date)
	if !ok {
		return from, to
	}
	if m, ok := c.momentOf("inDt", begins); ok {
		from = attendance.Some(m)
	}
	if out == "" {
		return from, to
	}
	ends, ok := c.end("outDt", out, "")
	if !ok {
		return from, to
	}
	if ends.date == "" {
		ends.date = begins.date
		if ends.clock <= begins.clock {
			ends.date = string(attendance.Date(begins.date).AddDays(1))
		}
	}
	if m, ok := c.momentOf("outDt", ends); ok {
		to = attendance.Some(&m)
	}
	return from, to
}

// end reads one end of a row; a day that the cell does not name is the given one.
func (c *cells) end(name, text, day string) (written, bool) {
	w, err := c.dates.readWritten(text)
	if w.date == "" {
		w.date = day
	}
	switch {
	case err != nil:
	case w.clock == "":
		err = fmt.Errorf("%q has no time", fmt.Sprintf("%.40s", text))
	case w.date == "" && name == "inDt":
		err = fmt.Errorf("%q has no date, and there is no column for it", fmt.Sprintf("%.40s", text))
	}
	if err != nil {
		c.bad(name, "format", "%s: %s.", name, err)
	}
	return w, err == nil
}

func (c *cells) momentOf(name string, w written) (attendance.Moment, bool) {
	m, err := w.moment()
	if err != nil {
		c.bad(name, "format", "%s: %s", name, err)
	}
	return m, err == nil
}
