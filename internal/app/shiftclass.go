package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var shiftClasses = collection[attendance.ShiftClass, *attendance.ShiftClass, attendance.ShiftClassInput]{
	kind:   "shiftClass",
	fresh:  attendance.NewShiftClass,
	load:   store.Reads.ShiftClass,
	insert: (*store.Tx).InsertShiftClass,
	update: (*store.Tx).UpdateShiftClass,
}

// CreateShiftClass makes a shift class.
func (a *App) CreateShiftClass(ctx context.Context, who attendance.Actor, in attendance.ShiftClassInput) (*attendance.ShiftClass, error) {
	return shiftClasses.create(ctx, a, who, in)
}

// UpdateShiftClass changes a shift class.
func (a *App) UpdateShiftClass(ctx context.Context, who attendance.Actor, id int64, in attendance.ShiftClassInput) (*attendance.ShiftClass, error) {
	return shiftClasses.modify(ctx, a, who, id, in)
}
