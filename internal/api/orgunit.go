package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) orgUnits() []route {
	allowed := get("/orgunits/{id}/allowed-employees", attendance.Read("employees"), s.listAllowedEmployees).
		describe("List the employees who may punch at an org unit, by name.", "These are the active employees whose org unit it is, and those whose workerAllowLabels name a label of one of its active devices, or all devices.")
	allowed.record = &attendance.AllowedEmployee{ID: 12, FirstName: "Ada", LastName: "Lovelace", OrgUnit: 4, Department: new(int64(3)), PayrollID: new("E-1012"), Active: true}
	return answering(
		&attendance.OrgUnit{Identity: exampleIdentity(4), Name: "Brooklyn", Active: true, PayrollID: new("NY-2"), Timezone: "America/New_York"},
		get("/orgunits", attendance.Read("orgunits"), s.listOrgUnits).describe("List organization units, by name."),
		post("/orgunits", attendance.Write("orgunits"), s.createOrgUnit).describe("Create an organization unit.", "A key that is limited to org units cannot."),
		get("/orgunits/{id}", attendance.Read("orgunits"), s.getOrgUnit).describe("Retrieve an organization unit."),
		put("/orgunits/{id}", attendance.Write("orgunits"), s.updateOrgUnit).describe("Update an organization unit."),
		allowed,
	)
}

type orgUnitList struct {
	OrgUnit []int64 `query:"orgUnit" doc:"Only these org units."`
}

func (s *Server) listOrgUnits(ctx context.Context, who attendance.Actor, in *orgUnitList) (reply, error) {
	return listing(s.store.OrgUnits(ctx, who.Scope, attendance.OrgUnitFilter{IDs: in.OrgUnit})).reply()
}

func (s *Server) createOrgUnit(ctx context.Context, who attendance.Actor, in *write[attendance.OrgUnitInput]) (reply, error) {
	return answer(s.app.CreateOrgUnit(ctx, who, in.Body))
}

func (s *Server) getOrgUnit(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.OrgUnit(ctx, who.Scope, in.ID))
}

func (s *Server) updateOrgUnit(ctx context.Context, who attendance.Actor, in *writeTo[attendance.OrgUnitInput]) (reply, error) {
	return answer(s.app.UpdateOrgUnit(ctx, who, in.ID, in.Body))
}

func (s *Server) listAllowedEmployees(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	employees, err := s.store.AllowedEmployees(ctx, who.Scope, in.ID)
	if err != nil {
		return reply{}, err
	}
	return listing(employees).reply()
}
