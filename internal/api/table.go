package api

import (
	"slices"
	"time"

	"punchclock/internal/attendance"
)

// table is the route table: every operation of the API.
func (s *Server) table() []route {
	return slices.Concat(
		s.clockLogs(),
		s.costCodes(),
		s.customFields(),
		s.deletions(),
		s.departments(),
		s.devices(),
		s.employees(),
		s.durationEntries(),
		s.holidays(),
		s.jobPhases(),
		s.jobs(),
		s.labels(),
		s.orgUnits(),
		s.payClasses(),
		s.payCodes(),
		s.payPeriods(),
		s.punches(),
		s.shiftCards(),
		s.shiftClasses(),
		s.teamSchedules(),
		s.timeCards(),
		s.timeOffCodes(),
		s.timeOffEntries(),
	)
}

// exampleIdentity is the identity of the records that the documentation shows.
func exampleIdentity(id int64) attendance.Identity {
	at := time.Date(2026, 3, 2, 14, 5, 9, 123456000, time.UTC)
	return attendance.Identity{ID: id, Created: at, Modified: at.Add(26 * time.Hour)}
}
