package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) jobs() []route {
	example := &attendance.Job{
		Identity: exampleIdentity(21), Name: "Library extension", Active: true, Description: new("New reading room, second floor."),
		PayrollID: new("J-2101"), OrgUsers: []int64{12, 13}, NotifyOrgUsers: []int64{12},
		AllowLabels: []attendance.LabelRef{"device:all", "user:4"}, Labels: []attendance.LabelRef{"work:7"},
		JobPhaseMode: new(attendance.ModeRequired), CostCodeMode: new(attendance.ModeOptional),
	}
	return answering(
		example,
		get("/jobs", attendance.Read("jobs"), s.listJobs).describe("List jobs, by name."),
		post("/jobs", attendance.Write("jobs"), s.createJob).describe("Create a job."),
		get("/jobs/{id}", attendance.Read("jobs"), s.getJob).describe("Retrieve a job."),
		put("/jobs/{id}", attendance.Write("jobs"), s.updateJob).describe("Update a job."),
	)
}

type jobList struct {
	ID []int64 `query:"id" doc:"Only these jobs."`
	activeFilter
	nameSearch
	Labels  []int64 `query:"labels" doc:"Only jobs that carry this work label, by the label's id."`
	OrgUser []int64 `query:"orgUser" doc:"Only jobs to which this employee belongs, by orgUsers."`
	paging
	supplements
}

func (s *Server) listJobs(ctx context.Context, who attendance.Actor, in *jobList) (reply, error) {
	f := attendance.JobFilter{IDs: in.ID, Active: in.wanted(), Search: in.texts(), Labels: in.Labels, OrgUsers: in.OrgUser, Page: in.page}
	return listing(s.store.Jobs(ctx, who.Scope, f)).paged(&in.paging, placeOf).with(&in.supplements).reply()
}

func (s *Server) createJob(ctx context.Context, who attendance.Actor, in *write[attendance.JobInput]) (reply, error) {
	return answer(s.app.CreateJob(ctx, who, in.Body))
}

func (s *Server) getJob(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.Job(ctx, who.Scope, in.ID))
}

func (s *Server) updateJob(ctx context.Context, who attendance.Actor, in *writeTo[attendance.JobInput]) (reply, error) {
	return answer(s.app.UpdateJob(ctx, who, in.ID, in.Body))
}
