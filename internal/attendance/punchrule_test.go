package attendance_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"punchclock/internal/attendance"
)

func clock(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.DateTime, "2026-03-0"+s+":00")
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// stay is the time of a punch that is written "9 08:00" or "9 08:00-9 12:00", the longest shift being 16 hours.
func stay(t *testing.T, s string) attendance.Stay {
	t.Helper()
	in, out, closed := strings.Cut(s, "-")
	v := attendance.Stay{In: clock(t, in)}
	v.OpenUntil = v.In.Add(attendance.LongestShift)
	if closed {
		v.Out = new(clock(t, out))
	}
	return v
}

func TestStaysMeet(t *testing.T) {
	t.Parallel()
	now := clock(t, "9 10:00")
	for _, c := range []struct {
		name, a, b string
		meet       bool
	}{
		{"apart", "8 08:00-8 09:00", "8 10:00-8 11:00", false},
		{"ends that touch", "8 08:00-8 09:00", "8 09:00-8 11:00", false},
		{"one into the other", "8 08:00-8 09:01", "8 09:00-8 11:00", true},
		{"one within the other", "8 08:00-8 12:00", "8 09:00-8 11:00", true},
		{"the same", "8 08:00-8 12:00", "8 08:00-8 12:00", true},
		{"two open", "9 08:00", "9 09:00", true},
		{"open, and later", "9 08:00", "9 09:00-9 09:30", true},
		{"open, and before", "9 08:00", "9 07:00-9 08:00", false},
		{"a missing out, and later", "8 08:00", "8 09:00-8 10:00", false},
		{"a missing out, and open", "8 08:00", "9 08:00", false},
		{"a missing out within another", "8 08:00", "8 07:00-8 09:00", true},
		{"a missing out at the start of another", "8 08:00", "8 08:00-8 09:00", true},
		{"a missing out at the end of another", "8 08:00", "8 07:00-8 08:00", false},
		{"the same missing out", "8 08:00", "8 08:00", true},
	} {
		a, b := stay(t, c.a), stay(t, c.b)
		if a.Meets(&b, now) != c.meet || b.Meets(&a, now) != c.meet {
			t.Errorf("%s: %v, %v, want %v", c.name, a.Meets(&b, now), b.Meets(&a, now), c.meet)
		}
		a.Rejected = true
		if a.Meets(&b, now) || b.Meets(&a, now) {
			t.Errorf("%s: one that was rejected is in the way", c.name)
		}
	}
}

func TestCheckNeighboursPassesOverItself(t *testing.T) {
	t.Parallel()
	s := stay(t, "8 08:00-8 09:00")
	s.ID = 4
	var p attendance.Problems
	s.CheckNeighbours([]attendance.Stay{s}, clock(t, "9 10:00"), &p)
	if len(p) != 0 {
		t.Errorf("a punch is in its own way: %v", p)
	}
}

func TestExceptions(t *testing.T) {
	t.Parallel()
	all := "added,edited,offline,late,early,leftEarly,leftLate,autoMeal,geo,noGeo,clockSkew,unscheduled,job,device,longShift,shortRest,auto,missing,overlap"
	if got := attendance.ParseExceptions(all).String(); got != all {
		t.Errorf("read and written: %s", got)
	}
	informing := strings.Split(all, ",")[:8]
	for word := range strings.SplitSeq(all, ",") {
		e := attendance.ParseExceptions(word)
		if e.String() != word || e.Flagging() == slices.Contains(informing, word) {
			t.Errorf("%s is written %s, flagging %v", word, e, e.Flagging())
		}
	}
	if e := attendance.ParseExceptions("edited,nonsense,,added"); e != attendance.ExceptionAdded|attendance.ExceptionEdited {
		t.Errorf("in another order: %s", e)
	}
	if attendance.Exceptions(0).String() != "" || attendance.ParseExceptions("") != 0 {
		t.Error("the empty set is not written as nothing")
	}
	e := attendance.ExceptionLongShift.With(attendance.ExceptionAdded)
	if !e.Has(attendance.ExceptionAdded) || e.Without(attendance.ExceptionAdded) != attendance.ExceptionLongShift || e.Has(attendance.ExceptionEdited) {
		t.Errorf("set %s", e)
	}
}

func TestJudgeForgetsTheMissingEnd(t *testing.T) {
	t.Parallel()
	was := &attendance.Punch{Status: attendance.PunchFlagged, InDt: clock(t, "8 08:00"), InExceptions: attendance.ExceptionOffline, OutExceptions: attendance.ExceptionMissing}
	now := *was
	now.OutDt = new(clock(t, "8 09:00"))
	now.Judge(was, attendance.LongestShift, "Payroll")
	if now.Status != attendance.PunchApproved || now.OutExceptions != attendance.ExceptionAdded || now.InExceptions != attendance.ExceptionOffline || *now.OverrideBy != "Payroll" {
		t.Errorf("status %s, out %s, in %s", now.Status, now.OutExceptions, now.InExceptions)
	}
	was = &attendance.Punch{Status: attendance.PunchFlagged, InDt: clock(t, "8 08:00"), OutDt: now.OutDt, InExceptions: attendance.ExceptionMissing}
	if was.StateAt(clock(t, "9 08:00")) != attendance.EntryMissingIn {
		t.Errorf("entry state %d, want that the in is missing", was.StateAt(clock(t, "9 08:00")))
	}
	now = *was
	now.InDt = clock(t, "8 07:00")
	now.Judge(was, attendance.LongestShift, "Payroll")
	if now.Status != attendance.PunchApproved || now.InExceptions != attendance.ExceptionAdded || now.StateAt(clock(t, "9 08:00")) != attendance.EntryComplete {
		t.Errorf("status %s, in %s", now.Status, now.InExceptions)
	}
}

func TestJudgeKeepsOtherFlags(t *testing.T) {
	t.Parallel()
	was := &attendance.Punch{Status: attendance.PunchFlagged, InDt: clock(t, "8 08:00"), InExceptions: attendance.ExceptionGeo}
	now := *was
	now.OutDt = new(clock(t, "8 09:00"))
	now.Judge(was, attendance.LongestShift, "Payroll")
	if now.Status != attendance.PunchFlagged {
		t.Errorf("status %s: the place is still doubtful", now.Status)
	}
	for _, status := range []attendance.PunchStatus{attendance.PunchPending, attendance.PunchRejected} {
		long := attendance.Punch{Status: status, InDt: clock(t, "7 08:00"), OutDt: new(clock(t, "8 09:00"))}
		long.Judge(nil, attendance.LongestShift, "Payroll")
		if long.Status != status || !long.OutExceptions.Has(attendance.ExceptionLongShift) {
			t.Errorf("status %s, want %s; out %s", long.Status, status, long.OutExceptions)
		}
	}
}

func TestWallRangeOf(t *testing.T) {
	t.Parallel()
	r, err := attendance.WallRangeOf(*bound(t, "2026-03-01"), *bound(t, "2026-03-02"))
	if err != nil || r.FromWall != time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) || r.ToWall != time.Date(2026, 3, 2, 23, 59, 59, 999999000, time.UTC) {
		t.Errorf("%+v, %v", r, err)
	}
	for _, zone := range []string{"Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"} {
		l, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := attendance.RangeOf(bound(t, "2026-03-01"), bound(t, "2026-03-02"), l)
		if err != nil || exact.From.Before(r.From) || exact.To.After(r.To) {
			t.Errorf("in %s %v is not within %v", zone, exact, r.Range)
		}
	}
	r, err = attendance.WallRangeOf(*bound(t, "2026-03-01T08:00Z"), *bound(t, "2026-03-01T09:00+01:00"))
	if err != nil || !r.FromWall.IsZero() || !r.ToWall.IsZero() || !r.From.Equal(r.To) {
		t.Errorf("%+v, %v", r, err)
	}
	for _, reversed := range [][2]string{{"2026-03-02", "2026-03-01"}, {"2026-03-01T09:00Z", "2026-03-01T08:59Z"}, {"2026-03-03T00:00Z", "2026-03-01"}} {
		if _, err := attendance.WallRangeOf(*bound(t, reversed[0]), *bound(t, reversed[1])); attendance.KindOf(err) != attendance.Invalid {
			t.Errorf("%v: %v", reversed, err)
		}
	}
}
