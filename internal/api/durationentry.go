package api

import (
	"context"
	"fmt"
	"time"

	"punchclock/internal/attendance"
)

func (s *Server) durationEntries() []route {
	return answering(
		exampleDurationEntry(),
		get("/duration-entries", attendance.Read("duration-entries"), s.listDurationEntries).
			describe("List duration entries, by date or as a sync feed.",
				"With orderBy=modified the list is a sync feed: from and to select by modification, it is paged forwards, and its last page has a resumeCursor that goes on from there later."),
		get("/duration-entries/{id}", attendance.Read("duration-entries"), s.getDurationEntry).describe("Retrieve a duration entry."),
	)
}

func (s *Server) timeOffEntries() []route {
	return answering(
		exampleDurationEntry(),
		get("/timeoffentries", attendance.Read("timeoffentries"), s.listTimeOffEntries).orLater().describe("List time off entries, by date."),
		post("/timeoffentries", attendance.Write("timeoffentries"), s.createTimeOffEntry).
			describe("Create a time off entry.", "duration is in seconds. The type follows from the time off code; org unit, department and pay class are those of the employee."),
		get("/timeoffentries/{id}", attendance.Read("timeoffentries"), s.getTimeOffEntry).describe("Retrieve a time off entry."),
		put("/timeoffentries/{id}", attendance.Write("timeoffentries"), s.updateTimeOffEntry).describe("Update a time off entry.", "Fields that are left out stay."),
		remove("/timeoffentries/{id}", attendance.Delete("timeoffentries"), s.deleteTimeOffEntry).
			describe("Delete a time off entry.", "It is noted in the delete history, as a durationEntry."),
	)
}

// durationOrder is the order of a list of duration entries.
type durationOrder string

// UnmarshalText takes date and modified.
func (o *durationOrder) UnmarshalText(text []byte) error {
	if s := string(text); s != "date" && s != byModified {
		return attendance.FieldError{Code: "unknown", Detail: fmt.Sprintf("There is no order %.40q. orderBy is date or modified.", s)}
	}
	*o = durationOrder(text)
	return nil
}

// durationFilters are the parameters that the lists of duration entries and of time off entries share.
type durationFilters struct {
	dateRange
	OrgUnit    []int64 `query:"orgUnit" doc:"Only entries of employees who belonged to these org units then."`
	Department []int64 `query:"department" doc:"Only entries of these departments."`
	PayClass   []int64 `query:"payClass" doc:"Only entries under these pay classes."`
	Labels     []int64 `query:"labels" doc:"Only entries that carry one of these labels, or whose employee carries one of these user labels."`
	fieldFilter
}

func (in *durationFilters) filter(ctx context.Context, s *Server, who attendance.Actor) (*attendance.DurationEntryFilter, error) {
	fields, err := in.tests(ctx, s, who)
	if err != nil {
		return nil, err
	}
	return &attendance.DurationEntryFilter{
		OrgUnits: in.OrgUnit, Departments: in.Department, PayClasses: in.PayClass, Labels: in.Labels, Fields: fields,
	}, nil
}

type durationEntryList struct {
	durationFilters
	Employee []int64       `query:"employee" doc:"Only entries of these employees."`
	OrderBy  durationOrder `query:"orderBy" doc:"date, or modified for the order of the last changes. With modified, from and to are about the last change too." enum:"date,modified" default:"date"`
	fieldChoice
	paging
	supplements
}

func (s *Server) listDurationEntries(ctx context.Context, who attendance.Actor, in *durationEntryList) (reply, error) {
	isFeed := in.OrderBy == byModified
	if err := in.feed(isFeed); err != nil {
		return reply{}, err
	}
	chosen, err := in.fieldChoice.of(exampleDurationEntry())
	if err != nil {
		return reply{}, err
	}
	f, err := in.filter(ctx, s, who)
	if err != nil {
		return reply{}, err
	}
	f.Employees, f.ByModified, f.Page = in.Employee, isFeed, in.page
	if isFeed {
		var changed attendance.WallRange
		changed, err = s.modifiedRange(ctx, &in.dateRange)
		f.Modified = changed.Range
	} else {
		f.From, f.To, err = in.dates()
	}
	if err != nil {
		return reply{}, err
	}
	l := listing(s.store.DurationEntries(ctx, who.Scope, f)).asFeed(&in.paging).with(&in.supplements)
	l.fields = chosen
	return l.reply()
}

func (s *Server) getDurationEntry(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.DurationEntry(ctx, who.Scope, in.ID))
}

type timeOffEntryList struct {
	durationFilters
	Worker      []int64 `query:"worker" doc:"Only entries of these employees."`
	TimeOffCode []int64 `query:"timeOffCode" doc:"Only entries with these time off codes."`
	supplements
}

func (s *Server) listTimeOffEntries(ctx context.Context, who attendance.Actor, in *timeOffEntryList) (reply, error) {
	f, err := in.filter(ctx, s, who)
	if err != nil {
		return reply{}, err
	}
	f.TimeOff, f.Employees, f.TimeOffCodes = true, in.Worker, in.TimeOffCode
	if f.From, f.To, err = in.dates(); err != nil {
		return reply{}, err
	}
	entries := alongRange(ctx, &in.dateRange, s.store.DurationEntries(ctx, who.Scope, f), func(e *attendance.DurationEntry) time.Time { return e.Date.UTC() })
	return listing(entries).with(&in.supplements).reply()
}

func (s *Server) createTimeOffEntry(ctx context.Context, who attendance.Actor, in *write[attendance.TimeOffEntryInput]) (reply, error) {
	return answer(s.app.CreateTimeOffEntry(ctx, who, in.Body))
}

func (s *Server) getTimeOffEntry(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.TimeOffEntry(ctx, who.Scope, in.ID))
}

func (s *Server) updateTimeOffEntry(ctx context.Context, who attendance.Actor, in *writeTo[attendance.TimeOffEntryInput]) (reply, error) {
	return answer(s.app.UpdateTimeOffEntry(ctx, who, in.ID, in.Body))
}

func (s *Server) deleteTimeOffEntry(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return deleted(s.app.DeleteTimeOffEntry(ctx, who, in.ID))
}

func exampleDurationEntry() *attendance.DurationEntry {
	return &attendance.DurationEntry{
		Identity: exampleIdentity(971), Type: attendance.PaidTimeOff, Date: "2026-03-02", Duration: 28800, Employee: 42, OrgUnit: 7,
		Department: new(int64(3)), PayClass: new(int64(11)), Labels: []attendance.LabelRef{"user:12"},
		LastEditedBy: new("Payroll sync"), TimeOffCode: new(int64(14)), TimeOffRequest: new(int64(981)), Notes: new("Half of it at home."),
	}
}
