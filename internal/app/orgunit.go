package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var orgUnits = collection[attendance.OrgUnit, *attendance.OrgUnit, attendance.OrgUnitInput]{
	kind:   "orgUnit",
	fresh:  attendance.NewOrgUnit,
	load:   store.Reads.OrgUnit,
	insert: (*store.Tx).InsertOrgUnit,
	update: (*store.Tx).UpdateOrgUnit,
	check:  checkOrgUnit,
}

// CreateOrgUnit makes an org unit. Who is limited to some org units may make no other.
func (a *App) CreateOrgUnit(ctx context.Context, who attendance.Actor, in attendance.OrgUnitInput) (*attendance.OrgUnit, error) {
	if len(who.OrgUnits) > 0 {
		return nil, attendance.Fail(attendance.Forbidden, "forbidden", "This key is limited to org units, and a new one would be outside of them. Use a key without that limit.")
	}
	return orgUnits.create(ctx, a, who, in)
}

// UpdateOrgUnit changes an org unit.
func (a *App) UpdateOrgUnit(ctx context.Context, who attendance.Actor, id int64, in attendance.OrgUnitInput) (*attendance.OrgUnit, error) {
	return orgUnits.modify(ctx, a, who, id, in)
}

// checkOrgUnit checks the time zone, and fills in that of the account where a new org unit brings none.
func checkOrgUnit(ctx context.Context, tx *Tx, was, now *attendance.OrgUnit, in attendance.OrgUnitInput, p *attendance.Problems) error {
	if was == nil && !in.Timezone.Set {
		account, err := tx.Account(ctx, tx.who.Account)
		if err != nil {
			return err
		}
		now.Timezone = account.Timezone
	}
	if _, err := tx.app.zones.Load(now.Timezone); err != nil {
		asField(p, "timezone", err)
	}
	return nil
}
