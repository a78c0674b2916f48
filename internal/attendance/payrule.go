package attendance

// PayRules are what a pay class says: how time becomes pay. Thresholds and other lengths are seconds.
type PayRules struct {
	PayMode           string         `json:"payMode"`
	EnableNetPay      bool           `json:"enableNetPay"`
	PayPeriod         string         `json:"payPeriod"`
	PayPeriodStartsOn int64          `json:"payPeriodStartsOn"` // ISO weekday, of a month the day
	PayPeriodAnchor   *Date          `json:"payPeriodAnchor"`   // a day of the first week of some biweek
	PayDateDaysAfter  *int64         `json:"payDateDaysAfter"`  // days from the end of a period to its pay date
	RegularPayCode    int64          `json:"regularPayCode"`
	Daily             [3]PayLevel    `json:"daily"`
	Weekly            [3]PayLevel    `json:"weekly"`
	Period            [3]PayLevel    `json:"period"`
	Shift             *ShiftRules    `json:"shift"`
	Overtime          *OvertimeRules `json:"overtime"`
	Rounding          *RoundingRules `json:"rounding"`
	AutoMeals         []AutoMeal     `json:"autoMeals"`     // nil is unset
	UnpaidWindows     []UnpaidWindow `json:"unpaidWindows"` // nil is unset
	Premiums          []Premium      `json:"premiums"`      // nil is unset
	MinimumShift      *MinimumShift  `json:"minimumShift"`
}

// The ways of paying.
const (
	PayHourly = "hourly"
	PaySalary = "salary"
)

// The lengths of pay periods. Semimonths begin on the 1st and the 16th.
const (
	PeriodWeek      = "week"
	PeriodBiweek    = "biweek"
	PeriodSemimonth = "semimonth"
	PeriodMonth     = "month"
)

// PayLevel is a threshold from which time is overtime. It counts when both its parts are set.
type PayLevel struct {
	Threshold *Span  `json:"threshold"`
	PayCode   *int64 `json:"payCode"`
}

// The days to which a shift may belong.
const (
	ShiftDateStart      = "start"           // the day of its first in
	ShiftDateEnd        = "end"             // the day of its last worked second
	ShiftDateMostWorked = "mostWorked"      // the day with most of its seconds
	ShiftDateSplit      = "splitAtMidnight" // to each day its part
)

// ShiftRules say what one shift is.
type ShiftRules struct {
	Gap         Span      `json:"gap" doc:"A pause this long or longer ends the shift." default:"04:00:00"`
	Maximum     *Span     `json:"maximum" doc:"The longest shift; null is no limit." default:"16:00:00"`
	Date        string    `json:"date" doc:"The day to which a shift belongs: that of its first in, of its last worked second, the one with most of it, or to each day its part." enum:"start,end,mostWorked,splitAtMidnight" default:"start"`
	DayStartsAt TimeOfDay `json:"dayStartsAt" doc:"Local time at which a day begins, HH:MM." default:"00:00"`
}

// The words of OvertimeRules.
const (
	BasisNonOvertime   = "nonOvertime"
	BasisAllHours      = "allHours"
	CombinationStacked = "stacked"
	CombinationGreater = "greaterOf"
	ScopeWeek          = "week"
	ScopeRolling       = "rolling"
)

// OvertimeRules say how weeks, periods and special days are counted.
type OvertimeRules struct {
	WeekStartsOn    *int64               `json:"weekStartsOn" doc:"ISO weekday on which the overtime week starts, 1 is Monday. Null is payPeriodStartsOn where payPeriod is week or biweek, else Monday." bounds:"1..7"`
	WeeklyBasis     string               `json:"weeklyBasis" doc:"Which time the weekly thresholds count: all but overtime of other kinds, or all hours." enum:"nonOvertime,allHours" default:"nonOvertime"`
	Combination     string               `json:"combination" doc:"Whether daily and weekly overtime are both due, or the greater of the two." enum:"stacked,greaterOf" default:"stacked"`
	Tolerance       Span                 `json:"tolerance" doc:"Overtime of a date up to this long is regular time." default:"00:00:00"`
	PeriodWeeks     *int64               `json:"periodWeeks" doc:"Weeks of a period over which period thresholds count, 2 to 12. Required with any of them." bounds:"2..12"`
	PeriodAnchor    *Date                `json:"periodAnchor" doc:"A day on which such a period begins. Required with any period threshold. With weekly thresholds too it should be a day on which the overtime week starts."`
	SeventhDay      *SeventhDayRule      `json:"seventhDay" doc:"All time of the seventh worked day of the overtime week."`
	ConsecutiveDays *ConsecutiveDaysRule `json:"consecutiveDays" doc:"All time from a certain day of an unbroken run of worked days on."`
	DaysPerWeek     *DaysPerWeekRule     `json:"daysPerWeek" doc:"All time from a certain worked day of the overtime week on."`
	RestDays        *RestDaysRule        `json:"restDays" doc:"All time on certain weekdays."`
	Holiday         *HolidayRule         `json:"holiday" doc:"All time on holidays."`
}

// SeventhDayRule makes time on the seventh worked day of a week overtime, with a second level when both its parts are set.
type SeventhDayRule struct {
	PayCode    int64  `json:"payCode" doc:"The pay code." required:"true" bounds:"1.."`
	Threshold2 *Span  `json:"threshold2" doc:"Worked time of the day from which payCode2 holds."`
	PayCode2   *int64 `json:"payCode2" doc:"The pay code from threshold2 on." bounds:"1.."`
}

// ConsecutiveDaysRule makes time from the Days-th day of a run of worked days on overtime.
type ConsecutiveDaysRule struct {
	Days       int64  `json:"days" doc:"From which day of the run on, 2 or more." required:"true" bounds:"2..366"`
	Scope      string `json:"scope" doc:"Whether the run begins anew with the overtime week." enum:"week,rolling" default:"week"`
	PayCode    int64  `json:"payCode" doc:"The pay code." required:"true" bounds:"1.."`
	Threshold2 *Span  `json:"threshold2" doc:"Worked time of the day from which payCode2 holds."`
	PayCode2   *int64 `json:"payCode2" doc:"The pay code from threshold2 on." bounds:"1.."`
}

// DaysPerWeekRule makes time from the Days-th worked day of the overtime week on overtime.
type DaysPerWeekRule struct {
	Days    int64 `json:"days" doc:"From which worked day of the week on, 1 to 7." required:"true" bounds:"1..7"`
	PayCode int64 `json:"payCode" doc:"The pay code." required:"true" bounds:"1.."`
}

// RestDaysRule makes time on certain weekdays overtime.
type RestDaysRule struct {
	Days    Weekdays `json:"days" doc:"ISO weekdays, 1 is Monday." required:"true" bounds:"1..7" each:"1..7"`
	PayCode int64    `json:"payCode" doc:"The pay code." required:"true" bounds:"1.."`
}

// HolidayRule makes time on holidays overtime.
type HolidayRule struct {
	PayCode            int64 `json:"payCode" doc:"The pay code." required:"true" bounds:"1.."`
	CountsTowardWeekly bool  `json:"countsTowardWeekly" doc:"Whether such time counts toward the weekly thresholds."`
}

// Weekdays are ISO weekdays: 1 is Monday, 7 is Sunday.
type Weekdays []int64

// The ways of rounding. The partial-minute ones break at half an interval cut to whole minutes, as the practice that
// 29 CFR 785.48(b) accepts does with the 7/8-minute rule.
const (
	RoundDown                     = "down"
	RoundUp                       = "up"
	RoundNearest                  = "nearest"
	RoundNearestPartialMinuteDown = "nearestPartialMinuteDown"
	RoundNearestPartialMinuteUp   = "nearestPartialMinuteUp"
	RoundSnap                     = "snap"
)

// RoundingRules say how ins, outs, meals, breaks and the total of a day are rounded.
type RoundingRules struct {
	In               *ClockRounding  `json:"in" doc:"Rounding of ins."`
	Out              *ClockRounding  `json:"out" doc:"Rounding of outs."`
	Meal             *LengthRounding `json:"meal" doc:"Rounding of punched meals."`
	Break            *LengthRounding `json:"break" doc:"Rounding of punched breaks."`
	Total            *TotalRounding  `json:"total" doc:"Rounding of the paid total of a date."`
	TruncateToMinute bool            `json:"truncateToMinute" doc:"Whether every in and out is cut to the minute."`
	SnapToSchedule   *ScheduleSnap   `json:"snapToSchedule" doc:"Draws ins and outs near those of the shift class to them."`
}

// ClockRounding rounds a time of day, by interval or by snapping a stretch to one time.
type ClockRounding struct {
	Interval *Span       `json:"interval" doc:"What is rounded to multiples of. Required but for snap."`
	Mode     string      `json:"mode" doc:"How it is rounded." enum:"down,up,nearest,nearestPartialMinuteDown,nearestPartialMinuteUp,snap" required:"true"`
	Grace    Span        `json:"grace" doc:"With down, this much before a mark counts as the mark; with up, this much after it." default:"00:00:00"`
	From     *TimeOfDay  `json:"from" doc:"With snap, where the stretch begins, HH:MM, itself included."`
	To       *TimeOfDay  `json:"to" doc:"With snap, where it ends, HH:MM, itself included."`
	At       *TimeOfDay  `json:"at" doc:"With snap, what all of it becomes, HH:MM."`
	Window   *ClockRange `json:"window" doc:"Outside of it a time is only cut to the minute."`
}

// ClockRange is a stretch of the day, both ends included.
type ClockRange struct {
	From TimeOfDay `json:"from" doc:"Where it begins, HH:MM." required:"true"`
	To   TimeOfDay `json:"to" doc:"Where it ends, HH:MM, itself included." required:"true"`
}

// LengthRounding rounds a length of time.
type LengthRounding struct {
	Interval Span   `json:"interval" doc:"What is rounded to multiples of." required:"true"`
	Mode     string `json:"mode" doc:"How it is rounded." enum:"down,up,nearest,nearestPartialMinuteDown,nearestPartialMinuteUp" required:"true"`
	Grace    Span   `json:"grace" doc:"With down, this much before a mark counts as the mark; with up, this much after it." default:"00:00:00"`
}

// TotalRounding rounds the paid total of a date.
type TotalRounding struct {
	LengthRounding
	Between *SpanRange `json:"between" doc:"Totals outside of it stay as they are."`
}

// SpanRange is a range of lengths, both ends included.
type SpanRange struct {
	From Span `json:"from" doc:"The shortest, HH:MM:SS." required:"true"`
	To   Span `json:"to" doc:"The longest, HH:MM:SS." required:"true"`
}

// ScheduleSnap says how far an in or out may be from the scheduled one to be drawn to it.
type ScheduleSnap struct {
	InBefore  Span `json:"inBefore" doc:"How early an in may be." default:"00:00:00"`
	InAfter   Span `json:"inAfter" doc:"How late an in may be." default:"00:00:00"`
	OutBefore Span `json:"outBefore" doc:"How early an out may be." default:"00:00:00"`
	OutAfter  Span `json:"outAfter" doc:"How late an out may be." default:"00:00:00"`
}

// The words of AutoMeal.
const (
	PauseMeal   = "meal"
	PauseBreak  = "break"
	PauseDeduct = "deduct"
	PauseAdd    = "add"
)

// AutoMeal deducts a meal or break that nobody punched, or pays one.
type AutoMeal struct {
	Kind           string `json:"kind" doc:"What it is." enum:"meal,break" required:"true"`
	Type           string `json:"type" doc:"Whether it is taken off the paid time or added to it." enum:"deduct,add" required:"true"`
	After          Span   `json:"after" doc:"From so much worked time of the date on." required:"true"`
	Amount         Span   `json:"amount" doc:"How much." required:"true"`
	IncludePunched bool   `json:"includePunched" doc:"With deduct, take only what was not punched of that kind; with add, pay back at most what was punched."`
	Pool           bool   `json:"pool" doc:"With add and includePunched, stand against all punched gaps of the kind together, not one against one."`
}

// UnpaidWindow is a daily stretch that is cut out of worked time.
type UnpaidWindow struct {
	Start TimeOfDay `json:"start" doc:"Where it begins, HH:MM." required:"true"`
	End   TimeOfDay `json:"end" doc:"Where it ends, HH:MM; it may pass midnight." required:"true"`
	Days  *Weekdays `json:"days" doc:"ISO weekdays on which it starts; null is every day." bounds:"1..7" each:"1..7"`
}

// Premium is extra pay for time in a window of the clock and in bands of worked hours.
type Premium struct {
	Name         string    `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	PayCode      int64     `json:"payCode" doc:"The pay code." required:"true" bounds:"1.."`
	Days         *Weekdays `json:"days" doc:"ISO weekdays on which the window starts; null is every day." bounds:"1..7" each:"1..7"`
	Start        TimeOfDay `json:"start" doc:"Where the window begins, HH:MM." default:"00:00"`
	End          TimeOfDay `json:"end" doc:"Where it ends, HH:MM; it may pass midnight." default:"24:00"`
	From         *Date     `json:"from" doc:"The first day on which the window starts."`
	To           *Date     `json:"to" doc:"The last day on which it starts."`
	DailyAfter   *Span     `json:"dailyAfter" doc:"Only time after so much worked time of the date."`
	DailyBefore  *Span     `json:"dailyBefore" doc:"Only time before so much worked time of the date."`
	WeeklyAfter  *Span     `json:"weeklyAfter" doc:"Only time after so much worked time of the overtime week."`
	WeeklyBefore *Span     `json:"weeklyBefore" doc:"Only time before so much worked time of the overtime week."`
	Minimum      *Span     `json:"minimum" doc:"When there is any, at least this much a date."`
	Maximum      *Span     `json:"maximum" doc:"At most this much a date."`
}

// MinimumShift tops up work that was shorter than the least that is paid.
type MinimumShift struct {
	Length  Span  `json:"length" doc:"The least that is paid." required:"true"`
	Gap     Span  `json:"gap" doc:"A pause this long or longer begins a new piece of work." default:"08:00:00"`
	PayCode int64 `json:"payCode" doc:"The pay code of what is added." required:"true" bounds:"1.."`
}
