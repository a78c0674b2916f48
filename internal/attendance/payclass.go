package attendance

import "fmt"

// PayClass is a set of rules by which the time of employees becomes pay.
type PayClass struct {
	Identity
	Name   string
	Active bool
	PayRules
}

// Fields passes every field of the pay class.
func (c *PayClass) Fields(f Fields) {
	f.Int("id", c.ID)
	f.Bool("active", c.Active)
	f.Text("name", c.Name)
	c.foundingFields(f)
	for n := 1; n < len(c.Daily); n++ {
		c.Daily[n].fields(f, "daily", n)
	}
	for n := 1; n < len(c.Weekly); n++ {
		c.Weekly[n].fields(f, "weekly", n)
	}
	for n := range c.Period {
		c.Period[n].fields(f, "period", n)
	}
	dateOrNull(f, "payPeriodAnchor", c.PayPeriodAnchor)
	c.ruleFields(f)
	c.stamps(f)
}

func (r *PayRules) foundingFields(f Fields) {
	f.Text("payMode", r.PayMode)
	f.Bool("enableNetPay", r.EnableNetPay)
	f.Text("payPeriod", r.PayPeriod)
	f.Int("payPeriodStartsOn", r.PayPeriodStartsOn)
	f.IntOrNull("payDateDaysAfter", r.PayDateDaysAfter)
	f.Int("regularPayCode", r.RegularPayCode)
	r.Daily[0].fields(f, "daily", 0)
	r.Weekly[0].fields(f, "weekly", 0)
}

func (l *PayLevel) fields(f Fields, kind string, n int) {
	spanOrNull(f, thresholdName(kind, n), l.Threshold)
	f.IntOrNull(levelCodeName(kind, n), l.PayCode)
}

// thresholdName is the name of the threshold of the n-th level from 0, such as daily1Threshold.
func thresholdName(kind string, n int) string { return fmt.Sprintf("%s%dThreshold", kind, n+1) }

func levelCodeName(kind string, n int) string { return fmt.Sprintf("%s%dPayCode", kind, n+1) }

// PayClassInput is what may be written to a pay class. An object or a list inside it is always written whole.
type PayClassInput struct {
	Name              Opt[string] `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Active            Opt[bool]   `json:"active" doc:"Whether new records may refer to it. True when left out."`
	PayMode           Opt[string] `json:"payMode" doc:"How employees are paid." enum:"hourly,salary" default:"hourly"`
	EnableNetPay      Opt[bool]   `json:"enableNetPay" doc:"Whether net pay is shown."`
	PayPeriod         Opt[string] `json:"payPeriod" doc:"How long a pay period is. A semimonth begins on the 1st and the 16th." enum:"week,biweek,semimonth,month" default:"week"`
	PayPeriodStartsOn Opt[int64]  `json:"payPeriodStartsOn" doc:"Where a pay period begins: of weeks and biweeks the ISO weekday, 1 is Monday; of months the day, 1 to 28." default:"1" bounds:"1..28"`
	PayPeriodAnchor   Opt[*Date]  `json:"payPeriodAnchor" doc:"For biweeks, a date in the first week of one of them."`
	PayDateDaysAfter  Opt[*int64] `json:"payDateDaysAfter" doc:"Days from the end of a pay period to its pay date, 0 to 366." bounds:"0..366"`
	RegularPayCode    Opt[int64]  `json:"regularPayCode" doc:"Pay code of what is nothing else. The account's regular one when left out." bounds:"1.."`

	Daily1Threshold  Opt[*Span]  `json:"daily1Threshold" doc:"Worked time of a date from which daily1PayCode holds, HH:MM:SS."`
	Daily1PayCode    Opt[*int64] `json:"daily1PayCode" doc:"Pay code from daily1Threshold on. A level counts when both are set." bounds:"1.."`
	Daily2Threshold  Opt[*Span]  `json:"daily2Threshold" doc:"Worked time of a date from which daily2PayCode holds, HH:MM:SS."`
	Daily2PayCode    Opt[*int64] `json:"daily2PayCode" doc:"Pay code from daily2Threshold on." bounds:"1.."`
	Daily3Threshold  Opt[*Span]  `json:"daily3Threshold" doc:"Worked time of a date from which daily3PayCode holds, HH:MM:SS."`
	Daily3PayCode    Opt[*int64] `json:"daily3PayCode" doc:"Pay code from daily3Threshold on." bounds:"1.."`
	Weekly1Threshold Opt[*Span]  `json:"weekly1Threshold" doc:"Time of an overtime week from which weekly1PayCode holds, HH:MM:SS; hours may exceed 24."`
	Weekly1PayCode   Opt[*int64] `json:"weekly1PayCode" doc:"Pay code from weekly1Threshold on." bounds:"1.."`
	Weekly2Threshold Opt[*Span]  `json:"weekly2Threshold" doc:"Time of an overtime week from which weekly2PayCode holds, HH:MM:SS."`
	Weekly2PayCode   Opt[*int64] `json:"weekly2PayCode" doc:"Pay code from weekly2Threshold on." bounds:"1.."`
	Weekly3Threshold Opt[*Span]  `json:"weekly3Threshold" doc:"Time of an overtime week from which weekly3PayCode holds, HH:MM:SS."`
	Weekly3PayCode   Opt[*int64] `json:"weekly3PayCode" doc:"Pay code from weekly3Threshold on." bounds:"1.."`
	Period1Threshold Opt[*Span]  `json:"period1Threshold" doc:"Time of a period of overtime.periodWeeks from which period1PayCode holds, HH:MM:SS."`
	Period1PayCode   Opt[*int64] `json:"period1PayCode" doc:"Pay code from period1Threshold on." bounds:"1.."`
	Period2Threshold Opt[*Span]  `json:"period2Threshold" doc:"Time of a period from which period2PayCode holds, HH:MM:SS."`
	Period2PayCode   Opt[*int64] `json:"period2PayCode" doc:"Pay code from period2Threshold on." bounds:"1.."`
	Period3Threshold Opt[*Span]  `json:"period3Threshold" doc:"Time of a period from which period3PayCode holds, HH:MM:SS."`
	Period3PayCode   Opt[*int64] `json:"period3PayCode" doc:"Pay code from period3Threshold on." bounds:"1.."`

	Shift         Opt[*ShiftRules]     `json:"shift" doc:"What one shift is. It is written whole: what is left out of it has its default."`
	Overtime      Opt[*OvertimeRules]  `json:"overtime" doc:"How weeks, periods and special days are counted. It is written whole."`
	Rounding      Opt[*RoundingRules]  `json:"rounding" doc:"How ins, outs, meals, breaks and totals are rounded. It is written whole."`
	AutoMeals     Opt[*[]AutoMeal]     `json:"autoMeals" doc:"Meals and breaks that are deducted or paid without being punched." bounds:"..100"`
	UnpaidWindows Opt[*[]UnpaidWindow] `json:"unpaidWindows" doc:"Daily stretches that are cut out of worked time." bounds:"..100"`
	Premiums      Opt[*[]Premium]      `json:"premiums" doc:"Extra pay beside regular time and overtime. They may overlap." bounds:"..100"`
	MinimumShift  Opt[*MinimumShift]   `json:"minimumShift" doc:"The least that is paid for coming to work. It is written whole."`
}

// NewPayClass is a pay class with the values that hold when nothing is said. Its regular pay code is still to be set.
func NewPayClass() *PayClass {
	return &PayClass{Active: true, PayRules: PayRules{PayMode: PayHourly, PayPeriod: PeriodWeek, PayPeriodStartsOn: 1}}
}

// Apply writes the given values to the pay class.
func (in PayClassInput) Apply(c *PayClass) {
	in.Name.To(&c.Name)
	in.Active.To(&c.Active)
	in.PayMode.To(&c.PayMode)
	in.EnableNetPay.To(&c.EnableNetPay)
	in.PayPeriod.To(&c.PayPeriod)
	in.PayPeriodStartsOn.To(&c.PayPeriodStartsOn)
	in.PayPeriodAnchor.To(&c.PayPeriodAnchor)
	in.PayDateDaysAfter.To(&c.PayDateDaysAfter)
	in.RegularPayCode.To(&c.RegularPayCode)
	in.applyLevels(c)
	in.Shift.To(&c.Shift)
	in.Overtime.To(&c.Overtime)
	in.Rounding.To(&c.Rounding)
	listOrNull(in.AutoMeals, &c.AutoMeals)
	listOrNull(in.UnpaidWindows, &c.UnpaidWindows)
	listOrNull(in.Premiums, &c.Premiums)
	in.MinimumShift.To(&c.MinimumShift)
}

func (in PayClassInput) applyLevels(c *PayClass) {
	for _, level := range []struct {
		threshold Opt[*Span]
		code      Opt[*int64]
		to        *PayLevel
	}{
		{in.Daily1Threshold, in.Daily1PayCode, &c.Daily[0]},
		{in.Daily2Threshold, in.Daily2PayCode, &c.Daily[1]},
		{in.Daily3Threshold, in.Daily3PayCode, &c.Daily[2]},
		{in.Weekly1Threshold, in.Weekly1PayCode, &c.Weekly[0]},
		{in.Weekly2Threshold, in.Weekly2PayCode, &c.Weekly[1]},
		{in.Weekly3Threshold, in.Weekly3PayCode, &c.Weekly[2]},
		{in.Period1Threshold, in.Period1PayCode, &c.Period[0]},
		{in.Period2Threshold, in.Period2PayCode, &c.Period[1]},
		{in.Period3Threshold, in.Period3PayCode, &c.Period[2]},
	} {
		level.threshold.To(&level.to.Threshold)
		level.code.To(&level.to.PayCode)
	}
}

// listOrNull writes a list that may be unset: null makes it nil.
func listOrNull[T any](in Opt[*[]T], to *[]T) {
	switch {
	case !in.Set:
	case in.Value == nil:
		*to = nil
	default:
		*to = *in.Value
	}
}

// PayCodes passes every pay code that the rules name, with the path of its field.
func (r *PayRules) PayCodes(visit func(field string, code int64)) {
	visit("regularPayCode", r.RegularPayCode)
	levels := []struct {
		kind string
		of   *[3]PayLevel
	}{{"daily", &r.Daily}, {"weekly", &r.Weekly}, {"period", &r.Period}}
	for _, l := range levels {
		for n := range l.of {
			visitOrNull(visit, levelCodeName(l.kind, n), l.of[n].PayCode)
		}
	}
	if r.Overtime != nil {
		r.Overtime.payCodes(visit)
	}
	for i := range r.Premiums {
		visit(fmt.Sprintf("premiums[%d].payCode", i), r.Premiums[i].PayCode)
	}
	if r.MinimumShift != nil {
		visit("minimumShift.payCode", r.MinimumShift.PayCode)
	}
}

func (o *OvertimeRules) payCodes(visit func(field string, code int64)) {
	if d := o.SeventhDay; d != nil {
		visit("overtime.seventhDay.payCode", d.PayCode)
		visitOrNull(visit, "overtime.seventhDay.payCode2", d.PayCode2)
	}
	if d := o.ConsecutiveDays; d != nil {
		visit("overtime.consecutiveDays.payCode", d.PayCode)
		visitOrNull(visit, "overtime.consecutiveDays.payCode2", d.PayCode2)
	}
	if d := o.DaysPerWeek; d != nil {
		visit("overtime.daysPerWeek.payCode", d.PayCode)
	}
	if d := o.RestDays; d != nil {
		visit("overtime.restDays.payCode", d.PayCode)
	}
	if d := o.Holiday; d != nil {
		visit("overtime.holiday.payCode", d.PayCode)
	}
}

func visitOrNull(visit func(field string, code int64), field string, code *int64) {
	if code != nil {
		visit(field, *code)
	}
}

// PayClassFilter narrows a list of pay classes.
type PayClassFilter struct {
	IDs []int64
}
