package cards

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Pay codes of the tests.
var (
	codeRegular = PayCode{ID: 1, Multiplier: 10000}
	codeHalf    = PayCode{ID: 2, Multiplier: 15000}
	codeDouble  = PayCode{ID: 3, Multiplier: 20000}
)

// local is the instant of a local time such as "2026-03-07 22:00"; an ambiguous one is the first.
func local(zone *Zone, s string) int64 {
	layout := time.DateTime
	if len(s) == len("2006-01-02 15:04") {
		layout = "2006-01-02 15:04"
	}
	t, err := time.Parse(layout, s)
	if err != nil {
		panic(err)
	}
	return zone.Instant(t.Unix())
}

// worked makes punches of lines such as "2026-03-07 22:00 > 2026-03-08 06:00 meal"; an end that is missing is "-", and
// an out on the same day needs no date. Ids count from 1.
func worked(zone *Zone, lines ...string) []Punch {
	var all []Punch
	for i, line := range lines {
		in, rest, _ := strings.Cut(line, " > ")
		p := Punch{ID: int64(i) + 1, In: None, Out: None, Zone: zone}
		for kind, name := range map[OutKind]string{OutMeal: " meal", OutBreak: " break"} {
			if cut, ok := strings.CutSuffix(rest, name); ok {
				rest, p.OutKind = cut, kind
			}
		}
		if in != "-" {
			p.In = local(zone, in)
		}
		if len(rest) == len("15:04") || len(rest) == len("15:04:05") {
			rest = in[:len("2006-01-02 ")] + rest
		}
		if rest != "-" {
			p.Out = local(zone, rest)
		}
		all = append(all, p)
	}
	return all
}

// all is an input of everything there is, asked long after.
func all(r *Rules, punches []Punch) *Input {
	return &Input{Punches: punches, Classes: []*Rules{r}, From: -1 << 20, To: 1 << 20, Now: 1 << 40}
}

// plainRules are the defaults, changed.
func plainRules(change func(*Rules)) *Rules {
	r := Defaults(codeRegular)
	if change != nil {
		change(r)
	}
	return r
}

// lines writes time cards as "2026-03-07 8h regular 8h", with premiums after a +.
func lines(res *Result) []string {
	var all []string
	for _, c := range res.TimeCards {
		s := fmt.Sprintf("%s %s", c.Date, hours(c.ProcessedTotal))
		for _, t := range c.Totals {
			s += fmt.Sprintf(" %s %s", t.Category, hours(t.Total))
		}
		for _, p := range c.Premiums {
			s += fmt.Sprintf(" + %s %s", p.Name, hours(p.Total))
		}
		all = append(all, s)
	}
	return all
}

// hours writes 8h, 7h30, 0h05 or 0h00:20.
func hours(n int64) string {
	s := fmt.Sprintf("%dh", n/hour)
	if n%hour != 0 {
		s += fmt.Sprintf("%02d", n%hour/minute)
	}
	if n%minute != 0 {
		s += fmt.Sprintf(":%02d", n%minute)
	}
	return s
}

// scenario is punches, rules and the time cards that come of them.
type scenario struct {
	name, zone string
	rules      func(*Rules)
	holidays   []Date
	punches    []string
	want       []string
}

func runScenarios(t *testing.T, scenarios []scenario) {
	t.Helper()
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			zone := s.zone
			if zone == "" {
				zone = "UTC"
			}
			in := all(plainRules(s.rules), worked(zoneOf(zone), s.punches...))
			in.Holidays = s.holidays
			in.Explain = true
			res := new(Evaluator).Evaluate(in)
			if diff := cmp.Diff(s.want, lines(res)); diff != "" {
				t.Errorf("time cards: %s", diff)
				for _, step := range res.Steps {
					t.Logf("%v %d %d %s", step.Date, step.Number, step.Punch, step.Text)
				}
			}
		})
	}
}

func TestPairing(t *testing.T) {
	t.Parallel()
	z := zoneOf("UTC")
	long := func(approved bool) Punch {
		p := worked(z, "2026-01-05 08:00 > 2026-01-06 09:00")[0]
		p.LongApproved = approved
		return p
	}
	for _, c := range []struct {
		name   string
		punch  Punch
		now    string
		state  State
		raw    int64
		paid   int64
		except Exceptions
	}{
		{"complete", worked(z, "2026-01-05 08:00 > 16:00")[0], "2026-01-05 08:00", Complete, 8 * hour, 8 * hour, 0},
		{"open", worked(z, "2026-01-05 08:00 > -")[0], "2026-01-06 00:00", Open, None, None, 0},
		{"overdue", worked(z, "2026-01-05 08:00 > -")[0], "2026-01-06 00:00:01", MissingOut, 0, 0, ExceptionMissing},
		{"no in", worked(z, "- > 2026-01-05 16:00")[0], "2026-01-05 16:00", MissingIn, 0, 0, ExceptionMissing},
		{"too long", long(false), "2026-01-07 00:00", TooLong, 25 * hour, 0, ExceptionLongShift},
		{"long, approved", long(true), "2026-01-07 00:00", Complete, 25 * hour, 25 * hour, 0},
		{"out before in", worked(z, "2026-01-05 08:00 > 07:00")[0], "2026-01-05 08:00", Complete, 0, 0, 0},
	} {
		in := all(plainRules(nil), []Punch{c.punch})
		in.Now = local(z, c.now)
		res := new(Evaluator).Evaluate(in)
		card := res.ShiftCards[0]
		p := card.Punches[0]
		if p.State != c.state || p.RawTotal != c.raw || p.ProcessedTotal != c.paid || card.Exceptions != c.except {
			t.Errorf("%s: state %d, raw %d, paid %d, exceptions %v", c.name, p.State, p.RawTotal, p.ProcessedTotal, card.Exceptions.Names())
		}
		if (card.End == None) != (c.state != Complete) || card.HasFlagged != (c.state == TooLong) || card.HasException != (c.except != 0) {
			t.Errorf("%s: end %d, flagged %t, exception %t", c.name, card.End, card.HasFlagged, card.HasException)
		}
		if c.state != Complete && (card.RawTotal != 0 || card.ProcessedTotal != 0) {
			t.Errorf("%s: the card has %d raw and %d paid", c.name, card.RawTotal, card.ProcessedTotal)
		}
	}
}

// TestOverdueWithoutLimit: where shifts have no limit an out is awaited for 16 hours.
func TestOverdueWithoutLimit(t *testing.T) {
	t.Parallel()
	in := all(plainRules(func(r *Rules) { r.Shift.Maximum = NoLimit }), worked(nil, "2026-01-05 08:00 > -"))
	for now, want := range map[string]State{"2026-01-06 00:00:00": Open, "2026-01-06 00:00:01": MissingOut} {
		in.Now = local(nil, now)
		check(t, now, new(Evaluator).Evaluate(in).ShiftCards[0].Punches[0].State, want)
	}
}

func TestPairEvents(t *testing.T) {
	t.Parallel()
	const at = 1_000_000
	s := ShiftRules{Gap: 4 * hour, Maximum: 16 * hour}
	for _, c := range []struct {
		name   string
		events []int64
		want   []EventPair
	}{
		{"none", nil, nil},
		{"one", []int64{at}, []EventPair{{at, None}}},
		{"alternating", []int64{at, at + 4, at + 5, at + 9}, []EventPair{{at, at + 4}, {at + 5, at + 9}}},
		{"exactly the maximum", []int64{at, at + 16*hour}, []EventPair{{at, at + 16*hour}}},
		{
			"the maximum counts from the first in of the shift",
			[]int64{at, at + 8*hour, at + 9*hour, at + 16*hour + 1, at + 20*hour},
			[]EventPair{{at, at + 8*hour}, {at + 9*hour, None}, {at + 16*hour + 1, at + 20*hour}},
		},
		{
			"a pause begins a new shift",
			[]int64{at, at + 8*hour, at + 12*hour, at + 28*hour},
			[]EventPair{{at, at + 8*hour}, {at + 12*hour, at + 28*hour}},
		},
		{
			"an in past the maximum begins a shift of its own, even after a short pause",
			[]int64{at, at + 15*hour, at + 17*hour, at + 19*hour},
			[]EventPair{{at, at + 15*hour}, {at + 17*hour, at + 19*hour}},
		},
		{
			"a forgotten out turns nothing around",
			[]int64{at, at + 24*hour, at + 32*hour, at + 48*hour, at + 56*hour},
			[]EventPair{{at, None}, {at + 24*hour, at + 32*hour}, {at + 48*hour, at + 56*hour}},
		},
	} {
		if diff := cmp.Diff(c.want, s.PairEvents(c.events)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestRoundRules(t *testing.T) {
	t.Parallel()
	const q = 15 * minute
	for _, c := range []struct {
		rule RoundRule
		in   string
		want string
	}{
		{RoundRule{}, "08:07:31", "08:07:31"},
		{RoundRule{Mode: RoundDown, Interval: q}, "08:14:59", "08:00"},
		{RoundRule{Mode: RoundDown, Interval: q, Grace: 5 * minute}, "08:10", "08:15"},
		{RoundRule{Mode: RoundUp, Interval: q}, "08:00:01", "08:15"},
		{RoundRule{Mode: RoundUp, Interval: q}, "08:00", "08:00"},
		{RoundRule{Mode: RoundUp, Interval: q, Grace: 5 * minute}, "08:05", "08:00"},
		{RoundRule{Mode: RoundUp, Interval: q, Grace: 5 * minute}, "00:02", "00:00"},
		{RoundRule{Mode: RoundNearest, Interval: q}, "08:07:29", "08:00"},
		{RoundRule{Mode: RoundNearest, Interval: q}, "08:07:30", "08:15"},
		{RoundRule{Mode: RoundNearest, Interval: 7}, "00:00:03", "00:00"},
		{RoundRule{Mode: RoundNearest, Interval: 7}, "00:00:04", "00:00:07"},
		{RoundRule{Mode: RoundNearestPartialMinuteDown, Interval: q}, "08:07:59", "08:00"},
		{RoundRule{Mode: RoundNearestPartialMinuteDown, Interval: q}, "08:08", "08:15"},
		{RoundRule{Mode: RoundNearestPartialMinuteUp, Interval: q}, "08:07", "08:15"},
		{RoundRule{Mode: RoundNearestPartialMinuteUp, Interval: q}, "08:06:59", "08:00"},
		{RoundRule{Mode: RoundNearestPartialMinuteUp, Interval: 10 * minute}, "08:05", "08:10"},
		{RoundRule{Mode: RoundNearestPartialMinuteUp, Interval: 2*minute + 1}, "00:00:01", "00:02:01"},
		{RoundRule{Mode: RoundNearestPartialMinuteDown, Interval: minute}, "08:00:30", "08:01"},
		{RoundRule{Mode: RoundNearestPartialMinuteUp, Interval: minute}, "08:00:29", "08:00"},
		{RoundRule{Mode: RoundNearest, Interval: q, Within: true, From: 8 * hour, To: 9 * hour}, "09:00", "09:00"},
		{RoundRule{Mode: RoundUp, Interval: q, Within: true, From: 8 * hour, To: 9 * hour}, "09:00:01", "09:00"},
		{RoundRule{Mode: RoundUp, Interval: q, Within: true, From: 8 * hour, To: 9 * hour}, "08:59:59", "09:00"},
		{RoundRule{Mode: RoundUp, Interval: q, Within: true, From: 22 * hour, To: 2 * hour}, "23:50", "24:00"},
		{RoundRule{Mode: RoundUp, Interval: q, Within: true, From: 22 * hour, To: 2 * hour}, "12:34:56", "12:34"},
		{RoundRule{Mode: RoundDown, Interval: 1, Within: true, From: 8 * hour, To: 9 * hour}, "08:59:59", "08:59:59"},
		{RoundRule{Mode: RoundDown, Interval: 1, Within: true, From: 8 * hour, To: 9 * hour}, "09:00:01", "09:00"},
		{RoundRule{Mode: RoundSnap, From: 8 * hour, To: 8*hour + 600, At: 8 * hour}, "08:10", "08:00"},
		{RoundRule{Mode: RoundSnap, From: 8 * hour, To: 8*hour + 600, At: 8 * hour}, "08:10:01", "08:10:01"},
		{RoundRule{Mode: RoundSnap, From: 8 * hour, To: 8 * hour, At: 23 * hour}, "08:00", "23:00"},
		{RoundRule{Mode: RoundSnap, From: 23 * hour, To: hour, At: 0}, "23:00", "24:00"},
		{RoundRule{Mode: RoundSnap, From: 23 * hour, To: hour, At: 0}, "22:59:59", "22:59:59"},
		{RoundRule{Mode: RoundSnap, From: 23 * hour, To: hour, At: 0}, "01:00", "00:00"},
		{RoundRule{Mode: RoundSnap, From: 23 * hour, To: hour, At: 0}, "01:00:01", "01:00:01"},
		{RoundRule{Mode: RoundSnap, From: 23 * hour, To: hour, At: 0}, "23:30", "24:00"},
		{RoundRule{Mode: RoundSnap, From: 23 * hour, To: hour, At: 0}, "00:30", "00:00"},
		{RoundRule{Mode: RoundSnap, From: 23 * hour, To: hour, At: 23 * hour}, "00:30", "-01:00"},
	} {
		want := c.want
		back := strings.TrimPrefix(want, "-")
		wanted := seconds(back)
		if back != want {
			wanted = -wanted
		}
		if got := c.rule.timeOfDay(seconds(c.in)); got != wanted {
			t.Errorf("%s by %+v is %s, want %s", c.in, c.rule, timeOfDay(got), want)
		}
	}
}

func TestRounding(t *testing.T) {
	t.Parallel()
	quarter := RoundRule{Mode: RoundNearest, Interval: 15 * minute}
	ends := func(r *Rules) { r.Rounding.In, r.Rounding.Out = quarter, quarter }
	runScenarios(t, []scenario{
		{
			name: "ends are rounded, a punched meal is not", rules: ends,
			punches: []string{"2026-01-05 07:53 > 12:04 meal", "2026-01-05 12:36 > 17:08"},
			want:    []string{"2026-01-05 8h43 regular 8h43"},
		},
		{
			name: "a meal that never ended touches nothing", rules: ends,
			punches: []string{"2026-01-05 07:53 > 12:04 meal", "2026-01-12 08:04 > 12:00"},
			want:    []string{"2026-01-05 4h regular 4h", "2026-01-12 4h regular 4h"},
		},
		{
			name: "a pause of a day is no meal", rules: ends,
			punches: []string{"2026-01-05 08:00 > 12:04 meal", "2026-01-06 12:04 > 16:00"},
			want:    []string{"2026-01-05 4h regular 4h", "2026-01-06 4h regular 4h"},
		},
		{
			name: "a second less is one", rules: ends,
			punches: []string{"2026-01-05 08:00 > 12:04:01 meal", "2026-01-06 12:04 > 16:00"},
			want:    []string{"2026-01-05 4h04:01 regular 4h04:01", "2026-01-06 3h56 regular 3h56"},
		},
		{
			name: "a meal does not end before it begins", rules: func(r *Rules) { r.Rounding.Out = RoundRule{Mode: RoundDown, Interval: hour} },
			punches: []string{"2026-01-05 08:00 > 12:10:01 meal", "2026-01-05 12:10 > 16:00"},
			want:    []string{"2026-01-05 7h50 regular 7h50"},
		},
		{
			name: "the minute is cut for meals too", rules: func(r *Rules) { ends(r); r.Rounding.TruncateToMinute = true },
			punches: []string{"2026-01-05 07:53 > 12:04:59 meal", "2026-01-05 12:36:59 > 17:08"},
			want:    []string{"2026-01-05 8h43 regular 8h43"},
		},
		{
			name: "pairs that rounding makes overlap count once", rules: func(r *Rules) {
				r.Rounding.In = RoundRule{Mode: RoundDown, Interval: 15 * minute}
				r.Rounding.Out = RoundRule{Mode: RoundUp, Interval: 15 * minute}
			},
			punches: []string{"2026-01-05 08:00 > 12:01", "2026-01-05 12:02 > 16:00"},
			want:    []string{"2026-01-05 8h regular 8h"},
		},
		{
			name: "an out rounded before its in", rules: func(r *Rules) {
				r.Rounding.In = RoundRule{Mode: RoundUp, Interval: hour}
				r.Rounding.Out = RoundRule{Mode: RoundDown, Interval: hour}
			},
			punches: []string{"2026-01-05 08:10 > 08:50"},
			want:    []string{"2026-01-05 0h"},
		},
		{
			name: "the night clocks go forward", zone: "America/New_York", rules: ends,
			punches: []string{"2026-03-08 01:53 > 03:05"}, // 12 minutes; 01:53 counts as 02:00, which is 03:00
			want:    []string{"2026-03-08 0h"},
		},
		{
			name: "half-hour zones round on their own clocks", zone: "Asia/Kathmandu",
			rules:   func(r *Rules) { r.Rounding.In = RoundRule{Mode: RoundUp, Interval: hour} },
			punches: []string{"2026-01-05 08:20 > 17:00"},
			want:    []string{"2026-01-05 8h regular 8h"},
		},
		{
			name: "a rounded meal", rules: func(r *Rules) { r.Rounding.Meal = RoundRule{Mode: RoundUp, Interval: 30 * minute} },
			punches: []string{"2026-01-05 08:00 > 12:00 meal", "2026-01-05 12:40 > 17:00"},
			want:    []string{"2026-01-05 8h regular 8h"},
		},
		{
			name: "a total is rounded only between its bounds", rules: func(r *Rules) {
				r.Rounding.Total = RoundRule{Mode: RoundUp, Interval: hour, Within: true, From: 7 * hour, To: 8 * hour}
			},
			punches: []string{"2026-01-05 08:00 > 15:10", "2026-01-06 08:00 > 14:50", "2026-01-07 08:00 > 16:10"},
			want:    []string{"2026-01-05 8h regular 8h", "2026-01-06 6h50 regular 6h50", "2026-01-07 8h10 regular 8h10"},
		},
	})
}

func TestShifts(t *testing.T) {
	t.Parallel()
	runScenarios(t, []scenario{
		{
			name:    "a pause of four hours ends a shift, a second less does not",
			punches: []string{"2026-01-05 20:00 > 22:00", "2026-01-06 01:59:59 > 03:00", "2026-01-06 07:00 > 08:00"},
			want:    []string{"2026-01-05 3h00:01 regular 3h00:01", "2026-01-06 1h regular 1h"},
		},
		{
			name:    "a shift does not outgrow its maximum, even without a pause",
			punches: []string{"2026-01-05 20:00 > 2026-01-06 04:00", "2026-01-06 04:00 > 12:00", "2026-01-06 12:00 > 12:01"},
			want:    []string{"2026-01-05 16h regular 16h", "2026-01-06 0h01 regular 0h01"},
		},
		{
			name: "without a gap every pair is a shift", rules: func(r *Rules) { r.Shift.Gap = 0 },
			punches: []string{"2026-01-05 22:00 > 2026-01-06 00:00", "2026-01-06 00:00 > 02:00"},
			want:    []string{"2026-01-05 2h regular 2h", "2026-01-06 2h regular 2h"},
		},
		{
			name: "a gap of a second is no gap of none", rules: func(r *Rules) { r.Shift.Gap = 1 },
			punches: []string{"2026-01-05 22:00 > 2026-01-06 00:00", "2026-01-06 00:00 > 02:00", "2026-01-06 02:00:01 > 03:00"},
			want:    []string{"2026-01-05 4h regular 4h", "2026-01-06 0h59:59 regular 0h59:59"},
		},
		{
			name:    "zero length and adjoining",
			punches: []string{"2026-01-05 08:00 > 08:00", "2026-01-05 08:00 > 12:00", "2026-01-05 12:00 > 13:00"},
			want:    []string{"2026-01-05 5h regular 5h"},
		},
	})
}

func TestDating(t *testing.T) {
	t.Parallel()
	rule := func(d DateRule) func(*Rules) { return func(r *Rules) { r.Shift.Date = d } }
	night := []string{"2026-01-05 22:00 > 2026-01-06 06:00"}
	runScenarios(t, []scenario{
		{name: "start", punches: night, want: []string{"2026-01-05 8h regular 8h"}},
		{name: "end", rules: rule(DateEnd), punches: night, want: []string{"2026-01-06 8h regular 8h"}},
		{
			name: "end at midnight is the day before", rules: rule(DateEnd), punches: []string{"2026-01-05 16:00 > 2026-01-06 00:00"},
			want: []string{"2026-01-05 8h regular 8h"},
		},
		{
			name: "and a second past it is the day", rules: rule(DateEnd), punches: []string{"2026-01-05 16:00 > 2026-01-06 00:00:01"},
			want: []string{"2026-01-06 8h00:01 regular 8h00:01"},
		},
		{
			name: "end, with an in of the next day still open", rules: rule(DateEnd), punches: []string{"2026-01-05 20:00 > 23:00", "2026-01-06 01:00 > -"},
			want: []string{"2026-01-05 3h regular 3h"},
		},
		{name: "most worked", rules: rule(DateMostWorked), punches: night, want: []string{"2026-01-06 8h regular 8h"}},
		{
			name: "a tie goes to the earlier", rules: rule(DateMostWorked), punches: []string{"2026-01-05 20:00 > 2026-01-06 04:00"},
			want: []string{"2026-01-05 8h regular 8h"},
		},
		{
			name: "a second is most when nothing else was worked", rules: rule(DateMostWorked),
			punches: []string{"2026-01-05 23:50 > 23:50", "2026-01-06 00:10 > 00:10:01"},
			want:    []string{"2026-01-06 0h00:01 regular 0h00:01"},
		},
		{
			name: "a tie with a day of several punches, too", rules: rule(DateMostWorked),
			punches: []string{"2026-01-05 20:00 > 2026-01-06 00:00", "2026-01-06 00:00 > 02:00", "2026-01-06 03:00 > 05:00"},
			want:    []string{"2026-01-05 8h regular 8h"},
		},
		{
			name: "most worked on a spring night", zone: "America/New_York", rules: rule(DateMostWorked),
			punches: []string{"2026-03-07 20:30 > 2026-03-08 05:00"}, // 3.5 h before midnight, 4 h after
			want:    []string{"2026-03-08 7h30 regular 7h30"},
		},
		{
			name: "split", rules: rule(DateSplitAtMidnight), punches: night,
			want: []string{"2026-01-05 2h regular 2h", "2026-01-06 6h regular 6h"},
		},
		{
			name: "split at three", rules: func(r *Rules) { r.Shift.Date, r.Shift.DayStartsAt = DateSplitAtMidnight, 3*hour }, punches: night,
			want: []string{"2026-01-05 5h regular 5h", "2026-01-06 3h regular 3h"},
		},
		{
			name: "days of 23 hours", zone: "Europe/Berlin", rules: func(r *Rules) { r.Shift.Date, r.Shift.Maximum = DateSplitAtMidnight, NoLimit },
			punches: []string{"2026-03-28 00:00 > 2026-03-31 00:00"},
			want:    []string{"2026-03-28 24h regular 24h", "2026-03-29 23h regular 23h", "2026-03-30 24h regular 24h"},
		},
		{
			name: "days of 24 and a half hours", zone: "Australia/Lord_Howe",
			rules:   func(r *Rules) { r.Shift.Date, r.Shift.Maximum = DateSplitAtMidnight, NoLimit },
			punches: []string{"2026-04-05 00:00 > 2026-04-07 00:00"},
			want:    []string{"2026-04-05 24h30 regular 24h30", "2026-04-06 24h regular 24h"},
		},
		{
			name: "a day that never was", zone: "Pacific/Apia", rules: rule(DateSplitAtMidnight),
			punches: []string{"2011-12-29 20:00 > 2011-12-31 04:00"},
			want:    []string{"2011-12-29 4h regular 4h", "2011-12-31 4h regular 4h"},
		},
		{
			name: "midnight of New Year and a leap day", rules: rule(DateSplitAtMidnight),
			punches: []string{"2023-12-31 23:00 > 2024-01-01 01:00", "2024-02-28 23:00 > 2024-02-29 01:00", "2024-02-29 23:00 > 2024-03-01 01:00"},
			want: []string{
				"2023-12-31 1h regular 1h", "2024-01-01 1h regular 1h", "2024-02-28 1h regular 1h", "2024-02-29 1h regular 1h",
				"2024-02-29 1h regular 1h", "2024-03-01 1h regular 1h",
			},
		},
		{
			name: "changes of clocks at midnight", zone: "America/Havana", rules: rule(DateSplitAtMidnight),
			punches: []string{"2026-10-31 22:00 > 2026-11-01 06:00"}, // 00:00 to 01:00 comes twice
			want:    []string{"2026-10-31 2h regular 2h", "2026-11-01 7h regular 7h"},
		},
	})
}
