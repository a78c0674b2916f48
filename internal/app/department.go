package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var departments = collection[attendance.Department, *attendance.Department, attendance.DepartmentInput]{
	kind:   "department",
	fresh:  attendance.NewDepartment,
	load:   store.Reads.Department,
	insert: (*store.Tx).InsertDepartment,
	update: (*store.Tx).UpdateDepartment,
}

// CreateDepartment makes a department.
func (a *App) CreateDepartment(ctx context.Context, who attendance.Actor, in attendance.DepartmentInput) (*attendance.Department, error) {
	return departments.create(ctx, a, who, in)
}

// UpdateDepartment changes a department.
func (a *App) UpdateDepartment(ctx context.Context, who attendance.Actor, id int64, in attendance.DepartmentInput) (*attendance.Department, error) {
	return departments.modify(ctx, a, who, id, in)
}
