package attendance_test

import (
	"strings"
	"testing"
	"time"

	"punchclock/internal/attendance"
)

// FuzzMoment: what is read as a date and time is the instant that the standard library reads, where that reads it at
// all, and lies in the years that are allowed. What is refused says why.
func FuzzMoment(f *testing.F) {
	for _, seed := range []string{
		"2026-03-08T06:30:00.000000Z", "2026-03-08", "2026-03-08T02:30", "2026-03-08T06:30:00+24:00", "0000-01-01T00:00:00Z", "9999-12-31T23:59:60Z",
		"2026-03-08T06:30:00,5Z", "2026-03-08T06:30:00-0500", "2026-03-08T06:30:00+05", "1970-01-01T00:00:00+14:00", "2199-12-31T23:59:59.999999999-14:59", "2026-03-08 06:30:00 05:00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := attendance.ParseMoment(text)
		if err != nil {
			if described(err) == "no error about one field" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		at, err := m.In(time.UTC)
		if err != nil || at.Year() < 1970 || at.Year() > 2199 {
			t.Fatalf("%q is %v, %v", text, at, err)
		}
		if standard, err := time.Parse(time.RFC3339Nano, text); err == nil && !standard.Equal(at) {
			t.Errorf("%q: got %v, the standard library reads %v", text, at, standard)
		}
	})
}

// FuzzDate: a date that is read is written the same, and lies in the years that are allowed.
func FuzzDate(f *testing.F) {
	for _, seed := range []string{"2026-03-08", "2024-02-29", "2023-02-29", "1969-12-31", "2200-01-01", "0000-00-00", "2026-3-8", "+2026-03-8"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := attendance.ParseDate(text)
		if err != nil {
			if described(err) == "no error about one field" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if string(attendance.DateOf(d.UTC())) != text || text < "1970" || text > "2199-12-31" {
			t.Errorf("%q is the day of %v", text, d.UTC())
		}
	})
}

// FuzzSpan: a length of time that is read is written in one way, which means the same; so is a time of day, which is a
// length of time of at most 24 hours.
func FuzzSpan(f *testing.F) {
	for _, seed := range []string{"08:00:00", "8:00", "100:00:00", "24:00", "24:00:01", "-1:00", "1:60", "999999999:00", "08:00:00:00", "::", "８:00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s, again attendance.Span
		if err := s.UnmarshalText([]byte(text)); err != nil {
			if described(err) == "no error about one field" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if err := again.UnmarshalText([]byte(s.String())); err != nil || again != s || s < 0 {
			t.Errorf("%q is %d, written %s, and that is %d (%v)", text, s, s, again, err)
		}
		var clock attendance.TimeOfDay
		if err := clock.UnmarshalText([]byte(text)); (err == nil) != (s <= 24*60*60) || err == nil && int64(clock) != int64(s) {
			t.Errorf("%q is %d as a time of day and %d as a length (%v)", text, clock, s, err)
		}
	})
}

// FuzzLabelRef: a label that is read names a kind and an id, or all of a kind, and is written as it was read.
func FuzzLabelRef(f *testing.F) {
	for _, seed := range []string{"user:12", "work:all", "device:0", "user:-1", "user:+1", "user:01", "user:9223372036854775808", "team:1", "user:", ":1", "user:1:2", "USER:1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var l attendance.LabelRef
		if err := l.UnmarshalText([]byte(text)); err != nil {
			if described(err) == "no error about one field" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if all := strings.HasSuffix(text, ":all"); string(l) != text || all != (l.ID() == 0) || !all && attendance.MakeLabelRef(l.Kind(), l.ID()) != l {
			t.Errorf("%q is of kind %q with id %d", text, l.Kind(), l.ID())
		}
	})
}
