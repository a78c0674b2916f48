package api

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

func (s *Server) shiftCards() []route {
	return answering(exampleShiftCard(),
		get("/shiftcards", attendance.Read("shiftcards"), s.listShiftCards).orLater().
			describe("List shift cards, by shift date and start.", "A shift card is one worked shift: a group of punches. Cards are computed from the punches and rules as they are now; nothing is kept stale."),
	)
}

func (s *Server) timeCards() []route {
	return answering(exampleTimeCard(),
		get("/timecards", attendance.Read("timecards"), s.listTimeCards).orLater().
			describe("List time cards, by shift date and start.", "A time card is a shift as payroll sees it, or one day of it when the pay class splits shifts at midnight. from and to select on the shift date."),
		s.explain(), s.simulate(),
	)
}

func (s *Server) explain() route {
	r := get("/timecards/explain", attendance.Read("timecards"), s.explainTimeCard).
		describe("Explain an employee's time of a date.", "Says in words, in order and with figures, what each rule did: which punch, which rounding, which meal, which threshold made which seconds. It comes from the same evaluation as the time cards.")
	r.record = exampleExplanation()
	return r
}

func (s *Server) simulate() route {
	r := post("/timecards/simulate", attendance.Read("timecards"), s.simulateTimeCards).orLater().
		describe("Simulate time cards under another pay class.", "Takes the parameters of the list of time cards and a pay class as body, and answers for each employee the time cards as they would be, and today's totals, the simulated ones and the difference by pay code. Stores nothing.")
	r.record = exampleSimulation()
	return r
}

// cardList is the parameters of both lists of cards.
type cardList struct {
	dateRange
	fieldFilter
	supplements
	Employee   []int64              `query:"employee" doc:"Cards of these employees."`
	OrgUnit    []int64              `query:"orgUnit" doc:"Cards of employees who belonged to these org units then."`
	Department []int64              `query:"department" doc:"Cards of these departments."`
	PayClass   []int64              `query:"payClass" doc:"Cards under these pay classes."`
	Labels     []int64              `query:"labels" doc:"Cards of employees who carry one of these user labels."`
	Tag        attendance.TagFilter `query:"tag" doc:"tardy, exception, flagged, open, missing, overtime or edited. Commas are or; a leading - is not."`
}

func (in *cardList) filter(ctx context.Context, s *Server, who attendance.Actor) (*attendance.CardFilter, error) {
	from, to, err := in.dates()
	if err != nil {
		return nil, err
	}
	fields, err := in.tests(ctx, s, who)
	if err != nil {
		return nil, err
	}
	return &attendance.CardFilter{
		From: from, To: to, Employees: in.Employee, OrgUnits: in.OrgUnit, Departments: in.Department, PayClasses: in.PayClass,
		Labels: in.Labels, Tag: in.Tag, Fields: fields,
		Progress: exchangeOf(ctx).progress.ofAll(),
	}, nil
}

func (s *Server) listShiftCards(ctx context.Context, who attendance.Actor, in *cardList) (reply, error) {
	return listCards(ctx, s, who, in, s.app.ShiftCards)
}

func (s *Server) listTimeCards(ctx context.Context, who attendance.Actor, in *cardList) (reply, error) {
	return listCards(ctx, s, who, in, s.app.TimeCards)
}

func listCards[C attendance.Record](ctx context.Context, s *Server, who attendance.Actor, in *cardList, compute func(context.Context, attendance.Scope, *attendance.CardFilter) ([]C, error)) (reply, error) {
	filter, err := in.filter(ctx, s, who)
	if err != nil {
		return reply{}, err
	}
	return listing(computed(func() ([]C, error) { return compute(ctx, who.Scope, filter) })).with(&in.supplements).reply()
}

// computed is the sequence of what is computed when it is asked for.
func computed[R any](compute func() ([]R, error)) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		all, err := compute()
		if err != nil {
			var none R
			yield(none, err)
			return
		}
		for _, r := range all {
			if !yield(r, nil) {
				return
			}
		}
	}
}

type explainedDate struct {
	Employee int64           `query:"employee" doc:"The employee." required:"true" bounds:"1.."`
	Date     attendance.Date `query:"date" doc:"The date for which the time counts." required:"true"`
}

func (s *Server) explainTimeCard(ctx context.Context, who attendance.Actor, in *explainedDate) (reply, error) {
	return answer(s.app.Explain(ctx, who.Scope, in.Employee, in.Date))
}

// simulation is a list of time cards and the pay class under which they are to be computed.
type simulation struct {
	cardList
	Body attendance.PayClassInput `body:"true"`
}

func (s *Server) simulateTimeCards(ctx context.Context, who attendance.Actor, in *simulation) (reply, error) {
	filter, err := in.filter(ctx, s, who)
	if err != nil {
		return reply{}, err
	}
	if err := s.app.CheckPayClass(ctx, who, in.Body); err != nil {
		return reply{}, err
	}
	compute := func() ([]*attendance.Simulation, error) { return s.app.Simulate(ctx, who, filter, in.Body) }
	return listing(computed(compute)).with(&in.supplements).reply()
}

func exampleExplanation() *attendance.Explanation {
	return &attendance.Explanation{
		Employee: 42, Date: "2026-03-02", Cards: []*attendance.TimeCard{exampleTimeCard()},
		Steps: []attendance.ExplainedStep{{Number: 2, Text: "In at 08:53:00 counts as 09:00:00: rounded up to 15 minutes.", Punch: new(int64(901)), Seconds: -420}},
	}
}

func exampleSimulation() *attendance.Simulation {
	return &attendance.Simulation{
		Employee: 42, Cards: []*attendance.TimeCard{exampleTimeCard()},
		PayCodes: []attendance.PayCodeChange{{PayCode: 1, Today: 32400, Simulated: 28800}, {PayCode: 2, Today: 0, Simulated: 3600}},
	}
}

func exampleCard() attendance.Card {
	identity := exampleIdentity(0)
	start := identity.Created
	end := start.Add(9 * 3600e9)
	return attendance.Card{
		ID: 901, Employee: 42, OrgUnit: 7, Department: new(int64(3)), PayClass: new(int64(11)), ShiftClass: new(int64(15)),
		Timezone: "America/New_York", Date: "2026-03-02", ShiftDate: "2026-03-02", Start: start.Truncate(1e9), End: new(end.Truncate(1e9)),
		RawTotal: 32400, ProcessedTotal: 32400, Exceptions: []string{"edited"}, Created: identity.Created, Modified: identity.Modified,
		Punches: []attendance.CardPunch{{
			ID: 901, In: new(start.Truncate(1e9)), Out: new(end.Truncate(1e9)), Status: "approved",
			RawTotal: new(int64(32400)), ProcessedTotal: new(int64(32400)),
		}},
	}
}

func exampleShiftCard() *attendance.ShiftCard {
	zero := int64(0)
	return &attendance.ShiftCard{Card: exampleCard(), Late: &zero, EarlyOut: &zero, BeforeStart: &zero, AfterEnd: new(int64(3600))}
}

func exampleTimeCard() *attendance.TimeCard {
	return &attendance.TimeCard{
		Card:     exampleCard(),
		Totals:   []attendance.CategoryTotal{{Category: "regular", PayCode: 1, Total: 28800}, {Category: "daily1", PayCode: 2, Total: 3600}},
		Premiums: []attendance.PremiumTotal{{Name: "night", PayCode: 9, Total: 7200}},
	}
}
