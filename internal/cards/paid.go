package cards

// gap is a punched meal or break of one date.
type gap struct {
	kind   OutKind
	pair   int32 // the pair after which it comes
	length int64 // rounded, which is how much pay it costs
}

// payDate is step 5: it finds the paid total of a date and what each part has of it.
func (e *Evaluator) payDate(w *workdate) {
	r := e.in.Classes[w.class]
	for _, at := range e.order[w.first:w.last] {
		p := &e.parts[at]
		p.net = e.netOf(r, p)
		p.paid = p.net
		w.worked += p.net
		if e.pairs[p.pair].state == Complete {
			w.timed = at
			if e.in.Explain {
				e.explainWork(p)
			}
		}
	}
	if w.timed < 0 {
		return // nothing carries time, so nothing is there to add a meal to
	}
	sum := w.worked + e.roundGaps(w, r)
	total := sum + e.autoMeals(w, r, sum)
	w.paid = max(0, r.Rounding.Total.length(max(0, total)))
	if e.in.Explain {
		e.explainTotal(w, r, total)
	}
	e.share(w)
}

// netOf is the length of a part less unpaid windows. The pieces of which it is made are kept where premiums need them.
func (e *Evaluator) netOf(r *Rules, p *part) int64 {
	if len(r.Unpaid) == 0 && len(r.Premiums) == 0 {
		return p.end - p.start
	}
	p.first = int32(len(e.pieces))
	net := e.addPieces(e.pairs[p.pair].zone, p.start, p.end, r.Unpaid)
	p.count = int32(len(e.pieces)) - p.first
	return net
}

// roundGaps lists the punched meals and breaks of a date and returns by how much rounding them changes its total. One
// belongs to a date when work on both sides of it does.
func (e *Evaluator) roundGaps(w *workdate, r *Rules) int64 {
	e.gaps = e.gaps[:0]
	var change int64
	for _, at := range e.order[w.first:w.last] {
		k := e.parts[at].pair
		p := &e.pairs[k]
		if p.kind == OutPlain || at != p.first+p.count-1 || e.parts[e.pairs[k+1].first].date != w.date {
			continue
		}
		rule := &r.Rounding.Meal
		if p.kind == OutBreak {
			rule = &r.Rounding.Break
		}
		punched := e.pairs[k+1].start - p.end
		g := gap{kind: p.kind, pair: k, length: rule.length(punched)}
		e.gaps = append(e.gaps, g)
		change += punched - g.length
		if e.in.Explain {
			e.explainGap(w, g, punched, rule)
		}
	}
	return change
}

// punched is how long the punched gaps of a kind are together.
func (e *Evaluator) punched(kind OutKind) int64 {
	var sum int64
	for _, g := range e.gaps {
		if g.kind == kind {
			sum += g.length
		}
	}
	return sum
}

// nthPunched is the length of the n-th punched gap of a kind, counted from 0; 0 when there is none.
func (e *Evaluator) nthPunched(kind OutKind, n int) int64 {
	for _, g := range e.gaps {
		if g.kind == kind {
			if n == 0 {
				return g.length
			}
			n--
		}
	}
	return 0
}

// allowance is what is left of the punched gaps, by kind.
type allowance [OutBreak + 1]int64

// take takes up to amount from what is left of a kind, and returns how much that was.
func (a *allowance) take(kind OutKind, amount int64) int64 {
	taken := min(amount, a[kind])
	a[kind] -= taken
	return taken
}

// autoMeals is by how much automatic meals and breaks change the total of a date. All are tested against the same sum.
// No punched second counts against two deductions, nor is it paid back twice from the pool.
func (e *Evaluator) autoMeals(w *workdate, r *Rules, sum int64) int64 {
	if len(r.AutoMeals) == 0 {
		return 0
	}
	punched := allowance{OutMeal: e.punched(OutMeal), OutBreak: e.punched(OutBreak)}
	pool := punched
	var entries [OutBreak + 1]int // how many that pay back one gap came before
	var change int64
	for i := range r.AutoMeals {
		a := &r.AutoMeals[i]
		nth := entries[a.Kind]
		if a.Add && a.IncludePunched && !a.Pool {
			entries[a.Kind]++
		}
		if sum < a.After {
			continue
		}
		amount := a.Amount
		switch {
		case !a.Add && a.IncludePunched:
			amount = -(amount - punched.take(a.Kind, amount))
		case !a.Add:
			amount = -amount
		case a.IncludePunched && a.Pool:
			amount = pool.take(a.Kind, amount)
		case a.IncludePunched:
			amount = min(amount, e.nthPunched(a.Kind, nth))
		}
		change += amount
		if e.in.Explain {
			e.explainAutoMeal(w, a, amount, sum)
		}
	}
	return change
}

// share gives each part its share of the paid total. What was added stands on the last that carries time; what was
// taken away is taken from the last backwards.
func (e *Evaluator) share(w *workdate) {
	change := w.paid - w.worked
	if change > 0 {
		e.parts[w.timed].paid += change
	}
	for k := w.last - 1; k >= w.first && change < 0; k-- {
		p := &e.parts[e.order[k]]
		taken := min(p.paid, -change)
		p.paid -= taken
		change += taken
	}
}
