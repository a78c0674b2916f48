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

// gaps are the punched meals and breaks of a date, in order: those that begin and end on it.
func (r *reference) gaps(d *workday) []punchedGap {
	var all []punchedGap
	for i, a := range r.pairs[:len(r.pairs)-1] {
		b := r.pairs[i+1]
		if a.after != cards.OutPlain && a.pieces[len(a.pieces)-1].date == d.date && b.pieces[0].date == d.date {
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
	if !slices.ContainsFunc(d.pieces, func(p *piece) bool { return p.timed() }) {
		return
	}
	sum := d.worked
	gaps := r.gaps(d)
	for i := range gaps {
		rule := &d.rules.Rounding.Meal
		if gaps[i].kind == cards.OutBreak {
			rule = &d.rules.Rounding.Break
		}
		rounded := roundLength(gaps[i].length, rule)
		sum += gaps[i].length - rounded
		gaps[i].length = rounded
	}
	d.total = max(0, sum+automatic(d, sum, gaps))
	d.total = roundLength(d.total, &d.rules.Rounding.Total)
}

// automatic is what automatic meals and breaks add to a date, or take from it.
func automatic(d *workday, sum int64, gaps []punchedGap) (change int64) {
	punched, pool := map[cards.OutKind]int64{}, map[cards.OutKind]int64{} // what deductions and pools have not used up
	for _, g := range gaps {
		punched[g.kind] += g.length
		pool[g.kind] += g.length
	}
	entry := map[cards.OutKind]int{}
	for _, a := range d.rules.AutoMeals {
		reached, amount := sum >= a.After, a.Amount
		switch {
		case !a.IncludePunched:
		case !a.Add:
			amount -= use(punched, a.Kind, amount, reached)
		case a.Pool:
			amount = use(pool, a.Kind, amount, reached)
		default:
			amount = min(amount, nth(gaps, a.Kind, entry[a.Kind]))
			entry[a.Kind]++
		}
		switch {
		case reached && a.Add:
			change += amount
		case reached:
			change -= amount
		}
	}
	return change
}

// use takes up to an amount of what there is of a kind.
func use(left map[cards.OutKind]int64, kind cards.OutKind, amount int64, reached bool) int64 {
	amount = min(amount, left[kind])
	if reached {
		left[kind] -= amount
	}
	return amount
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
