package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

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
			if card := e.card(&c.Card); len(left) < mostListed && v.wants(&card) && !v.isKept(&card) {
				left.addUnfinished(e.employee, c)
			}
		}
	})
	if err != nil || len(left) == 0 {
		return err
	}
	e := attendance.Fail(attendance.Conflict, "criticalExceptions", "The pay period cannot be closed: %d of its shifts are open or have critical exceptions left. See errors for each.", len(left))
	e.Fields = attendance.Problems(left)
	return e
}

// unfinished is what keeps a pay period from being closed.
type unfinished attendance.Problems

// addUnfinished adds what is left to do about a shift. One that is still open counts, too: once its period is closed, nobody
// could clock out of it.
func (left *unfinished) addUnfinished(employee int64, c *cards.ShiftCard) {
	at, problems := fmt.Sprintf("shiftcards/%d", c.ID), (*attendance.Problems)(left)
	if found := c.Exceptions & cards.Critical; found != 0 {
		problems.Add(at, strings.Join(found.Names(), ","), "The shift of employee %d on %s has critical exceptions left: %s. Mend its punches first.",
			employee, c.ShiftDate, strings.Join(found.Names(), ", "))
		return
	}
	if slices.ContainsFunc(c.Punches, func(p cards.CardPunch) bool { return p.State == cards.Open }) {
		problems.Add(at, "open", "The shift of employee %d on %s is still open. Enter its out first.", employee, c.ShiftDate)
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
