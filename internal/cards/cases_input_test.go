package cards

import (
	"encoding/json"
	"fmt"
	"math/big"
	"sync"
	"time"

	_ "time/tzdata"
)

// The cases are worked examples published by others, each with its source.
type caseFile struct {
	Cases    []workedCase
	Rounding []struct {
		Source, Time, Expected string
		Rule                   ruleBody
	}
}

type workedCase struct {
	ID, Title, Timezone string
	PayCodes            map[string]string
	PayClass            payClassBody
	Punches             []struct {
		InDt, OutDt *time.Time
		OutKind     string
	}
	ShiftClass *struct {
		Start, End, LateGrace, EarlyGrace string
		UnpaidWindows                     []windowBody
	}
	ScheduledOn string
	Holidays    []string
	Events      []time.Time
	Expected    struct {
		PerDay     []map[string]json.RawMessage
		Total      map[string]int64
		Shifts     []struct{ Pairs, TotalSeconds *int64 }
		Pairs      []struct{ In, Out *time.Time }
		Schedule   []map[string]int64
		Exceptions []string
		// OnlyTheseDates says that no other date may have a card.
		OnlyTheseDates bool
	}
}

type payClassBody struct {
	RegularPayCode                                    string
	Daily1Threshold, Daily2Threshold, Daily3Threshold *string
	Daily1PayCode, Daily2PayCode, Daily3PayCode       string

	Weekly1Threshold, Weekly2Threshold, Weekly3Threshold *string
	Weekly1PayCode, Weekly2PayCode, Weekly3PayCode       string

	Period1Threshold, Period2Threshold, Period3Threshold *string
	Period1PayCode, Period2PayCode, Period3PayCode       string

	Shift struct {
		Gap, Date, DayStartsAt string
		Maximum                *string
	}
	Overtime struct {
		WeekStartsOn                         int
		WeeklyBasis, Combination, Tolerance  string
		PeriodWeeks                          int
		PeriodAnchor                         string
		SeventhDay, ConsecutiveDays, Holiday *dayRuleBody
		DaysPerWeek                          *dayRuleBody
		RestDays                             *struct {
			Days    []int
			PayCode string
		}
	}
	Rounding struct {
		In, Out, Meal, Break, Total *ruleBody
		TruncateToMinute            bool
		SnapToSchedule              *struct{ InBefore, InAfter, OutBefore, OutAfter string }
	}
	AutoMeals []struct {
		Kind, Type, After, Amount string
		IncludePunched, Pool      bool
	}
	UnpaidWindows []windowBody
	Premiums      []struct {
		windowBody
		Name, PayCode, From, To            string
		DailyAfter, WeeklyAfter, Minimum   string
		DailyBefore, WeeklyBefore, Maximum *string
	}
	MinimumShift *struct{ Length, Gap, PayCode string }
}

type dayRuleBody struct {
	Days               int
	Scope              string
	PayCode, PayCode2  string
	Threshold2         *string
	CountsTowardWeekly bool
}

type windowBody struct {
	Start, End string
	Days       []int
}

type ruleBody struct {
	Interval, Mode, Grace, From, To, At string
	Window, Between                     *struct{ From, To string }
}

// seconds reads HH:MM or HH:MM:SS; nothing is 0.
func seconds(s string) int64 {
	var h, m, sec int64
	if s != "" {
		if n, _ := fmt.Sscanf(s, "%d:%d:%d", &h, &m, &sec); n < 2 {
			panic("no time: " + s)
		}
	}
	return h*hour + m*minute + sec
}

func orNoLimit(s *string) int64 {
	if s == nil {
		return NoLimit
	}
	return seconds(*s)
}

func (b *ruleBody) rule() RoundRule {
	if b == nil {
		return RoundRule{}
	}
	modes := map[string]RoundMode{
		"down": RoundDown, "up": RoundUp, "nearest": RoundNearest, "snap": RoundSnap,
		"nearestPartialMinuteDown": RoundNearestPartialMinuteDown, "nearestPartialMinuteUp": RoundNearestPartialMinuteUp,
	}
	r := RoundRule{
		Mode: modes[b.Mode], Interval: seconds(b.Interval), Grace: seconds(b.Grace),
		From: seconds(b.From), To: seconds(b.To), At: seconds(b.At),
	}
	for _, within := range []*struct{ From, To string }{b.Window, b.Between} {
		if within != nil {
			r.Within, r.From, r.To = true, seconds(within.From), seconds(within.To)
		}
	}
	return r
}

// payCodes gives each category of a case a pay code: its id is that of the category plus 100, 900 for premiums.
type payCodes map[string]string

func (p payCodes) code(name string) PayCode {
	m, ok := new(big.Rat).SetString(p[name])
	if !ok {
		panic("no pay code " + name)
	}
	m.Mul(m, big.NewRat(10000, 1))
	code := PayCode{ID: 900, Multiplier: m.Num().Int64()}
	for c := range categories {
		if c.String() == name {
			code.ID = 100 + int64(c)
		}
	}
	return code
}

func (p payCodes) level(threshold *string, code string) Level {
	if threshold == nil || code == "" {
		return Level{}
	}
	return Level{Set: true, Threshold: seconds(*threshold), Code: p.code(code)}
}

func (p payCodes) dayRule(b *dayRuleBody) DayRule {
	if b == nil {
		return DayRule{}
	}
	r := DayRule{Set: true, Code: p.code(b.PayCode)}
	if b.Threshold2 != nil && b.PayCode2 != "" {
		r.Second, r.Threshold2, r.Code2 = true, seconds(*b.Threshold2), p.code(b.PayCode2)
	}
	return r
}

func windows(bodies []windowBody) []Window {
	var all []Window
	for _, b := range bodies {
		all = append(all, Window{Start: seconds(b.Start), End: seconds(b.End), Days: WeekdaysOf(b.Days...)})
	}
	return all
}

func (b *payClassBody) rules(p payCodes) *Rules {
	dates := map[string]DateRule{
		"": DateStart, "start": DateStart, "end": DateEnd, "mostWorked": DateMostWorked, "splitAtMidnight": DateSplitAtMidnight,
	}
	r := &Rules{
		Regular: p.code(b.RegularPayCode),
		Daily: [3]Level{
			p.level(b.Daily1Threshold, b.Daily1PayCode), p.level(b.Daily2Threshold, b.Daily2PayCode), p.level(b.Daily3Threshold, b.Daily3PayCode),
		},
		Weekly: [3]Level{
			p.level(b.Weekly1Threshold, b.Weekly1PayCode), p.level(b.Weekly2Threshold, b.Weekly2PayCode), p.level(b.Weekly3Threshold, b.Weekly3PayCode),
		},
		Period: [3]Level{
			p.level(b.Period1Threshold, b.Period1PayCode), p.level(b.Period2Threshold, b.Period2PayCode), p.level(b.Period3Threshold, b.Period3PayCode),
		},
		Shift: ShiftRules{
			Gap: seconds(b.Shift.Gap), Maximum: orNoLimit(b.Shift.Maximum), Date: dates[b.Shift.Date], DayStartsAt: seconds(b.Shift.DayStartsAt),
		},
		Rounding: Rounding{
			In: b.Rounding.In.rule(), Out: b.Rounding.Out.rule(), Meal: b.Rounding.Meal.rule(), Break: b.Rounding.Break.rule(),
			Total: b.Rounding.Total.rule(), TruncateToMinute: b.Rounding.TruncateToMinute,
		},
		Unpaid: windows(b.UnpaidWindows),
	}
	if s := b.Rounding.SnapToSchedule; s != nil {
		r.Rounding.Snap = Snap{true, seconds(s.InBefore), seconds(s.InAfter), seconds(s.OutBefore), seconds(s.OutAfter)}
	}
	for _, a := range b.AutoMeals {
		kind := map[string]OutKind{"meal": OutMeal, "break": OutBreak}[a.Kind]
		r.AutoMeals = append(r.AutoMeals, AutoMeal{kind, a.Type == "add", seconds(a.After), seconds(a.Amount), a.IncludePunched, a.Pool})
	}
	if m := b.MinimumShift; m != nil {
		r.MinimumShift = MinimumShift{true, seconds(m.Length), seconds(m.Gap), p.code(m.PayCode)}
	}
	b.overtime(r, p)
	b.premiums(r, p)
	return r
}

func (b *payClassBody) overtime(r *Rules, p payCodes) {
	o := &b.Overtime
	r.Overtime = Overtime{
		WeekStartsOn: o.WeekStartsOn, AllHours: o.WeeklyBasis == "allHours", GreaterOf: o.Combination == "greaterOf",
		Tolerance: seconds(o.Tolerance), PeriodWeeks: o.PeriodWeeks,
		SeventhDay: p.dayRule(o.SeventhDay), Holiday: p.dayRule(o.Holiday), Consecutive: ConsecutiveDays{DayRule: p.dayRule(o.ConsecutiveDays)},
	}
	if o.PeriodAnchor != "" {
		r.Overtime.PeriodAnchor = dateOf(o.PeriodAnchor)
	}
	if c := o.ConsecutiveDays; c != nil {
		r.Overtime.Consecutive.Days, r.Overtime.Consecutive.Rolling = c.Days, c.Scope == "rolling"
	}
	if c := o.DaysPerWeek; c != nil {
		r.Overtime.DaysPerWeek = DaysPerWeek{true, c.Days, p.code(c.PayCode)}
	}
	if c := o.RestDays; c != nil {
		r.Overtime.RestDays = RestDays{true, WeekdaysOf(c.Days...), p.code(c.PayCode)}
	}
	if c := o.Holiday; c != nil {
		r.Overtime.HolidayCounts = c.CountsTowardWeekly
	}
}

func (b *payClassBody) premiums(r *Rules, p payCodes) {
	for _, m := range b.Premiums {
		premium := Premium{
			Name: m.Name, Code: p.code(m.PayCode),
			DailyAfter: seconds(m.DailyAfter), WeeklyAfter: seconds(m.WeeklyAfter), Minimum: seconds(m.Minimum),
			DailyBefore: orNoLimit(m.DailyBefore), WeeklyBefore: orNoLimit(m.WeeklyBefore), Maximum: orNoLimit(m.Maximum),
		}
		if m.End == "" {
			m.End = "24:00"
		}
		premium.Window = windows([]windowBody{m.windowBody})[0]
		if m.From != "" {
			premium.Dated, premium.From, premium.To = true, dateOf(m.From), dateOf(m.To)
		}
		r.Premiums = append(r.Premiums, premium)
	}
}

func dateOf(s string) Date {
	d, err := ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// tables keeps the zones that tests have asked for.
var tables sync.Map

func zoneOf(name string) *Zone {
	if z, ok := tables.Load(name); ok {
		return z.(*Zone)
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	z, _ := tables.LoadOrStore(name, NewZone(location))
	return z.(*Zone)
}

func unix(t *time.Time) int64 {
	if t == nil {
		return None
	}
	return t.Unix()
}

// input makes of a case what the engine takes: the asked range is everything, long after.
func (c *workedCase) input() *Input {
	r := c.PayClass.rules(c.PayCodes)
	in := &Input{Classes: []*Rules{r}, From: -1 << 20, To: 1 << 20, Now: 1 << 40, Explain: true}
	zone := zoneOf(c.Timezone)
	kinds := map[string]OutKind{"meal": OutMeal, "break": OutBreak}
	for i, p := range c.Punches {
		in.Punches = append(in.Punches, Punch{ID: int64(i) + 1, In: unix(p.InDt), Out: unix(p.OutDt), OutKind: kinds[p.OutKind], Zone: zone})
	}
	for i, p := range c.pairs(r) {
		in.Punches = append(in.Punches, Punch{ID: int64(i) + 1, In: p.In, Out: p.Out, Zone: zone})
	}
	for _, h := range c.Holidays {
		in.Holidays = append(in.Holidays, dateOf(h))
	}
	if s := c.ShiftClass; s != nil {
		in.Schedule = &Schedule{}
		at := &in.Schedule.Days[dateOf(c.ScheduledOn).Weekday()-1]
		*at = append(*at, ShiftClass{
			ID: 7, Start: seconds(s.Start), End: seconds(s.End), LateGrace: seconds(s.LateGrace), EarlyGrace: seconds(s.EarlyGrace),
			BindWindow: 12 * hour, Unpaid: windows(s.UnpaidWindows),
		})
	}
	return in
}

func (c *workedCase) pairs(r *Rules) []EventPair {
	var events []int64
	for _, t := range c.Events {
		events = append(events, t.Unix())
	}
	return r.Shift.PairEvents(events)
}
