package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var jobs = table[attendance.Job]{
	name:    "jobs",
	columns: "id, name, name_key, active, description, payroll_id, org_users, notify_org_users, allow_labels, labels, job_phase_mode, cost_code_mode, created, modified",
	scan: func(r *row, j *attendance.Job) error {
		j.ID, j.Name = r.Int(), r.Text()
		r.next()
		j.Active, j.Description, j.PayrollID = r.Bool(), r.TextOrNull(), r.TextOrNull()
		j.OrgUsers, j.NotifyOrgUsers, j.AllowLabels, j.Labels = r.IDs(), r.IDs(), r.labelRefs(), r.labelRefs()
		j.JobPhaseMode, j.CostCodeMode, j.Created, j.Modified = r.TextOrNull(), r.TextOrNull(), r.Time(), r.Time()
		return nil
	},
	values: func(j *attendance.Job) []any {
		return []any{
			j.ID, j.Name, attendance.Fold(j.Name), j.Active, j.Description, j.PayrollID, joinIDs(j.OrgUsers), joinIDs(j.NotifyOrgUsers),
			joinLabels(j.AllowLabels), joinLabels(j.Labels), j.JobPhaseMode, j.CostCodeMode, micros(j.Created), micros(j.Modified),
		}
	},
}

// Jobs lists jobs by name.
func (r Reads) Jobs(ctx context.Context, scope attendance.Scope, f attendance.JobFilter) iter.Seq2[*attendance.Job, error] {
	w := inScope("", scope).in("id", f.IDs).active("active", f.Active).search("name_key", f.Search...).carrying("id", linkJob, f.Labels)
	if len(f.OrgUsers) > 0 {
		w.and("id IN (SELECT job_id FROM job_users WHERE account_id = $1 AND ")
		w.oneOf("employee_id", f.OrgUsers)
		w.raw(")")
	}
	return jobs.all(ctx, r, w.pageByText("name_key", "id", f.Page), f.Page)
}

// Job is one job, or ErrNotFound.
func (r Reads) Job(ctx context.Context, scope attendance.Scope, id int64) (*attendance.Job, error) {
	return jobs.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// InsertJob writes a new job.
func (tx *Tx) InsertJob(ctx context.Context, j *attendance.Job) error {
	if err := jobs.insert(ctx, tx, j); err != nil {
		return err
	}
	return tx.linkJob(ctx, j, true)
}

// UpdateJob writes a changed job.
func (tx *Tx) UpdateJob(ctx context.Context, j *attendance.Job) error {
	if err := jobs.update(ctx, tx, j); err != nil {
		return err
	}
	return tx.linkJob(ctx, j, false)
}

// linkJob makes the job findable by its labels and employees.
func (tx *Tx) linkJob(ctx context.Context, j *attendance.Job, isNew bool) error {
	if err := tx.relinkLabels(ctx, linkJob, j.ID, j.Labels, isNew); err != nil {
		return err
	}
	if !isNew {
		if err := tx.conn.exec(ctx, "DELETE FROM job_users WHERE account_id = $1 AND job_id = $2", []any{tx.account, j.ID}); err != nil {
			return err
		}
	}
	for _, employee := range j.OrgUsers {
		err := tx.conn.exec(ctx, "INSERT INTO job_users (account_id, employee_id, job_id) VALUES ($1, $2, $3)", []any{tx.account, employee, j.ID})
		if err != nil {
			return err
		}
	}
	return nil
}
