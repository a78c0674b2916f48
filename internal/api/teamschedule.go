package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) teamSchedules() []route {
	return answering(
		&attendance.TeamSchedule{
			Identity: exampleIdentity(9), Name: "Early week", Active: true, Days: []attendance.ScheduleDay{{Weekday: 1, ShiftClass: 7}, {Weekday: 2, ShiftClass: 7}},
		},
		get("/teamschedules", attendance.Read("teamschedules"), s.listTeamSchedules).describe("List team schedules, by name."),
		post("/teamschedules", attendance.Write("teamschedules"), s.createTeamSchedule).describe("Create a team schedule."),
		get("/teamschedules/{id}", attendance.Read("teamschedules"), s.getTeamSchedule).describe("Retrieve a team schedule."),
		put("/teamschedules/{id}", attendance.Write("teamschedules"), s.updateTeamSchedule).describe("Update a team schedule.", "The days are written whole."),
	)
}

type teamScheduleList struct {
	ID []int64 `query:"id" doc:"Only these team schedules."`
	activeFilter
	nameSearch
}

func (s *Server) listTeamSchedules(ctx context.Context, who attendance.Actor, in *teamScheduleList) (reply, error) {
	f := attendance.TeamScheduleFilter{IDs: in.ID, Active: in.wanted(), Search: in.texts()}
	return listing(s.store.TeamSchedules(ctx, who.Scope, f)).reply()
}

func (s *Server) createTeamSchedule(ctx context.Context, who attendance.Actor, in *write[attendance.TeamScheduleInput]) (reply, error) {
	return answer(s.app.CreateTeamSchedule(ctx, who, in.Body))
}

func (s *Server) getTeamSchedule(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.TeamSchedule(ctx, who.Scope, in.ID))
}

func (s *Server) updateTeamSchedule(ctx context.Context, who attendance.Actor, in *writeTo[attendance.TeamScheduleInput]) (reply, error) {
	return answer(s.app.UpdateTeamSchedule(ctx, who, in.ID, in.Body))
}
