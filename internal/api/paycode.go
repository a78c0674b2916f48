package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) payCodes() []route {
	return answering(
		&attendance.PayCode{
			Identity: exampleIdentity(2), Name: "Overtime", Active: true, Abbreviation: new("OT"), PayrollID: new("0150"),
			Multiplier: "1.5", IsPaid: true,
		},
		get("/paycodes", attendance.Read("paycodes"), s.listPayCodes).describe("List pay codes, by name."),
		post("/paycodes", attendance.Write("paycodes"), s.createPayCode).describe("Create a pay code."),
		get("/paycodes/{id}", attendance.Read("paycodes"), s.getPayCode).describe("Retrieve a pay code."),
		put("/paycodes/{id}", attendance.Write("paycodes"), s.updatePayCode).describe("Update a pay code."),
	)
}

type payCodeList struct {
	ID []int64 `query:"id" doc:"Only these pay codes."`
	activeFilter
	nameSearch
}

func (s *Server) listPayCodes(ctx context.Context, who attendance.Actor, in *payCodeList) (reply, error) {
	f := attendance.PayCodeFilter{IDs: in.ID, Active: in.wanted(), Search: in.texts()}
	return listing(s.store.PayCodes(ctx, who.Scope, f)).reply()
}

func (s *Server) createPayCode(ctx context.Context, who attendance.Actor, in *write[attendance.PayCodeInput]) (reply, error) {
	return answer(s.app.CreatePayCode(ctx, who, in.Body))
}

func (s *Server) getPayCode(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.PayCode(ctx, who.Scope, in.ID))
}

func (s *Server) updatePayCode(ctx context.Context, who attendance.Actor, in *writeTo[attendance.PayCodeInput]) (reply, error) {
	return answer(s.app.UpdatePayCode(ctx, who, in.ID, in.Body))
}
