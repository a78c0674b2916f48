package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

// devices writes devices; devicesNamed reads them with the name of their org unit.
var (
	devices = table[attendance.Device]{
		name:    "devices",
		columns: "id, name, name_key, active, org_unit_id, settings_pin_allow_labels, geo_rules, labels, session, created, modified",
		values: func(d *attendance.Device) []any {
			var pin *string
			if d.SettingsPINAllowLabels != nil {
				pin = new(joinLabels(*d.SettingsPINAllowLabels))
			}
			return []any{
				d.ID, d.Name, attendance.Fold(d.Name), d.Active, d.OrgUnit, pin, toJSON(d.GeoRules), joinLabels(d.Labels), toJSON(d.Session),
				micros(d.Created), micros(d.Modified),
			}
		},
	}
	devicesNamed = table[attendance.Device]{
		name:    "devices d LEFT JOIN org_units u ON u.account_id = d.account_id AND u.id = d.org_unit_id",
		columns: "d.id, d.name, d.active, d.org_unit_id, u.name, d.settings_pin_allow_labels, d.geo_rules, d.labels, d.session, d.created, d.modified",
		scan:    scanDevice,
	}
)

func scanDevice(r *row, d *attendance.Device) error {
	d.ID, d.Name, d.Active, d.OrgUnit, d.OrgUnitName = r.Int(), r.Text(), r.Bool(), r.Int(), r.Text()
	if !r.isNull() {
		d.SettingsPINAllowLabels = new(r.labelRefs())
	}
	if err := r.JSON(&d.GeoRules); err != nil {
		return err
	}
	d.Labels = r.labelRefs()
	if err := r.JSON(&d.Session); err != nil {
		return err
	}
	d.Created, d.Modified = r.Time(), r.Time()
	return nil
}

// Devices lists the devices of the scope by name.
func (r Reads) Devices(ctx context.Context, scope attendance.Scope, f attendance.DeviceFilter) iter.Seq2[*attendance.Device, error] {
	w := inUnits("d.", "d.org_unit_id", scope).in("d.id", f.IDs).in("d.org_unit_id", f.OrgUnits)
	w.active("d.active", f.Active).search("d.name_key", f.Search...)
	return devicesNamed.all(ctx, r, w.pageByText("d.name_key", "d.id", f.Page), f.Page)
}

// Device is one device, or ErrNotFound.
func (r Reads) Device(ctx context.Context, scope attendance.Scope, id int64) (*attendance.Device, error) {
	return devicesNamed.one(ctx, r, inUnits("d.", "d.org_unit_id", scope).and("d.id = ?", id))
}

// InsertDevice writes a new device.
func (tx *Tx) InsertDevice(ctx context.Context, d *attendance.Device) error {
	return devices.insert(ctx, tx, d)
}

// UpdateDevice writes a changed device.
func (tx *Tx) UpdateDevice(ctx context.Context, d *attendance.Device) error {
	return devices.update(ctx, tx, d)
}
