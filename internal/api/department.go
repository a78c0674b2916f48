package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) departments() []route {
	return answering(
		&attendance.Department{Identity: exampleIdentity(3), Name: "Assembly", Active: true, PayrollID: new("D-300")},
		get("/departments", attendance.Read("departments"), s.listDepartments).describe("List departments, by name."),
		post("/departments", attendance.Write("departments"), s.createDepartment).describe("Create a department."),
		get("/departments/{id}", attendance.Read("departments"), s.getDepartment).describe("Retrieve a department."),
		put("/departments/{id}", attendance.Write("departments"), s.updateDepartment).describe("Update a department."),
	)
}

type departmentList struct {
	ID []int64 `query:"id" doc:"Only these departments."`
}

func (s *Server) listDepartments(ctx context.Context, who attendance.Actor, in *departmentList) (reply, error) {
	return listing(s.store.Departments(ctx, who.Scope, attendance.DepartmentFilter{IDs: in.ID})).reply()
}

func (s *Server) createDepartment(ctx context.Context, who attendance.Actor, in *write[attendance.DepartmentInput]) (reply, error) {
	return answer(s.app.CreateDepartment(ctx, who, in.Body))
}

func (s *Server) getDepartment(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.Department(ctx, who.Scope, in.ID))
}

func (s *Server) updateDepartment(ctx context.Context, who attendance.Actor, in *writeTo[attendance.DepartmentInput]) (reply, error) {
	return answer(s.app.UpdateDepartment(ctx, who, in.ID, in.Body))
}
