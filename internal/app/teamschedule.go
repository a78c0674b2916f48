package app

import (
	"context"
	"fmt"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var teamSchedules = collection[attendance.TeamSchedule, *attendance.TeamSchedule, attendance.TeamScheduleInput]{
	kind:   "teamSchedule",
	fresh:  attendance.NewTeamSchedule,
	load:   store.Reads.TeamSchedule,
	insert: (*store.Tx).InsertTeamSchedule,
	update: (*store.Tx).UpdateTeamSchedule,
	check:  checkTeamSchedule,
}

// CreateTeamSchedule makes a team schedule.
func (a *App) CreateTeamSchedule(ctx context.Context, who attendance.Actor, in attendance.TeamScheduleInput) (*attendance.TeamSchedule, error) {
	return teamSchedules.create(ctx, a, who, in)
}

// UpdateTeamSchedule changes a team schedule.
func (a *App) UpdateTeamSchedule(ctx context.Context, who attendance.Actor, id int64, in attendance.TeamScheduleInput) (*attendance.TeamSchedule, error) {
	return teamSchedules.modify(ctx, a, who, id, in)
}

// checkTeamSchedule checks the shift classes of the days. One that the schedule had on some day already may be inactive.
func checkTeamSchedule(ctx context.Context, tx *Tx, was, now *attendance.TeamSchedule, _ attendance.TeamScheduleInput, p *attendance.Problems) error {
	if p.Has("days") {
		return nil
	}
	had := make(map[int64]bool)
	if was != nil {
		for _, d := range was.Days {
			had[d.ShiftClass] = true
		}
	}
	for i, d := range now.Days {
		field := fmt.Sprintf("days[%d].shiftClass", i)
		if had[d.ShiftClass] || p.Has(field) {
			continue
		}
		if err := tx.refer(ctx, p, field, attendance.RefShiftClass, d.ShiftClass, nil); err != nil {
			return err
		}
	}
	return nil
}
