package app

import (
	"cmp"
	"context"
	"slices"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// Explain says how an employee's time of a date became what is paid. An employee who is not there is ErrNotFound.
func (a *App) Explain(ctx context.Context, scope attendance.Scope, employee int64, date attendance.Date) (*attendance.Explanation, error) {
	known := false // also when deleted: the cards of whoever has left stay, and are asked about
	err := a.store.Summaries(ctx, scope, attendance.RefEmployee, []int64{employee}, func(s *attendance.Summary) error {
		known = scope.Allows(s.OrgUnit)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, attendance.ErrNotFound()
	}
	out := &attendance.Explanation{Employee: employee, Date: date}
	// A shift that is cut at midnight counts for later dates than its own, and no punch is longer than a week.
	f := &attendance.CardFilter{From: date.AddDays(-8), To: date.AddDays(1), Employees: []int64{employee}}
	err = a.evaluate(ctx, scope, f, func(v *evaluation) error {
		v.explained = true
		if err := v.run(func(e *evaluated) { v.explain(e, out) }); err != nil {
			return err
		}
		return v.explainKept(out)
	})
	return out, err
}

// explain adds what the evaluation said of the date, and its cards.
func (v *evaluation) explain(e *evaluated, out *attendance.Explanation) {
	for i := range e.Steps {
		s := &e.Steps[i]
		if s.Date.String() == string(out.Date) {
			out.Steps = append(out.Steps, attendance.ExplainedStep{Number: s.Number, Text: s.Text, Punch: zeroIsNull(s.Punch), Seconds: s.Seconds})
		}
	}
	for c := range unkept(v, v.timeCards(e)) {
		if c.Date == out.Date {
			out.Cards = append(out.Cards, c)
		}
	}
}

// explainKept adds the cards of the date that a closed pay period keeps, and says that they were.
func (v *evaluation) explainKept(out *attendance.Explanation) error {
	kept := false
	err := forKept(v, store.Reads.KeptTimeCards, func(c *attendance.TimeCard) {
		if c.Date == out.Date {
			kept = true
			out.Cards = append(out.Cards, c)
		}
	})
	slices.SortFunc(out.Cards, func(x, y *attendance.TimeCard) int { return compareCards(&x.Card, &y.Card) })
	if kept {
		out.Steps = append(out.Steps, attendance.ExplainedStep{
			Number: 12, Text: "The pay period is closed: its time cards are as they were when it was closed. The steps above are what the rules of today give.",
		})
	}
	return err
}

// Simulate computes the cards that the filter asks for as they would be under another pay class, which it does not
// store, and what that would change for each employee, by id.
func (a *App) Simulate(ctx context.Context, who attendance.Actor, f *attendance.CardFilter, in attendance.PayClassInput) ([]*attendance.Simulation, error) {
	class, err := a.proposedPayClass(ctx, who, in)
	if err != nil {
		return nil, err
	}
	codes, err := readPayCodes(ctx, a.store.Reads, who.Scope)
	if err != nil {
		return nil, err
	}
	var out []*attendance.Simulation
	err = a.evaluate(ctx, who.Scope, f, func(v *evaluation) error {
		v.rounds = 2
		today := make(map[int64]payTotals)
		add := func(c *attendance.TimeCard) {
			if today[c.Employee] == nil {
				today[c.Employee] = make(payTotals)
			}
			today[c.Employee].add(c)
		}
		err := v.run(func(e *evaluated) {
			for c := range unkept(v, v.timeCards(e)) {
				add(c)
			}
		})
		if err != nil {
			return err
		}
		if err := forKept(v, store.Reads.KeptTimeCards, add); err != nil {
			return err
		}
		v.rules.replace(codes.rules(0, &class.PayRules))
		return v.run(func(e *evaluated) {
			cards := slices.Collect(v.timeCards(e))
			if len(cards)+len(today[e.employee]) > 0 {
				out = append(out, &attendance.Simulation{Employee: e.employee, PayCodes: today[e.employee].against(totalsOf(cards)), Cards: cards})
			}
		})
	})
	slices.SortFunc(out, func(x, y *attendance.Simulation) int { return cmp.Compare(x.Employee, y.Employee) })
	return out, err
}

// CheckPayClass says what is wrong with a pay class that is proposed and not to be stored.
func (a *App) CheckPayClass(ctx context.Context, who attendance.Actor, in attendance.PayClassInput) error {
	_, err := a.proposedPayClass(ctx, who, in)
	return err
}

// proposedPayClass is a pay class of the input, checked like one that is created.
func (a *App) proposedPayClass(ctx context.Context, who attendance.Actor, in attendance.PayClassInput) (*attendance.PayClass, error) {
	if !in.Name.Set {
		in.Name = attendance.Some("Simulated")
	}
	tx := &Tx{Tx: &store.Tx{Reads: a.store.Reads}, app: a, who: who, now: a.now()} // it writes nothing
	class := attendance.NewPayClass()
	return class, payClasses.fill(ctx, tx, nil, class, in, tx.given(nil))
}

// payTotals are seconds by pay code.
type payTotals map[int64]int64

func totalsOf(cards []*attendance.TimeCard) payTotals {
	totals := make(payTotals)
	for _, c := range cards {
		totals.add(c)
	}
	return totals
}

// add counts the time of a card.
func (t payTotals) add(c *attendance.TimeCard) {
	for _, total := range c.Totals {
		t[total.PayCode] += total.Total
	}
	for _, p := range c.Premiums {
		t[p.PayCode] += p.Total
	}
}

// against is what becomes of each pay code, by id.
func (t payTotals) against(simulated payTotals) []attendance.PayCodeChange {
	var out []attendance.PayCodeChange
	for code, seconds := range t {
		out = append(out, attendance.PayCodeChange{PayCode: code, Today: seconds, Simulated: simulated[code]})
	}
	for code, seconds := range simulated {
		if _, both := t[code]; !both {
			out = append(out, attendance.PayCodeChange{PayCode: code, Simulated: seconds})
		}
	}
	slices.SortFunc(out, func(x, y attendance.PayCodeChange) int { return cmp.Compare(x.PayCode, y.PayCode) })
	return out
}
