package cards

import (
	"fmt"
	"time"
)

// Lengths in seconds.
const (
	minute int64 = 60
	hour         = 60 * minute
	day          = 24 * hour
)

// Date is a calendar date, counted in days since 1970-01-01.
type Date int32

// DateOf is the date of a year, month and day of the month.
func DateOf(year int, month time.Month, dayOfMonth int) Date {
	return Date(floorDiv(time.Date(year, month, dayOfMonth, 0, 0, 0, 0, time.UTC).Unix(), day))
}

// ParseDate reads a date written as 2006-01-02.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return 0, fmt.Errorf("date %q is not of the form YYYY-MM-DD: %w", s, err)
	}
	return Date(floorDiv(t.Unix(), day)), nil
}

// String writes the date as 2006-01-02.
func (d Date) String() string { return time.Unix(int64(d)*day, 0).UTC().Format(time.DateOnly) }

// Weekday is the ISO weekday: 1 is Monday, 7 is Sunday.
func (d Date) Weekday() int { return int(floorMod(int64(d)+3, 7)) + 1 }

// Weekdays is a set of weekdays; bit 0 is Monday.
type Weekdays uint8

// WeekdaysOf is the set of these ISO weekdays.
func WeekdaysOf(days ...int) Weekdays {
	var w Weekdays
	for _, d := range days {
		w |= 1 << (d - 1)
	}
	return w
}

// Has says whether the ISO weekday is in the set.
func (w Weekdays) Has(weekday int) bool { return w&(1<<(weekday-1)) != 0 }

// floorDiv divides rounding toward the past, which integer division does not for instants before 1970.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }
