package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var jobs = collection[attendance.Job, *attendance.Job, attendance.JobInput]{
	kind:   "job",
	fresh:  attendance.NewJob,
	load:   store.Reads.Job,
	insert: (*store.Tx).InsertJob,
	update: (*store.Tx).UpdateJob,
	check:  checkJob,
}

// CreateJob makes a job.
func (a *App) CreateJob(ctx context.Context, who attendance.Actor, in attendance.JobInput) (*attendance.Job, error) {
	return jobs.create(ctx, a, who, in)
}

// UpdateJob changes a job.
func (a *App) UpdateJob(ctx context.Context, who attendance.Actor, id int64, in attendance.JobInput) (*attendance.Job, error) {
	return jobs.modify(ctx, a, who, id, in)
}

func checkJob(ctx context.Context, tx *Tx, was, now *attendance.Job, _ attendance.JobInput, p *attendance.Problems) error {
	if was == nil {
		was = &attendance.Job{}
	}
	if err := tx.referAll(ctx, p, "orgUsers", attendance.RefEmployee, now.OrgUsers, was.OrgUsers); err != nil {
		return err
	}
	if err := tx.referAll(ctx, p, "notifyOrgUsers", attendance.RefEmployee, now.NotifyOrgUsers, was.NotifyOrgUsers); err != nil {
		return err
	}
	if err := tx.referLabels(ctx, p, "allowLabels", now.AllowLabels, was.AllowLabels); err != nil {
		return err
	}
	return tx.referLabels(ctx, p, "labels", now.Labels, was.Labels)
}
