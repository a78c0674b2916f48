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
func listCards[C card](ctx context.Context, a *App, scope attendance.Scope, f *attendance.CardFilter, computed func(*evaluation, *evaluated) iter.Seq[C], kept keptCards[C]) ([]C, error) {
	var out []C
	err := a.evaluate(ctx, scope, f, func(v *evaluation) error {
		err := v.run(func(e *evaluated) { out = slices.AppendSeq(out, unkept(v, computed(v, e))) })
		if err != nil {
			return err
		}
		return forKept(v, kept, func(c C) { out = append(out, c) })
	})
	slices.SortFunc(out, func(x, y C) int { return compareCards(x.Common(), y.Common()) })
	return out, err
}

// unkept leaves the cards out that were kept when their pay period was closed. By the rules of now they may look different.
func unkept[C card](v *evaluation, computed iter.Seq[C]) iter.Seq[C] {
	return func(yield func(C) bool) {
		for c := range computed {
			if !v.isKept(c.Common()) && !yield(c) {
				return
			}
		}
	}
}

// keptCards gives the cards of one kind that closed pay periods keep.
type keptCards[C card] func(reads store.Reads, ctx context.Context, account int64, employees []int64, from, to attendance.Date) iter.Seq2[C, error]

// forKept passes the kept cards that the filter asks for.
func forKept[C card](v *evaluation, kept keptCards[C], each func(C)) error {
	if len(v.closed) == 0 {
		return nil
	}
	for c, err := range kept(v.reads, v.ctx, v.account, v.filter.Employees, v.filter.From, v.filter.To) {
		if err != nil {
			return err
		}
		if v.named[c.Common().Employee] && v.wants(c.Common()) {
			each(c)
		}
	}
	return nil
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

// isKept says whether the card was kept when its pay period was closed.
func (v *evaluation) isKept(c *attendance.Card) bool {
	_, kept := v.keptOn[c.Punches[0].ID]
	return kept
}

func compareCards(x, y *attendance.Card) int {
	return cmp.Or(strings.Compare(string(x.ShiftDate), string(y.ShiftDate)), x.Start.Compare(y.Start), cmp.Compare(x.ID, y.ID))
}
