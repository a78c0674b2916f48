package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var orgUnits = table[attendance.OrgUnit]{
	name:    "org_units",
	columns: "id, name, name_key, active, payroll_id, timezone, created, modified",
	scan: func(r *row, u *attendance.OrgUnit) error {
		u.ID, u.Name = r.Int(), r.Text()
		r.next()
		u.Active, u.PayrollID, u.Timezone, u.Created, u.Modified = r.Bool(), r.TextOrNull(), r.Text(), r.Time(), r.Time()
		return nil
	},
	values: func(u *attendance.OrgUnit) []any {
		return []any{u.ID, u.Name, attendance.Fold(u.Name), u.Active, u.PayrollID, u.Timezone, micros(u.Created), micros(u.Modified)}
	},
}

// OrgUnits lists the org units of the scope by name.
func (r Reads) OrgUnits(ctx context.Context, scope attendance.Scope, f attendance.OrgUnitFilter) iter.Seq2[*attendance.OrgUnit, error] {
	return orgUnits.all(ctx, r, inUnits("", "id", scope).in("id", f.IDs).pageByText("name_key", "id", nil), nil)
}

// OrgUnit is one org unit, or ErrNotFound.
func (r Reads) OrgUnit(ctx context.Context, scope attendance.Scope, id int64) (*attendance.OrgUnit, error) {
	return orgUnits.one(ctx, r, inUnits("", "id", scope).and("id = ?", id))
}

// InsertOrgUnit writes a new org unit.
func (tx *Tx) InsertOrgUnit(ctx context.Context, u *attendance.OrgUnit) error {
	return orgUnits.insert(ctx, tx, u)
}

// UpdateOrgUnit writes a changed org unit.
func (tx *Tx) UpdateOrgUnit(ctx context.Context, u *attendance.OrgUnit) error {
	return orgUnits.update(ctx, tx, u)
}
