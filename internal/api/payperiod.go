package api

import (
	"context"
	"fmt"

	"punchclock/internal/attendance"
)

func (s *Server) payPeriods() []route {
	return answering(
		&attendance.PayPeriod{
			Identity: exampleIdentity(77), PayClass: 11, PayClassName: "Hourly", Start: "2026-03-02", End: "2026-03-15",
			PayDate: new(attendance.Date("2026-03-20")), State: attendance.PeriodOpen,
		},
		get("/payperiods", attendance.Read("payperiods"), s.listPayPeriods).describe("List pay periods, by start."),
		post("/payperiods", attendance.Write("payperiods"), s.createPayPeriod).
			describe("Create a pay period.", "Its end follows from the pay class."),
		get("/payperiods/{id}", attendance.Read("payperiods"), s.getPayPeriod).describe("Retrieve a pay period."),
		put("/payperiods/{id}", attendance.Write("payperiods"), s.updatePayPeriod).
			describe("Update, close or reopen a pay period.", "Closing needs the permission payperiods:close and refuses with 409 while a shift is open or has a critical exception left, which it lists. It keeps the cards as they are; from then on whatever would change one of them is 409 periodLocked. Reopening needs the permission payperiods:reopen and a reason."),
	)
}

// periodState is a filter value that names a state of pay periods.
type periodState string

// UnmarshalText takes the states.
func (p *periodState) UnmarshalText(text []byte) error {
	switch s := string(text); s {
	case attendance.PeriodOpen, attendance.PeriodSubmitted, attendance.PeriodApproved, attendance.PeriodClosed:
		*p = periodState(s)
		return nil
	default:
		return attendance.FieldError{Code: "unknown", Detail: fmt.Sprintf("There is no state %.40q. A pay period is open, submitted, approved or closed.", s)}
	}
}

type payPeriodList struct {
	ID       []int64       `query:"id" doc:"Only these pay periods."`
	PayClass []int64       `query:"payClass" doc:"Pay periods of these pay classes."`
	State    []periodState `query:"state,comma" doc:"Only pay periods in these states." enum:"open,submitted,approved,closed"`
	maybeRange
	paging
}

// listPayPeriods compares dates, so that of a bound with a time only the date counts.
func (s *Server) listPayPeriods(ctx context.Context, who attendance.Actor, in *payPeriodList) (reply, error) {
	f := attendance.PayPeriodFilter{IDs: in.ID, PayClasses: in.PayClass, States: wordsOf(in.State), Page: in.page}
	if in.From != nil {
		f.From = attendance.DateOf(in.From.Wall())
	}
	if in.To != nil {
		f.To = attendance.DateOf(in.To.Wall())
	}
	if f.To != "" && f.From > f.To {
		return reply{}, attendance.InvalidField("from", "range", "from must not be after to.")
	}
	return listing(s.store.PayPeriods(ctx, who.Scope, f)).paged(&in.paging, placeOf).reply()
}

func (s *Server) createPayPeriod(ctx context.Context, who attendance.Actor, in *write[attendance.PayPeriodInput]) (reply, error) {
	return answer(s.app.CreatePayPeriod(ctx, who, in.Body))
}

func (s *Server) getPayPeriod(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.PayPeriod(ctx, who.Scope, in.ID))
}

func (s *Server) updatePayPeriod(ctx context.Context, who attendance.Actor, in *writeTo[attendance.PayPeriodInput]) (reply, error) {
	return answer(s.app.UpdatePayPeriod(ctx, who, in.ID, in.Body))
}
