package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) holidays() []route {
	return answering(
		&attendance.Holiday{Identity: exampleIdentity(8), Name: "Christmas Day", Date: "2026-12-25", OrgUnit: new(int64(1))},
		get("/holidays", attendance.Read("holidays"), s.listHolidays).describe("List holidays, by date."),
		post("/holidays", attendance.Write("holidays"), s.createHoliday).describe("Create a holiday."),
		get("/holidays/{id}", attendance.Read("holidays"), s.getHoliday).describe("Retrieve a holiday."),
		put("/holidays/{id}", attendance.Write("holidays"), s.updateHoliday).describe("Update a holiday."),
	)
}

type holidayList struct {
	ID      []int64 `query:"id" doc:"Only these holidays."`
	OrgUnit []int64 `query:"orgUnit" doc:"Only holidays that hold in this org unit: its own, and those of all org units."`
	maybeRange
}

// listHolidays compares dates, so that of a bound with a time only the date counts.
func (s *Server) listHolidays(ctx context.Context, who attendance.Actor, in *holidayList) (reply, error) {
	f := attendance.HolidayFilter{IDs: in.ID, OrgUnits: in.OrgUnit}
	if in.From != nil {
		f.From = attendance.DateOf(in.From.Wall())
	}
	if in.To != nil {
		f.To = attendance.DateOf(in.To.Wall())
	}
	if f.To != "" && f.From > f.To {
		return reply{}, attendance.InvalidField("from", "range", "from must not be after to.")
	}
	return listing(s.store.Holidays(ctx, who.Scope, f)).reply()
}

func (s *Server) createHoliday(ctx context.Context, who attendance.Actor, in *write[attendance.HolidayInput]) (reply, error) {
	return answer(s.app.CreateHoliday(ctx, who, in.Body))
}

func (s *Server) getHoliday(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.Holiday(ctx, who.Scope, in.ID))
}

func (s *Server) updateHoliday(ctx context.Context, who attendance.Actor, in *writeTo[attendance.HolidayInput]) (reply, error) {
	return answer(s.app.UpdateHoliday(ctx, who, in.ID, in.Body))
}
