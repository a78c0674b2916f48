package cards_test

import (
	"cmp"
	"slices"

	"punchclock/internal/cards"
)

func sortDays(days []*workday) {
	slices.SortFunc(days, func(a, b *workday) int { return cmp.Compare(a.date, b.date) })
}

// unpaid says whether the clock on the wall stands in an unpaid window.
func unpaid(windows []cards.Window, z *cards.Zone, at int64) bool {
	d, second := wall(z, at)
	for i := range windows {
		if _, is := within(&windows[i], d, second); is {
			return true
		}
	}
	return false
}

// punchedGap is a punched meal or break.
type punchedGap struct {
	kind   cards.OutKind
	length int64
}

// gaps are the punched meals and breaks of a date, in order.
func (r *reference) gaps(d *workday) []punchedGap {
	from, to := d.pieces[0].start, d.pieces[len(d.pieces)-1].end
	var all []punchedGap
	for i, a := range r.pairs[:len(r.pairs)-1] {
		b := r.pairs[i+1]
		on := a.pieces[len(a.pieces)-1].date == d.date || b.pieces[0].date == d.date
		if a.after != cards.OutPlain && on && from <= a.end && b.start <= to {
			all = append(all, punchedGap{a.after, max(0, b.start-a.end)})
		}
	}
	return all
}

// payDay is the fifth step: the paid total of a date.
func (r *reference) payDay(d *workday) {
	for _, p := range d.pieces {
		for at := p.start; at < p.end; at += r.step {
			if !unpaid(d.rules.Unpaid, p.Zone, at) {
				p.worked += r.step
			}
		}
		d.worked += p.worked
	}
	sum := d.worked
	gaps := r.gaps(d)
	punched := map[cards.OutKind]int64{}
	for _, g := range gaps {
		rule := &d.rules.Rounding.Meal
		if g.kind == cards.OutBreak {
			rule = &d.rules.Rounding.Break
		}
		punched[g.kind] += g.length
		sum += g.length - roundLength(g.length, rule)
	}
	d.total = max(0, sum+r.automatic(d, sum, gaps, punched))
	d.total = roundLength(d.total, &d.rules.Rounding.Total)
}

// automatic is what automatic meals and breaks add to a date, or take from it.
func (r *reference) automatic(d *workday, sum int64, gaps []punchedGap, punched map[cards.OutKind]int64) (change int64) {
	left := map[cards.OutKind]int64{cards.OutMeal: punched[cards.OutMeal], cards.OutBreak: punched[cards.OutBreak]}
	single := map[cards.OutKind]int{}
	for _, a := range d.rules.AutoMeals {
		amount := a.Amount
		switch {
		case a.Add && a.IncludePunched && a.Pool:
			amount = min(amount, left[a.Kind])
		case a.Add && a.IncludePunched:
			amount = min(amount, nth(gaps, a.Kind, single[a.Kind]))
			single[a.Kind]++
		case a.IncludePunched:
			amount = max(0, amount-punched[a.Kind])
		}
		switch {
		case sum < a.After:
		case a.Add:
			change += amount
			if a.IncludePunched && a.Pool {
				left[a.Kind] -= amount
			}
		default:
			change -= amount
		}
	}
	return change
}

// nth is the length of the n-th punched gap of a kind, counted from 0.
func nth(gaps []punchedGap, kind cards.OutKind, n int) int64 {
	for _, g := range gaps {
		if g.kind != kind {
			continue
		}
		if n == 0 {
			return g.length
		}
		n--
	}
	return 0
}
