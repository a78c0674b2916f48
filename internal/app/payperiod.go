package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"punchclock/internal/attendance"
	"punchclock/internal/cards"
	"punchclock/internal/store"
)

var payPeriods = collection[attendance.PayPeriod, *attendance.PayPeriod, attendance.PayPeriodInput]{
	kind:   "payPeriod",
	fresh:  attendance.NewPayPeriod,
	load:   store.Reads.PayPeriod,
	insert: (*store.Tx).InsertPayPeriod,
	update: (*store.Tx).UpdatePayPeriod,
	check:  checkPayPeriod,
	action: closeOrReopen,
	guard:  keepOrForget,
}

// CreatePayPeriod makes a pay period.
func (a *App) CreatePayPeriod(ctx context.Context, who attendance.Actor, in attendance.PayPeriodInput) (*attendance.PayPeriod, error) {
	return payPeriods.create(ctx, a, who, in)
}

// UpdatePayPeriod changes a pay period. The change to closed keeps its cards as they are; leaving closed drops them. The
// audit trail calls these two close and reopen, and has the reason of the latter.
func (a *App) UpdatePayPeriod(ctx context.Context, who attendance.Actor, id int64, in attendance.PayPeriodInput) (*attendance.PayPeriod, error) {
	return payPeriods.modify(ctx, a, who, id, in)
}

// closeOrReopen is what the audit trail calls a change of a pay period; that of a reopening has its reason.
func closeOrReopen(was, now *attendance.PayPeriod) string {
	switch {
	case was.State == now.State:
		return "update"
	case now.State == attendance.PeriodClosed:
		return "close"
	case was.State == attendance.PeriodClosed:
		return "reopen: " + now.Reason
	}
	return "update"
}

// checkPayPeriod finds the end of a new period, and judges a change of state.
func checkPayPeriod(ctx context.Context, tx *Tx, was, now *attendance.PayPeriod, in attendance.PayPeriodInput, p *attendance.Problems) error {
	if was == nil {
		return tx.placePayPeriod(ctx, now, in, p)
	}
	if in.PayClass.Set && in.PayClass.Value != was.PayClass {
		p.Add("payClass", "readOnly", "payClass of a pay period cannot change. Make another pay period.")
	}
	if in.Start.Set && in.Start.Value != was.Start {
		p.Add("start", "readOnly", "start of a pay period cannot change. Make another pay period.")
	}
	return tx.checkState(ctx, was, now, in, p)
}

// placePayPeriod derives the end and the pay date of a new period from its pay class.
func (tx *Tx) placePayPeriod(ctx context.Context, now *attendance.PayPeriod, in attendance.PayPeriodInput, p *attendance.Problems) error {
	if now.State == attendance.PeriodClosed {
		p.Add("state", "range", "A new pay period cannot be closed at once. Create it, then close it.")
	}
	if now.PayClass == 0 || now.Start == "" {
		return nil
	}
	class, err := tx.PayClass(ctx, tx.who.Scope, now.PayClass)
	if isNotFound(err) {
		p.Add("payClass", "unknownReference", "payClass: there is no payClass %d.", now.PayClass)
		return nil
	}
	if err != nil {
		return err
	}
	start, end := class.PeriodHolding(now.Start)
	if start != now.Start {
		p.Add("start", "range", "No pay period of %s begins on %s; the one that holds it begins on %s.", class.Name, now.Start, start)
		return nil
	}
	now.End = end
	if !in.PayDate.Set && class.PayDateDaysAfter != nil {
		now.PayDate = new(end.AddDays(int(*class.PayDateDaysAfter)))
	}
	others, err := tx.PayPeriodsOver(ctx, tx.who.Account, now.PayClass, now.Start, now.End)
	if err == nil && len(others) > 0 {
		p.Add("start", "overlap", "The pay period %d, %s to %s, covers these days already.", others[0].ID, others[0].Start, others[0].End)
	}
	return err
}

// checkState judges a change of state: closing and reopening need permissions of their own, reopening a reason, and
// closing that no critical exception is left.
func (tx *Tx) checkState(ctx context.Context, was, now *attendance.PayPeriod, in attendance.PayPeriodInput, p *attendance.Problems) error {
	closes := was.State != attendance.PeriodClosed && now.State == attendance.PeriodClosed
	reopens := was.State == attendance.PeriodClosed && now.State != attendance.PeriodClosed
	switch {
	case (closes || reopens) && len(tx.who.OrgUnits) > 0:
		return attendance.Fail(attendance.Forbidden, "forbidden", "A pay period holds the cards of every org unit, and the key is limited to some. Use a key without that limit.")
	case closes && !tx.who.Permissions.Holds(attendance.PayPeriodsClose):
		return attendance.ErrLacks(attendance.PayPeriodsClose)
	case reopens && !tx.who.Permissions.Holds(attendance.PayPeriodsReopen):
		return attendance.ErrLacks(attendance.PayPeriodsReopen)
	case reopens && strings.TrimSpace(in.Reason.Value) == "":
		p.Add("reason", "required", "reason is required to reopen a closed pay period.")
	case closes:
		return tx.refuseCritical(ctx, now)
	}
	return nil
}

// mostListed is how many of the cards that block a closing are listed.
const mostListed = 100

// refuseCritical lists the shifts of the period that are open or have a critical exception left.
func (tx *Tx) refuseCritical(ctx context.Context, period *attendance.PayPeriod) error {
	var left unfinished
	err := tx.periodCards(ctx, period, nil, func(v *evaluation, e *evaluated) {
		for i := range e.ShiftCards {
			c := &e.ShiftCards[i]
			if card := e.card(&c.Card); v.wants(&card) && !v.isKept(&card) {
				left.add(e.employee, c)
			}
		}
	})
	if err != nil || left.shifts == 0 {
		return err
	}
	e := attendance.Fail(attendance.Conflict, "criticalExceptions", "The pay period cannot be closed: %d of its shifts are open or have critical exceptions left. See errors for %s.",
		left.shifts, left.whichListed())
	e.Fields = left.listed
	return e
}

// unfinished is what keeps a pay period from being closed.
type unfinished struct {
	shifts int
	listed attendance.Problems // the first of them
}

func (left *unfinished) whichListed() string {
	if left.shifts > mostListed {
		return fmt.Sprintf("%d of them", mostListed)
	}
	return "each"
}

// add adds what is left to do about a shift. One that is still open counts, too: once its period is closed, nobody could
// clock out of it.
func (left *unfinished) add(employee int64, c *cards.ShiftCard) {
	found := c.Exceptions & cards.Critical
	open := slices.ContainsFunc(c.Punches, func(p cards.CardPunch) bool { return p.State == cards.Open })
	if found == 0 && !open {
		return
	}
	left.shifts++
	at, names := fmt.Sprintf("shiftcards/%d", c.ID), found.Names()
	switch {
	case left.shifts > mostListed:
	case found != 0:
		left.listed.Add(at, strings.Join(names, ","), "The shift of employee %d on %s has critical exceptions left: %s. Mend its punches first.",
			employee, c.ShiftDate, strings.Join(names, ", "))
	default:
		left.listed.Add(at, "open", "The shift of employee %d on %s is still open. Enter its out first.", employee, c.ShiftDate)
	}
}

// periodCards computes the cards of a period as they are now, of all employees or of some.
func (tx *Tx) periodCards(ctx context.Context, period *attendance.PayPeriod, employees []int64, each func(*evaluation, *evaluated)) error {
	v, err := tx.periodEvaluation(ctx, period, employees)
	if err != nil {
		return err
	}
	return v.run(func(e *evaluated) { each(v, e) })
}

func (tx *Tx) periodEvaluation(ctx context.Context, period *attendance.PayPeriod, employees []int64) (*evaluation, error) {
	f := &attendance.CardFilter{From: period.Start, To: period.End, PayClasses: []int64{period.PayClass}, Employees: employees}
	return tx.app.newEvaluation(ctx, tx.Reads, attendance.Everything(tx.who.Account), f)
}

// keepOrForget keeps the cards of a period that is being closed, and drops those of one that is reopened.
func keepOrForget(ctx context.Context, tx *Tx, was, now *attendance.PayPeriod) (func() error, error) {
	if was == nil {
		return func() error { return nil }, nil
	}
	return func() error {
		switch {
		case was.State == now.State:
			return nil
		case was.State == attendance.PeriodClosed:
			return tx.ForgetCards(ctx, now.ID)
		case now.State == attendance.PeriodClosed:
			return tx.keepCards(ctx, now)
		}
		return nil
	}, nil
}

func (tx *Tx) keepCards(ctx context.Context, period *attendance.PayPeriod) error {
	var shifts []*attendance.ShiftCard
	var times []*attendance.TimeCard
	err := tx.periodCards(ctx, period, nil, func(v *evaluation, e *evaluated) {
		// What was kept with the period before stays there, whatever the rules have become.
		shifts = slices.AppendSeq(shifts, unkept(v, v.shiftCards(e)))
		times = slices.AppendSeq(times, unkept(v, v.timeCards(e)))
	})
	if err != nil {
		return err
	}
	for _, c := range shifts {
		if err := tx.KeepShiftCard(ctx, period.ID, c); err != nil {
			return err
		}
	}
	for _, c := range times {
		if err := tx.KeepTimeCard(ctx, period.ID, c); err != nil {
			return err
		}
	}
	return nil
}
