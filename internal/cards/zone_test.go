package cards

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// oddZones are zones that are easy to get wrong: half and quarter hours, a half-hour change, a skipped day, changes at
// midnight and at a minute past it, changes of standard time, none at all.
func oddZones() []string {
	return []string{
		"UTC", "America/New_York", "Europe/Berlin", "Europe/Dublin", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham",
		"Pacific/Apia", "Pacific/Kwajalein", "America/St_Johns", "America/Havana", "America/Sao_Paulo", "Africa/Casablanca",
		"Asia/Kolkata", "America/Caracas", "Asia/Pyongyang", "Africa/Monrovia", "Antarctica/Troll", "Asia/Tehran", "Africa/Cairo",
	}
}

// TestZoneAgreesWithTime compares the table with the time package around every change, at the ends of years, and at
// random.
func TestZoneAgreesWithTime(t *testing.T) {
	t.Parallel()
	for _, name := range oddZones() {
		location, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		z := NewZone(location)
		same := func(at int64) {
			if _, want := time.Unix(at, 0).In(location).Zone(); z.Offset(at) != int64(want) {
				t.Fatalf("%s at %v: offset %d, want %d", name, time.Unix(at, 0).In(location), z.Offset(at), want)
			}
		}
		for _, at := range z.starts[1:] {
			same(at - 1)
			same(at)
		}
		for year := 1970; year < 2200; year++ {
			for _, d := range []Date{DateOf(year, 1, 1), DateOf(year, 12, 31), DateOf(year, 2, 28) + 1} {
				same(int64(d) * day)
				same(int64(d)*day + 23*hour)
			}
		}
		r := rand.New(rand.NewPCG(1, 2))
		for range 20_000 {
			same(r.Int64N(230 * 365 * day))
		}
		if z.Name() != name {
			t.Errorf("the zone %s calls itself %s", name, z.Name())
		}
	}
}

func TestZoneWithoutTableIsUTC(t *testing.T) {
	t.Parallel()
	var z *Zone
	if z.Name() != "UTC" || z.Offset(1e9) != 0 || z.Instant(1e9) != 1e9 {
		t.Errorf("%s, offset %d, instant %d", z.Name(), z.Offset(1e9), z.Instant(1e9))
	}
}

// TestInstantIsTheFirstThatShowsTheTime holds Instant against its definition, second by second around every change of a
// few years.
func TestInstantIsTheFirstThatShowsTheTime(t *testing.T) {
	t.Parallel()
	for _, name := range oddZones() {
		z := zoneOf(name)
		for i, change := range z.starts {
			if i == 0 || i%7 != 0 && change < int64(DateOf(2009, 1, 1))*day || change > int64(DateOf(2013, 1, 1))*day {
				continue
			}
			for local := change + z.offsets[i] - 2*hour; local < change+z.offsets[i]+2*hour; local += 900 {
				if got, want := z.Instant(local), firstShowing(z, local); got != want {
					t.Fatalf("%s: local %v is %d, want %d", name, time.Unix(local, 0).UTC(), got, want)
				}
			}
		}
	}
}

// TestInstantInTheWidestOffset: the file format of time zones (RFC 9636) wants offsets below 26 hours, to the second.
func TestInstantInTheWidestOffset(t *testing.T) {
	t.Parallel()
	const widest, change = 26*hour - 1, 1_000_000
	z := &Zone{name: "wide", starts: []int64{math.MinInt64, change}, offsets: []int64{widest, 0}}
	check(t, "instant", z.Instant(change-1+widest), change-1)
}

// firstShowing is the first instant at which the local time is reached: by definition, quarter hour by quarter hour,
// and then second by second.
func firstShowing(z *Zone, local int64) int64 {
	at := local - 27*hour
	for at+900+z.Offset(at+900) < local {
		at += 900
	}
	for at+z.Offset(at) < local {
		at++
	}
	return at
}

func TestWorkday(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, zone string
		at         string // RFC 3339
		startsAt   int64
		want       string
	}{
		{"midnight is the new day", "UTC", "2026-01-05T00:00:00Z", 0, "2026-01-05"},
		{"a second before is the old", "UTC", "2026-01-04T23:59:59Z", 0, "2026-01-04"},
		{"before 1970", "UTC", "1969-12-31T23:59:59Z", 0, "1969-12-31"},
		{"the day starts at three", "Asia/Kathmandu", "2026-01-05T02:59:59+05:45", 3 * hour, "2026-01-04"},
		{"and then it has begun", "Asia/Kathmandu", "2026-01-05T03:00:00+05:45", 3 * hour, "2026-01-05"},
		{"a start that spring skips is the change", "America/New_York", "2026-03-08T03:00:00-04:00", 2*hour + 1800, "2026-03-08"},
		{"before the change", "America/New_York", "2026-03-08T01:59:59-05:00", 2*hour + 1800, "2026-03-07"},
		{"a start that autumn repeats counts once", "America/New_York", "2026-11-01T01:29:59-05:00", 90 * minute, "2026-11-01"},
		{"and that is the first", "America/New_York", "2026-11-01T01:30:00-04:00", 90 * minute, "2026-11-01"},
		{"before the first", "America/New_York", "2026-11-01T01:29:59-04:00", 90 * minute, "2026-10-31"},
		{"Apia has no 30 December 2011", "Pacific/Apia", "2011-12-31T00:00:00+14:00", 0, "2011-12-31"},
		{"the last second before it", "Pacific/Apia", "2011-12-29T23:59:59-10:00", 0, "2011-12-29"},
		{"back over midnight the day does not come again", "America/St_Johns", "2008-11-01T23:30:00-03:30", 0, "2008-11-02"},
		{"back by 23 hours neither", "Pacific/Kwajalein", "1969-09-30T02:00:00-12:00", 23 * hour, "1969-09-30"},
		{"half an hour back", "Australia/Lord_Howe", "2026-04-05T01:45:00+10:30", 105 * minute, "2026-04-05"},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		var k clock
		if got := k.workday(zoneOf(c.zone), at.Unix(), c.startsAt).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		date    string
		weekday int
	}{{"1970-01-01", 4}, {"1969-12-28", 7}, {"2024-02-29", 4}, {"2026-11-21", 6}, {"2000-02-28", 1}} {
		d := dateOf(c.date)
		if d.Weekday() != c.weekday || d.String() != c.date {
			t.Errorf("%s is %s, weekday %d, want %d", c.date, d, d.Weekday(), c.weekday)
		}
	}
	if _, err := ParseDate("2026-02-29"); err == nil {
		t.Error("29 February 2026 was taken")
	}
	if DateOf(2024, time.March, 1)-DateOf(2024, time.February, 28) != 2 {
		t.Error("2024 has no leap day")
	}
}
