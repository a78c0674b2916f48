package cards

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
