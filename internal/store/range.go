package store

import "punchclock/internal/attendance"

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
