package app

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"punchclock/internal/attendance"
)

// ShiftCards gives the shift cards that the filter asks for, by shift date, start and id: those of closed pay periods as
// they were kept, all others as they are now.
func (a *App) ShiftCards(ctx context.Context, scope attendance.Scope, f *attendance.CardFilter) ([]*attendance.ShiftCard, error) {
	var out []*attendance.ShiftCard
	err := a.evaluate(ctx, scope, f, func(v *evaluation) error {
		err := v.run(func(e *evaluated) {
			for i := range e.ShiftCards {
				if c := e.shiftCard(&e.ShiftCards[i]); v.wants(&c.Card, c.Tags) && !v.isClosed(&c.Card) {
					out = append(out, c)
				}
			}
		})
		if err != nil || len(v.closed) == 0 {
			return err
		}
		for c, err := range v.reads.KeptShiftCards(ctx, v.account, f.From, f.To) {
			if err != nil {
				return err
			}
			if v.named[c.Employee] && v.wants(&c.Card, c.Tags) {
				out = append(out, c)
			}
		}
		return nil
	})
	slices.SortFunc(out, func(x, y *attendance.ShiftCard) int { return compareCards(&x.Card, &y.Card) })
	return out, err
}

// TimeCards gives the time cards that the filter asks for, as ShiftCards does.
func (a *App) TimeCards(ctx context.Context, scope attendance.Scope, f *attendance.CardFilter) ([]*attendance.TimeCard, error) {
	var out []*attendance.TimeCard
	err := a.evaluate(ctx, scope, f, func(v *evaluation) error {
		err := v.run(func(e *evaluated) {
			for i := range e.TimeCards {
				if c := e.timeCard(&e.TimeCards[i]); v.wants(&c.Card, c.Tags) && !v.isClosed(&c.Card) {
					out = append(out, c)
				}
			}
		})
		if err != nil || len(v.closed) == 0 {
			return err
		}
		for c, err := range v.reads.KeptTimeCards(ctx, v.account, f.From, f.To) {
			if err != nil {
				return err
			}
			if v.named[c.Employee] && v.wants(&c.Card, c.Tags) {
				out = append(out, c)
			}
		}
		return nil
	})
	slices.SortFunc(out, func(x, y *attendance.TimeCard) int { return compareCards(&x.Card, &y.Card) })
	return out, err
}

// wants says whether the filter asks for the card, and the scope allows it.
func (v *evaluation) wants(c *attendance.Card, tags attendance.CardTags) bool {
	return v.scope.Allows(c.OrgUnit) && v.filter.Wants(c, tags)
}

// isClosed says whether the card is one of a closed pay period, which was kept.
func (v *evaluation) isClosed(c *attendance.Card) bool {
	return slices.ContainsFunc(v.closed, func(p *attendance.PayPeriod) bool { return p.Covers(c.PayClass, c.ShiftDate) })
}

// timeCardsOf are the time cards of an employee that the filter asks for, as they are now.
func (v *evaluation) timeCardsOf(e *evaluated) (out []*attendance.TimeCard) {
	for i := range e.TimeCards {
		if c := e.timeCard(&e.TimeCards[i]); v.wants(&c.Card, c.Tags) {
			out = append(out, c)
		}
	}
	return out
}

func compareCards(x, y *attendance.Card) int {
	return cmp.Or(strings.Compare(string(x.ShiftDate), string(y.ShiftDate)), x.Start.Compare(y.Start), cmp.Compare(x.ID, y.ID))
}
