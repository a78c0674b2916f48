package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) shiftClasses() []route {
	const minute, hour = 60, 3600
	return answering(
		&attendance.ShiftClass{
			Identity: exampleIdentity(7), Name: "Early", Active: true, PayrollID: new("S1"), Start: 6 * hour, End: 14*hour + 30*minute,
			LateGrace: 5 * minute, BindWindow: 12 * hour, UnpaidWindows: []attendance.ShiftWindow{{Start: 10 * hour, End: 10*hour + 30*minute}},
		},
		get("/shiftclasses", attendance.Read("shiftclasses"), s.listShiftClasses).describe("List shift classes, by name."),
		post("/shiftclasses", attendance.Write("shiftclasses"), s.createShiftClass).describe("Create a shift class."),
		get("/shiftclasses/{id}", attendance.Read("shiftclasses"), s.getShiftClass).describe("Retrieve a shift class."),
		put("/shiftclasses/{id}", attendance.Write("shiftclasses"), s.updateShiftClass).describe("Update a shift class."),
	)
}

type shiftClassList struct {
	ID []int64 `query:"id" doc:"Only these shift classes."`
	activeFilter
	nameSearch
}

func (s *Server) listShiftClasses(ctx context.Context, who attendance.Actor, in *shiftClassList) (reply, error) {
	f := attendance.ShiftClassFilter{IDs: in.ID, Active: in.wanted(), Search: in.texts()}
	return listing(s.store.ShiftClasses(ctx, who.Scope, f)).reply()
}

func (s *Server) createShiftClass(ctx context.Context, who attendance.Actor, in *write[attendance.ShiftClassInput]) (reply, error) {
	return answer(s.app.CreateShiftClass(ctx, who, in.Body))
}

func (s *Server) getShiftClass(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.ShiftClass(ctx, who.Scope, in.ID))
}

func (s *Server) updateShiftClass(ctx context.Context, who attendance.Actor, in *writeTo[attendance.ShiftClassInput]) (reply, error) {
	return answer(s.app.UpdateShiftClass(ctx, who, in.ID, in.Body))
}
