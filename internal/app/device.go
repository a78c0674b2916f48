package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// deviceChange is anything that changes a device: what a client writes, or an operation on its session.
type deviceChange interface{ Apply(d *attendance.Device) }

var devices = collection[attendance.Device, *attendance.Device, deviceChange]{
	kind:   "device",
	fresh:  attendance.NewDevice,
	load:   store.Reads.Device,
	insert: (*store.Tx).InsertDevice,
	update: (*store.Tx).UpdateDevice,
	check:  checkDevice,
}

// CreateDevice makes a device.
func (a *App) CreateDevice(ctx context.Context, who attendance.Actor, in attendance.DeviceInput) (*attendance.Device, error) {
	return devices.create(ctx, a, who, in)
}

// UpdateDevice changes a device.
func (a *App) UpdateDevice(ctx context.Context, who attendance.Actor, id int64, in attendance.DeviceInput) (*attendance.Device, error) {
	return devices.modify(ctx, a, who, id, in)
}

// ResetDevice ends the session of a device.
func (a *App) ResetDevice(ctx context.Context, who attendance.Actor, id int64) (*attendance.Device, error) {
	return devices.act(ctx, a, who, "reset", id, attendance.DeviceReset{})
}

// RequestDeviceLogs asks a device to upload, at its next contact, all the logs that it still holds.
func (a *App) RequestDeviceLogs(ctx context.Context, who attendance.Actor, id int64) (*attendance.Device, error) {
	return devices.act(ctx, a, who, "requestLogs", id, attendance.DeviceLogsRequest{})
}

func checkDevice(ctx context.Context, tx *Tx, was, now *attendance.Device, _ deviceChange, p *attendance.Problems) error {
	if was == nil {
		was = &attendance.Device{}
	}
	if !p.Has("orgUnit") {
		if err := tx.refer(ctx, p, "orgUnit", attendance.RefOrgUnit, now.OrgUnit, &was.OrgUnit); err != nil {
			return err
		}
	}
	if err := tx.referLabels(ctx, p, "settingsPinAllowLabels", pinLabels(now), pinLabels(was)); err != nil {
		return err
	}
	return tx.referLabels(ctx, p, "labels", now.Labels, was.Labels)
}

func pinLabels(d *attendance.Device) []attendance.LabelRef {
	if d.SettingsPINAllowLabels == nil {
		return nil
	}
	return *d.SettingsPINAllowLabels
}
