package attendance

import (
	"fmt"
	"time"
)

// The years that the product knows. Punched time cannot be older than the Unix epoch, and the end is far enough away.
const (
	firstYear = 1970
	lastYear  = 2199

	firstBirthYear = 1900 // of whoever may still be at work, or stand in old records
)

// Date is a calendar day, as YYYY-MM-DD. Dates compare as strings do.
type Date string

// ParseDate reads YYYY-MM-DD with a year of 1970 to 2199.
func ParseDate(s string) (Date, error) { return Date(s), checkDate(s, firstYear) }

// checkDate says what is wrong with a date as YYYY-MM-DD, of which the year must be from first to 2199.
func checkDate(s string, first int) error {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || len(s) != len(time.DateOnly) {
		return FieldError{Code: "format", Detail: fmt.Sprintf("%.40q is not a date. Write it as YYYY-MM-DD.", s)}
	}
	if t.Year() < first || t.Year() > lastYear {
		return FieldError{Code: "range", Detail: fmt.Sprintf("The year of %q must be %d to %d.", s, first, lastYear)}
	}
	return nil
}

// UnmarshalText reads a date from a body or a parameter.
func (d *Date) UnmarshalText(text []byte) error {
	v, err := ParseDate(string(text))
	if err == nil {
		*d = v
	}
	return err
}

// Birthday is the day on which somebody was born, as YYYY-MM-DD. Unlike time that is punched or planned it may be older
// than the Unix epoch.
type Birthday string

// ParseBirthday reads YYYY-MM-DD with a year of 1900 to 2199.
func ParseBirthday(s string) (Birthday, error) { return Birthday(s), checkDate(s, firstBirthYear) }

// UnmarshalText reads a day from a body.
func (b *Birthday) UnmarshalText(text []byte) error {
	v, err := ParseBirthday(string(text))
	if err == nil {
		*b = v
	}
	return err
}

// DateOf is the calendar day of t in t's own location.
func DateOf(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// UTC is the midnight, in UTC, at which the day begins.
func (d Date) UTC() time.Time {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t
}

// AddDays is the date n days later.
func (d Date) AddDays(n int) Date { return DateOf(d.UTC().AddDate(0, 0, n)) }

// Weekday is the ISO number of the day: 1 is Monday, 7 is Sunday.
func (d Date) Weekday() int {
	if w := int(d.UTC().Weekday()); w != 0 {
		return w
	}
	return 7
}

// TimeOfDay is a wall-clock time in seconds after midnight, 0 to 86400 (24:00 is allowed where a window may end with the day).
type TimeOfDay int64

// UnmarshalText reads HH:MM or HH:MM:SS.
func (t *TimeOfDay) UnmarshalText(text []byte) error {
	h, m, s, ok := clockDigits(string(text))
	v := h*3600 + m*60 + s
	if !ok || h > 24 || v > 86400 {
		return FieldError{Code: "format", Detail: fmt.Sprintf("%.40q is not a time of day. Write it as HH:MM, from 00:00 to 24:00.", text)}
	}
	*t = TimeOfDay(v)
	return nil
}

// MarshalText is the String.
func (t TimeOfDay) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// String is HH:MM, with the seconds when there are any.
func (t TimeOfDay) String() string {
	if t%60 != 0 {
		return Span(t).String()
	}
	return fmt.Sprintf("%02d:%02d", t/3600, t/60%60)
}

// Span is a length of time in whole seconds, written HH:MM:SS; its hours may exceed 24.
type Span int64

// UnmarshalText reads HH:MM:SS or H:MM.
func (s *Span) UnmarshalText(text []byte) error {
	h, m, sec, ok := clockDigits(string(text))
	if !ok || h > 100_000 {
		return FieldError{Code: "format", Detail: fmt.Sprintf("%.40q is not a length of time. Write it as HH:MM:SS; the hours may exceed 24.", text)}
	}
	*s = Span(h*3600 + m*60 + sec)
	return nil
}

// MarshalText is the String.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// String is HH:MM:SS.
func (s Span) String() string { return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60) }

// clockDigits reads H:MM or HH:MM:SS, with any number of hour digits up to six.
func clockDigits(s string) (h, m, sec int64, ok bool) {
	part, digits := 0, 0
	var v [3]int64
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9' && digits < 6:
			v[part] = v[part]*10 + int64(c-'0')
			digits++
		case c == ':' && part < 2 && (part == 0 && digits > 0 || digits == 2):
			part, digits = part+1, 0
		default:
			return 0, 0, 0, false
		}
	}
	if part == 0 || digits != 2 || v[1] > 59 || v[2] > 59 {
		return 0, 0, 0, false
	}
	return v[0], v[1], v[2], true
}

// dateOrNull passes a date that may be unset.
func dateOrNull(f Fields, name string, v *Date) {
	if v == nil {
		f.Null(name)
		return
	}
	f.Text(name, string(*v))
}
