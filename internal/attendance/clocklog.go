package attendance

import (
	"fmt"
	"slices"
	"time"
)

// ClockLog is an attempt at a clock, kept as evidence whether it made a punch or not. It never changes.
type ClockLog struct {
	Identity
	Employee          *int64  // nil where nobody was identified
	EmployeeFirstName *string // derived
	EmployeeLastName  *string // derived
	Clock             int64   // the device
	ClockName         string  // derived
	ClockOrgUnit      int64
	OrgUnit           *int64  // the employee's
	Department        *int64  // the employee's
	ClockOrgUnitName  string  // derived
	OrgUnitName       *string // derived
	DepartmentName    *string // derived
	Timezone          string  // of the clock's org unit
	Dt                time.Time
	Offline           bool // the clock had no connection
	Status            ClockLogStatus
	Direction         *string // in, out, toggle, mealStart or mealEnd
	Punch             *int64  // what became of it
	Job               *int64
	DeviceEventID     *string
	ReceivedAt        time.Time
	Reason            *string   // why it made no punch, or a flagged one
	DtLocal           time.Time // what the wall clock showed at Dt, as if it were UTC; not shown
}

// Fields passes every field of the log.
func (l *ClockLog) Fields(f Fields) {
	f.Int("id", l.ID)
	f.IntOrNull("employee", l.Employee)
	f.TextOrNull("employeeFirstName", l.EmployeeFirstName)
	f.TextOrNull("employeeLastName", l.EmployeeLastName)
	f.Int("clock", l.Clock)
	f.Text("clockName", l.ClockName)
	f.Int("clockOrgUnit", l.ClockOrgUnit)
	f.IntOrNull("orgUnit", l.OrgUnit)
	f.IntOrNull("department", l.Department)
	f.Text("clockOrgUnitName", l.ClockOrgUnitName)
	f.TextOrNull("orgUnitName", l.OrgUnitName)
	f.TextOrNull("departmentName", l.DepartmentName)
	f.Text("timezone", l.Timezone)
	f.Time("dt", l.Dt)
	f.Bool("offline", l.Offline)
	f.Text("status", string(l.Status))
	f.TextOrNull("direction", l.Direction)
	f.IntOrNull("punch", l.Punch)
	f.IntOrNull("job", l.Job)
	f.TextOrNull("deviceEventId", l.DeviceEventID)
	f.Time("receivedAt", l.ReceivedAt)
	f.TextOrNull("reason", l.Reason)
	l.stamps(f)
}

// Refs names what the log refers to.
func (l *ClockLog) Refs(add func(RefKind, int64)) {
	addRef(add, RefEmployee, l.Employee)
	add(RefDevice, l.Clock)
	add(RefOrgUnit, l.ClockOrgUnit)
	addRef(add, RefOrgUnit, l.OrgUnit)
	addRef(add, RefDepartment, l.Department)
	addRef(add, RefJob, l.Job)
}

// ClockLogStatus says what became of an attempt.
type ClockLogStatus string

// What can become of an attempt.
const (
	ClockPunched   ClockLogStatus = "punched"
	ClockFlagged   ClockLogStatus = "flagged"
	ClockAttempted ClockLogStatus = "attempted" // identified, no direction given
	ClockFailed    ClockLogStatus = "failed"    // not identified, or refused by a rule
	ClockDuplicate ClockLogStatus = "duplicate"
)

// UnmarshalText takes the known words.
func (s *ClockLogStatus) UnmarshalText(text []byte) error {
	known := []ClockLogStatus{ClockPunched, ClockFlagged, ClockAttempted, ClockFailed, ClockDuplicate}
	if !slices.Contains(known, ClockLogStatus(text)) {
		return FieldError{Code: "unknown", Detail: fmt.Sprintf("There is no status %.40q. A clock log is punched, flagged, attempted, failed or duplicate.", text)}
	}
	*s = ClockLogStatus(text)
	return nil
}

// ClockLogFilter narrows a list of clock logs. Empty lists are no condition.
type ClockLogFilter struct {
	Range         WallRange
	Employees     []int64
	ClockOrgUnits []int64
	WorkOrgUnits  []int64 // of the employee
	Departments   []int64
	Statuses      []ClockLogStatus
	Clocks        []int64
	Jobs          []int64
	UserLabels    []int64     // of the employee
	WorkLabels    []int64     // of the punch or the job
	Fields        []FieldTest // of the employee
}
