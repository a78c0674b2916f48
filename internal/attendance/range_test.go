package attendance_test

import (
	"testing"
	"time"

	"punchclock/internal/attendance"
)

func bound(t *testing.T, s string) *attendance.Bound {
	t.Helper()
	if s == "" {
		return nil
	}
	var b attendance.Bound
	if err := b.UnmarshalText([]byte(s)); err != nil {
		t.Fatal(err)
	}
	return &b
}

func TestRangeOf(t *testing.T) {
	t.Parallel()
	const layout = "2006-01-02T15:04:05.000000Z"
	for _, c := range []struct{ name, zone, from, to, first, last string }{
		{"dates in UTC", "UTC", "2026-03-01", "2026-03-02", "2026-03-01T00:00:00.000000Z", "2026-03-02T23:59:59.999999Z"},
		{"dates in a zone", "America/New_York", "2026-03-01", "2026-03-01", "2026-03-01T05:00:00.000000Z", "2026-03-02T04:59:59.999999Z"},
		{"a day of 23 hours", "America/New_York", "2026-03-08", "2026-03-08", "2026-03-08T05:00:00.000000Z", "2026-03-09T03:59:59.999999Z"},
		{"times are exact", "America/New_York", "2026-03-01T08:00", "2026-03-01T09:30:15", "2026-03-01T13:00:00.000000Z", "2026-03-01T14:30:15.000000Z"},
		{"offsets count", "America/New_York", "2026-03-01T08:00:00Z", "2026-03-01T08:00:00-01:00", "2026-03-01T08:00:00.000000Z", "2026-03-01T09:00:00.000000Z"},
		{"parts of a microsecond", "UTC", "2026-03-01T08:00:00.000000001Z", "2026-03-01T08:00:00.000009999Z", "2026-03-01T08:00:00.000001Z", "2026-03-01T08:00:00.000009Z"},
		{"skipped times are those of the jump", "America/New_York", "2026-03-08T02:30", "2026-03-08T03:30", "2026-03-08T07:00:00.000000Z", "2026-03-08T07:30:00.000000Z"},
		{"to a skipped time", "America/New_York", "2026-03-08T01:30", "2026-03-08T02:30", "2026-03-08T06:30:00.000000Z", "2026-03-08T06:59:59.999999Z"},
		{"a day that begins with a skipped hour", "America/Santiago", "2026-09-06", "2026-09-06", "2026-09-06T04:00:00.000000Z", "2026-09-07T02:59:59.999999Z"},
		{"a day whose last hour comes twice", "America/Santiago", "2026-04-04", "2026-04-04", "2026-04-04T03:00:00.000000Z", "2026-04-05T03:59:59.999999Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			r, err := attendance.RangeOf(bound(t, c.from), bound(t, c.to), zone)
			if err != nil {
				t.Fatal(err)
			}
			if first, last := r.From.UTC().Format(layout), r.To.UTC().Format(layout); first != c.first || last != c.last {
				t.Errorf("from %s to %s, want %s to %s", first, last, c.first, c.last)
			}
		})
	}
}

func TestRangeOfOpenEnds(t *testing.T) {
	t.Parallel()
	r, err := attendance.RangeOf(nil, nil, time.UTC)
	if err != nil || !r.From.IsZero() || !r.To.IsZero() {
		t.Errorf("%v, %v", r, err)
	}
	r, err = attendance.RangeOf(bound(t, "2026-03-01"), nil, time.UTC)
	if err != nil || r.From.IsZero() || !r.To.IsZero() {
		t.Errorf("%v, %v", r, err)
	}
}

func TestRangeOfFromAfterTo(t *testing.T) {
	t.Parallel()
	_, err := attendance.RangeOf(bound(t, "2026-03-02"), bound(t, "2026-03-01T23:59:59.999999Z"), time.UTC)
	if attendance.KindOf(err) != attendance.Invalid {
		t.Errorf("error %v", err)
	}
	if _, err := attendance.RangeOf(bound(t, "2026-03-02"), bound(t, "2026-03-02T00:00Z"), time.UTC); err != nil {
		t.Errorf("a range of one instant: %v", err)
	}
}
