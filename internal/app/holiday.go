package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var holidays = collection[attendance.Holiday, *attendance.Holiday, attendance.HolidayInput]{
	kind:   "holiday",
	fresh:  attendance.NewHoliday,
	load:   store.Reads.Holiday,
	insert: (*store.Tx).InsertHoliday,
	update: (*store.Tx).UpdateHoliday,
	check:  checkHoliday,
}

// CreateHoliday makes a holiday.
func (a *App) CreateHoliday(ctx context.Context, who attendance.Actor, in attendance.HolidayInput) (*attendance.Holiday, error) {
	return holidays.create(ctx, a, who, in)
}

// UpdateHoliday changes a holiday.
func (a *App) UpdateHoliday(ctx context.Context, who attendance.Actor, id int64, in attendance.HolidayInput) (*attendance.Holiday, error) {
	return holidays.modify(ctx, a, who, id, in)
}

// checkHoliday checks the org unit. Who is limited to some org units cannot make or change a holiday of all of them.
func checkHoliday(ctx context.Context, tx *Tx, was, now *attendance.Holiday, _ attendance.HolidayInput, p *attendance.Problems) error {
	limited := len(tx.who.OrgUnits) > 0
	if limited && was != nil && was.OrgUnit == nil {
		return attendance.Fail(attendance.Forbidden, "forbidden", "This is a holiday in every org unit, and the key is limited to some. Use a key without that limit.")
	}
	if limited && now.OrgUnit == nil {
		p.Add("orgUnit", "required", "orgUnit is required: the key is limited to some org units, so it cannot make a holiday of all.")
	}
	var before *int64
	if was != nil {
		before = was.OrgUnit
	}
	return tx.referOrNull(ctx, p, "orgUnit", attendance.RefOrgUnit, now.OrgUnit, before)
}
