package cards

// Rules are what a pay class says, in seconds and ids. They are only read. The zero value of each part is off, except for
// Shift, which Defaults fills, and for the limits of a Premium.
type Rules struct {
	PayClass     int64    // passed through to the cards; 0 is none
	Regular      PayCode  // what time gets to which nothing else applies
	Daily        [3]Level // by the seconds of the date
	Weekly       [3]Level // by the weekly counter
	Period       [3]Level // by the period counter; need PeriodWeeks
	Shift        ShiftRules
	Overtime     Overtime
	Rounding     Rounding
	AutoMeals    []AutoMeal
	Unpaid       []Window // cut out of worked time
	Premiums     []Premium
	MinimumShift MinimumShift
}

// PayCode is under what name time is paid and what it is worth.
type PayCode struct {
	ID         int64
	Multiplier int64  // fixed point, in any unit that all pay codes of an evaluation share, such as ten-thousandths
	Name       string // for explanations; may be empty
}

// Level is a threshold from which time is overtime.
type Level struct {
	Set       bool // both threshold and pay code are given
	Threshold int64
	Code      PayCode
}

// DateRule says to which day a shift belongs.
type DateRule uint8

// The date rules.
const (
	DateStart           DateRule = iota // the day of the first in
	DateEnd                             // the day of the last worked second
	DateMostWorked                      // the day with most seconds, the earlier of two
	DateSplitAtMidnight                 // each day its part; the shift as a whole that of its first in
)

// ShiftRules say what one shift is.
type ShiftRules struct {
	Gap         int64 // a pause this long or longer ends the shift, seconds
	Maximum     int64 // the longest shift, seconds; NoLimit is no limit
	Date        DateRule
	DayStartsAt int64 // seconds of the local day at which a day begins
}

// Overtime says how weeks, periods and special days are counted.
type Overtime struct {
	WeekStartsOn  int   // 1 is Monday, 7 is Sunday; 0 is Monday too
	AllHours      bool  // the weekly counter runs on all time, not only on what is no daily or other overtime
	GreaterOf     bool  // of daily and weekly overtime of a week only the greater is due, not both
	Tolerance     int64 // overtime of a date up to this long is regular time
	PeriodWeeks   int   // length of a period; 0 is no periods
	PeriodAnchor  Date  // a day on which a period begins
	SeventhDay    DayRule
	Consecutive   ConsecutiveDays
	DaysPerWeek   DaysPerWeek
	RestDays      RestDays
	Holiday       DayRule // only the first level
	HolidayCounts bool    // time classified as holiday advances the weekly counter
}

// DayRule makes all time of certain dates overtime, with a second level from Threshold2 of the date.
type DayRule struct {
	Set        bool
	Code       PayCode
	Second     bool // Threshold2 and Code2 are given
	Threshold2 int64
	Code2      PayCode
}

// ConsecutiveDays makes the Days-th and every later date of an unbroken run of worked dates overtime.
type ConsecutiveDays struct {
	DayRule
	Days    int
	Rolling bool // the run does not begin anew with the overtime week
}

// DaysPerWeek makes the Days-th and every later worked date of the overtime week overtime.
type DaysPerWeek struct {
	Set  bool
	Days int
	Code PayCode
}

// RestDays makes work on certain weekdays overtime.
type RestDays struct {
	Set  bool
	Days Weekdays
	Code PayCode
}

// Rounding says how ins, outs, meals, breaks and totals are rounded, in this order: In and Out, then TruncateToMinute,
// then Snap; later Meal and Break, last Total.
type Rounding struct {
	In, Out          RoundRule
	Meal, Break      RoundRule
	Total            RoundRule
	TruncateToMinute bool
	Snap             Snap
}

// Snap draws an in to the scheduled start and an out to the scheduled end when it is at most so many seconds away.
type Snap struct {
	Set                 bool
	InBefore, InAfter   int64
	OutBefore, OutAfter int64
}

// RoundMode says where a value between two marks goes.
type RoundMode uint8

// The modes. The partial-minute modes break at half an interval cut to whole minutes, which is the 7/8-minute rule that
// 29 CFR 785.48 is read to allow.
const (
	RoundOff RoundMode = iota
	RoundDown
	RoundUp
	RoundNearest
	RoundNearestPartialMinuteDown
	RoundNearestPartialMinuteUp
	RoundSnap // times from From to To become At
)

// RoundRule rounds a time of day or a length, in seconds.
type RoundRule struct {
	Mode     RoundMode
	Interval int64
	Grace    int64 // down: this much before a mark already counts as the mark; up: this much after it still does
	// Within limits the rule: for In and Out to these times of day, outside which a time is only cut to the minute; for
	// Total to these lengths, outside which it stays. From and To are both included. RoundSnap always has them.
	Within   bool
	From, To int64
	At       int64 // RoundSnap only
}

// AutoMeal is a meal or break that is deducted or paid without being punched.
type AutoMeal struct {
	Kind   OutKind // OutMeal or OutBreak
	Add    bool    // paid; else deducted
	After  int64   // from so much worked time on
	Amount int64
	// IncludePunched deducts only what was not punched of the kind, where each punched second counts against one
	// deduction; with Add it pays back at most the n-th punched gap of the kind, for the n-th such entry. A gap counts
	// as it was rounded, for so much of it was not paid.
	IncludePunched bool
	Pool           bool // with Add and IncludePunched: stands against all punched gaps of the kind, not against one
}

// Window is a daily stretch of local time. It is as long as the wall clock shows a time from Start to End, so in the
// night when clocks go back it may be longer.
type Window struct {
	Start int64    // seconds of the local day
	End   int64    // the same, 24:00 is 86400; not after Start passes midnight
	Days  Weekdays // on which it starts; 0 is every day
}

// Premium is extra pay for time in a window of the clock and in bands of worked hours. An unused limit is 0 for
// DailyAfter, WeeklyAfter, Minimum and NoLimit for DailyBefore, WeeklyBefore, Maximum.
type Premium struct {
	Name         string
	Code         PayCode
	Window             // Days, From and To hold for the local calendar day on which it starts
	From, To     Date  // closed range, where Dated
	Dated        bool  // From and To are given
	DailyAfter   int64 // worked time of the date, after unpaid windows
	DailyBefore  int64
	WeeklyAfter  int64 // worked time since the start of the overtime week
	WeeklyBefore int64
	Minimum      int64 // when there is any, at least this much a date
	Maximum      int64 // at most this much a date
}

// MinimumShift tops up work that was shorter than the least that is paid.
type MinimumShift struct {
	Set    bool
	Length int64
	Gap    int64 // a pause this long or longer begins a new piece of work
	Code   PayCode
}

// Schedule is an employee's weekly pattern of shift classes: Days[0] is Monday.
type Schedule struct {
	Days [7][]ShiftClass
}

// ShiftClass is when a shift should be worked.
type ShiftClass struct {
	ID         int64
	Start      int64 // seconds of the local day
	End        int64 // the same; not after Start passes midnight
	LateGrace  int64
	EarlyGrace int64
	BindWindow int64    // a shift is bound to the nearest Start, at most this far from its first in; to the earlier of two
	Unpaid     []Window // Days is ignored
}

// Defaults are the rules of an employee without a pay class: shifts end with a pause of 4 hours, are at most 16 hours
// long and count for the day on which they start, and all time is regular.
func Defaults(regular PayCode) *Rules {
	return &Rules{Regular: regular, Shift: ShiftRules{Gap: 4 * hour, Maximum: 16 * hour}, Overtime: Overtime{WeekStartsOn: 1}}
}
