package cards

import (
	"fmt"
	"testing"
	"time"
)

// california is a pay class that uses much of the engine: two daily levels, a weekly one, the seventh day, quarter-hour
// rounding, an automatic meal and a night premium.
func california() *Rules {
	ot, double := PayCode{ID: 2, Multiplier: 15000}, PayCode{ID: 3, Multiplier: 20000}
	quarter := RoundRule{Mode: RoundNearest, Interval: 15 * minute}
	r := Defaults(PayCode{ID: 1, Multiplier: 10000})
	r.Daily = [3]Level{{true, 8 * hour, ot}, {true, 12 * hour, double}}
	r.Weekly = [3]Level{{true, 40 * hour, ot}}
	r.Overtime.SeventhDay = DayRule{Set: true, Code: ot, Second: true, Threshold2: 8 * hour, Code2: double}
	r.Rounding = Rounding{In: quarter, Out: quarter}
	r.AutoMeals = []AutoMeal{{Kind: OutMeal, After: 6 * hour, Amount: 30 * minute, IncludePunched: true}}
	r.Premiums = []Premium{{
		Name: "night", Code: PayCode{ID: 4}, Window: Window{Start: 22 * hour, End: 6 * hour},
		DailyBefore: NoLimit, WeeklyBefore: NoLimit, Maximum: NoLimit,
	}}
	return r
}

// twoWeeks are 20 punches of one employee over two weeks, with a punched meal each day.
func twoWeeks(employee int64, zone *Zone) []Punch {
	monday := DateOf(2026, time.March, 2)
	punches := make([]Punch, 0, 20)
	for d := range int64(14) {
		if d%7 >= 5 {
			continue
		}
		in := zone.Instant((int64(monday)+d)*day + 7*hour + 50*minute + (employee*7+d*13)%1200)
		id := employee<<8 + d*2
		punches = append(punches,
			Punch{ID: id, In: in, Out: in + 4*hour, Zone: zone, OutKind: OutMeal},
			Punch{ID: id + 1, In: in + 4*hour + 25*minute, Out: in + 8*hour + 55*minute, Zone: zone})
	}
	return punches
}

// BenchmarkTwoWeeks computes the two-week time cards of 10,000 employees with 20 punches each, by pay class.
func BenchmarkTwoWeeks(b *testing.B) {
	for _, c := range []struct {
		name  string
		rules *Rules
	}{{"plain", Defaults(PayCode{ID: 1})}, {"california", california()}} {
		b.Run(c.name, func(b *testing.B) {
			zone := zoneOf("America/Los_Angeles")
			inputs := make([]Input, 10_000)
			for i := range inputs {
				inputs[i] = Input{
					Punches: twoWeeks(int64(i), zone), Classes: []*Rules{c.rules},
					From: DateOf(2026, time.March, 2), To: DateOf(2026, time.March, 15), Now: 1 << 40,
				}
			}
			var e Evaluator
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				for i := range inputs {
					if n := len(e.Evaluate(&inputs[i]).TimeCards); n != 10 {
						b.Fatalf("%d time cards, want 10", n)
					}
				}
			}
			b.ReportMetric(float64(b.N*len(inputs)*20)/b.Elapsed().Seconds(), "punches/s")
		})
	}
}

// BenchmarkRange computes the time cards of one employee over longer and longer ranges: the cost is in proportion.
func BenchmarkRange(b *testing.B) {
	for _, weeks := range []int64{2, 26, 52} {
		b.Run(fmt.Sprintf("%dweeks", weeks), func(b *testing.B) {
			zone := zoneOf("America/Los_Angeles")
			in := Input{Classes: []*Rules{california()}, From: -1 << 20, To: 1 << 20, Now: 1 << 40}
			for w := int64(0); w < weeks; w += 2 {
				in.Punches = append(in.Punches, later(twoWeeks(1, zone), w*7)...)
			}
			var e Evaluator
			b.ReportAllocs()
			for b.Loop() {
				e.Evaluate(&in)
			}
			b.ReportMetric(float64(b.N*len(in.Punches))/b.Elapsed().Seconds(), "punches/s")
		})
	}
}
