package cards

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// steps writes the explanation of one date.
func steps(res *Result, date string) []string {
	var all []string
	for _, s := range res.Steps {
		if s.Date.String() == date {
			all = append(all, fmt.Sprintf("%d #%d %+d %s", s.Number, s.Punch, s.Seconds, s.Text))
		}
	}
	return all
}

// TestExplainADay reads the whole explanation of a long day.
func TestExplainADay(t *testing.T) {
	t.Parallel()
	r := california()
	r.Regular.Name = "Regular"
	r.Rounding.Meal = RoundRule{Mode: RoundDown, Interval: 15 * minute, Grace: 2 * minute}
	r.Unpaid = []Window{{Start: 15 * hour, End: 15*hour + 10*minute}}
	in := all(r, worked(zoneOf("America/Los_Angeles"), "2026-01-05 07:53 > 12:04 meal", "2026-01-05 12:26 > 23:08"))
	in.Schedule = &Schedule{}
	in.Schedule.Days[0] = []ShiftClass{{ID: 5, Start: 7 * hour, End: 23*hour + 30*minute, BindWindow: 2 * hour}}
	in.Explain = true
	want := []string{
		"1 #1 +15060 From 2026-01-05 07:53 to 2026-01-05 12:04 is 4 h 11 min.",
		"1 #2 +38520 From 2026-01-05 12:26 to 2026-01-05 23:08 is 10 h 42 min.",
		"2 #1 -420 In at 07:53 counts as 08:00: rounded to the nearest 15 min.",
		"2 #2 +420 Out at 23:08 counts as 23:15: rounded to the nearest 15 min.",
		"3 #1 +54900 2 punches from 2026-01-05 08:00 to 2026-01-05 23:15 are one shift: no pause between them is as long as 4 h 00 min.",
		"4 #1 +0 The shift that starts 2026-01-05 08:00 belongs to 2026-01-05, the day of its first in.",
		"5 #1 +14640 4 h 04 min of work.",
		"5 #2 +38940 10 h 49 min of work.",
		"5 #2 -600 10 min of it are in an unpaid window.",
		"5 #1 +420 A meal of 22 min was punched and counts as 15 min: rounded down to 15 min with 2 min grace.",
		"5 #0 -900 15 min are deducted for a meal, because the worked 14 h 50 min reach 6 h 00 min; 15 min of the 30 min were punched.",
		"6 #0 +52500 14 h 35 min are paid for the date.",
		"6 #0 +0 Before this date 0 min of the week from 2026-01-05 counted toward weekly overtime.",
		"6 #0 +28800 8 h 00 min of the date from 0 min to 8 h 00 min are regular.",
		"6 #0 +14400 4 h 00 min of the date from 8 h 00 min to 12 h 00 min are daily1, because the date has passed 8 h 00 min.",
		"6 #0 +9300 2 h 35 min of the date from 12 h 00 min to 14 h 35 min are daily2, because the date has passed 12 h 00 min.",
		"8 #1 +14640 4 h 04 min of the punch are regular, paid as Regular.",
		"8 #2 +14160 3 h 56 min of the punch are regular, paid as Regular.",
		"8 #2 +14400 4 h 00 min of the punch are daily1, paid as pay code 2.",
		"8 #2 +9300 2 h 35 min of the punch are daily2, paid as pay code 3.",
		"9 #2 +4500 1 h 15 min have the premium night, paid as pay code 4.",
		"11 #0 +0 The shift answers the scheduled one from 2026-01-05 07:00 to 2026-01-05 23:30, whose start is nearest to its first in.",
		"11 #1 +3180 Late: the first in is 53 min after the start, with 0 min grace.",
		"11 #1 +1320 Left early: the last out is 22 min before the end, with 0 min grace.",
		"11 #1 +0 Exceptions of the shift: late, leftEarly.",
	}
	if diff := cmp.Diff(want, steps(new(Evaluator).Evaluate(in), "2026-01-05")); diff != "" {
		t.Error(diff)
	}
}

// TestExplainTolerance reads how two dates were classified of which the second has overtime within the tolerance.
func TestExplainTolerance(t *testing.T) {
	t.Parallel()
	r := plainRules(func(r *Rules) { r.Daily[0], r.Overtime.Tolerance = level(2*hour, codeHalf), hour })
	in := all(r, worked(nil, days("2026-01-05", 2, 3)...))
	in.Explain = true
	var got []string
	for _, s := range new(Evaluator).Evaluate(in).Steps {
		if s.Number >= 6 {
			got = append(got, fmt.Sprintf("%s %d %+d %s", s.Date, s.Number, s.Seconds, s.Text))
		}
	}
	want := []string{
		"2026-01-05 6 +7200 2 h 00 min are paid for the date.",
		"2026-01-05 6 +7200 2 h 00 min of the date from 0 min to 2 h 00 min are regular.",
		"2026-01-05 8 +7200 2 h 00 min of the punch are regular, paid as pay code 1.",
		"2026-01-06 6 +10800 3 h 00 min are paid for the date.",
		"2026-01-06 6 +10800 3 h 00 min of the date from 0 min to 3 h 00 min are regular.",
		"2026-01-06 7 +3600 1 h 00 min of overtime are regular, because they are not more than the tolerance of 1 h 00 min.",
		"2026-01-06 8 +10800 3 h 00 min of the punch are regular, paid as pay code 1.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestExplainSplitPunch: the date of its in is told of the in, that of its out of the out, and both of the punch.
func TestExplainSplitPunch(t *testing.T) {
	t.Parallel()
	r := plainRules(func(r *Rules) {
		r.Shift.Date = DateSplitAtMidnight
		r.Rounding.In = RoundRule{Mode: RoundNearest, Interval: 15 * minute}
		r.Rounding.Out = r.Rounding.In
	})
	in := all(r, worked(nil, "2026-01-05 22:03 > 2026-01-06 05:57"))
	in.Explain = true
	var got []string
	for _, s := range new(Evaluator).Evaluate(in).Steps {
		if s.Number <= 2 {
			got = append(got, s.Date.String()+" "+s.Text)
		}
	}
	want := []string{
		"2026-01-05 From 2026-01-05 22:03 to 2026-01-06 05:57 is 7 h 54 min.",
		"2026-01-05 In at 22:03 counts as 22:00: rounded to the nearest 15 min.",
		"2026-01-06 From 2026-01-05 22:03 to 2026-01-06 05:57 is 7 h 54 min.",
		"2026-01-06 Out at 05:57 counts as 06:00: rounded to the nearest 15 min.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestExplainTwice: an evaluator explains the employee at hand, not those before.
func TestExplainTwice(t *testing.T) {
	t.Parallel()
	in := all(plainRules(nil), worked(nil, "2026-01-05 08:00 > 12:00"))
	in.Explain = true
	var e Evaluator
	first := steps(e.Evaluate(in), "2026-01-05")
	if diff := cmp.Diff(first, steps(e.Evaluate(in), "2026-01-05")); diff != "" {
		t.Errorf("the second time: %s", diff)
	}
	in.Explain = false
	check(t, "steps of who does not ask", len(e.Evaluate(in).Steps), 0)
}

// TestExplanations finds the one sentence that each situation calls for.
func TestExplanations(t *testing.T) {
	t.Parallel()
	half := DayRule{Set: true, Code: codeHalf, Second: true, Threshold2: hour, Code2: codeDouble}
	quarter := RoundRule{Mode: RoundNearest, Interval: 15 * minute}
	auto := func(a AutoMeal) func(*Rules) { return func(r *Rules) { r.AutoMeals = []AutoMeal{a} } }
	for _, c := range []struct {
		name    string
		rules   func(*Rules)
		punches []string
		date    string
		want    string
	}{
		{"open", nil, []string{"2030-01-01 08:00 > -"}, "2030-01-01", "1 #1 +0 In at 2030-01-01 08:00 is still open and carries no time yet."},
		{"overdue", nil, []string{"2026-01-05 08:00 > -"}, "", "1 #1 +0 In at 2026-01-05 08:00 has no out and is older than 16 h 00 min: the out is missing, so it carries no time."},
		{"no in", nil, []string{"- > 2026-01-05 16:00"}, "", "1 #1 +0 Out at 2026-01-05 16:00 has no in, so it carries no time."},
		{"too long", nil, []string{"2026-01-05 08:00 > 2026-01-06 09:00"}, "", "1 #1 +0 From 2026-01-05 08:00 to 2026-01-06 09:00 is 25 h 00 min, longer than the longest shift of 16 h 00 min. It carries no time until somebody approves it."},
		{"overlap", nil, []string{"2026-01-05 08:00 > 10:00", "2026-01-05 09:00 > 11:00"}, "", "1 #2 +0 It begins before an earlier punch has ended."},
		{"yielding", nil, []string{"2026-01-05 08:00 > 10:00", "2026-01-05 09:00 > 11:00"}, "", "2 #2 -3600 In at 09:00 counts as 10:00: it does not come before the end of the punch before, nor an out before its in."},
		{"outside", func(r *Rules) {
			r.Rounding.In = RoundRule{Mode: RoundUp, Interval: hour, Within: true, From: 0, To: hour}
		}, []string{"2026-01-05 08:00:59 > 10:00"}, "", "2 #1 +59 In at 08:00:59 counts as 08:00: outside the hours of the rounding rule, cut to the minute."},
		{"snap to a time", func(r *Rules) { r.Rounding.In = RoundRule{Mode: RoundSnap, From: 8 * hour, To: 9 * hour, At: 9 * hour} }, []string{"2026-01-05 08:30 > 10:00"}, "", "2 #1 -1800 In at 08:30 counts as 09:00: times from 08:00 to 09:00 count as 09:00."},
		{"partial minutes", func(r *Rules) { r.Rounding.Out = RoundRule{Mode: RoundNearestPartialMinuteDown, Interval: 15 * minute} }, []string{"2026-01-05 08:00 > 10:07:59"}, "", "2 #1 -479 Out at 10:07:59 counts as 10:00: rounded to the nearest 15 min, up from 8 min on."},
		{"to the minute", func(r *Rules) { r.Rounding.TruncateToMinute = true }, []string{"2026-01-05 08:00:30 > 10:00"}, "", "2 #1 +30 In at 08:00:30 counts as 08:00: cut to the minute."},
		{"a new shift by length", nil, []string{"2026-01-05 00:00 > 12:00", "2026-01-05 12:00 > 20:00"}, "", "3 #2 +0 A new shift begins at 2026-01-05 12:00, because the one before would get longer than 16 h 00 min."},
		{"end", func(r *Rules) { r.Shift.Date, r.Shift.DayStartsAt = DateEnd, 3*hour }, []string{"2026-01-05 01:00 > 09:00"}, "", "4 #1 +0 The shift that starts 2026-01-05 01:00 belongs to 2026-01-05, the day of its last worked second; days begin at 03:00."},
		{"split", func(r *Rules) { r.Shift.Date = DateSplitAtMidnight }, []string{"2026-01-04 22:00 > 2026-01-05 01:00"}, "", "4 #1 +3600 2026-01-05 00:00 to 2026-01-05 01:00 of the punch, 1 h 00 min, counts for this date."},
		{"a punched break", nil, []string{"2026-01-05 08:00 > 10:00 break", "2026-01-05 10:10 > 11:00"}, "", "5 #1 +0 A break of 10 min was punched."},
		{"nothing to deduct", auto(AutoMeal{Kind: OutMeal, Amount: 600, IncludePunched: true}), []string{"2026-01-05 08:00 > 10:00 meal", "2026-01-05 10:10 > 11:00"}, "", "5 #0 +0 The automatic meal of 10 min was punched, so nothing is deducted."},
		{"the rest of a meal", auto(AutoMeal{Kind: OutMeal, After: hour, Amount: 1800, IncludePunched: true}), []string{"2026-01-05 08:00 > 10:00 meal", "2026-01-05 10:10 > 11:00"}, "", "5 #0 -1200 20 min are deducted for a meal, because the worked 2 h 50 min reach 1 h 00 min; 10 min of the 30 min were punched."},
		{"no more than punched", auto(AutoMeal{Kind: OutBreak, Add: true, Amount: 1800, IncludePunched: true}), []string{"2026-01-05 08:00 > 10:00 break", "2026-01-05 10:10 > 11:00"}, "", "5 #0 +600 10 min are added for a break; it is not 30 min, because no more was punched that is not already paid."},
		{"most premium", func(r *Rules) {
			r.Premiums = []Premium{{Name: "call", Code: codeHalf, DailyBefore: NoLimit, WeeklyBefore: NoLimit, Maximum: hour}}
		}, days("2026-01-05", 2), "", "9 #0 -3600 The premium call of 2 h 00 min counts as 1 h 00 min, its most for a date."},
		{"nothing to pay back", auto(AutoMeal{Kind: OutBreak, Add: true, Amount: 600, IncludePunched: true}), []string{"2026-01-05 08:00 > 10:00"}, "", "5 #0 +0 No break is paid back: none was punched that is not already paid."},
		{"paid back", auto(AutoMeal{Kind: OutBreak, Add: true, Amount: 600}), []string{"2026-01-05 08:00 > 10:00"}, "", "5 #0 +600 10 min are added for a break."},
		{"nothing left", auto(AutoMeal{Kind: OutMeal, Amount: 3 * hour}), []string{"2026-01-05 08:00 > 10:00"}, "", "5 #0 +3600 More is deducted than was worked, so nothing is left."},
		{"rounded total", func(r *Rules) { r.Rounding.Total = quarter }, []string{"2026-01-05 08:00 > 10:08:20"}, "", "5 #0 +400 The total of 2 h 08 min 20 s counts as 2 h 15 min: rounded to the nearest 15 min."},
		{"a total of nothing", func(r *Rules) {
			r.Rounding.Total = RoundRule{Mode: RoundUp, Interval: 5 * minute, Grace: 10 * minute}
		}, []string{"2026-01-05 08:00 > 08:02"}, "", "5 #0 -120 The total of 2 min counts as 0 min: rounded up to 5 min with 10 min grace."},
		{"weekly", func(r *Rules) { r.Weekly[0] = level(hour, codeHalf) }, []string{"2026-01-05 08:00 > 10:00"}, "", "6 #0 +3600 1 h 00 min of the date from 1 h 00 min to 2 h 00 min are weekly1, because the week has passed 1 h 00 min."},
		{"period", func(r *Rules) { r.Period[0] = level(hour, codeHalf); r.Overtime.PeriodWeeks = 2 }, []string{"2026-01-05 08:00 > 10:00"}, "", "6 #0 +3600 1 h 00 min of the date from 1 h 00 min to 2 h 00 min are period1, because the period has passed 1 h 00 min."},
		{"period counter", func(r *Rules) { r.Period[0] = level(hour, codeHalf); r.Overtime.PeriodWeeks = 2 }, []string{"2026-01-04 08:00 > 10:00", "2026-01-05 08:00 > 09:00"}, "", "6 #0 +0 Before this date 2 h 00 min of the period from 2026-01-01 counted toward period overtime."},
		{"seventh day", func(r *Rules) { r.Overtime.SeventhDay, r.Overtime.WeekStartsOn = half, 2 }, days("2025-12-30", 1, 1, 1, 1, 1, 1, 2), "", "6 #0 +3600 1 h 00 min of the date from 0 min to 1 h 00 min are seventhDay1, because all seven days of the week were worked."},
		{"seventh day, second level", func(r *Rules) { r.Overtime.SeventhDay, r.Overtime.WeekStartsOn = half, 2 }, days("2025-12-30", 1, 1, 1, 1, 1, 1, 2), "", "6 #0 +3600 1 h 00 min of the date from 1 h 00 min to 2 h 00 min are seventhDay2, because all seven days of the week were worked and the date has passed 1 h 00 min."},
		{"consecutive", func(r *Rules) { r.Overtime.Consecutive = ConsecutiveDays{DayRule: half, Days: 2, Rolling: true} }, days("2026-01-04", 1, 2), "", "6 #0 +3600 1 h 00 min of the date from 0 min to 1 h 00 min are consecutive, because it is the 2nd worked day in a row."},
		{"consecutive2", func(r *Rules) { r.Overtime.Consecutive = ConsecutiveDays{DayRule: half, Days: 2, Rolling: true} }, days("2026-01-04", 1, 2), "", "6 #0 +3600 1 h 00 min of the date from 1 h 00 min to 2 h 00 min are consecutive2, because it is the 2nd worked day in a row and has passed 1 h 00 min."},
		{"days per week", func(r *Rules) { r.Overtime.DaysPerWeek = DaysPerWeek{true, 1, codeHalf} }, days("2026-01-05", 1), "", "6 #0 +3600 1 h 00 min of the date from 0 min to 1 h 00 min are daysPerWeek, because worked days count so from the 1st of the week on."},
		{"rest day", func(r *Rules) { r.Overtime.RestDays = RestDays{true, WeekdaysOf(1), codeHalf} }, days("2026-01-05", 1), "", "6 #0 +3600 1 h 00 min of the date from 0 min to 1 h 00 min are restDay, because it is a rest day."},
		{"holiday", func(r *Rules) { r.Overtime.Holiday = half }, days("2026-01-05", 1), "", "6 #0 +3600 1 h 00 min of the date from 0 min to 1 h 00 min are holiday, because it is a holiday."},
		{"tolerance", func(r *Rules) { r.Daily[0], r.Overtime.Tolerance = level(hour, codeHalf), hour }, days("2026-01-05", 2), "", "7 #0 +3600 1 h 00 min of overtime are regular, because they are not more than the tolerance of 1 h 00 min."},
		{"greater daily", func(r *Rules) { r.Daily[0], r.Overtime.GreaterOf = level(hour, codeHalf), true }, days("2026-01-05", 2), "", "6 #0 +0 Of 1 h 00 min of daily and 0 min of weekly overtime in the week from 2026-01-05 the greater is due: only the daily overtime counts."},
		{"neither daily nor weekly", func(r *Rules) {
			r.Daily[0], r.Weekly[0], r.Overtime.GreaterOf = level(hour, codeHalf), level(40*hour, codeHalf), true
		}, days("2026-01-05", 1), "", "6 #0 +0 Of 0 min of daily and 0 min of weekly overtime in the week from 2026-01-05 the greater is due: only the daily overtime counts."},
		{"greater weekly", func(r *Rules) { r.Weekly[0], r.Overtime.GreaterOf = level(hour, codeHalf), true }, days("2026-01-05", 2), "", "6 #0 +0 Of 0 min of daily and 1 h 00 min of weekly overtime in the week from 2026-01-05 the greater is due: only the weekly overtime counts."},
		{"least premium", func(r *Rules) {
			r.Premiums = []Premium{{Name: "call", Code: codeHalf, DailyBefore: NoLimit, WeeklyBefore: NoLimit, Minimum: 2 * hour, Maximum: NoLimit}}
		}, days("2026-01-05", 1), "", "9 #0 +3600 The premium call of 1 h 00 min counts as 2 h 00 min, its least for a date."},
		{"a second of premium", func(r *Rules) {
			r.Premiums = []Premium{{Name: "late", Code: codeHalf, DailyAfter: hour - 1, DailyBefore: NoLimit, WeeklyBefore: NoLimit, Maximum: NoLimit}}
		}, days("2026-01-05", 1), "", "9 #1 +1 1 s have the premium late, paid as pay code 2."},
		{"top-up", func(r *Rules) { r.MinimumShift = MinimumShift{true, 4 * hour, hour, codeHalf} }, days("2026-01-05", 3), "", "10 #1 +3600 The work that starts 2026-01-05 06:00 was 3 h 00 min and is topped up by 1 h 00 min to 4 h 00 min."},
	} {
		in := all(plainRules(c.rules), worked(nil, c.punches...))
		in.Now = local(nil, "2030-01-01 12:00")
		in.Holidays = []Date{dateOf("2026-01-05")}
		in.Explain = true
		date := c.date
		if date == "" {
			date = "2026-01-05"
		}
		got := strings.Join(steps(new(Evaluator).Evaluate(in), date), "\n")
		if !strings.Contains(got+"\n", c.want+"\n") {
			t.Errorf("%s: %q is not in\n%s", c.name, c.want, got)
		}
	}
}

func TestOrdinals(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{
		1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 102: "102nd", 111: "111th", 113: "113th",
		1211: "1211th", 8811: "8811th",
	} {
		check(t, "ordinal", ordinal(n), want)
	}
}

func TestSpans(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0 min", 5: "5 s", 60: "1 min", 65: "1 min 5 s", 3600: "1 h 00 min", 3605: "1 h 00 min 5 s", 40*hour + 90: "40 h 01 min 30 s", -60: "-1 min", -1: "-1 s", 3601: "1 h 00 min 1 s",
	} {
		check(t, "span", span(n), want)
	}
}
