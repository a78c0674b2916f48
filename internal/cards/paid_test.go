package cards

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPaidTotal(t *testing.T) {
	t.Parallel()
	auto := func(meals ...AutoMeal) func(*Rules) { return func(r *Rules) { r.AutoMeals = meals } }
	lunch := AutoMeal{Kind: OutMeal, After: 6 * hour, Amount: 30 * minute}
	punched := lunch
	punched.IncludePunched = true
	second := AutoMeal{Kind: OutMeal, After: 8 * hour, Amount: 30 * minute, IncludePunched: true}
	paidBreak := AutoMeal{Kind: OutBreak, Add: true, After: hour, Amount: 15 * minute, IncludePunched: true}
	runScenarios(t, []scenario{
		{name: "just reached", rules: auto(lunch), punches: []string{"2026-01-05 08:00 > 14:00"}, want: []string{"2026-01-05 5h30 regular 5h30"}},
		{name: "not reached", rules: auto(lunch), punches: []string{"2026-01-05 08:00 > 13:59:59"}, want: []string{"2026-01-05 5h59:59 regular 5h59:59"}},
		{
			name: "all are tested against the same sum", rules: auto(lunch, AutoMeal{Kind: OutBreak, After: 6 * hour, Amount: hour}),
			punches: []string{"2026-01-05 08:00 > 14:00"}, want: []string{"2026-01-05 4h30 regular 4h30"},
		},
		{
			name: "never below nothing", rules: auto(AutoMeal{Kind: OutMeal, Amount: 2 * hour}),
			punches: []string{"2026-01-05 08:00 > 09:00"}, want: []string{"2026-01-05 0h"},
		},
		{
			name: "what is left is rounded, even if that is nothing", rules: func(r *Rules) {
				auto(AutoMeal{Kind: OutMeal, Amount: 2 * hour})(r)
				r.Rounding.Total = RoundRule{Mode: RoundDown, Interval: 15 * minute, Grace: 15 * minute}
			},
			punches: []string{"2026-01-05 08:00 > 09:00"}, want: []string{"2026-01-05 0h15 regular 0h15"},
		},
		{
			name: "a punched minute counts against one deduction only", rules: auto(punched, second),
			punches: []string{"2026-01-05 08:00 > 12:00 meal", "2026-01-05 12:45 > 17:00"}, // 45 of the 60 minutes due
			want:    []string{"2026-01-05 8h regular 8h"},
		},
		{
			name: "a break does not count as a meal", rules: auto(punched),
			punches: []string{"2026-01-05 08:00 > 12:00 break", "2026-01-05 12:45 > 17:00"},
			want:    []string{"2026-01-05 7h45 regular 7h45"},
		},
		{
			name: "a rounded meal counts as it was rounded", rules: func(r *Rules) {
				r.AutoMeals = []AutoMeal{{Kind: OutMeal, Amount: hour, IncludePunched: true}}
				r.Rounding.Meal = RoundRule{Mode: RoundUp, Interval: hour}
			},
			punches: []string{"2026-01-05 08:00 > 12:00 meal", "2026-01-05 12:53 > 17:00"},
			want:    []string{"2026-01-05 8h regular 8h"},
		},
		{
			name: "each paid break stands against its own", rules: auto(paidBreak, paidBreak),
			punches: []string{"2026-01-05 08:00 > 10:00 break", "2026-01-05 10:05 > 12:00 break", "2026-01-05 12:30 > 14:00"},
			want:    []string{"2026-01-05 5h45 regular 5h45"}, // 5 and 15 of 35 minutes are paid back
		},
		{
			name: "a punched meal over midnight belongs to neither day",
			rules: func(r *Rules) {
				auto(AutoMeal{Kind: OutMeal, Amount: hour, IncludePunched: true})(r)
				r.Shift.Date = DateSplitAtMidnight
			},
			punches: []string{"2026-01-05 20:00 > 23:30 meal", "2026-01-06 00:30 > 04:00"},
			want:    []string{"2026-01-05 2h30 regular 2h30", "2026-01-06 2h30 regular 2h30"},
		},
		{
			name: "nothing is added to a date without time", rules: auto(AutoMeal{Kind: OutBreak, Add: true, Amount: hour}),
			punches: []string{"2026-01-05 08:00 > -"}, want: []string{"2026-01-05 0h"},
		},
		{
			name: "unpaid windows overlap and pass midnight",
			rules: func(r *Rules) {
				r.Unpaid = []Window{{Start: 23 * hour, End: hour}, {Start: 0, End: 2 * hour, Days: WeekdaysOf(2)}}
			},
			punches: []string{"2026-01-05 22:00 > 2026-01-06 06:00"}, // 2026-01-06 is a Tuesday
			want:    []string{"2026-01-05 5h regular 5h"},
		},
		{
			name:    "a window's day is the day on which it starts",
			rules:   func(r *Rules) { r.Unpaid = []Window{{Start: 23 * hour, End: hour, Days: WeekdaysOf(2)}} },
			punches: []string{"2026-01-05 22:00 > 2026-01-06 06:00", "2026-01-06 22:00 > 2026-01-07 06:00"},
			want:    []string{"2026-01-05 8h regular 8h", "2026-01-06 6h regular 6h"},
		},
		{
			name: "a window lasts while clocks show it, twice in autumn", zone: "America/New_York",
			rules:   func(r *Rules) { r.Unpaid = []Window{{Start: hour, End: 90 * minute}} },
			punches: []string{"2026-11-01 00:00 > 06:00"},
			want:    []string{"2026-11-01 6h regular 6h"},
		},
		{
			name: "and not at all in spring", zone: "America/New_York",
			rules:   func(r *Rules) { r.Unpaid = []Window{{Start: 2 * hour, End: 3 * hour}} },
			punches: []string{"2026-03-08 00:00 > 06:00"},
			want:    []string{"2026-03-08 5h regular 5h"},
		},
	})
}

// TestShares: what is deducted is taken from the last punches of the date backwards, what is added stands on the
// last that carries time, which one without an out does not.
func TestShares(t *testing.T) {
	t.Parallel()
	shares := func(r *Rules, punches ...string) []int64 {
		var got []int64
		for _, c := range new(Evaluator).Evaluate(all(r, worked(nil, punches...))).TimeCards {
			for _, p := range c.Punches {
				got = append(got, p.ProcessedTotal)
			}
		}
		return got
	}
	pieces := []string{"2026-01-05 06:00 > 07:00", "2026-01-05 08:00 > 08:20", "2026-01-05 12:30 > 12:50"}
	less := plainRules(func(r *Rules) { r.AutoMeals = []AutoMeal{{Kind: OutMeal, Amount: 50 * minute}} })
	if diff := cmp.Diff([]int64{50 * minute, 0, 0}, shares(less, pieces...)); diff != "" {
		t.Errorf("deducted: %s", diff)
	}
	more := plainRules(func(r *Rules) { r.AutoMeals = []AutoMeal{{Kind: OutMeal, Add: true, Amount: 10 * minute}} })
	if diff := cmp.Diff([]int64{hour, 20 * minute, 30 * minute, 0}, shares(more, append(pieces, "2026-01-05 20:00 > -")...)); diff != "" {
		t.Errorf("added: %s", diff)
	}
}
