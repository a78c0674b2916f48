package app

import "punchclock/internal/attendance"

// Presets are the ready-made pay classes.
func Presets() []Preset {
	return []Preset{
		{
			Key: "flsa", Name: "FLSA (United States)", rules: flsa,
			Summary: "Time and a half over 40 hours a week.",
			Source:  "Fair Labor Standards Act, 29 U.S.C. 207(a)(1); 29 CFR part 778",
		},
		{
			Key: "california", Name: "California", rules: california,
			Summary: "Time and a half over 8 hours a day, over 40 hours a week and for 8 hours on the seventh day of the week; double over 12 hours a day and over 8 on the seventh day.",
			Source:  "California Labor Code, sections 500 and 510",
		},
		{
			Key: "colorado", Name: "Colorado", rules: colorado,
			Summary: "Time and a half over 12 hours a day or in a row and over 40 hours a week.",
			Source:  "Colorado COMPS Order, 7 CCR 1103-1, rule 4.1",
		},
		{
			Key: "ontario", Name: "Ontario", rules: ontario,
			Summary: "Time and a half over 44 hours a week.",
			Source:  "Ontario Employment Standards Act, 2000, section 22",
		},
		{
			Key: "alberta", Name: "Alberta", rules: alberta,
			Summary: "Time and a half over 8 hours a day or over 44 hours a week, whichever is more.",
			Source:  "Alberta Employment Standards Code, sections 21 and 22",
		},
		{
			Key: "british-columbia", Name: "British Columbia", rules: britishColumbia,
			Summary: "Time and a half over 8 hours a day and over 40 hours a week; double over 12 hours a day.",
			Source:  "British Columbia Employment Standards Act, sections 35 and 40",
		},
		{
			Key: "australia", Name: "Australia-style example", rules: australia,
			Summary: "A week of 38 hours: time and a half for two hours of overtime, then double; double on Sundays, two and a half on public holidays.",
			Source:  "Fair Work Act 2009, section 62; the pattern of Clerks Private Sector Award 2020 (MA000002), clause 21.4",
		},
		{
			Key: "eu", Name: "Plain EU hours", rules: plainEU,
			Summary: "No overtime pay: what is over 48 hours a week is shown apart at the plain rate; premiums for nights and Sundays.",
			Source:  "Directive 2003/88/EC, articles 2, 5 and 6, which lay down no pay; the premiums are examples",
		},
	}
}

// hours is a length of so many hours and minutes.
func hours(h, m int64) attendance.Opt[*attendance.Span] {
	return attendance.Some(new(attendance.Span(h*3600 + m*60)))
}

// to is a pay code of a rule.
func to(code int64) attendance.Opt[*int64] { return attendance.Some(&code) }

// shiftsBy are the default rules of shifts with another date rule.
func shiftsBy(date string) attendance.Opt[*attendance.ShiftRules] {
	return attendance.Some(&attendance.ShiftRules{Gap: 4 * 3600, Maximum: new(attendance.Span(16 * 3600)), Date: date})
}

// plainOvertime are the default rules of overtime.
func plainOvertime() attendance.OvertimeRules {
	return attendance.OvertimeRules{WeeklyBasis: attendance.BasisNonOvertime, Combination: attendance.CombinationStacked}
}

const sunday = 7

// flsa is the federal law of the United States.
func flsa(code func(string) int64) attendance.PayClassInput {
	return attendance.PayClassInput{
		// The workweek is seven fixed days, which the employer chooses (29 CFR 778.105). Each stands alone (778.104), so that
		// of a night over its end each week gets its part.
		PayPeriodStartsOn: attendance.Some[int64](sunday),
		Shift:             shiftsBy(attendance.ShiftDateSplit),
		// 29 U.S.C. 207(a)(1): one and a half times over 40 hours.
		Weekly1Threshold: hours(40, 0), Weekly1PayCode: to(code("Overtime")),
	}
}

// california pays by the day, by the week and for the seventh day. An hour that is overtime by the day does not count
// again toward the week: section 510(a) asks for no combination of rates.
func california(code func(string) int64) attendance.PayClassInput {
	overtime := plainOvertime()
	// Section 510(a): the first 8 hours on the seventh day of work in a workweek at one and a half, what is over 8 double.
	overtime.SeventhDay = &attendance.SeventhDayRule{
		PayCode: code("Overtime"), Threshold2: new(attendance.Span(8 * 3600)), PayCode2: new(code("Double time")),
	}
	return attendance.PayClassInput{
		// Section 500: a workday is 24 hours from the same time each calendar day, a workweek seven of them. Midnight and
		// Sunday are what holds when the employer has not chosen otherwise.
		PayPeriodStartsOn: attendance.Some[int64](sunday),
		Shift:             shiftsBy(attendance.ShiftDateSplit),
		// Section 510(a): one and a half over 8 hours of a workday, double over 12, one and a half over 40 of a workweek.
		Daily1Threshold: hours(8, 0), Daily1PayCode: to(code("Overtime")),
		Daily2Threshold: hours(12, 0), Daily2PayCode: to(code("Double time")),
		Weekly1Threshold: hours(40, 0), Weekly1PayCode: to(code("Overtime")),
		Overtime: attendance.Some(&overtime),
	}
}

// colorado pays over 12 hours of a day as well as over 12 hours in a row, whenever days begin.
func colorado(code func(string) int64) attendance.PayClassInput {
	return attendance.PayClassInput{
		PayPeriodStartsOn: attendance.Some[int64](sunday),
		// Rule 4.1: 12 consecutive hours are counted without regard to the start and end of the workday, so that a shift is not
		// cut at midnight.
		Shift: shiftsBy(attendance.ShiftDateStart),
		// Rule 4.1: of over 40 hours a workweek, over 12 a workday and over 12 in a row the one that pays most. Hours over 12
		// do not count toward the 40, and so the overtime of a week is the greater of the two.
		Daily1Threshold: hours(12, 0), Daily1PayCode: to(code("Overtime")),
		Weekly1Threshold: hours(40, 0), Weekly1PayCode: to(code("Overtime")),
	}
}

// ontario has no overtime by the day.
func ontario(code func(string) int64) attendance.PayClassInput {
	return attendance.PayClassInput{
		// Section 1: a work week is seven days in a row that recur, by the employer's choice, else from Sunday.
		PayPeriodStartsOn: attendance.Some[int64](sunday),
		Shift:             shiftsBy(attendance.ShiftDateSplit),
		// Section 22(1): one and a half over 44 hours.
		Weekly1Threshold: hours(44, 0), Weekly1PayCode: to(code("Overtime")),
	}
}

// alberta pays the greater of daily and weekly overtime, not both.
func alberta(code func(string) int64) attendance.PayClassInput {
	overtime := plainOvertime()
	// Section 21: overtime of a week is what is over 8 hours on its days, or over 44 hours of it, whichever is greater.
	overtime.Combination = attendance.CombinationGreater
	return attendance.PayClassInput{
		PayPeriodStartsOn: attendance.Some[int64](sunday),
		// Sections 21 and 22: at one and a half.
		Daily1Threshold: hours(8, 0), Daily1PayCode: to(code("Overtime")),
		Weekly1Threshold: hours(44, 0), Weekly1PayCode: to(code("Overtime")),
		Overtime: attendance.Some(&overtime),
	}
}

// britishColumbia counts only the first 8 hours of each day toward the week (section 40(3)), which is what time that is
// no daily overtime is.
func britishColumbia(code func(string) int64) attendance.PayClassInput {
	overtime := plainOvertime()
	// Section 1: a week begins on Sunday, whatever the pay period is.
	overtime.WeekStartsOn = new(int64(sunday))
	return attendance.PayClassInput{
		PayPeriodStartsOn: attendance.Some[int64](sunday),
		// Section 40(1): one and a half over 8 hours a day, double over 12. Section 40(2): one and a half over 40 hours a week.
		Daily1Threshold: hours(8, 0), Daily1PayCode: to(code("Overtime")),
		Daily2Threshold: hours(12, 0), Daily2PayCode: to(code("Double time")),
		Weekly1Threshold: hours(40, 0), Weekly1PayCode: to(code("Overtime")),
		Overtime: attendance.Some(&overtime),
	}
}

// australia is a pattern that many modern awards share, with the figures of one of them. It is no award: those have
// spans of hours, classifications and loadings of their own.
func australia(code func(string) int64) attendance.PayClassInput {
	overtime := plainOvertime()
	// Table 5 of clause 21.4: overtime on a Sunday is double all day, on a public holiday two and a half.
	overtime.RestDays = &attendance.RestDaysRule{Days: attendance.Weekdays{sunday}, PayCode: code("Double time")}
	overtime.Holiday = &attendance.HolidayRule{PayCode: code("Public holiday")}
	return attendance.PayClassInput{
		// Section 62 of the Act: 38 ordinary hours a week, here five days of 7 h 36 min. Clause 21.4: overtime is calculated
		// daily, from Monday to Saturday one and a half for the first two hours and double after that.
		Daily1Threshold: hours(7, 36), Daily1PayCode: to(code("Overtime")),
		Daily2Threshold: hours(9, 36), Daily2PayCode: to(code("Double time")),
		Weekly1Threshold: hours(38, 0), Weekly1PayCode: to(code("Overtime")),
		Weekly2Threshold: hours(40, 0), Weekly2PayCode: to(code("Double time")),
		Overtime: attendance.Some(&overtime),
	}
}

// plainEU shows what the directive limits. What is paid for it is left to national law and agreements.
func plainEU(code func(string) int64) attendance.PayClassInput {
	return attendance.PayClassInput{
		PayPeriod: attendance.Some(attendance.PeriodMonth),
		// Article 6(b): at most 48 hours in seven days, on an average of up to four months. It is a limit, not a premium.
		Weekly1Threshold: hours(48, 0), Weekly1PayCode: to(code("Over 48 hours")),
		Premiums: attendance.Some(&[]attendance.Premium{
			// Article 2(3): night time is seven hours or more that include midnight to 05:00.
			{Name: "Night", PayCode: code("Night premium"), Start: 23 * 3600, End: 6 * 3600},
			// Article 5: a day of rest in seven, which most member states place on Sunday.
			{Name: "Sunday", PayCode: code("Sunday premium"), Days: &attendance.Weekdays{sunday}, End: 24 * 3600},
		}),
	}
}
