package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var timeOffCodes = collection[attendance.TimeOffCode, *attendance.TimeOffCode, attendance.TimeOffCodeInput]{
	kind:   "timeOffCode",
	fresh:  attendance.NewTimeOffCode,
	load:   store.Reads.TimeOffCode,
	insert: (*store.Tx).InsertTimeOffCode,
	update: (*store.Tx).UpdateTimeOffCode,
}

// CreateTimeOffCode makes a time off code.
func (a *App) CreateTimeOffCode(ctx context.Context, who attendance.Actor, in attendance.TimeOffCodeInput) (*attendance.TimeOffCode, error) {
	return timeOffCodes.create(ctx, a, who, in)
}

// UpdateTimeOffCode changes a time off code.
func (a *App) UpdateTimeOffCode(ctx context.Context, who attendance.Actor, id int64, in attendance.TimeOffCodeInput) (*attendance.TimeOffCode, error) {
	return timeOffCodes.modify(ctx, a, who, id, in)
}
