package app

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// ShiftCards gives the shift cards that the filter asks for, by shift date, start and id: those of closed pay periods as
// they were kept, all others as they are now.
func (a *App) ShiftCards(ctx context.Context, scope attendance.Scope, f *attendance.CardFilter) ([]*attendance.ShiftCard, error) {
	return listCards(ctx, a, scope, f, (*evaluation).shiftCards, store.Reads.KeptShiftCards)
}

// TimeCards gives the time cards that the filter asks for, as ShiftCards does.
func (a *App) TimeCards(ctx context.Context, scope attendance.Scope, f *attendance.CardFilter) ([]*attendance.TimeCard, error) {
	return listCards(ctx, a, scope, f, (*evaluation).timeCards, store.Reads.KeptTimeCards)
}

// card is a card of either kind.
type card interface{ Common() *attendance.Card }

// listCards gives the cards of one kind: computed are those of an employee as they are now, kept those of closed pay
// periods.
func listCards[C card](ctx context.Context, a *App, scope attendance.Scope, f *attendance.CardFilter, computed func(*evaluation, *evaluated) iter.Seq[C],
	kept func(store.Reads, context.Context, int64, attendance.Date, attendance.Date) iter.Seq2[C, error],
) ([]C, error) {
	var out []C
	err := a.evaluate(ctx, scope, f, func(v *evaluation) error {
		err := v.run(func(e *evaluated) {
			for c := range computed(v, e) {
				if !v.isClosed(c.Common()) {
					out = append(out, c)
				}
			}
		})
		if err != nil || len(v.closed) == 0 {
			return err
		}
		for c, err := range kept(v.reads, v.ctx, v.account, f.From, f.To) {
			if err != nil {
				return err
			}
			if v.named[c.Common().Employee] && v.wants(c.Common()) {
				out = append(out, c)
			}
		}
		return nil
	})
	slices.SortFunc(out, func(x, y C) int { return compareCards(x.Common(), y.Common()) })
	return out, err
}

// shiftCards are the shift cards of an employee that the filter asks for, as they are now.
func (v *evaluation) shiftCards(e *evaluated) iter.Seq[*attendance.ShiftCard] {
	return func(yield func(*attendance.ShiftCard) bool) {
		for i := range e.ShiftCards {
			if c := e.shiftCard(&e.ShiftCards[i]); v.wants(&c.Card) && !yield(c) {
				return
			}
		}
	}
}

// timeCards are the time cards of an employee that the filter asks for, as they are now.
func (v *evaluation) timeCards(e *evaluated) iter.Seq[*attendance.TimeCard] {
	return func(yield func(*attendance.TimeCard) bool) {
		for i := range e.TimeCards {
			if c := e.timeCard(&e.TimeCards[i]); v.wants(&c.Card) && !yield(c) {
				return
			}
		}
	}
}

// wants says whether the filter asks for the card, and the scope allows it.
func (v *evaluation) wants(c *attendance.Card) bool {
	return v.scope.Allows(c.OrgUnit) && v.filter.Wants(c)
}

// isClosed says whether the card is one of a closed pay period, which was kept.
func (v *evaluation) isClosed(c *attendance.Card) bool {
	return slices.ContainsFunc(v.closed, func(p *attendance.PayPeriod) bool { return p.Covers(c.PayClass, c.ShiftDate) })
}

func compareCards(x, y *attendance.Card) int {
	return cmp.Or(strings.Compare(string(x.ShiftDate), string(y.ShiftDate)), x.Start.Compare(y.Start), cmp.Compare(x.ID, y.ID))
}
