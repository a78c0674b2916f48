package wire_test

import (
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/wire"
)

var (
	_ attendance.Fields = (*wire.Writer)(nil)
	_ attendance.Fields = (*wire.Selection)(nil)
	_ attendance.Fields = (*wire.Tree)(nil)
)

// punch is a record of the size that lists are made of. Its json tags give encoding/json the same task.
type punch struct {
	ID                int64    `json:"id"`
	Employee          int64    `json:"employee"`
	EmployeeFirstName string   `json:"employeeFirstName"`
	EmployeeLastName  string   `json:"employeeLastName"`
	EmployeePayrollID *string  `json:"employeePayrollId"`
	OrgUnit           int64    `json:"orgUnit"`
	OrgUnitName       string   `json:"orgUnitName"`
	Timezone          string   `json:"timezone"`
	InDt              instant  `json:"inDt"`
	InClock           *int64   `json:"inClock"`
	InClockName       *string  `json:"inClockName"`
	InExceptions      []string `json:"inExceptions"`
	OutDt             *instant `json:"outDt"`
	OutClock          *int64   `json:"outClock"`
	OutClockName      *string  `json:"outClockName"`
	OutExceptions     []string `json:"outExceptions"`
	Status            string   `json:"status"`
	OverrideBy        *string  `json:"overrideBy"`
	Created           instant  `json:"created"`
	Modified          instant  `json:"modified"`
}

// instant is a time.Time that encoding/json shows as a Writer does.
type instant time.Time

func (i instant) MarshalText() ([]byte, error) {
	return time.Time(i).UTC().AppendFormat(nil, "2006-01-02T15:04:05.000000Z"), nil
}

func (p *punch) Fields(f attendance.Fields) {
	f.Int("id", p.ID)
	f.Int("employee", p.Employee)
	f.Text("employeeFirstName", p.EmployeeFirstName)
	f.Text("employeeLastName", p.EmployeeLastName)
	f.TextOrNull("employeePayrollId", p.EmployeePayrollID)
	f.Int("orgUnit", p.OrgUnit)
	f.Text("orgUnitName", p.OrgUnitName)
	f.Text("timezone", p.Timezone)
	f.Time("inDt", time.Time(p.InDt))
	f.IntOrNull("inClock", p.InClock)
	f.TextOrNull("inClockName", p.InClockName)
	f.Texts("inExceptions", p.InExceptions)
	f.TimeOrNull("outDt", (*time.Time)(p.OutDt))
	f.IntOrNull("outClock", p.OutClock)
	f.TextOrNull("outClockName", p.OutClockName)
	f.Texts("outExceptions", p.OutExceptions)
	f.Text("status", p.Status)
	f.TextOrNull("overrideBy", p.OverrideBy)
	f.Time("created", time.Time(p.Created))
	f.Time("modified", time.Time(p.Modified))
}

func samplePunch() *punch {
	in := time.Date(2026, 3, 8, 6, 30, 0, 0, time.UTC)
	out := in.Add(8 * time.Hour)
	return &punch{
		ID: 1234567, Employee: 412, EmployeeFirstName: "Zoë", EmployeeLastName: "O'Neil",
		EmployeePayrollID: new("P-0412"), OrgUnit: 3, OrgUnitName: "Warehouse North", Timezone: "America/New_York",
		InDt: instant(in), InClock: new(int64(7)), InClockName: new("Gate 1"), InExceptions: []string{"added", "late"},
		OutDt: (*instant)(&out), OutClock: new(int64(7)), OutClockName: new("Gate 1"), OutExceptions: []string{},
		Status: "approved", Created: instant(in.Add(123456 * time.Microsecond)), Modified: instant(out.Add(7 * time.Microsecond)),
	}
}
