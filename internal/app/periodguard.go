package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/cards"
)

// How far from a punch, in days, cards can change with it: those of its shift and of the whole overtime week before, and
// after it those of the longest period over which overtime is counted. A run of days that goes on over weeks reaches further.
const (
	reachBefore = 8
	reachAfter  = 12*7 + 8
)

// guardPunch refuses to write a punch that would change a card of a closed pay period.
func guardPunch(ctx context.Context, tx *Tx, was, now *attendance.Punch) (func() error, error) {
	var employees []int64
	var first, last attendance.Date
	for _, p := range []*attendance.Punch{was, now} {
		if p == nil {
			continue
		}
		in, out := attendance.DateOf(p.InDt), attendance.DateOf(p.InDt)
		if p.OutDt != nil {
			out = attendance.DateOf(*p.OutDt)
		}
		if len(employees) == 0 {
			first, last = in, out
		}
		first, last = min(first, in), max(last, out)
		if !slices.Contains(employees, p.Employee) {
			employees = append(employees, p.Employee)
		}
	}
	return tx.guardCards(ctx, employees, first, last)
}

// guardCards notes the cards of closed pay periods that punches of these employees and days can reach, and gives a
// function that refuses when they have changed.
func (tx *Tx) guardCards(ctx context.Context, employees []int64, first, last attendance.Date) (func() error, error) {
	nothing := func() error { return nil }
	first = first.AddDays(-reachBefore)
	until, err := tx.ClosedUntil(ctx)
	if err != nil || until < first {
		return nothing, err
	}
	if last, err = tx.lastReached(ctx, last, until); err != nil {
		return nil, err
	}
	periods, err := tx.PayPeriodsOver(ctx, tx.who.Account, 0, first, last)
	if err != nil || len(periods) == 0 {
		return nothing, err
	}
	before := make([]string, len(periods))
	for i, period := range periods {
		if before[i], err = tx.printCards(ctx, period, employees); err != nil {
			return nil, err
		}
	}
	return func() error {
		for i, period := range periods {
			after, err := tx.printCards(ctx, period, employees)
			if err != nil {
				return err
			}
			if after != before[i] {
				return attendance.Fail(attendance.Conflict, "periodLocked", "This would change cards of the pay period %d of %s, %s to %s, which is closed. Reopen it first.",
					period.ID, period.PayClassName, period.Start, period.End)
			}
		}
		return nil
	}, nil
}

// lastReached is the last day on which cards can change with a punch of a day, as far as anything is closed.
func (tx *Tx) lastReached(ctx context.Context, punch, closedUntil attendance.Date) (attendance.Date, error) {
	last, run := punch.AddDays(reachAfter), int64(0)
	if closedUntil <= last {
		return last, nil
	}
	for class, err := range tx.PayClasses(ctx, attendance.Everything(tx.who.Account), attendance.PayClassFilter{}) {
		if err != nil {
			return "", err
		}
		if o := class.Overtime; o != nil && o.ConsecutiveDays != nil && o.ConsecutiveDays.Scope == attendance.ScopeRolling {
			run = max(run, o.ConsecutiveDays.Days)
		}
	}
	return last.AddDays(int(run)), nil
}

// printCards is all that the cards of some employees in a period say of their work. When a card was changed last is left
// out: it moves with every word in the notes of a punch. They are printed as they were kept, and as if nothing had been kept
// yet: so a punch shows that the rules would join to a kept shift.
func (tx *Tx) printCards(ctx context.Context, period *attendance.PayPeriod, employees []int64) (string, error) {
	v, err := tx.periodEvaluation(ctx, period, employees)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	note := func(e *evaluated) {
		for c := range v.shiftCards(e) {
			c.Modified = time.Time{}
			text.Write(encode(c))
		}
		for c := range v.timeCards(e) {
			c.Modified = time.Time{}
			text.Write(encode(c))
		}
	}
	err = v.run(note)
	if err == nil && len(v.keptOn) > 0 {
		v.keptOn = make(map[int64]cards.Date)
		err = v.run(note)
	}
	return text.String(), err
}
