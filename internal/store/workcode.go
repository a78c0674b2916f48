package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

// workCodes is the table of cost codes or that of job phases.
func workCodes(name string) table[attendance.WorkCode] {
	return table[attendance.WorkCode]{
		name:    name,
		columns: "id, name, name_key, active, payroll_id, allow_labels, labels, created, modified",
		scan: func(r *row, c *attendance.WorkCode) error {
			c.ID, c.Name = r.Int(), r.Text()
			r.next()
			c.Active, c.PayrollID, c.AllowLabels, c.Labels = r.Bool(), r.TextOrNull(), r.labelRefs(), r.labelRefs()
			c.Created, c.Modified = r.Time(), r.Time()
			return nil
		},
		values: func(c *attendance.WorkCode) []any {
			return []any{
				c.ID, c.Name, attendance.Fold(c.Name), c.Active, c.PayrollID, joinLabels(c.AllowLabels), joinLabels(c.Labels),
				micros(c.Created), micros(c.Modified),
			}
		},
	}
}

var (
	costCodes = workCodes("cost_codes")
	jobPhases = workCodes("job_phases")
)

func workCodeList(scope attendance.Scope, f attendance.WorkCodeFilter) *where {
	w := inScope("", scope).in("id", f.IDs).active("active", f.Active).search("name_key", f.Search...)
	return w.pageByText("name_key", "id", f.Page)
}

// CostCodes lists cost codes by name.
func (r Reads) CostCodes(ctx context.Context, scope attendance.Scope, f attendance.WorkCodeFilter) iter.Seq2[*attendance.WorkCode, error] {
	return costCodes.all(ctx, r, workCodeList(scope, f), f.Page)
}

// CostCode is one cost code, or ErrNotFound.
func (r Reads) CostCode(ctx context.Context, scope attendance.Scope, id int64) (*attendance.WorkCode, error) {
	return costCodes.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// InsertCostCode writes a new cost code.
func (tx *Tx) InsertCostCode(ctx context.Context, c *attendance.WorkCode) error {
	return costCodes.insert(ctx, tx, c)
}

// UpdateCostCode writes a changed cost code.
func (tx *Tx) UpdateCostCode(ctx context.Context, c *attendance.WorkCode) error {
	return costCodes.update(ctx, tx, c)
}

// JobPhases lists job phases by name.
func (r Reads) JobPhases(ctx context.Context, scope attendance.Scope, f attendance.WorkCodeFilter) iter.Seq2[*attendance.WorkCode, error] {
	return jobPhases.all(ctx, r, workCodeList(scope, f), f.Page)
}

// JobPhase is one job phase, or ErrNotFound.
func (r Reads) JobPhase(ctx context.Context, scope attendance.Scope, id int64) (*attendance.WorkCode, error) {
	return jobPhases.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// InsertJobPhase writes a new job phase.
func (tx *Tx) InsertJobPhase(ctx context.Context, c *attendance.WorkCode) error {
	return jobPhases.insert(ctx, tx, c)
}

// UpdateJobPhase writes a changed job phase.
func (tx *Tx) UpdateJobPhase(ctx context.Context, c *attendance.WorkCode) error {
	return jobPhases.update(ctx, tx, c)
}
