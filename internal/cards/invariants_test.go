package cards

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestInvariants holds what must be true of every evaluation, over random punches, rules and zones.
func TestInvariants(t *testing.T) {
	t.Parallel()
	rapid.Check(t, checkInvariants)
}

// FuzzInvariants looks for the same with inputs that steer by coverage.
func FuzzInvariants(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkInvariants)) }

func checkInvariants(t *rapid.T) {
	in := drawing{t}.input()
	res := new(Evaluator).Evaluate(in)
	checkAddsUp(t, res)
	checkEveryPunchOnce(t, in, res)
	checkNothingLost(t, in, res)
	checkThresholds(t, in, res)
	checkOrder(t, in, res)
	checkReuse(t, in, res)
	checkSteps(t, in, res)
}

// checkAddsUp: categories add up to the card, punches to the card, time cards to the shift card.
func checkAddsUp(t *rapid.T, res *Result) {
	raw, paid := make([]int64, len(res.ShiftCards)), make([]int64, len(res.ShiftCards))
	ids := map[int64]bool{}
	for i := range res.TimeCards {
		c := &res.TimeCards[i]
		var sum int64
		for _, total := range c.Totals {
			if total.Total <= 0 {
				t.Fatalf("card %d has %d s of %s", c.ID, total.Total, total.Category)
			}
			if total.Category != MinimumShiftTopUp {
				sum += total.Total
			}
		}
		if sum != c.ProcessedTotal {
			t.Fatalf("card %d of %s: categories make %d, the total is %d", c.ID, c.Date, sum, c.ProcessedTotal)
		}
		checkCard(t, &c.Card)
		raw[c.Shift] += c.RawTotal
		paid[c.Shift] += c.ProcessedTotal
		if ids[c.ID] {
			t.Fatalf("two time cards have the id %d", c.ID)
		}
		ids[c.ID] = true
	}
	for i := range res.ShiftCards {
		c := &res.ShiftCards[i]
		checkCard(t, &c.Card)
		if c.RawTotal != raw[i] || c.ProcessedTotal != paid[i] {
			t.Fatalf("shift %d: %d raw and %d paid, its time cards %d and %d", c.ID, c.RawTotal, c.ProcessedTotal, raw[i], paid[i])
		}
	}
}

// checkCard: the punches of a card that carry time make its totals, and none has less than nothing.
func checkCard(t *rapid.T, c *Card) {
	var raw, paid int64
	for _, p := range c.Punches {
		if p.State == Complete {
			raw += p.RawTotal
			paid += p.ProcessedTotal
		} else if p.ProcessedTotal > 0 {
			t.Fatalf("punch %d carries time in state %d", p.ID, p.State)
		}
		if p.State != Open && (p.RawTotal < 0 || p.ProcessedTotal < 0) {
			t.Fatalf("punch %d has %d raw and %d paid", p.ID, p.RawTotal, p.ProcessedTotal)
		}
	}
	if raw != c.RawTotal || paid != c.ProcessedTotal {
		t.Fatalf("card %d: punches make %d raw and %d paid, the card has %d and %d", c.ID, raw, paid, c.RawTotal, c.ProcessedTotal)
	}
	if c.End != None && c.End < c.Start || len(c.Punches) == 0 {
		t.Fatalf("card %d runs from %d to %d with %d punches", c.ID, c.Start, c.End, len(c.Punches))
	}
}

// checkEveryPunchOnce: a punch that counts is on exactly one shift card, another on none.
func checkEveryPunchOnce(t *rapid.T, in *Input, res *Result) {
	seen := make([]int, len(in.Punches))
	for _, c := range res.ShiftCards {
		for _, p := range c.Punches {
			seen[p.Index]++
		}
	}
	for i, p := range in.Punches {
		want := 1
		if p.Status > Flagged {
			want = 0
		}
		if seen[i] != want {
			t.Fatalf("punch %d is on %d shift cards", p.ID, seen[i])
		}
	}
}

// checkNothingLost: where nothing adds, takes or rounds, the paid total is the time in which somebody worked, each
// second once.
func checkNothingLost(t *rapid.T, in *Input, res *Result) {
	for _, r := range in.Classes {
		if r.Rounding != (Rounding{}) || len(r.AutoMeals)+len(r.Unpaid) > 0 {
			return
		}
	}
	var paid int64
	for _, c := range res.TimeCards {
		paid += c.ProcessedTotal
	}
	if worked := workedSeconds(in); paid != worked {
		t.Fatalf("%d s are paid, %d were worked", paid, worked)
	}
}

// workedSeconds is how many seconds lie in punches that carry time.
func workedSeconds(in *Input) int64 {
	punches := slices.Clone(in.Punches)
	slices.SortFunc(punches, func(a, b Punch) int { return int(a.In/2 - b.In/2) })
	sum, upTo := int64(0), None
	for _, p := range punches {
		r := in.Classes[p.Class]
		if p.Status > Flagged || p.In == None || p.Out == None || p.Out-p.In > r.Shift.Maximum && !p.LongApproved {
			continue
		}
		sum += max(0, p.Out-max(p.In, upTo))
		upTo = max(upTo, p.Out)
	}
	return sum
}

// checkThresholds: no date has more regular time than its first daily threshold, and no week more than its first weekly
// one, but for the tolerance.
func checkThresholds(t *rapid.T, in *Input, res *Result) {
	if len(in.Classes) > 1 {
		return
	}
	r := in.Classes[0]
	dates, weeks := map[Date]int64{}, map[Date]int64{}
	for _, c := range res.TimeCards {
		for _, total := range c.Totals {
			if total.Category == Regular {
				dates[c.Date] += total.Total
				weeks[r.weekStart(c.Date)] += total.Total
			}
		}
	}
	if r.Overtime.GreaterOf {
		return
	}
	for _, l := range r.Daily {
		for d, n := range dates {
			if l.Set && n > l.Threshold+r.Overtime.Tolerance {
				t.Fatalf("%s has %d s regular, the daily threshold is %d", d, n, l.Threshold)
			}
		}
	}
	for _, l := range r.Weekly {
		for d, n := range weeks {
			if l.Set && n > l.Threshold+7*r.Overtime.Tolerance {
				t.Fatalf("the week of %s has %d s regular, the weekly threshold is %d", d, n, l.Threshold)
			}
		}
	}
}

// checkOrder: the order in which punches are given does not matter.
func checkOrder(t *rapid.T, in *Input, res *Result) {
	other := *in
	other.Punches = slices.Clone(in.Punches)
	shuffle := rand.New(rand.NewPCG(uint64(len(in.Punches)), uint64(in.Now)))
	shuffle.Shuffle(len(other.Punches), func(i, j int) {
		other.Punches[i], other.Punches[j] = other.Punches[j], other.Punches[i]
	})
	got := new(Evaluator).Evaluate(&other)
	if diff := diffCards(res, got); diff != "" {
		t.Fatalf("another order, other cards: %s", diff)
	}
}

// checkReuse: an evaluator that has seen others finds the same.
func checkReuse(t *rapid.T, in *Input, res *Result) {
	var e Evaluator
	other := *in
	other.Punches = in.Punches[:len(in.Punches)/2]
	e.Evaluate(&other)
	if diff := diffCards(res, e.Evaluate(in)); diff != "" {
		t.Fatalf("a used evaluator finds other cards: %s", diff)
	}
}

// checkSteps: explaining changes no card, and the explanation adds up to the totals.
func checkSteps(t *rapid.T, in *Input, res *Result) {
	asked := *in
	asked.Explain = true
	got := new(Evaluator).Evaluate(&asked)
	if diff := diffCards(res, got); diff != "" {
		t.Fatalf("explained, other cards: %s", diff)
	}
	paid, made, shared := map[Date]int64{}, map[Date]int64{}, map[Date]int64{}
	add := func(to map[Date]int64, d Date, n int64) {
		if to[d] += n; to[d] == 0 {
			delete(to, d)
		}
	}
	for _, s := range got.Steps {
		if s.Number == 5 {
			add(made, s.Date, s.Seconds)
		}
		if s.Number == 8 && s.Punch != 0 {
			add(shared, s.Date, s.Seconds)
		}
	}
	for _, c := range got.TimeCards {
		add(paid, c.Date, c.ProcessedTotal)
	}
	if diff := cmp.Diff(paid, made); diff != "" {
		t.Fatalf("the explanation of the total does not add up: %s", diff)
	}
	if diff := cmp.Diff(paid, shared); diff != "" {
		t.Fatalf("the explanation does not add up: %s", diff)
	}
}

// diffCards is how the cards of two results differ, whichever place the punches had in the input.
func diffCards(a, b *Result) string {
	if d := cmp.Diff(plain(a.ShiftCards), plain(b.ShiftCards), compareZones()); d != "" {
		return d
	}
	return cmp.Diff(plain(a.TimeCards), plain(b.TimeCards), compareZones())
}

func compareZones() cmp.Option {
	return cmp.Comparer(func(a, b *Zone) bool { return a.Name() == b.Name() })
}

// plain copies cards without the place of their punches in the input.
func plain[T any](cards []T) []T {
	copies := slices.Clone(cards)
	for i := range copies {
		var c *Card
		switch card := any(&copies[i]).(type) {
		case *ShiftCard:
			c = &card.Card
		case *TimeCard:
			c = &card.Card
		}
		c.Punches = slices.Clone(c.Punches)
		for k := range c.Punches {
			c.Punches[k].Index = 0
		}
	}
	return copies
}

// TestLongerRange: what LoadRange asks for is enough to have the same cards as with every punch there is, whenever the
// result says so.
func TestLongerRange(t *testing.T) {
	t.Parallel()
	asked, settled := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		in := drawing{t}.input()
		in.Punches = append(in.Punches, later(in.Punches, 40)...)
		if len(in.Punches) == 0 {
			return
		}
		middle := in.Punches[len(in.Punches)/2]
		in.From = Date(max(middle.In, middle.Out)/day) - Date(drawing{t}.number("back", 0, 9))
		in.To = in.From + Date(drawing{t}.number("days", 0, 14))
		got := new(Evaluator).Evaluate(asLoaded(in))
		asked++
		if !got.Settled {
			return
		}
		settled++
		if diff := diffCards(new(Evaluator).Evaluate(in), got); diff != "" {
			t.Fatalf("with all punches other cards: %s", diff)
		}
	})
	if settled*4 < asked {
		t.Errorf("only %d of %d ranges were settled", settled, asked)
	}
}

// TestPeriodsThatShareAWeek: periods that begin with an overtime week stand alone. They may begin in the middle of one, as
// long as their overtime is worth least. Then it never takes time away from what does not count toward the week, and no
// period leans on the one before. All work is by day, so that what LoadRange asks for is enough, settled or not.
func TestPeriodsThatShareAWeek(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := drawing{t}
		in := d.workOfWeeks(10)
		r := in.Classes[0]
		if into := d.number("days into the week", 0, 6); into > 0 {
			r.Overtime.PeriodAnchor += Date(into)
			for i := range r.Period {
				r.Period[i].Code.Multiplier = -1
			}
		}
		in.From = Date(20500) + Date(d.number("from", 50, 65))
		in.To = in.From + Date(d.number("days", 0, 3))
		got := new(Evaluator).Evaluate(asLoaded(in))
		if diff := diffCards(new(Evaluator).Evaluate(in), got); diff != "" {
			t.Fatalf("with all punches other cards: %s", diff)
		}
	})
}

// workOfWeeks is work on six days of each of some weeks, under rules with overtime of days, weeks and periods of weeks.
func (d drawing) workOfWeeks(weeks int64) *Input {
	r := &Rules{
		Daily: d.levels("daily", 4*hour, 6*hour), Weekly: d.levels("weekly", 10*hour, 30*hour), Period: d.levels("period", 20*hour, 60*hour),
		Shift: ShiftRules{Gap: 4 * hour, Maximum: 16 * hour}, Overtime: d.overtime(),
	}
	r.Overtime.PeriodWeeks, r.Overtime.PeriodAnchor = int(d.number("weeks of a period", 2, 3)), Date(20500)
	r.Overtime.PeriodAnchor -= Date(r.Overtime.PeriodAnchor.Weekday() - r.Overtime.WeekStartsOn)
	r.Daily[0].Set, r.Weekly[0].Set, r.Period[0].Set = true, true, true
	in := &Input{Classes: []*Rules{r}, Now: 1 << 40}
	free := d.number("free day", 0, 6)
	for date := range 7 * weeks {
		if date%7 == free {
			continue
		}
		at := (20500+date)*day + 7*hour
		in.Punches = append(in.Punches, Punch{ID: date + 1, In: at, Out: at + d.number("worked", 4, 14)*hour})
	}
	return in
}

// asLoaded is the input with only those punches that LoadRange asks for.
func asLoaded(in *Input) *Input {
	part := *in
	part.Since, part.Until = LoadRange(in.From, in.To, in.Classes...)
	part.Punches = slices.DeleteFunc(slices.Clone(in.Punches), func(p Punch) bool {
		at := p.In
		if at == None {
			at = p.Out
		}
		return at < part.Since || at >= part.Until
	})
	return &part
}

// later are the same punches so many days later.
func later(punches []Punch, days int64) []Punch {
	moved := slices.Clone(punches)
	for i := range moved {
		moved[i].ID += 1000
		for _, at := range []*int64{&moved[i].In, &moved[i].Out} {
			if *at != None {
				*at += days * day
			}
		}
	}
	return moved
}
