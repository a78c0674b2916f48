package api

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

// workCodes is how one of the two collections of work codes is read and changed.
type workCodes struct {
	list   func(context.Context, attendance.Scope, attendance.WorkCodeFilter) iter.Seq2[*attendance.WorkCode, error]
	one    func(context.Context, attendance.Scope, int64) (*attendance.WorkCode, error)
	create func(context.Context, attendance.Actor, attendance.WorkCodeInput) (*attendance.WorkCode, error)
	update func(context.Context, attendance.Actor, int64, attendance.WorkCodeInput) (*attendance.WorkCode, error)
}

func (s *Server) costCodes() []route {
	c := workCodes{s.store.CostCodes, s.store.CostCode, s.app.CreateCostCode, s.app.UpdateCostCode}
	return c.routes("costcodes", "cost code", &attendance.WorkCode{
		Identity: exampleIdentity(31), Name: "Concrete", Active: true, PayrollID: new("CC-0310"),
		AllowLabels: []attendance.LabelRef{"device:all", "user:4"}, Labels: []attendance.LabelRef{"work:7"},
	})
}

func (s *Server) jobPhases() []route {
	c := workCodes{s.store.JobPhases, s.store.JobPhase, s.app.CreateJobPhase, s.app.UpdateJobPhase}
	return c.routes("jobphases", "job phase", &attendance.WorkCode{
		Identity: exampleIdentity(41), Name: "Foundations", Active: true, PayrollID: new("PH-2"),
		AllowLabels: []attendance.LabelRef{"device:all", "user:all"},
	})
}

func (c workCodes) routes(path, name string, example *attendance.WorkCode) []route {
	read, change := attendance.Read(path), attendance.Write(path)
	return answering(
		example,
		get("/"+path, read, c.listAll).describe("List "+name+"s, by name."),
		post("/"+path, change, c.createOne).describe("Create a "+name+"."),
		get("/"+path+"/{id}", read, c.getOne).describe("Retrieve a "+name+"."),
		put("/"+path+"/{id}", change, c.updateOne).describe("Update a "+name+"."),
	)
}

type workCodeList struct {
	ID []int64 `query:"id" doc:"Only the records with these ids."`
	activeFilter
	nameSearch
	paging
	supplements
}

func (c workCodes) listAll(ctx context.Context, who attendance.Actor, in *workCodeList) (reply, error) {
	f := attendance.WorkCodeFilter{IDs: in.ID, Active: in.wanted(), Search: in.texts(), Page: in.page}
	return listing(c.list(ctx, who.Scope, f)).paged(&in.paging, placeOf).with(&in.supplements).reply()
}

func (c workCodes) createOne(ctx context.Context, who attendance.Actor, in *write[attendance.WorkCodeInput]) (reply, error) {
	return answer(c.create(ctx, who, in.Body))
}

func (c workCodes) getOne(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(c.one(ctx, who.Scope, in.ID))
}

func (c workCodes) updateOne(ctx context.Context, who attendance.Actor, in *writeTo[attendance.WorkCodeInput]) (reply, error) {
	return answer(c.update(ctx, who, in.ID, in.Body))
}
