package api

import (
	"context"
	"time"

	"punchclock/internal/attendance"
)

func (s *Server) clockLogs() []route {
	at := time.Date(2026, 3, 2, 13, 2, 7, 0, time.UTC)
	return answering(
		&attendance.ClockLog{
			Identity: exampleIdentity(951), Employee: new(int64(42)), EmployeeFirstName: new("Ada"), EmployeeLastName: new("Lovelace"),
			Clock: 5, ClockName: "Front door", ClockOrgUnit: 7, OrgUnit: new(int64(7)), Department: new(int64(3)),
			ClockOrgUnitName: "Brooklyn", OrgUnitName: new("Brooklyn"), DepartmentName: new("Assembly"), Timezone: "America/New_York",
			Dt: at, Status: attendance.ClockPunched, Direction: new("in"), Punch: new(int64(901)), Job: new(int64(21)),
			DeviceEventID: new("0d9c2b5e-5f0e-4d8e-9a51-6a1f6f3f6c11"), ReceivedAt: at.Add(time.Second), Reason: new("Outside the place of work."),
		},
		get("/clocklogs", attendance.Read("clocklogs"), s.listClockLogs).orLater().
			describe("List clock logs, by time.", "A clock log is an attempt at a clock, kept as evidence whether it made a punch or not. It never changes."),
		get("/clocklogs/{id}", attendance.Read("clocklogs"), s.getClockLog).describe("Retrieve a clock log."),
	)
}

type clockLogList struct {
	dateRange
	Employee     []int64                     `query:"employee" doc:"Only logs of these employees."`
	ClockOrgUnit []int64                     `query:"clockOrgUnit" doc:"Only logs of clocks in these org units."`
	WorkOrgUnit  []int64                     `query:"workOrgUnit" doc:"Only logs of employees of these org units."`
	Department   []int64                     `query:"department" doc:"Only logs of employees of these departments."`
	Status       []attendance.ClockLogStatus `query:"status,comma" doc:"Only logs of which this became." enum:"punched,flagged,attempted,failed,duplicate"`
	Clock        []int64                     `query:"clock" doc:"Only logs of these devices."`
	Labels       []attendance.LabelRef       `query:"labels" doc:"Only logs of employees with one of these user labels, or whose punch or job has one of these work labels."`
	Job          []int64                     `query:"job" doc:"Only logs on these jobs."`
	fieldFilter
	supplements
}

func (s *Server) listClockLogs(ctx context.Context, who attendance.Actor, in *clockLogList) (reply, error) {
	fields, err := in.tests(ctx, s, who)
	if err != nil {
		return reply{}, err
	}
	f := &attendance.ClockLogFilter{
		Employees: in.Employee, ClockOrgUnits: in.ClockOrgUnit, WorkOrgUnits: in.WorkOrgUnit, Departments: in.Department,
		Statuses: in.Status, Clocks: in.Clock, Jobs: in.Job, Fields: fields,
	}
	if err := in.addLabels(f); err != nil {
		return reply{}, err
	}
	if f.Range, err = s.recordedRange(ctx, who, &in.dateRange, in.ClockOrgUnit, in.WorkOrgUnit); err != nil {
		return reply{}, err
	}
	logs := alongRange(ctx, &in.dateRange, s.store.ClockLogs(ctx, who.Scope, f), func(l *attendance.ClockLog) time.Time { return l.Dt })
	return listing(logs).with(&in.supplements).reply()
}

// addLabels sorts the labels by their kind.
func (in *clockLogList) addLabels(f *attendance.ClockLogFilter) error {
	var problems attendance.Problems
	for _, l := range in.Labels {
		switch {
		case l.ID() == 0 || l.Kind() == attendance.LabelDevice:
			problems.Add("labels", "format", "labels takes user:ID and work:ID, not %q.", l)
		case l.Kind() == attendance.LabelUser:
			f.UserLabels = append(f.UserLabels, l.ID())
		default:
			f.WorkLabels = append(f.WorkLabels, l.ID())
		}
	}
	return problems.Err()
}

func (s *Server) getClockLog(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.ClockLog(ctx, who.Scope, in.ID))
}
