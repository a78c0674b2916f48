package cards

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// days makes a punch of so many hours from 06:00 on each date, from a date on; 0 is a day off.
func days(from string, hours ...int) []string {
	var all []string
	for i, n := range hours {
		if n > 0 {
			d := dateOf(from) + Date(i)
			all = append(all, d.String()+" 06:00 > "+timeOfDay(6*hour+int64(n)*hour))
		}
	}
	return all
}

func level(threshold int64, code PayCode) Level {
	return Level{Set: true, Threshold: threshold, Code: code}
}

func TestClassification(t *testing.T) {
	t.Parallel()
	weekly := func(r *Rules) { r.Weekly[0] = level(40*hour, codeHalf) }
	runScenarios(t, []scenario{
		{
			name: "daily levels", rules: func(r *Rules) { r.Daily = [3]Level{level(8*hour, codeHalf), level(10*hour, codeDouble)} },
			punches: days("2026-01-05", 12, 8),
			want:    []string{"2026-01-05 12h regular 8h daily1 2h daily2 2h", "2026-01-06 8h regular 8h"},
		},
		{
			name: "a threshold of nothing is overtime from the first second", rules: func(r *Rules) { r.Daily[0] = level(0, codeHalf) },
			punches: days("2026-01-05", 1), want: []string{"2026-01-05 1h daily1 1h"},
		},
		{
			name: "the higher multiplier wins, also from a lower level", rules: func(r *Rules) {
				r.Daily = [3]Level{level(8*hour, codeDouble), level(10*hour, codeHalf)}
			},
			punches: days("2026-01-05", 12), want: []string{"2026-01-05 12h regular 8h daily1 4h"},
		},
		{
			name: "equal multipliers go to the higher level", rules: func(r *Rules) {
				r.Daily = [3]Level{level(8*hour, codeHalf), level(10*hour, codeHalf)}
			},
			punches: days("2026-01-05", 12), want: []string{"2026-01-05 12h regular 8h daily1 2h daily2 2h"},
		},
		{
			name: "overtime beats regular even when it is worth less", rules: func(r *Rules) {
				r.Regular = codeDouble
				r.Daily[0] = level(8*hour, codeRegular)
			},
			punches: days("2026-01-05", 9), want: []string{"2026-01-05 9h regular 8h daily1 1h"},
		},
		{
			name: "the week begins on Monday", rules: weekly, punches: days("2026-01-10", 10, 10, 10, 10, 10, 10, 10),
			want: []string{
				"2026-01-10 10h regular 10h", "2026-01-11 10h regular 10h", "2026-01-12 10h regular 10h", "2026-01-13 10h regular 10h",
				"2026-01-14 10h regular 10h", "2026-01-15 10h regular 10h", "2026-01-16 10h weekly1 10h",
			},
		},
		{
			name: "daily overtime does not count toward the week", rules: func(r *Rules) { weekly(r); r.Daily[0] = level(8*hour, codeHalf) },
			punches: days("2026-01-05", 10, 10, 10, 10, 10, 2),
			want: []string{
				"2026-01-05 10h regular 8h daily1 2h", "2026-01-06 10h regular 8h daily1 2h", "2026-01-07 10h regular 8h daily1 2h",
				"2026-01-08 10h regular 8h daily1 2h", "2026-01-09 10h regular 8h daily1 2h", "2026-01-10 2h weekly1 2h",
			},
		},
		{
			name: "on all hours it does", rules: func(r *Rules) {
				weekly(r)
				r.Daily[0] = level(9*hour, codeHalf)
				r.Overtime.AllHours = true
			},
			punches: days("2026-01-05", 12, 10, 9, 9, 9),
			want: []string{
				"2026-01-05 12h regular 9h daily1 3h", "2026-01-06 10h regular 9h daily1 1h", "2026-01-07 9h regular 9h",
				"2026-01-08 9h regular 9h", "2026-01-09 9h weekly1 9h",
			},
		},
		{
			name: "periods of two weeks from their anchor", rules: func(r *Rules) {
				r.Period[0] = level(80*hour, codeHalf)
				r.Overtime.PeriodWeeks, r.Overtime.PeriodAnchor = 2, dateOf("2026-01-19")
			},
			punches: slices.Concat(days("2026-01-05", 16, 16, 16, 16), days("2026-01-12", 16, 1), days("2026-01-19", 2)),
			want: []string{
				"2026-01-05 16h regular 16h", "2026-01-06 16h regular 16h", "2026-01-07 16h regular 16h", "2026-01-08 16h regular 16h",
				"2026-01-12 16h regular 16h", "2026-01-13 1h period1 1h", "2026-01-19 2h regular 2h",
			},
		},
		{
			name: "the seventh day of one week, not of seven days over two", rules: func(r *Rules) {
				r.Overtime.SeventhDay = DayRule{Set: true, Code: codeHalf, Second: true, Threshold2: 8 * hour, Code2: codeDouble}
			},
			punches: days("2026-01-04", 1, 1, 1, 1, 1, 1, 1, 9, 1),
			want: []string{
				"2026-01-04 1h regular 1h", "2026-01-05 1h regular 1h", "2026-01-06 1h regular 1h", "2026-01-07 1h regular 1h",
				"2026-01-08 1h regular 1h", "2026-01-09 1h regular 1h", "2026-01-10 1h regular 1h",
				"2026-01-11 9h seventhDay1 8h seventhDay2 1h", "2026-01-12 1h regular 1h",
			},
		},
		{
			name: "a run begins anew with the week", rules: func(r *Rules) {
				r.Overtime.Consecutive = ConsecutiveDays{DayRule: DayRule{Set: true, Code: codeHalf}, Days: 3}
			},
			punches: days("2026-01-10", 1, 1, 1, 1, 1, 0, 1),
			want: []string{
				"2026-01-10 1h regular 1h", "2026-01-11 1h regular 1h", "2026-01-12 1h regular 1h", "2026-01-13 1h regular 1h",
				"2026-01-14 1h consecutive 1h", "2026-01-16 1h regular 1h",
			},
		},
		{
			name: "or rolls on", rules: func(r *Rules) {
				r.Overtime.Consecutive = ConsecutiveDays{DayRule: DayRule{Set: true, Code: codeHalf}, Days: 3, Rolling: true}
			},
			punches: days("2026-01-10", 1, 1, 1, 1, 0, 1),
			want: []string{
				"2026-01-10 1h regular 1h", "2026-01-11 1h regular 1h", "2026-01-12 1h consecutive 1h", "2026-01-13 1h consecutive 1h",
				"2026-01-15 1h regular 1h",
			},
		},
		{
			name: "a date without paid time breaks a run", rules: func(r *Rules) {
				r.Overtime.Consecutive = ConsecutiveDays{DayRule: DayRule{Set: true, Code: codeHalf}, Days: 2}
			},
			punches: []string{"2026-01-05 08:00 > 09:00", "2026-01-06 08:00 > 08:00", "2026-01-07 08:00 > 09:00"},
			want:    []string{"2026-01-05 1h regular 1h", "2026-01-06 0h", "2026-01-07 1h regular 1h"},
		},
		{
			name: "rest days and holidays", holidays: []Date{dateOf("2026-01-09")}, rules: func(r *Rules) {
				weekly(r)
				r.Weekly[0].Threshold = 10 * hour
				r.Overtime.RestDays = RestDays{true, WeekdaysOf(6), codeHalf}
				r.Overtime.Holiday = DayRule{Set: true, Code: codeHalf}
			},
			punches: days("2026-01-08", 9, 5, 5, 3),
			want:    []string{"2026-01-08 9h regular 9h", "2026-01-09 5h holiday 5h", "2026-01-10 5h restDay 5h", "2026-01-11 3h regular 1h weekly1 2h"},
		},
		{
			name: "a holiday that counts toward the week", holidays: []Date{dateOf("2026-01-09")}, rules: func(r *Rules) {
				weekly(r)
				r.Weekly[0].Threshold = 10 * hour
				r.Overtime.Holiday = DayRule{Set: true, Code: codeDouble}
				r.Overtime.HolidayCounts = true
			},
			punches: days("2026-01-08", 5, 4, 3),
			want:    []string{"2026-01-08 5h regular 5h", "2026-01-09 4h holiday 4h", "2026-01-10 3h regular 1h weekly1 2h"},
		},
		{
			name: "days per week", rules: func(r *Rules) { r.Overtime.DaysPerWeek = DaysPerWeek{true, 2, codeHalf} },
			punches: days("2026-01-05", 1, 0, 1, 1, 0, 0, 0, 1),
			want:    []string{"2026-01-05 1h regular 1h", "2026-01-07 1h daysPerWeek 1h", "2026-01-08 1h daysPerWeek 1h", "2026-01-12 1h regular 1h"},
		},
		{
			name: "a second is a worked day", rules: func(r *Rules) { r.Overtime.DaysPerWeek = DaysPerWeek{true, 2, codeHalf} },
			punches: []string{"2026-01-05 08:00 > 08:00:01", "2026-01-06 08:00 > 09:00"},
			want:    []string{"2026-01-05 0h00:01 regular 0h00:01", "2026-01-06 1h daysPerWeek 1h"},
		},
		{
			name: "ties between kinds", holidays: []Date{dateOf("2026-01-11")}, rules: func(r *Rules) {
				half := DayRule{Set: true, Code: codeHalf}
				r.Daily[0], r.Weekly[0] = level(0, codeHalf), level(0, codeHalf)
				r.Overtime.SeventhDay, r.Overtime.Holiday = half, half
				r.Overtime.Consecutive = ConsecutiveDays{DayRule: half, Days: 6}
				r.Overtime.DaysPerWeek = DaysPerWeek{true, 5, codeHalf}
				r.Overtime.RestDays = RestDays{true, WeekdaysOf(4), codeHalf}
			},
			punches: days("2026-01-07", 1, 1, 1, 1, 1),
			want: []string{
				"2026-01-07 1h daily1 1h", "2026-01-08 1h restDay 1h", "2026-01-09 1h daily1 1h", "2026-01-10 1h daily1 1h",
				"2026-01-11 1h daysPerWeek 1h",
			},
		},
		{
			name: "and the whole week of them", rules: func(r *Rules) {
				half := DayRule{Set: true, Code: codeHalf}
				r.Overtime.SeventhDay = half
				r.Overtime.Consecutive = ConsecutiveDays{DayRule: half, Days: 6}
				r.Overtime.DaysPerWeek = DaysPerWeek{true, 5, codeHalf}
			},
			punches: days("2026-01-05", 1, 1, 1, 1, 1, 1, 1),
			want: []string{
				"2026-01-05 1h regular 1h", "2026-01-06 1h regular 1h", "2026-01-07 1h regular 1h", "2026-01-08 1h regular 1h",
				"2026-01-09 1h daysPerWeek 1h", "2026-01-10 1h consecutive 1h", "2026-01-11 1h seventhDay1 1h",
			},
		},
	})
}

// TestAnyLevelOfAPeriod: periods count whichever of their levels is set, and may be one week long.
func TestAnyLevelOfAPeriod(t *testing.T) {
	t.Parallel()
	for i, want := range []string{"period1", "period2", "period3"} {
		r := plainRules(func(r *Rules) { r.Period[i], r.Overtime.PeriodWeeks = level(2*hour, codeHalf), 1 })
		got := lines(new(Evaluator).Evaluate(all(r, worked(nil, days("2026-01-05", 3)...))))
		if diff := cmp.Diff([]string{"2026-01-05 3h regular 2h " + want + " 1h"}, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestPayCodes: each category is paid under the pay code that the rules give for it.
func TestPayCodes(t *testing.T) {
	t.Parallel()
	code := func(id int64) PayCode { return PayCode{ID: id, Multiplier: 15000 + id} }
	levels := func(id int64) [3]Level {
		return [3]Level{level(hour, code(id)), level(2*hour, code(id+1)), level(3*hour, code(id+2))}
	}
	both := func(id int64) DayRule {
		return DayRule{Set: true, Code: code(id), Second: true, Threshold2: hour, Code2: code(id + 1)}
	}
	for _, c := range []struct {
		name    string
		rules   func(*Rules)
		punches []string
		want    map[Category]int64
	}{
		{"days", func(r *Rules) { r.Daily = levels(10) }, days("2026-01-05", 4), map[Category]int64{Regular: 1, Daily1: 10, Daily2: 11, Daily3: 12}},
		{"weeks", func(r *Rules) { r.Weekly = levels(20) }, days("2026-01-05", 4), map[Category]int64{Regular: 1, Weekly1: 20, Weekly2: 21, Weekly3: 22}},
		{
			"periods", func(r *Rules) { r.Period, r.Overtime.PeriodWeeks = levels(30), 2 }, days("2026-01-05", 4),
			map[Category]int64{Regular: 1, Period1: 30, Period2: 31, Period3: 32},
		},
		{
			"the seventh day", func(r *Rules) { r.Overtime.SeventhDay = both(40) }, days("2026-01-05", 1, 1, 1, 1, 1, 1, 2),
			map[Category]int64{Regular: 1, SeventhDay1: 40, SeventhDay2: 41},
		},
		{
			"a run", func(r *Rules) { r.Overtime.Consecutive = ConsecutiveDays{DayRule: both(50), Days: 2} }, days("2026-01-05", 1, 2),
			map[Category]int64{Regular: 1, Consecutive: 50, Consecutive2: 51},
		},
		{
			"days of the week", func(r *Rules) { r.Overtime.DaysPerWeek = DaysPerWeek{true, 2, code(60)} }, days("2026-01-05", 1, 1),
			map[Category]int64{Regular: 1, DaysWeek: 60},
		},
		{"a rest day", func(r *Rules) { r.Overtime.RestDays = RestDays{true, WeekdaysOf(1), code(70)} }, days("2026-01-05", 1), map[Category]int64{RestDay: 70}},
		{"a holiday", func(r *Rules) { r.Overtime.Holiday = DayRule{Set: true, Code: code(80)} }, days("2026-01-05", 1), map[Category]int64{Holiday: 80}},
	} {
		in := all(plainRules(c.rules), worked(nil, c.punches...))
		in.Holidays = []Date{dateOf("2026-01-05")}
		got := map[Category]int64{}
		for _, card := range new(Evaluator).Evaluate(in).TimeCards {
			for _, total := range card.Totals {
				got[total.Category] = total.PayCode
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestToleranceAndGreaterOf(t *testing.T) {
	t.Parallel()
	alberta := func(r *Rules) { // Employment Standards Code of Alberta, s. 21: over 8 a day or 44 a week, the greater
		r.Daily[0], r.Weekly[0] = level(8*hour, codeHalf), level(44*hour, codeHalf)
		r.Overtime.GreaterOf = true
	}
	runScenarios(t, []scenario{
		{
			name: "within the tolerance", rules: func(r *Rules) { r.Daily[0], r.Overtime.Tolerance = level(8*hour, codeHalf), 15*minute },
			punches: []string{"2026-01-05 08:00 > 16:15", "2026-01-06 08:00 > 16:15:01"},
			want:    []string{"2026-01-05 8h15 regular 8h15", "2026-01-06 8h15:01 regular 8h daily1 0h15:01"},
		},
		{
			name: "the counters stay", rules: func(r *Rules) {
				r.Daily[0], r.Weekly[0], r.Overtime.Tolerance = level(8*hour, codeHalf), level(16*hour, codeHalf), 15*minute
			},
			punches: []string{"2026-01-05 08:00 > 16:15", "2026-01-06 08:00 > 16:00", "2026-01-07 08:00 > 09:00"},
			want:    []string{"2026-01-05 8h15 regular 8h15", "2026-01-06 8h regular 8h", "2026-01-07 1h weekly1 1h"},
		},
		{
			name: "the daily overtime is greater", rules: alberta, punches: days("2026-01-05", 12, 8, 8, 8, 8, 2),
			want: []string{
				"2026-01-05 12h regular 8h daily1 4h", "2026-01-06 8h regular 8h", "2026-01-07 8h regular 8h", "2026-01-08 8h regular 8h",
				"2026-01-09 8h regular 8h", "2026-01-10 2h regular 2h",
			},
		},
		{
			name: "the days before and after the week bear on nothing", rules: alberta, punches: days("2026-01-04", 8, 9, 8, 8, 8, 8, 0, 0, 8),
			want: []string{
				"2026-01-04 8h regular 8h", "2026-01-05 9h regular 8h daily1 1h", "2026-01-06 8h regular 8h", "2026-01-07 8h regular 8h",
				"2026-01-08 8h regular 8h", "2026-01-09 8h regular 8h", "2026-01-12 8h regular 8h",
			},
		},
		{
			name: "as much of both goes by days", rules: alberta, punches: days("2026-01-05", 12, 8, 8, 8, 8, 4),
			want: []string{
				"2026-01-05 12h regular 8h daily1 4h", "2026-01-06 8h regular 8h", "2026-01-07 8h regular 8h", "2026-01-08 8h regular 8h",
				"2026-01-09 8h regular 8h", "2026-01-10 4h regular 4h",
			},
		},
		{
			name: "and a second more by the week", rules: alberta, punches: append(days("2026-01-05", 12, 8, 8, 8, 8), "2026-01-10 08:00 > 12:00:01"),
			want: []string{
				"2026-01-05 12h regular 12h", "2026-01-06 8h regular 8h", "2026-01-07 8h regular 8h", "2026-01-08 8h regular 8h",
				"2026-01-09 8h regular 8h", "2026-01-10 4h00:01 weekly1 4h00:01",
			},
		},
		{
			name: "the weekly is", rules: alberta, punches: days("2026-01-05", 9, 8, 8, 8, 8, 8),
			want: []string{
				"2026-01-05 9h regular 9h", "2026-01-06 8h regular 8h", "2026-01-07 8h regular 8h", "2026-01-08 8h regular 8h",
				"2026-01-09 8h regular 8h", "2026-01-10 8h regular 3h weekly1 5h",
			},
		},
	})
}

func TestPremiums(t *testing.T) {
	t.Parallel()
	premium := func(change func(*Premium)) func(*Rules) {
		return func(r *Rules) {
			p := Premium{Name: "n", Code: codeHalf, Window: Window{End: day}, DailyBefore: NoLimit, WeeklyBefore: NoLimit, Maximum: NoLimit}
			change(&p)
			r.Premiums = []Premium{p}
		}
	}
	night := func(p *Premium) { p.Window = Window{Start: 22 * hour, End: 6 * hour} }
	runScenarios(t, []scenario{
		{
			name: "past midnight", rules: premium(night), punches: []string{"2026-01-05 20:00 > 2026-01-06 08:00"},
			want: []string{"2026-01-05 12h regular 12h + n 8h"},
		},
		{
			name: "nine hours of an autumn night", zone: "Europe/Berlin", rules: premium(night),
			punches: []string{"2026-10-24 22:00 > 2026-10-25 06:00"}, want: []string{"2026-10-24 9h regular 9h + n 9h"},
		},
		{
			name: "seven of a spring night", zone: "Europe/Berlin", rules: premium(night),
			punches: []string{"2026-03-28 22:00 > 2026-03-29 06:00"}, want: []string{"2026-03-28 7h regular 7h + n 7h"},
		},
		{
			name: "from a second past midnight", rules: premium(func(p *Premium) { p.Start = 1 }),
			punches: []string{"2026-01-05 00:00 > 01:00"}, want: []string{"2026-01-05 1h regular 1h + n 0h59:59"},
		},
		{
			name: "on whole Mondays", rules: premium(func(p *Premium) { p.Days = WeekdaysOf(1) }),
			punches: days("2026-01-05", 1, 1), want: []string{"2026-01-05 1h regular 1h + n 1h", "2026-01-06 1h regular 1h"},
		},
		{
			name: "by the day on which the window starts", rules: premium(func(p *Premium) { night(p); p.Days = WeekdaysOf(1) }),
			punches: []string{"2026-01-05 00:00 > 07:00", "2026-01-05 21:00 > 2026-01-06 07:00"}, // a Monday
			want:    []string{"2026-01-05 7h regular 7h", "2026-01-05 10h regular 10h + n 8h"},
		},
		{
			name:    "by dates",
			rules:   premium(func(p *Premium) { p.Dated, p.From, p.To = true, dateOf("2026-01-06"), dateOf("2026-01-07") }),
			punches: days("2026-01-05", 1, 1, 1, 1),
			want:    []string{"2026-01-05 1h regular 1h", "2026-01-06 1h regular 1h + n 1h", "2026-01-07 1h regular 1h + n 1h", "2026-01-08 1h regular 1h"},
		},
		{
			name:    "by worked hours of the day",
			rules:   premium(func(p *Premium) { p.DailyAfter, p.DailyBefore = 3*hour, 5*hour }),
			punches: []string{"2026-01-05 08:00 > 10:00", "2026-01-05 11:00 > 15:00"},
			want:    []string{"2026-01-05 6h regular 6h + n 2h"},
		},
		{
			name:    "by worked hours of the week",
			rules:   premium(func(p *Premium) { p.WeeklyAfter, p.WeeklyBefore = 10*hour, 12*hour }),
			punches: days("2026-01-11", 8, 8, 8), // the week begins on the second day
			want:    []string{"2026-01-11 8h regular 8h", "2026-01-12 8h regular 8h", "2026-01-13 8h regular 8h + n 2h"},
		},
		{
			name: "worked hours are those outside unpaid windows", rules: func(r *Rules) {
				premium(func(p *Premium) { p.DailyAfter = 4 * hour })(r)
				r.Unpaid = []Window{{Start: 9 * hour, End: 10 * hour}}
			},
			punches: days("2026-01-05", 8), want: []string{"2026-01-05 7h regular 7h + n 3h"},
		},
		{
			name: "at least", rules: premium(func(p *Premium) { night(p); p.Minimum = 2 * hour }),
			punches: []string{"2026-01-05 21:00 > 22:30", "2026-01-06 12:00 > 13:00"},
			want:    []string{"2026-01-05 1h30 regular 1h30 + n 2h", "2026-01-06 1h regular 1h"},
		},
		{
			name: "at most, from the last back", rules: premium(func(p *Premium) { p.Maximum = 3 * hour }),
			punches: []string{"2026-01-05 02:00 > 04:00", "2026-01-05 10:00 > 12:00", "2026-01-05 20:00 > 21:00"},
			want:    []string{"2026-01-05 2h regular 2h + n 2h", "2026-01-05 2h regular 2h + n 1h", "2026-01-05 1h regular 1h"},
		},
		{
			name:    "a second more, a second less",
			rules:   premium(func(p *Premium) { p.Minimum, p.Maximum = 2*hour, 3*hour }),
			punches: []string{"2026-01-05 08:00 > 09:59:59", "2026-01-06 08:00 > 11:00:01"},
			want:    []string{"2026-01-05 1h59:59 regular 1h59:59 + n 2h", "2026-01-06 3h00:01 regular 3h00:01 + n 3h"},
		},
		{
			name: "automatic meals take nothing from it", rules: func(r *Rules) {
				premium(night)(r)
				r.AutoMeals = []AutoMeal{{Kind: OutMeal, Amount: 7 * hour}}
			},
			punches: []string{"2026-01-05 22:00 > 2026-01-06 06:00"}, want: []string{"2026-01-05 1h regular 1h + n 8h"},
		},
	})
}

func TestMinimumShift(t *testing.T) {
	t.Parallel()
	least := func(gap int64) func(*Rules) {
		return func(r *Rules) { r.MinimumShift = MinimumShift{true, 4 * hour, gap, codeHalf} }
	}
	runScenarios(t, []scenario{
		{name: "short", rules: least(8 * hour), punches: days("2026-01-05", 3), want: []string{"2026-01-05 3h regular 3h minimumShift 1h"}},
		{name: "long enough", rules: least(8 * hour), punches: days("2026-01-05", 4), want: []string{"2026-01-05 4h regular 4h"}},
		{
			name: "two that hang together", rules: least(8 * hour), punches: []string{"2026-01-05 08:00 > 10:00", "2026-01-05 17:59 > 19:00"},
			want: []string{"2026-01-05 2h regular 2h", "2026-01-05 1h01 regular 1h01 minimumShift 0h59"},
		},
		{
			name: "and two that do not", rules: least(8 * hour), punches: []string{"2026-01-05 08:00 > 10:00", "2026-01-05 18:00 > 21:00"},
			want: []string{"2026-01-05 2h regular 2h", "2026-01-05 3h regular 3h minimumShift 3h"},
		},
		{
			name: "sent home at once", rules: least(8 * hour), punches: []string{"2026-01-05 08:00 > 08:00"},
			want: []string{"2026-01-05 0h minimumShift 4h"},
		},
		{name: "an open punch is not topped up", rules: least(8 * hour), punches: []string{"2026-01-05 08:00 > -"}, want: []string{"2026-01-05 0h"}},
		{
			name: "on the last card that carries time", rules: least(8 * hour), punches: []string{"2026-01-05 08:00 > 10:00", "2026-01-05 20:00 > -"},
			want: []string{"2026-01-05 2h regular 2h minimumShift 2h", "2026-01-05 0h"},
		},
		{
			name: "on the last of a date on which none does", rules: func(r *Rules) { least(8 * hour)(r); r.Shift.Date = DateSplitAtMidnight },
			punches: []string{"2026-01-04 08:00 > 12:00", "2026-01-05 23:00 > -", "2026-01-06 00:30 > 01:30"},
			want:    []string{"2026-01-04 4h regular 4h", "2026-01-05 0h minimumShift 3h", "2026-01-06 1h regular 1h"},
		},
		{
			name: "dated by its first in", rules: func(r *Rules) { least(8 * hour)(r); r.Shift.Date = DateSplitAtMidnight },
			punches: []string{"2026-01-05 23:00 > 2026-01-06 01:00"},
			want:    []string{"2026-01-05 1h regular 1h minimumShift 2h", "2026-01-06 1h regular 1h"},
		},
	})
}
