package cards

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "time/tzdata"

	"github.com/google/go-cmp/cmp"
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

// found is what the engine makes of a case, under the keys that cases use.
type found struct {
	perDay map[string]map[string]int64
	total  map[string]int64
}

func tally(res *Result) found {
	f := found{perDay: map[string]map[string]int64{}, total: map[string]int64{}}
	for _, card := range res.TimeCards {
		on := f.perDay[card.Date.String()]
		if on == nil {
			on = map[string]int64{}
			f.perDay[card.Date.String()] = on
		}
		add := func(key string, n int64) {
			on[key] += n
			f.total[key] += n
		}
		add("totalSeconds", card.ProcessedTotal)
		for _, t := range card.Totals {
			switch t.Category {
			case MinimumShiftTopUp:
				add("minimumShiftTopUpSeconds", t.Total)
			case Daily1, Weekly1, Period1, SeventhDay1, RestDay, Holiday, Consecutive, DaysWeek:
				add("overtimeSeconds", t.Total)
			case Daily2, Weekly2, Period2, SeventhDay2, Consecutive2:
				add("doubleTimeSeconds", t.Total)
			}
			if t.Category != MinimumShiftTopUp {
				add(t.Category.String()+"Seconds", t.Total)
			}
		}
		for _, p := range card.Premiums {
			add("premium "+p.Name, p.Total)
		}
	}
	return f
}

func readCases(t testing.TB) caseFile {
	t.Helper()
	data, err := os.ReadFile("testdata/cards.json")
	if err != nil {
		t.Fatal(err)
	}
	var file caseFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 185 || len(file.Rounding) != 41 {
		t.Fatalf("%d cases and %d rounding rows, want 185 and 41", len(file.Cases), len(file.Rounding))
	}
	return file
}

func TestWorkedCases(t *testing.T) {
	t.Parallel()
	for _, c := range readCases(t).Cases {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			in := c.input()
			res := new(Evaluator).Evaluate(in)
			c.checkTotals(t, tally(res))
			c.checkShifts(t, res)
			c.checkExceptions(t, res)
			if t.Failed() {
				for _, s := range res.Steps {
					t.Logf("%v %d %d %s", s.Date, s.Number, s.Punch, s.Text)
				}
			}
		})
	}
}

func (c *workedCase) checkTotals(t *testing.T, f found) {
	t.Helper()
	dates := map[string]bool{}
	for _, want := range c.Expected.PerDay {
		var date string
		decode(t, want["date"], &date)
		dates[date] = true
		on := f.perDay[date]
		for key, raw := range want {
			switch key {
			case "date":
			case "premiumSeconds":
				var premiums map[string]int64
				decode(t, raw, &premiums)
				for name, n := range premiums {
					check(t, date+" premium "+name, on["premium "+name], n)
				}
			case "sumOf":
				checkSums(t, date, raw, on)
			default:
				var n int64
				decode(t, raw, &n)
				check(t, date+" "+key, on[key], n)
			}
		}
	}
	for key, n := range c.Expected.Total {
		check(t, "total "+key, f.total[key], n)
	}
	if c.Expected.OnlyTheseDates && !maps.EqualFunc(f.perDay, dates, func(map[string]int64, bool) bool { return true }) {
		t.Errorf("cards on %v, want %v", slices.Sorted(maps.Keys(f.perDay)), slices.Sorted(maps.Keys(dates)))
	}
}

func checkSums(t *testing.T, date string, raw json.RawMessage, on map[string]int64) {
	t.Helper()
	var sums [][2]json.RawMessage
	decode(t, raw, &sums)
	for _, s := range sums {
		var names []string
		var want, got int64
		decode(t, s[0], &names)
		decode(t, s[1], &want)
		for _, name := range names {
			got += on[name+"Seconds"]
		}
		check(t, date+" sum of "+strings.Join(names, ", "), got, want)
	}
}

func (c *workedCase) checkShifts(t *testing.T, res *Result) {
	t.Helper()
	if want := c.Expected.Shifts; want != nil && len(want) != len(res.ShiftCards) {
		t.Fatalf("%d shifts, want %d", len(res.ShiftCards), len(want))
	}
	for i, want := range c.Expected.Shifts {
		if want.Pairs != nil {
			check(t, "pairs", int64(len(res.ShiftCards[i].Punches)), *want.Pairs)
		}
		if want.TotalSeconds != nil {
			check(t, "shift total", res.ShiftCards[i].ProcessedTotal, *want.TotalSeconds)
		}
	}
	for i, want := range c.Expected.Schedule {
		s := res.ShiftCards[i]
		got := map[string]int64{
			"lateSeconds": s.Late, "earlyOutSeconds": s.EarlyOut, "beforeStartSeconds": s.BeforeStart, "afterEndSeconds": s.AfterEnd,
		}
		for key, n := range want {
			check(t, key, got[key], n)
		}
	}
	if c.Expected.Pairs != nil {
		var want []EventPair
		for _, p := range c.Expected.Pairs {
			want = append(want, EventPair{unix(p.In), unix(p.Out)})
		}
		if diff := cmp.Diff(want, c.pairs(c.PayClass.rules(c.PayCodes))); diff != "" {
			t.Errorf("pairs: %s", diff)
		}
	}
}

func (c *workedCase) checkExceptions(t *testing.T, res *Result) {
	t.Helper()
	if c.Expected.Exceptions == nil {
		return
	}
	translate := map[string]string{"tardy": "late", "earlyOut": "leftEarly", "missingIn": "missing", "missingOut": "missing"}
	want := map[string]bool{}
	for _, name := range c.Expected.Exceptions {
		want[translate[name]] = true
	}
	got := map[string]bool{}
	for _, s := range res.ShiftCards {
		for _, name := range s.Exceptions.Names() {
			got[name] = true
		}
		check(t, "tardy", s.IsTardy, s.Exceptions.Has(ExceptionLate))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("exceptions: %s", diff)
	}
}

func TestRoundingRows(t *testing.T) {
	t.Parallel()
	for _, row := range readCases(t).Rounding {
		rule := row.Rule.rule()
		if got, want := rule.timeOfDay(seconds(row.Time)), seconds(row.Expected); got != want {
			t.Errorf("%s: %s by %+v is %s, want %s", row.Source, row.Time, row.Rule, timeOfDay(got), row.Expected)
		}
	}
}

func decode(t *testing.T, raw json.RawMessage, to any) {
	t.Helper()
	if err := json.Unmarshal(raw, to); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
}

func check[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}
