package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var departments = table[attendance.Department]{
	name:    "departments",
	columns: "id, name, name_key, active, payroll_id, created, modified",
	scan: func(r *row, d *attendance.Department) error {
		d.ID, d.Name = r.Int(), r.Text()
		r.next()
		d.Active, d.PayrollID, d.Created, d.Modified = r.Bool(), r.TextOrNull(), r.Time(), r.Time()
		return nil
	},
	values: func(d *attendance.Department) []any {
		return []any{d.ID, d.Name, attendance.Fold(d.Name), d.Active, d.PayrollID, micros(d.Created), micros(d.Modified)}
	},
}

// Departments lists departments by name.
func (r Reads) Departments(ctx context.Context, scope attendance.Scope, f attendance.DepartmentFilter) iter.Seq2[*attendance.Department, error] {
	return departments.all(ctx, r, inScope("", scope).in("id", f.IDs).pageByText("name_key", "id", nil), nil)
}

// Department is one department, or ErrNotFound.
func (r Reads) Department(ctx context.Context, scope attendance.Scope, id int64) (*attendance.Department, error) {
	return departments.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// InsertDepartment writes a new department.
func (tx *Tx) InsertDepartment(ctx context.Context, d *attendance.Department) error {
	return departments.insert(ctx, tx, d)
}

// UpdateDepartment writes a changed department.
func (tx *Tx) UpdateDepartment(ctx context.Context, d *attendance.Department) error {
	return departments.update(ctx, tx, d)
}
