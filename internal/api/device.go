package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) devices() []route {
	example := &attendance.Device{
		Identity: exampleIdentity(9), Name: "Front door", Active: true, OrgUnit: 4, OrgUnitName: "Brooklyn",
		SettingsPINAllowLabels: &[]attendance.LabelRef{"user:5"},
		GeoRules:               []attendance.GeoRule{{Shape: "circle", Lat: 40.6782, Lng: -73.9442, Radius: 150, Policy: attendance.GeoFlag}},
		Labels:                 []attendance.LabelRef{"device:2"},
		Session: attendance.DeviceSession{
			Valid: true, IPAddress: new("203.0.113.7"), UserAgent: new("Mozilla/5.0 (Linux; Android 14)"),
			DeviceModel: new("SM-X210"), DeviceUUID: new("0b6f1c1e-58a5-4f0e-9a57-6f2f1f6c3d11"), AppVersion: new("1.4.0"),
		},
	}
	return answering(
		example,
		get("/devices", attendance.Read("devices"), s.listDevices).describe("List devices (clocks), by name."),
		post("/devices", attendance.Write("devices"), s.createDevice).describe("Create a device."),
		get("/devices/{id}", attendance.Read("devices"), s.getDevice).describe("Retrieve a device."),
		put("/devices/{id}", attendance.Write("devices"), s.updateDevice).describe("Update a device."),
		post("/devices/{id}/reset", attendance.DevicesControl, s.resetDevice).describe("Reset the session of a device.", "Whatever is paired with it stops working at once. Takes no body."),
		post("/devices/{id}/request-logs", attendance.DevicesControl, s.requestDeviceLogs).describe("Request the logs of a device.", "It uploads all that it still holds at its next contact; until then clockSessionSubmitLogs is true. Takes no body."),
	)
}

type deviceList struct {
	ID      []int64 `query:"id" doc:"Only these devices."`
	OrgUnit []int64 `query:"orgUnit" doc:"Only devices in these org units."`
	activeFilter
	nameSearch
	paging
	supplements
}

func (s *Server) listDevices(ctx context.Context, who attendance.Actor, in *deviceList) (reply, error) {
	f := attendance.DeviceFilter{IDs: in.ID, OrgUnits: in.OrgUnit, Active: in.wanted(), Search: in.texts(), Page: in.page}
	return listing(s.store.Devices(ctx, who.Scope, f)).paged(&in.paging, placeOf).with(&in.supplements).reply()
}

func (s *Server) createDevice(ctx context.Context, who attendance.Actor, in *write[attendance.DeviceInput]) (reply, error) {
	return answer(s.app.CreateDevice(ctx, who, in.Body))
}

func (s *Server) getDevice(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.Device(ctx, who.Scope, in.ID))
}

func (s *Server) updateDevice(ctx context.Context, who attendance.Actor, in *writeTo[attendance.DeviceInput]) (reply, error) {
	return answer(s.app.UpdateDevice(ctx, who, in.ID, in.Body))
}

func (s *Server) resetDevice(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.app.ResetDevice(ctx, who, in.ID))
}

func (s *Server) requestDeviceLogs(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.app.RequestDeviceLogs(ctx, who, in.ID))
}
