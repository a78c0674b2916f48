package cards

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// nightThenEarly is a schedule of a night class from 22:00 to 06:00 and an early one from 06:00 to 14:00, every day.
func nightThenEarly() *Schedule {
	var s Schedule
	for i := range s.Days {
		s.Days[i] = []ShiftClass{
			{ID: 1, Start: 22 * hour, End: 6 * hour, BindWindow: 12 * hour},
			{ID: 2, Start: 6 * hour, End: 14 * hour, BindWindow: 12 * hour},
		}
	}
	return &s
}

// TestOutOfANightShiftWithinTheNext: the out at 06:20 is nearer to the early class, and even opens it in the eyes of a
// system that goes by events; but it follows its in (the situation of frappe/hrms #3298).
func TestOutOfANightShiftWithinTheNext(t *testing.T) {
	t.Parallel()
	z := zoneOf("Asia/Kolkata")
	in := all(plainRules(func(r *Rules) {
		r.Rounding.Snap = Snap{Set: true, InBefore: 30 * minute, InAfter: 30 * minute, OutBefore: 30 * minute, OutAfter: 30 * minute}
	}), worked(z, "2026-01-05 21:55 > 2026-01-06 06:20", "2026-01-06 21:58 > 2026-01-07 05:10"))
	in.Schedule = nightThenEarly()
	res := new(Evaluator).Evaluate(in)
	if diff := cmp.Diff([]string{"2026-01-05 8h regular 8h", "2026-01-06 7h10 regular 7h10"}, lines(res)); diff != "" {
		t.Error(diff)
	}
	first, second := res.ShiftCards[0], res.ShiftCards[1]
	if first.ShiftClass != 1 || second.ShiftClass != 1 {
		t.Errorf("bound to %d and %d, want the night class", first.ShiftClass, second.ShiftClass)
	}
	check(t, "before the start", first.BeforeStart, 5*minute)
	check(t, "after the end", first.AfterEnd, 20*minute)
	check(t, "left early", second.EarlyOut, 50*minute)
	check(t, "exceptions of the first", first.Exceptions, 0)
	check(t, "exceptions of the second", second.Exceptions, ExceptionLeftEarly)
	check(t, "the second has an exception", second.HasException, true)
	check(t, "the second is tardy", second.IsTardy, false)
}

// TestForgottenClockOut: a forgotten out swallows neither the next days nor their ins, and is paid nothing until
// somebody corrects it (the situation of odoo #29645).
func TestForgottenClockOut(t *testing.T) {
	t.Parallel()
	z := zoneOf("Europe/Brussels")
	events := []int64{
		local(z, "2026-01-05 08:00"), local(z, "2026-01-05 17:00"), local(z, "2026-01-06 08:00"), // went home without a word
		local(z, "2026-01-07 08:00"), local(z, "2026-01-07 17:00"),
	}
	r := plainRules(nil)
	var punches []Punch
	for i, p := range r.Shift.PairEvents(events) {
		punches = append(punches, Punch{ID: int64(i) + 1, In: p.In, Out: p.Out, Zone: z})
	}
	res := new(Evaluator).Evaluate(all(r, punches))
	if diff := cmp.Diff([]string{"2026-01-05 9h regular 9h", "2026-01-06 0h", "2026-01-07 9h regular 9h"}, lines(res)); diff != "" {
		t.Error(diff)
	}
	forgotten := res.ShiftCards[1]
	check(t, "exceptions", forgotten.Exceptions, ExceptionMissing)
	check(t, "end", forgotten.End, None)

	// Somebody enters the out of the next morning: 24 hours that nobody worked are not paid either.
	punches[1].Out = local(z, "2026-01-07 07:59")
	res = new(Evaluator).Evaluate(all(r, punches))
	check(t, "exceptions of a long pair", res.ShiftCards[1].Exceptions, ExceptionLongShift)
	check(t, "paid", res.ShiftCards[1].ProcessedTotal, 0)
	check(t, "flagged", res.ShiftCards[1].HasFlagged, true)
	punches[1].LongApproved = true
	res = new(Evaluator).Evaluate(all(r, punches))
	check(t, "paid once approved", res.ShiftCards[1].ProcessedTotal, 24*hour-minute)
}

func TestSchedule(t *testing.T) {
	t.Parallel()
	z := zoneOf("America/New_York")
	nineToFive := ShiftClass{
		ID: 5, Start: 9 * hour, End: 17 * hour, LateGrace: 5 * minute, EarlyGrace: 5 * minute, BindWindow: 3 * hour,
		Unpaid: []Window{{Start: 12 * hour, End: 13 * hour}},
	}
	for _, c := range []struct {
		name, punch              string
		class                    int64
		late, early, before, end int64
		exceptions               Exceptions
	}{
		{"to the second", "2026-01-05 09:00 > 17:00", 5, 0, 0, 0, 0, 0},
		{"with grace", "2026-01-05 09:05 > 16:55", 5, 5 * minute, 5 * minute, 0, 0, 0},
		{"a second more", "2026-01-05 09:05:01 > 16:54:59", 5, 5*minute + 1, 5*minute + 1, 0, 0, ExceptionLate | ExceptionLeftEarly},
		{"overtime on both sides", "2026-01-05 08:00 > 18:00", 5, 0, 0, hour, hour, 0},
		{"away at lunch", "2026-01-05 11:30 > 12:30", 5, 150 * minute, 4 * hour, 0, 0, ExceptionLate | ExceptionLeftEarly},
		{"too far to be bound", "2026-01-05 12:00:01 > 17:00", 0, None, None, None, None, 0},
		{"just near enough", "2026-01-05 06:00 > 17:00", 5, 0, 0, 3 * hour, 0, 0},
		{"not scheduled", "2026-01-06 09:00 > 17:00", 0, None, None, None, None, 0},
		{"still there", "2026-01-05 09:30 > -", 5, 30 * minute, 0, 0, 0, ExceptionLate | ExceptionMissing},
		{"an out alone", "- > 2026-01-05 10:00", 5, 0, 0, 0, 0, ExceptionMissing},
	} {
		in := all(plainRules(nil), worked(z, c.punch))
		in.Schedule = &Schedule{}
		in.Schedule.Days[0] = []ShiftClass{nineToFive}
		s := new(Evaluator).Evaluate(in).ShiftCards[0]
		got := []int64{s.ShiftClass, s.Late, s.EarlyOut, s.BeforeStart, s.AfterEnd, int64(s.Exceptions)}
		if diff := cmp.Diff([]int64{c.class, c.late, c.early, c.before, c.end, int64(c.exceptions)}, got); diff != "" {
			t.Errorf("%s: class, late, early, before, after, exceptions: %s", c.name, diff)
		}
		check(t, c.name+": tardy", s.IsTardy, c.exceptions.Has(ExceptionLate))
	}
}

// TestBindingTies: of two starts equally near the earlier is taken, whatever the order of the list; and a class that
// starts on the evening before is found.
func TestBindingTies(t *testing.T) {
	t.Parallel()
	late, early := ShiftClass{ID: 1, Start: 10 * hour, End: 18 * hour, BindWindow: 2 * hour}, ShiftClass{ID: 2, Start: 8 * hour, End: 16 * hour, BindWindow: 2 * hour}
	eve := ShiftClass{ID: 3, Start: 23*hour + 50*minute, End: 6 * hour, BindWindow: hour}
	for _, classes := range [][]ShiftClass{{late, early, eve}, {eve, early, late}} {
		in := all(plainRules(nil), worked(nil, "2026-01-05 09:00 > 12:00", "2026-01-06 00:10 > 06:00"))
		in.Schedule = &Schedule{Days: [7][]ShiftClass{classes}}
		res := new(Evaluator).Evaluate(in)
		check(t, "of two", res.ShiftCards[0].ShiftClass, 2)
		check(t, "after midnight", res.ShiftCards[1].ShiftClass, 3)
	}
}

// TestWidthsOfBinding: a class may bind what starts more than a day after it, or only what starts at its very second.
func TestWidthsOfBinding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, punch string
		window      int64
		want        int64
	}{
		{"a day and an hour", "2026-01-07 00:00 > 04:00", 25 * hour, 6},
		{"a second more", "2026-01-07 00:00:01 > 04:00", 25 * hour, 0},
		{"as far ahead", "2026-01-04 22:00 > 23:00", 25 * hour, 6},
		{"to the second", "2026-01-05 23:00 > 23:30", 0, 6},
		{"a second late", "2026-01-05 23:00:01 > 23:30", 0, 0},
	} {
		in := all(plainRules(nil), worked(nil, c.punch))
		in.Schedule = &Schedule{Days: [7][]ShiftClass{{{ID: 6, Start: 23 * hour, End: 7 * hour, BindWindow: c.window}}}}
		check(t, c.name, new(Evaluator).Evaluate(in).ShiftCards[0].ShiftClass, c.want)
	}
}

// TestBindingOverARepeatedMidnight: where clocks go back over midnight the start may be ahead by the clock though it
// lies on the next date.
func TestBindingOverARepeatedMidnight(t *testing.T) {
	t.Parallel()
	z := zoneOf("America/St_Johns") // in 1990 clocks went from 00:01 back to 23:01
	in := all(plainRules(nil), worked(z, "1990-10-27 23:56 > 1990-10-28 08:00"))
	in.Schedule = &Schedule{}
	in.Schedule.Days[6] = []ShiftClass{{ID: 4, Start: 0, End: 8 * hour, BindWindow: 5 * minute}}
	check(t, "shift class", new(Evaluator).Evaluate(in).ShiftCards[0].ShiftClass, 4)
}

// TestBindingOverASkippedMidnight: where clocks go forward to midnight, what should start in the hour that is skipped starts
// then, on the next date.
func TestBindingOverASkippedMidnight(t *testing.T) {
	t.Parallel()
	z := zoneOf("America/Nuuk") // on Saturday 2025-03-29 clocks went from 23:00 to 24:00
	in := all(plainRules(nil), worked(z, "2025-03-30 00:10 > 08:00"))
	in.Schedule = &Schedule{}
	in.Schedule.Days[5] = []ShiftClass{{ID: 4, Start: 23*hour + 30*minute, End: 8 * hour, BindWindow: 10 * minute}}
	check(t, "shift class", new(Evaluator).Evaluate(in).ShiftCards[0].ShiftClass, 4)
}

func TestSplitCards(t *testing.T) {
	t.Parallel()
	z := zoneOf("Europe/Berlin")
	punches := worked(z, "2026-01-05 20:03 > 23:00 meal", "2026-01-05 23:30 > 2026-01-06 02:00 break", "2026-01-06 02:10 > 04:04")
	for i := range punches {
		punches[i].ID = 40 + int64(i)
		punches[i].Created, punches[i].Modified = 100-int64(i), 200+int64(i)
	}
	punches[1].InExceptions, punches[1].OutExceptions = ExceptionAdded, ExceptionEdited
	in := all(plainRules(func(r *Rules) { r.Shift.Date = DateSplitAtMidnight; r.PayClass = 8 }), punches)
	in.Schedule = &Schedule{}
	in.Schedule.Days[0] = []ShiftClass{{ID: 5, Start: 20 * hour, End: 5 * hour, BindWindow: hour}}
	res := new(Evaluator).Evaluate(in)
	s := res.ShiftCards[0]
	check(t, "shift", s.Date.String()+" "+s.ShiftDate.String(), "2026-01-05 2026-01-05")
	check(t, "raw", s.RawTotal, 7*hour+21*minute)
	check(t, "created", s.Created, 98)
	check(t, "modified", s.Modified, 202)
	check(t, "pay class", s.PayClass, 8)
	check(t, "exceptions", s.Exceptions, ExceptionAdded|ExceptionEdited|ExceptionLate|ExceptionLeftEarly)

	midnight := local(z, "2026-01-06 00:00")
	first, second := res.TimeCards[0], res.TimeCards[1]
	check(t, "ids", [2]int64{first.ID, second.ID}, [2]int64{40, 40 + 1<<40})
	check(t, "dates", first.Date.String()+" "+second.Date.String(), "2026-01-05 2026-01-06")
	check(t, "shift date of the second", second.ShiftDate.String(), "2026-01-05")
	check(t, "class of the second", second.ShiftClass, 5)
	check(t, "first", [2]int64{first.Start, first.End}, [2]int64{punches[0].In, midnight})
	check(t, "created and modified", [4]int64{first.Created, first.Modified, second.Created, second.Modified}, [4]int64{99, 201, 98, 202})
	check(t, "second", [2]int64{second.Start, second.End}, [2]int64{midnight, punches[2].Out})
	check(t, "exceptions of the first", first.Exceptions, ExceptionAdded|ExceptionLate)
	check(t, "exceptions of the second", second.Exceptions, ExceptionEdited|ExceptionLeftEarly)
	part := first.Punches[1]
	check(t, "cut", [4]int64{part.ID, part.In, part.Out, part.RawTotal}, [4]int64{41, punches[1].In, midnight, 30 * minute})
	check(t, "what the cut out begins", part.OutKind, OutPlain)
	part = second.Punches[0]
	check(t, "the rest", [4]int64{part.ID, part.In, part.Out, part.ProcessedTotal}, [4]int64{41, midnight, punches[1].Out, 2 * hour})
	check(t, "what its out begins", part.OutKind, OutBreak)
}

// TestRoundedOverMidnight: an in that is rounded into the next day stands there unrounded.
func TestRoundedOverMidnight(t *testing.T) {
	t.Parallel()
	r := plainRules(func(r *Rules) {
		r.Shift.Date = DateSplitAtMidnight
		r.Rounding.In = RoundRule{Mode: RoundNearest, Interval: 15 * minute}
	})
	res := new(Evaluator).Evaluate(all(r, worked(nil, "2026-01-05 23:58 > 2026-01-06 08:00")))
	if diff := cmp.Diff([]string{"2026-01-06 8h regular 8h"}, lines(res)); diff != "" {
		t.Error(diff)
	}
	s := res.ShiftCards[0]
	check(t, "shift date, date", s.ShiftDate.String()+" "+s.Date.String(), "2026-01-06 2026-01-05")
	check(t, "raw", s.RawTotal, 8*hour+2*minute)
}

// TestChangeOfPayClass: each punch goes by its own pay class; the weekly counter runs on over a change.
func TestChangeOfPayClass(t *testing.T) {
	t.Parallel()
	old := plainRules(func(r *Rules) { r.PayClass = 1; r.Daily[0] = level(8*hour, codeHalf) })
	later := plainRules(func(r *Rules) { r.PayClass = 2; r.Weekly[0] = level(20*hour, codeDouble) })
	punches := worked(nil, days("2026-01-05", 10, 10, 10, 2)...)
	punches[2].Class, punches[3].Class = 1, 1
	in := all(old, punches)
	in.Classes = []*Rules{old, later}
	res := new(Evaluator).Evaluate(in)
	want := []string{
		"2026-01-05 10h regular 8h daily1 2h", "2026-01-06 10h regular 8h daily1 2h", "2026-01-07 10h regular 4h weekly1 6h",
		"2026-01-08 2h weekly1 2h",
	}
	if diff := cmp.Diff(want, lines(res)); diff != "" {
		t.Error(diff)
	}
	check(t, "pay classes", [2]int64{res.TimeCards[1].PayClass, res.TimeCards[2].PayClass}, [2]int64{1, 2})
}

// TestSecondDayOfASplitShift: it goes by the pay class of its shift, even where it has nothing of the first punch.
func TestSecondDayOfASplitShift(t *testing.T) {
	t.Parallel()
	in := all(plainRules(nil), worked(nil, "2026-01-05 08:00 > 09:00", "2026-01-06 22:00 > 23:00", "2026-01-07 00:30 > 02:30"))
	in.Classes = append(in.Classes, plainRules(func(r *Rules) { r.Shift.Date, r.Daily[0] = DateSplitAtMidnight, level(hour, codeHalf) }))
	in.Punches[1].Class, in.Punches[2].Class = 1, 1
	want := []string{"2026-01-05 1h regular 1h", "2026-01-06 1h regular 1h", "2026-01-07 2h regular 1h daily1 1h"}
	if diff := cmp.Diff(want, lines(new(Evaluator).Evaluate(in))); diff != "" {
		t.Error(diff)
	}
}

// TestChangeToTheGreaterOfTwo: where the greater of daily and weekly overtime is due, the week counts all hours, those
// worked as daily overtime under the pay class before as well.
func TestChangeToTheGreaterOfTwo(t *testing.T) {
	t.Parallel()
	in := all(plainRules(func(r *Rules) { r.Daily[0] = level(8*hour, codeHalf) }), worked(nil, days("2026-01-05", 10, 10, 10)...))
	in.Classes = append(in.Classes, plainRules(func(r *Rules) { r.Weekly[0], r.Overtime.GreaterOf = level(20*hour, codeHalf), true }))
	in.Punches[1].Class, in.Punches[2].Class = 1, 1
	want := []string{"2026-01-05 10h regular 8h daily1 2h", "2026-01-06 10h regular 10h", "2026-01-07 10h weekly1 10h"}
	if diff := cmp.Diff(want, lines(new(Evaluator).Evaluate(in))); diff != "" {
		t.Error(diff)
	}
}

// TestTopUpsOfSeveralClasses: each is paid under the code of its own class, in the order in which they were earned.
func TestTopUpsOfSeveralClasses(t *testing.T) {
	t.Parallel()
	least := func(id int64) *Rules {
		return plainRules(func(r *Rules) { r.MinimumShift = MinimumShift{true, hour, minute, PayCode{ID: id}} })
	}
	in := all(least(20), worked(nil, "2026-01-05 08:00 > 08:30", "2026-01-05 09:00 > 09:15", "2026-01-05 10:00 > 10:40"))
	in.Classes = append(in.Classes, least(10))
	in.Punches[1].Class = 1
	got := new(Evaluator).Evaluate(in).TimeCards[0].Totals[1:]
	want := []CategoryTotal{{MinimumShiftTopUp, 20, 50 * minute}, {MinimumShiftTopUp, 10, 45 * minute}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestOverlap: time that two punches claim is paid once, and the card says so.
func TestOverlap(t *testing.T) {
	t.Parallel()
	res := new(Evaluator).Evaluate(all(plainRules(nil), worked(nil, "2026-01-05 08:00 > 12:00", "2026-01-05 11:00 > 15:00", "2026-01-05 11:30 > 12:30")))
	if diff := cmp.Diff([]string{"2026-01-05 7h regular 7h"}, lines(res)); diff != "" {
		t.Error(diff)
	}
	check(t, "exceptions", res.ShiftCards[0].Exceptions, ExceptionOverlap)
	check(t, "blocks closing", res.ShiftCards[0].Exceptions&Critical != 0, true)
}

func TestStatus(t *testing.T) {
	t.Parallel()
	punches := worked(nil, days("2026-01-05", 1, 2, 3, 4)...)
	for i := range punches {
		punches[i].Status = Status(i)
	}
	res := new(Evaluator).Evaluate(all(plainRules(nil), punches))
	if diff := cmp.Diff([]string{"2026-01-05 1h regular 1h", "2026-01-06 2h regular 2h"}, lines(res)); diff != "" {
		t.Error(diff)
	}
	check(t, "flagged", [2]bool{res.ShiftCards[0].HasFlagged, res.ShiftCards[1].HasFlagged}, [2]bool{false, true})
}

// TestAskedRange: cards are chosen by shift date, and the week before it bears on them all the same.
func TestAskedRange(t *testing.T) {
	t.Parallel()
	in := all(plainRules(func(r *Rules) { r.Weekly[0] = level(20*hour, codeHalf) }), worked(nil, days("2026-01-05", 9, 9, 9, 9)...))
	in.From, in.To = dateOf("2026-01-07"), dateOf("2026-01-07")
	if diff := cmp.Diff([]string{"2026-01-07 9h regular 2h weekly1 7h"}, lines(new(Evaluator).Evaluate(in))); diff != "" {
		t.Error(diff)
	}
}

func TestLoadRange(t *testing.T) {
	t.Parallel()
	wednesday := dateOf("2026-01-07")
	plain := plainRules(nil)
	biweekly := plainRules(func(r *Rules) {
		r.Period[0] = level(80*hour, codeHalf)
		r.Overtime.PeriodWeeks, r.Overtime.PeriodAnchor = 2, dateOf("2025-12-29")
	})
	rolling := plainRules(func(r *Rules) {
		r.Overtime.Consecutive = ConsecutiveDays{DayRule: DayRule{Set: true, Code: codeHalf}, Days: 20, Rolling: true}
	})
	for _, c := range []struct {
		name   string
		rules  []*Rules
		reach  string // needed, whatever the slack
		beyond string // must not be asked for: cost would grow
	}{
		{"the overtime week", []*Rules{plain}, "2026-01-05", "2025-12-29"},
		{"the period", []*Rules{plain, biweekly}, "2025-12-29", "2025-12-22"},
		{"the run", []*Rules{rolling, plain}, "2025-12-17", "2025-12-10"},
	} {
		since, until := LoadRange(wednesday, wednesday, c.rules...)
		if since > int64(dateOf(c.reach))*day-day || since < int64(dateOf(c.beyond))*day {
			t.Errorf("%s: since %s", c.name, Date(since/day))
		}
		if until < int64(dateOf("2026-01-12"))*day+day || until > int64(dateOf("2026-01-18"))*day {
			t.Errorf("%s: until %s", c.name, Date(until/day))
		}
	}
}

// TestSettled: work without a pause over the edge of what was given may hang together with what was not.
func TestSettled(t *testing.T) {
	t.Parallel()
	r := plainRules(func(r *Rules) { r.Shift.Gap = 20 * hour })
	var punches []string
	for d := dateOf("2026-01-01"); d < dateOf("2026-01-31"); d++ {
		punches = append(punches, d.String()+" 08:00 > 18:00")
	}
	in := all(r, worked(nil, punches...))
	in.From, in.To = dateOf("2026-01-14"), dateOf("2026-01-14")
	in.Since, in.Until = local(nil, "2026-01-01 00:00"), local(nil, "2026-02-01 00:00")
	check(t, "without a pause", new(Evaluator).Evaluate(in).Settled, false)
	in.Since, in.Until = local(nil, "2025-12-01 00:00"), local(nil, "2026-03-01 00:00")
	check(t, "with nothing before and after", new(Evaluator).Evaluate(in).Settled, true)
	in.Since, in.Until = 0, local(nil, "2026-02-01 00:00") // the very second from which instants are counted
	check(t, "with all since 1970", new(Evaluator).Evaluate(in).Settled, false)
	in.Since, in.Until = 0, 0
	check(t, "with all there is", new(Evaluator).Evaluate(in).Settled, true)
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, name := range exceptionNames() {
		x, ok := ParseException(name)
		if !ok || strings.Join(x.Names(), " ") != name {
			t.Errorf("%s is read as %v", name, x.Names())
		}
	}
	if _, ok := ParseException("tired"); ok {
		t.Error("tired is no exception")
	}
	check(t, "names", strings.Join((ExceptionOverlap|ExceptionAdded|ExceptionGeo).Names(), " "), "added geo overlap")
	seen := map[string]bool{}
	for c := range categories {
		seen[c.String()] = true
	}
	check(t, "categories", len(seen), 18)
}
