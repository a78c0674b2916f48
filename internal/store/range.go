package store

import (
	"time"

	"punchclock/internal/attendance"
)

// within asks that the instant in column is in the range. An open end is no condition.
func (w *where) within(column string, r attendance.Range) *where {
	if !r.From.IsZero() {
		w.and(column+" >= ?", micros(r.From))
	}
	if !r.To.IsZero() {
		w.and(column+" <= ?", micros(r.To))
	}
	return w
}

// pageWithin is within for a list that has the order of the column, with the page of it. A page's start takes the place
// of the end of the range that the page comes from: asked for both, the database would begin at that end and read all
// that lies before the page.
func (w *where) pageWithin(column, id string, r attendance.Range, page *attendance.Page) *where {
	if page != nil && page.Start != nil {
		start := instant(page.Start.Number)
		switch {
		case page.Backward && !start.After(r.To):
			r.To = time.Time{}
		case !page.Backward && !start.Before(r.From):
			r.From = time.Time{}
		}
	}
	return w.within(column, r).pageByNumber(column, id, page)
}
