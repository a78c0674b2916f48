package cards

// findPremiums is step 9.
func (e *Evaluator) findPremiums() {
	for i := range e.dates {
		w := &e.dates[i]
		r := e.in.Classes[w.class]
		if len(r.Premiums) == 0 {
			continue
		}
		for _, at := range e.order[w.first:w.last] {
			e.seatPremiums(&e.sheets[e.parts[at].sheet], len(r.Premiums))
		}
		week := e.counter(i, r.weekStart(w.date), func(w *workdate) int64 { return w.worked })
		for k := range r.Premiums {
			e.findPremium(w, &r.Premiums[k], int32(k), week)
		}
	}
}

// seatPremiums makes room for the premiums of a time card; place 0 means that there is none.
func (e *Evaluator) seatPremiums(s *sheet, n int) {
	if s.premium != 0 {
		return
	}
	if len(e.premiums) == 0 {
		e.premiums = append(e.premiums, 0)
	}
	s.premium = int32(len(e.premiums))
	for range n {
		e.premiums = append(e.premiums, 0)
	}
}

// findPremium finds the seconds of a date in the window and the bands of one premium, and then its least and most.
func (e *Evaluator) findPremium(w *workdate, p *Premium, k int32, week int64) {
	var pos, total int64 // worked seconds of the date so far; those with the premium
	for _, at := range e.order[w.first:w.last] {
		t := &e.parts[at]
		sum := int64(0)
		for _, piece := range e.pieces[t.first : t.first+t.count] {
			from := max(p.DailyAfter-pos, p.WeeklyAfter-week-pos, 0)
			to := min(p.DailyBefore-pos, p.WeeklyBefore-week-pos, piece.to-piece.from)
			if from < to {
				sum += e.inWindow(e.pairs[t.pair].zone, p, piece.from+from, piece.from+to)
			}
			pos += piece.to - piece.from
		}
		e.premiums[e.sheets[t.sheet].premium+k] += sum
		total += sum
		if sum > 0 && e.in.Explain {
			e.explainPremium(w, t, p, sum)
		}
	}
	if due := min(max(total, p.Minimum), p.Maximum); total > 0 && due != total {
		e.adjustPremium(w, k, due-total)
		if e.in.Explain {
			e.explainPremiumLimit(w, p, total, due)
		}
	}
}

// inWindow is how many of the seconds from…to are in the window of a premium.
func (e *Evaluator) inWindow(z *Zone, p *Premium, from, to int64) int64 {
	if p.Start == 0 && p.End == day && p.Days == 0 && !p.Dated {
		return to - from
	}
	var sum int64
	for from < to {
		offset := e.clock.local(z, from) - from
		until := min(to, e.clock.until)
		sum += p.overlap(from+offset, until+offset, p.startsOn)
		from = until
	}
	return sum
}

// startsOn says whether the premium's window starts on that day.
func (p *Premium) startsOn(d Date) bool {
	return p.Window.startsOn(d) && (!p.Dated || p.From <= d && d <= p.To)
}

// adjustPremium puts what the least adds on the last card of the date that carries time, and takes what the most
// takes from the last backwards.
func (e *Evaluator) adjustPremium(w *workdate, k int32, change int64) {
	if change > 0 {
		e.premiums[e.sheets[e.parts[w.timed].sheet].premium+k] += change
	}
	for i := w.last - 1; i >= w.first && change < 0; i-- {
		at := &e.premiums[e.sheets[e.parts[e.order[i]].sheet].premium+k]
		taken := min(*at, -change)
		*at -= taken
		change += taken
	}
}
