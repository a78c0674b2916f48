package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) timeOffCodes() []route {
	return answering(
		&attendance.TimeOffCode{
			Identity: exampleIdentity(6), Name: "Vacation", Active: true, PayrollID: new("VAC"), SortOrder: new(int64(1)),
			IsPaid: true, AllowWorkerRequest: true,
		},
		get("/timeoffcodes", attendance.Read("timeoffcodes"), s.listTimeOffCodes).describe("List time off codes, by name."),
		post("/timeoffcodes", attendance.Write("timeoffcodes"), s.createTimeOffCode).describe("Create a time off code."),
		get("/timeoffcodes/{id}", attendance.Read("timeoffcodes"), s.getTimeOffCode).describe("Retrieve a time off code."),
		put("/timeoffcodes/{id}", attendance.Write("timeoffcodes"), s.updateTimeOffCode).describe("Update a time off code."),
	)
}

type timeOffCodeList struct {
	ID []int64 `query:"id" doc:"Only these time off codes."`
}

func (s *Server) listTimeOffCodes(ctx context.Context, who attendance.Actor, in *timeOffCodeList) (reply, error) {
	return listing(s.store.TimeOffCodes(ctx, who.Scope, attendance.TimeOffCodeFilter{IDs: in.ID})).reply()
}

func (s *Server) createTimeOffCode(ctx context.Context, who attendance.Actor, in *write[attendance.TimeOffCodeInput]) (reply, error) {
	return answer(s.app.CreateTimeOffCode(ctx, who, in.Body))
}

func (s *Server) getTimeOffCode(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.TimeOffCode(ctx, who.Scope, in.ID))
}

func (s *Server) updateTimeOffCode(ctx context.Context, who attendance.Actor, in *writeTo[attendance.TimeOffCodeInput]) (reply, error) {
	return answer(s.app.UpdateTimeOffCode(ctx, who, in.ID, in.Body))
}
