package api

import (
	"context"
	"fmt"
	"time"

	"punchclock/internal/attendance"
)

func (s *Server) punches() []route {
	return answering(
		examplePunch(),
		get("/punches", attendance.Read("punches"), s.listPunches).orLater().
			describe("List punches, by their in or as a sync feed.",
				"A punch belongs to the local date of its in. With orderBy=modified the list is a sync feed: from and to select by modification, it is paged forwards, and its last page has a resumeCursor that goes on from there later."),
		post("/punches", attendance.Write("punches"), s.createPunch).
			describe("Create a punch.", "Its org unit, department and pay class are those of the employee. It may not overlap another punch of the employee that is not rejected, and an employee has one open punch at most."),
		get("/punches/{id}", attendance.Read("punches"), s.getPunch).describe("Retrieve a punch."),
		put("/punches/{id}", attendance.Write("punches"), s.updatePunch).
			describe("Update a punch.", "Fields that are left out stay. Changed times are noted in inExceptions, outExceptions and overrideBy. To set the status takes the permission punches:approve as well."),
		remove("/punches/{id}", attendance.Delete("punches"), s.deletePunch).describe("Delete a punch.", "It is noted in the delete history."),
	)
}

// punchOrder is the order of a list of punches.
type punchOrder string

// UnmarshalText takes punch and modified.
func (o *punchOrder) UnmarshalText(text []byte) error {
	if s := string(text); s != "punch" && s != byModified {
		return attendance.FieldError{Code: "unknown", Detail: fmt.Sprintf("There is no order %.40q. orderBy is punch or modified.", s)}
	}
	*o = punchOrder(text)
	return nil
}

type punchList struct {
	dateRange
	OrderBy      punchOrder               `query:"orderBy" doc:"punch is the order of the ins, modified that of the last changes. With modified, from and to are about the last change too." enum:"punch,modified" default:"punch"`
	Employee     []int64                  `query:"employee" doc:"Only punches of these employees."`
	Job          []int64                  `query:"job" doc:"Only punches on these jobs."`
	OrgUnit      []int64                  `query:"orgUnit" doc:"Only punches of employees who belonged to these org units then."`
	ClockOrgUnit []int64                  `query:"clockOrgUnit" doc:"Only punches made at devices of these org units."`
	WorkOrgUnit  []int64                  `query:"workOrgUnit" doc:"Only punches whose inOrgUnit or outOrgUnit is one of these."`
	Department   []int64                  `query:"department" doc:"Only punches of these departments."`
	Device       []int64                  `query:"device" doc:"Only punches whose in or out was made at these devices."`
	Status       []attendance.PunchStatus `query:"status,comma" doc:"Only punches in these states of review." enum:"approved,flagged,pending,rejected"`
	Labels       []int64                  `query:"labels" doc:"Only punches of employees with one of these user labels, or that carry one of these work labels themselves or by their job."`
	fieldFilter
	EntryState []attendance.EntryState `query:"entryState" doc:"Only punches that are 1 open, 2 complete, 3 without an in, 4 without an out." enum:"1,2,3,4"`
	PayClass   []int64                 `query:"payClass" doc:"Only punches under these pay classes."`
	paging
	supplements
}

func (s *Server) listPunches(ctx context.Context, who attendance.Actor, in *punchList) (reply, error) {
	isFeed := in.OrderBy == byModified
	if err := in.feed(isFeed); err != nil {
		return reply{}, err
	}
	fields, err := in.tests(ctx, s, who)
	if err != nil {
		return reply{}, err
	}
	f := &attendance.PunchFilter{
		ByModified: isFeed, Employees: in.Employee, Jobs: in.Job, OrgUnits: in.OrgUnit, ClockOrgUnits: in.ClockOrgUnit, WorkOrgUnits: in.WorkOrgUnit,
		Departments: in.Department, Devices: in.Device, PayClasses: in.PayClass, Statuses: in.Status, Labels: in.Labels,
		EntryStates: in.EntryState, Fields: fields, Page: in.page,
	}
	if isFeed {
		f.Range, err = s.modifiedRange(ctx, &in.dateRange)
	} else {
		f.Range, err = s.recordedRange(ctx, who, &in.dateRange, in.OrgUnit)
	}
	if err != nil {
		return reply{}, err
	}
	found, names := s.store.NamedPunches(ctx, who.Scope, f, s.now())
	in.names = names
	punches := alongRange(ctx, &in.dateRange, found, func(p *attendance.Punch) time.Time {
		if isFeed {
			return p.Modified
		}
		return p.InDt
	})
	return listing(punches).asFeed(&in.paging).with(&in.supplements).reply()
}

// modifiedRange is the range of last changes that the parameters ask for.
func (s *Server) modifiedRange(ctx context.Context, r *dateRange) (attendance.WallRange, error) {
	zone, err := s.accountZone(ctx)
	if err != nil {
		return attendance.WallRange{}, err
	}
	exact, err := r.in(zone)
	return attendance.ExactRange(exact), err
}

func (s *Server) createPunch(ctx context.Context, who attendance.Actor, in *write[attendance.PunchInput]) (reply, error) {
	return answer(s.app.CreatePunch(ctx, who, in.Body))
}

func (s *Server) getPunch(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.Punch(ctx, who.Scope, in.ID, s.now()))
}

func (s *Server) updatePunch(ctx context.Context, who attendance.Actor, in *writeTo[attendance.PunchInput]) (reply, error) {
	return answer(s.app.UpdatePunch(ctx, who, in.ID, in.Body))
}

func (s *Server) deletePunch(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return deleted(s.app.DeletePunch(ctx, who, in.ID))
}

func examplePunch() *attendance.Punch {
	start := time.Date(2026, 3, 2, 13, 2, 0, 0, time.UTC)
	end := start.Add(4 * time.Hour)
	return &attendance.Punch{
		Identity: exampleIdentity(901), Employee: 42, EmployeeFirstName: "Ada", EmployeeLastName: "Lovelace", EmployeePayrollID: new("E-1042"),
		OrgUnit: 7, OrgUnitName: "Brooklyn", Timezone: "America/New_York", InDt: start, InClock: new(int64(5)), InClockName: new("Front door"),
		InOrgUnit: new(int64(7)), InOrgUnitName: new("Brooklyn"), InExceptions: attendance.ExceptionOffline,
		OutDt: &end, OutClock: new(int64(5)), OutClockName: new("Front door"), OutExceptions: attendance.ExceptionEdited,
		Status: attendance.PunchApproved, OverrideBy: new("Payroll sync"), OutKind: new(attendance.OutMeal),
		Job: new(int64(21)), JobPhase: new(int64(22)), CostCode: new(int64(23)), Labels: []attendance.LabelRef{"work:31"},
		Notes: new("Forgot to punch out."), Department: new(int64(3)), PayClass: new(int64(11)),
		OutOrgUnit: new(int64(7)), OutOrgUnitName: new("Brooklyn"), EntryState: attendance.EntryComplete,
	}
}
