package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// workCodes is the collection of cost codes or that of job phases: they differ in name and table only.
type workCodes = collection[attendance.WorkCode, *attendance.WorkCode, attendance.WorkCodeInput]

var costCodes = workCodes{
	kind:   "costCode",
	fresh:  attendance.NewWorkCode,
	load:   store.Reads.CostCode,
	insert: (*store.Tx).InsertCostCode,
	update: (*store.Tx).UpdateCostCode,
	check:  checkWorkCode,
}

var jobPhases = workCodes{
	kind:   "jobPhase",
	fresh:  attendance.NewWorkCode,
	load:   store.Reads.JobPhase,
	insert: (*store.Tx).InsertJobPhase,
	update: (*store.Tx).UpdateJobPhase,
	check:  checkWorkCode,
}

// CreateCostCode makes a cost code.
func (a *App) CreateCostCode(ctx context.Context, who attendance.Actor, in attendance.WorkCodeInput) (*attendance.WorkCode, error) {
	return costCodes.create(ctx, a, who, in)
}

// UpdateCostCode changes a cost code.
func (a *App) UpdateCostCode(ctx context.Context, who attendance.Actor, id int64, in attendance.WorkCodeInput) (*attendance.WorkCode, error) {
	return costCodes.modify(ctx, a, who, id, in)
}

// CreateJobPhase makes a job phase.
func (a *App) CreateJobPhase(ctx context.Context, who attendance.Actor, in attendance.WorkCodeInput) (*attendance.WorkCode, error) {
	return jobPhases.create(ctx, a, who, in)
}

// UpdateJobPhase changes a job phase.
func (a *App) UpdateJobPhase(ctx context.Context, who attendance.Actor, id int64, in attendance.WorkCodeInput) (*attendance.WorkCode, error) {
	return jobPhases.modify(ctx, a, who, id, in)
}

func checkWorkCode(ctx context.Context, tx *Tx, was, now *attendance.WorkCode, _ attendance.WorkCodeInput, p *attendance.Problems) error {
	if was == nil {
		was = &attendance.WorkCode{}
	}
	if err := tx.referLabels(ctx, p, "allowLabels", now.AllowLabels, was.AllowLabels); err != nil {
		return err
	}
	return tx.referLabels(ctx, p, "labels", now.Labels, was.Labels)
}
