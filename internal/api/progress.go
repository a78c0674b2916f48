package api

import (
	"context"
	"iter"
	"sync/atomic"
	"time"
)

// progress is how much of a report is made. It never falls.
type progress struct{ thousandths atomic.Int64 }

// reach notes that this much is made, 0 to 1.
func (p *progress) reach(made float64) {
	now := int64(1000 * min(max(made, 0), 1))
	p.thousandths.Store(max(now, p.thousandths.Load())) // only the one who makes the report calls this
}

// made is how much is made, 0 to 1.
func (p *progress) made() float64 { return float64(p.thousandths.Load()) / 1000 }

// ofAll is reach by numbers; nil when nobody wants to know.
func (p *progress) ofAll() func(done, all int) {
	if p == nil {
		return nil
	}
	return func(done, all int) { p.reach(float64(done) / float64(max(all, 1))) }
}

// alongRange tells a report how far it is by where in the range that was asked for its records lie, give or take a time
// zone. So nothing has to be counted first. A list that is answered at once is left as it is.
func alongRange[R any](ctx context.Context, r *dateRange, records iter.Seq2[R, error], at func(R) time.Time) iter.Seq2[R, error] {
	p := exchangeOf(ctx).progress
	if p == nil {
		return records
	}
	from, to := r.From.Wall(), r.To.Wall()
	if r.To.DateOnly() {
		to = to.AddDate(0, 0, 1)
	}
	whole := max(to.Sub(from), 1)
	return func(yield func(R, error) bool) {
		for record, err := range records {
			if err == nil {
				p.reach(float64(at(record).Sub(from)) / float64(whole))
			}
			if !yield(record, err) {
				return
			}
		}
	}
}
