package cards

import (
	"slices"

	"pgregory.net/rapid"
)

// drawing makes random inputs. Values are coarse, so that times meet thresholds, windows and each other exactly.
type drawing struct{ t *rapid.T }

func (d drawing) flip(label string) bool { return rapid.Bool().Draw(d.t, label) }

func (d drawing) number(label string, from, to int64) int64 {
	return rapid.Int64Range(from, to).Draw(d.t, label)
}

// length is a length of time up to most seconds, often a whole number of quarter hours or minutes.
func (d drawing) length(label string, most int64) int64 {
	grain := rapid.SampledFrom([]int64{900, 900, minute, 1}).Draw(d.t, label+" grain")
	return grain * d.number(label, 0, most/grain)
}

// seldom is true one time in four.
func (d drawing) seldom(label string) bool { return d.number(label, 0, 3) == 0 }

func (d drawing) code(label string) PayCode {
	return PayCode{ID: d.number(label, 1, 9), Multiplier: rapid.SampledFrom([]int64{10000, 15000, 20000, 25000}).Draw(d.t, label+" worth")}
}

func (d drawing) levels(label string, first, step int64) [3]Level {
	var l [3]Level
	at := first + d.length(label, step)
	for i := range l {
		if d.seldom(label + " level") {
			l[i] = Level{Set: true, Threshold: at, Code: d.code(label)}
		}
		at += d.length(label+" next", step)
	}
	return l
}

func (d drawing) window(label string) Window {
	w := Window{Start: d.length(label+" start", day-1), End: d.length(label+" end", day)}
	if d.flip(label + " on some days") {
		w.Days = Weekdays(d.number(label+" days", 1, 127))
	}
	return w
}

func (d drawing) dayRule(label string) DayRule {
	return DayRule{
		Set: d.seldom(label), Code: d.code(label), Second: d.flip(label + " second"), Threshold2: d.length(label+" threshold", 10*hour),
		Code2: d.code(label + " second"),
	}
}

func (d drawing) roundRule(label string) RoundRule {
	if !d.seldom(label) {
		return RoundRule{}
	}
	r := RoundRule{
		Mode:     RoundMode(d.number(label+" mode", int64(RoundDown), int64(RoundSnap))),
		Interval: rapid.SampledFrom([]int64{1, 30, 60, 300, 360, 900, 1800, 7}).Draw(d.t, label+" interval"),
		Grace:    d.length(label+" grace", 900),
	}
	if r.Mode == RoundSnap || d.seldom(label+" within") {
		r.Within, r.From, r.To = true, d.length(label+" from", day-1), d.length(label+" to", day-1)
		r.At = r.From
	}
	return r
}

func (d drawing) overtime() Overtime {
	o := Overtime{
		WeekStartsOn: int(d.number("week starts on", 1, 7)), AllHours: d.seldom("all hours"), GreaterOf: d.seldom("greater of"),
		SeventhDay: d.dayRule("seventh day"), Holiday: d.dayRule("holiday"), HolidayCounts: d.flip("holiday counts"),
		DaysPerWeek: DaysPerWeek{d.seldom("days per week"), int(d.number("days", 2, 6)), d.code("days per week")},
		RestDays:    RestDays{d.seldom("rest days"), Weekdays(d.number("rest days", 1, 127)), d.code("rest days")},
		Consecutive: ConsecutiveDays{d.dayRule("consecutive"), int(d.number("run", 2, 7)), d.flip("rolling")},
	}
	if d.seldom("tolerance") {
		o.Tolerance = d.length("tolerance", hour)
	}
	if d.seldom("periods") {
		o.PeriodWeeks = int(d.number("period weeks", 2, 4))
		o.PeriodAnchor = Date(18262 + d.number("anchor", 0, 60)) // from 2020-01-01 on
		o.PeriodAnchor -= Date(o.PeriodAnchor.Weekday() - o.WeekStartsOn)
	}
	return o
}

func (d drawing) rules() *Rules {
	r := &Rules{
		PayClass: d.number("pay class", 0, 5), Regular: d.code("regular"),
		Daily: d.levels("daily", 4*hour, 6*hour), Weekly: d.levels("weekly", 10*hour, 30*hour), Period: d.levels("period", 20*hour, 60*hour),
		Shift: ShiftRules{
			Gap: d.length("gap", 8*hour), Maximum: hour + d.length("maximum", 24*hour), Date: DateRule(d.number("date rule", 0, 3)),
		},
		Overtime: d.overtime(),
		Rounding: Rounding{
			In: d.roundRule("in"), Out: d.roundRule("out"), Meal: d.roundRule("meal"), Break: d.roundRule("break"),
			Total: d.roundRule("total"), TruncateToMinute: d.seldom("to the minute"),
		},
	}
	if d.seldom("no maximum") {
		r.Shift.Maximum = NoLimit
	}
	if d.seldom("day starts late") {
		r.Shift.DayStartsAt = d.length("day starts at", day-1)
	}
	if d.seldom("snap") {
		r.Rounding.Snap = Snap{true, d.length("in before", hour), d.length("in after", hour), d.length("out before", hour), d.length("out after", hour)}
	}
	for range d.number("unpaid windows", 0, 2) {
		r.Unpaid = append(r.Unpaid, d.window("unpaid"))
	}
	for range d.number("automatic meals", 0, 3) {
		r.AutoMeals = append(r.AutoMeals, AutoMeal{
			OutKind(d.number("kind", 1, 2)), d.flip("add"), d.length("after", 8*hour), d.length("amount", hour), d.flip("include"), d.flip("pool"),
		})
	}
	for range d.number("premiums", 0, 2) {
		r.Premiums = append(r.Premiums, d.premium())
	}
	if d.seldom("minimum shift") {
		r.MinimumShift = MinimumShift{true, d.length("length", 5*hour), d.length("minimum gap", 10*hour), d.code("minimum shift")}
	}
	return r
}

func (d drawing) premium() Premium {
	p := Premium{
		Name: "p", Code: d.code("premium"), Window: d.window("premium"), DailyBefore: NoLimit, WeeklyBefore: NoLimit, Maximum: NoLimit,
	}
	if d.seldom("daily band") {
		p.DailyAfter = d.length("daily after", 8*hour)
		p.DailyBefore = p.DailyAfter + d.length("daily before", 8*hour)
	}
	if d.seldom("weekly band") {
		p.WeeklyAfter = d.length("weekly after", 30*hour)
	}
	if d.seldom("least") {
		p.Minimum = d.length("least", 3*hour)
	}
	if d.seldom("most") {
		p.Maximum = d.length("most", 3*hour)
	}
	return p
}

// punches are up to n of them from an instant on, in order and mostly apart; some without an out, some flagged, some
// rejected, a few that overlap.
func (d drawing) punches(n, classes int, from int64, zones []*Zone) []Punch {
	var all []Punch
	at := from
	zone := rapid.SampledFrom(zones).Draw(d.t, "zone")
	for i := range d.number("punches", 0, int64(n)) {
		switch d.number("pause", 0, 4) {
		case 0, 1:
			at += d.length("short pause", 2*hour)
		case 2:
			at += 8*hour + d.length("night", 10*hour)
		case 3:
			at += d.length("long pause", 3*day)
		}
		p := Punch{ID: 100 + i, In: at, Zone: zone, Class: int(d.number("class", 0, int64(classes)-1)), OutKind: OutKind(d.number("out kind", 0, 2))}
		at += d.length("worked", 12*hour)
		p.Out = at
		d.spoil(&p)
		all = append(all, p)
	}
	return all
}

// spoil makes of one punch in a few one that is not as it should be.
func (d drawing) spoil(p *Punch) {
	switch d.number("spoil", 0, 24) {
	case 0:
		p.Out = None
	case 1:
		p.In, p.OutKind = None, OutPlain
	case 2:
		p.Out += d.length("too long", 2*day)
		p.LongApproved = d.flip("approved")
	case 3:
		p.In -= d.length("overlap", 3*hour)
	case 4:
		p.Status = Rejected
	case 5:
		p.Status = Flagged
	case 6:
		p.Out = p.In
	}
}

// schedule is a weekly pattern, or none.
func (d drawing) schedule() *Schedule {
	if d.flip("no schedule") {
		return nil
	}
	var s Schedule
	for i := range s.Days {
		for n := range d.number("classes", 0, 2) {
			s.Days[i] = append(s.Days[i], ShiftClass{
				ID: n + 1, Start: d.length("start", day-1), End: d.length("end", day), LateGrace: d.length("late grace", 900),
				EarlyGrace: d.length("early grace", 900), BindWindow: d.length("bind window", 14*hour), Unpaid: []Window{d.window("class unpaid")},
			})
		}
	}
	return &s
}

// input is all of it, around a change of clocks or anywhere.
func (d drawing) input() *Input {
	zones := []*Zone{zoneOf(rapid.SampledFrom(oddZones()).Draw(d.t, "zone name"))}
	if d.seldom("two zones") {
		zones = append(zones, zoneOf(rapid.SampledFrom(oddZones()).Draw(d.t, "other zone")))
	}
	from := d.number("from", int64(DateOf(1990, 1, 1)), int64(DateOf(2060, 1, 1))) * day
	if starts := zones[0].starts; len(starts) > 1 && d.flip("around a change") {
		from = rapid.SampledFrom(starts[1:]).Draw(d.t, "change") - d.length("before the change", 3*day)
	}
	in := &Input{From: -1 << 20, To: 1 << 20, Schedule: d.schedule()}
	for range d.number("pay classes", 1, 2) {
		in.Classes = append(in.Classes, d.rules())
	}
	in.Punches = d.punches(24, len(in.Classes), from, zones)
	in.Now = from + d.length("now", 40*day)
	for i := range d.number("holidays", 0, 3) {
		in.Holidays = append(in.Holidays, Date(from/day+3*i))
	}
	slices.Sort(in.Holidays)
	return in
}
