package cards

// piece is a stretch of instants.
type piece struct{ from, to int64 }

// startsOn says whether the window starts on days like this.
func (w *Window) startsOn(d Date) bool { return w.Days == 0 || w.Days.Has(d.Weekday()) }

// overlap is how many of the seconds from…to of local time lie in windows. The days on which one may start are those
// that allowed accepts.
func (w *Window) overlap(from, to int64, allowed func(Date) bool) int64 {
	var sum int64
	end := pastMidnight(w.Start, w.End)
	for d := floorDiv(from, day) - 1; d*day < to; d++ {
		if seconds := min(to, d*day+end) - max(from, d*day+w.Start); seconds > 0 && allowed(Date(d)) {
			sum += seconds
		}
	}
	return sum
}

// addPieces appends the stretch from…to less the windows, and returns how many seconds that is. Local time is even
// between two changes of the offset, so it goes from one to the next.
func (e *Evaluator) addPieces(z *Zone, from, to int64, windows []Window) int64 {
	var sum int64
	for from < to {
		offset := e.clock.local(z, from) - from
		until := min(to, e.clock.until)
		at := len(e.pieces)
		e.pieces = append(e.pieces, piece{from, until})
		for i := range windows {
			w := &windows[i]
			for d := floorDiv(from+offset, day) - 1; d*day < until+offset; d++ {
				if w.startsOn(Date(d)) {
					e.pieces = without(e.pieces, at, d*day+w.Start-offset, d*day+pastMidnight(w.Start, w.End)-offset)
				}
			}
		}
		for _, p := range e.pieces[at:] {
			sum += p.to - p.from
		}
		from = until
	}
	return sum
}

// without takes the stretch from…to out of the pieces at and after a place.
func without(pieces []piece, at int, from, to int64) []piece {
	kept := at
	for i := at; i < len(pieces); i++ {
		p := pieces[i]
		if p.to <= from || to <= p.from {
			pieces[kept] = p
			kept++
			continue
		}
		if p.from < from && to < p.to { // the pieces do not overlap, so no other is touched
			pieces[i].to = from
			pieces = append(pieces, piece{})
			copy(pieces[i+2:], pieces[i+1:])
			pieces[i+1] = piece{to, p.to}
			return pieces
		}
		if p.from < from {
			p.to = from
		} else {
			p.from = to
		}
		if p.from < p.to {
			pieces[kept] = p
			kept++
		}
	}
	return pieces[:kept]
}
