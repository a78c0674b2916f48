package store

import (
	"context"
	"iter"
	"strings"

	"punchclock/internal/attendance"
)

// AllowedEmployees lists, by name, the active employees of the scope who may punch at an org unit: those whose unit it
// is, and those whose workerAllowLabels name a label of one of its active devices, or all devices. An org unit outside
// the scope is ErrNotFound.
func (r Reads) AllowedEmployees(ctx context.Context, scope attendance.Scope, unit int64) (iter.Seq2[*attendance.AllowedEmployee, error], error) {
	if _, err := r.OrgUnit(ctx, scope, unit); err != nil {
		return nil, err
	}
	reached, err := r.deviceLabels(ctx, scope, unit)
	if err != nil {
		return nil, err
	}
	w := inUnits("", "org_unit_id", scope).and("active = 1 AND deleted IS NULL AND (org_unit_id = ?", unit)
	if len(reached) > 0 {
		w.raw(" OR ")
		w.linked("id", linkAccess, reached)
	}
	w.raw(")")
	const columns = "id, first_name, last_name, org_unit_id, department_id, payroll_id, active"
	sql := "SELECT " + columns + " FROM employees WHERE " + w.pageByText("name_key", "id", nil).sql.String()
	return rows(ctx, r, 0, sql, w.args, func(r *row, e *attendance.AllowedEmployee) error {
		*e = attendance.AllowedEmployee{
			ID: r.Int(), FirstName: r.Text(), LastName: r.Text(), OrgUnit: r.Int(), Department: r.IntOrNull(), PayrollID: r.TextOrNull(), Active: r.Bool(),
		}
		return nil
	}), nil
}

// deviceLabels are the labels by which the active devices of an org unit are reached. When there is a device, allDevices
// is among them.
func (r Reads) deviceLabels(ctx context.Context, scope attendance.Scope, unit int64) (reached []int64, err error) {
	w := inScope("", scope).and("org_unit_id = ? AND active = 1", unit)
	seen := make(map[int64]bool)
	add := func(label int64) {
		if !seen[label] {
			seen[label] = true
			reached = append(reached, label)
		}
	}
	err = r.on.query(ctx, "SELECT labels FROM devices WHERE "+w.sql.String()+" ORDER BY name_key, id", w.args, func(r *row) error {
		add(allDevices)
		for _, label := range r.labelRefs() {
			add(label.ID())
		}
		return nil
	})
	return reached, err
}

// allDevices is linked in place of a label where an employee may use every device: device:all has no id.
const allDevices = 0

// relinkAccess makes an employee findable by the devices that workerAllowLabels give access to.
func (tx *Tx) relinkAccess(ctx context.Context, employee int64, allowed []attendance.LabelRef, isNew bool) error {
	var reached []attendance.LabelRef
	for _, label := range allowed {
		if strings.HasPrefix(string(label), attendance.LabelDevice+":") {
			reached = append(reached, label)
		}
	}
	return tx.relinkLabels(ctx, linkAccess, employee, reached, isNew)
}
