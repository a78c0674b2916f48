package attendance

import (
	"fmt"
	"slices"
	"time"
)

// Punch is one stretch of work of an employee: an in, and an out once there is one. Instants are UTC.
type Punch struct {
	Identity
	Employee          int64
	EmployeeFirstName string  // derived
	EmployeeLastName  string  // derived
	EmployeePayrollID *string // derived
	OrgUnit           int64   // the employee's, when punched
	OrgUnitName       string  // derived
	Timezone          string  // where punched; a later change of the org unit's zone moves no punch
	InDt              time.Time
	InClock           *int64  // the device
	InClockName       *string // derived
	InOrgUnit         *int64
	InOrgUnitName     *string // derived
	InExceptions      Exceptions
	OutDt             *time.Time // nil while there is no out
	OutClock          *int64
	OutClockName      *string // derived
	OutExceptions     Exceptions
	Status            PunchStatus
	OverrideBy        *string  // who changed a time
	OutKind           *OutKind // what the out begins; nil is the end of work
	Job               *int64
	JobPhase          *int64
	CostCode          *int64
	Labels            []LabelRef // of work
	Notes             *string
	Department        *int64 // the employee's, when punched, unless another was given
	PayClass          *int64 // the same
	OutOrgUnit        *int64
	OutOrgUnitName    *string    // derived
	EntryState        EntryState // derived from the present
	InLocal           time.Time  // what the wall clock showed at the in, as if it were UTC; not shown
	OpenUntil         time.Time  // without an out: from when on the out is missing; not shown
}

// Fields passes every field of the punch.
func (p *Punch) Fields(f Fields) {
	f.Int("id", p.ID)
	f.Int("employee", p.Employee)
	f.Text("employeeFirstName", p.EmployeeFirstName)
	f.Text("employeeLastName", p.EmployeeLastName)
	f.TextOrNull("employeePayrollId", p.EmployeePayrollID)
	f.Int("orgUnit", p.OrgUnit)
	f.Text("orgUnitName", p.OrgUnitName)
	f.Text("timezone", p.Timezone)
	f.Time("inDt", p.InDt)
	f.IntOrNull("inClock", p.InClock)
	f.TextOrNull("inClockName", p.InClockName)
	f.IntOrNull("inOrgUnit", p.InOrgUnit)
	f.TextOrNull("inOrgUnitName", p.InOrgUnitName)
	p.InExceptions.show(f, "inExceptions")
	f.TimeOrNull("outDt", p.OutDt)
	f.IntOrNull("outClock", p.OutClock)
	f.TextOrNull("outClockName", p.OutClockName)
	p.OutExceptions.show(f, "outExceptions")
	f.Text("status", string(p.Status))
	f.TextOrNull("overrideBy", p.OverrideBy)
	f.TextOrNull("outKind", (*string)(p.OutKind))
	f.IntOrNull("job", p.Job)
	f.IntOrNull("jobPhase", p.JobPhase)
	f.IntOrNull("costCode", p.CostCode)
	textsOf(f, "labels", p.Labels)
	f.TextOrNull("notes", p.Notes)
	f.IntOrNull("department", p.Department)
	f.IntOrNull("payClass", p.PayClass)
	f.IntOrNull("outOrgUnit", p.OutOrgUnit)
	f.TextOrNull("outOrgUnitName", p.OutOrgUnitName)
	f.Int("entryState", int64(p.EntryState))
	p.stamps(f)
}

// Refs names what the punch refers to.
func (p *Punch) Refs(add func(RefKind, int64)) {
	add(RefEmployee, p.Employee)
	add(RefOrgUnit, p.OrgUnit)
	addRef(add, RefOrgUnit, p.InOrgUnit)
	addRef(add, RefOrgUnit, p.OutOrgUnit)
	addRef(add, RefDevice, p.InClock)
	addRef(add, RefDevice, p.OutClock)
	addRef(add, RefDepartment, p.Department)
	addRef(add, RefPayClass, p.PayClass)
	addRef(add, RefJob, p.Job)
	addRef(add, RefJobPhase, p.JobPhase)
	addRef(add, RefCostCode, p.CostCode)
	addLabelRefs(add, p.Labels)
}

// Place is where the punch stands in the list ordered by modification.
func (p *Punch) Place() Position { return Position{Number: p.Modified.UnixMicro(), ID: p.ID} }

// PunchStatus says whether somebody must look at a punch, and what came of it.
type PunchStatus string

// The states of review. Approved and flagged punches are paid.
const (
	PunchApproved PunchStatus = "approved"
	PunchFlagged  PunchStatus = "flagged"  // usable, wants review
	PunchPending  PunchStatus = "pending"  // a worker's request
	PunchRejected PunchStatus = "rejected" // kept as evidence
)

// UnmarshalText takes the known words.
func (s *PunchStatus) UnmarshalText(text []byte) error {
	known := []PunchStatus{PunchApproved, PunchFlagged, PunchPending, PunchRejected}
	if !slices.Contains(known, PunchStatus(text)) {
		return FieldError{Code: "unknown", Detail: fmt.Sprintf("There is no status %.40q. A punch is approved, flagged, pending or rejected.", text)}
	}
	*s = PunchStatus(text)
	return nil
}

// OutKind says what the out of a punch begins.
type OutKind string

// The kinds of out, beside the end of work, which has no word.
const (
	OutMeal  OutKind = "meal"
	OutBreak OutKind = "break"
)

// UnmarshalText takes the known words.
func (k *OutKind) UnmarshalText(text []byte) error {
	if v := OutKind(text); v != OutMeal && v != OutBreak {
		return FieldError{Code: "unknown", Detail: fmt.Sprintf("There is no kind of out %.40q. It is meal, break or null.", text)}
	}
	*k = OutKind(text)
	return nil
}

// EntryState says which ends of a punch are there.
type EntryState int64

// The states of a punch.
const (
	EntryOpen       EntryState = 1 // no out yet
	EntryComplete   EntryState = 2
	EntryMissingIn  EntryState = 3 // only clocks make these
	EntryMissingOut EntryState = 4 // no out, and the longest shift is over
)

// UnmarshalText takes the digits 1 to 4.
func (s *EntryState) UnmarshalText(text []byte) error {
	if len(text) != 1 || text[0] < '1' || text[0] > '4' {
		return FieldError{Code: "range", Detail: "entryState is 1 (open), 2 (complete), 3 (missing in) or 4 (missing out)."}
	}
	*s = EntryState(text[0] - '0')
	return nil
}

// StateAt is the entry state of the punch at that instant.
func (p *Punch) StateAt(now time.Time) EntryState {
	switch {
	case p.InExceptions.Has(ExceptionMissing):
		return EntryMissingIn
	case p.OutDt != nil:
		return EntryComplete
	case now.Before(p.OpenUntil):
		return EntryOpen
	default:
		return EntryMissingOut
	}
}

// PunchInput is what may be written to a punch. Times are resolved against the zone of the punch, see Resolve.
type PunchInput struct {
	Employee   Opt[int64]       `json:"employee" doc:"Employee who works." required:"true" bounds:"1.."`
	InDt       Opt[Moment]      `json:"inDt" doc:"When the work begins, cut to the second. Without an offset it is read in the zone of inOrgUnit, else of the employee's org unit." required:"true"`
	InClock    Opt[*int64]      `json:"inClock" doc:"Device at which the in was punched." bounds:"1.."`
	InOrgUnit  Opt[*int64]      `json:"inOrgUnit" doc:"Org unit in which the work begins. Its zone becomes that of the punch." bounds:"1.."`
	OutDt      Opt[*Moment]     `json:"outDt" doc:"When the work ends, cut to the second, at most 7 days after inDt. Null or left out: not yet."`
	OutClock   Opt[*int64]      `json:"outClock" doc:"Device at which the out was punched." bounds:"1.."`
	Status     Opt[PunchStatus] `json:"status" doc:"State of review. To set it takes the permission punches:approve." enum:"approved,flagged,pending,rejected"`
	OutKind    Opt[*OutKind]    `json:"outKind" doc:"What the out begins. Null is the end of work." enum:"meal,break"`
	Job        Opt[*int64]      `json:"job" doc:"Job worked on." bounds:"1.."`
	JobPhase   Opt[*int64]      `json:"jobPhase" doc:"Phase of the job." bounds:"1.."`
	CostCode   Opt[*int64]      `json:"costCode" doc:"Cost code that the work is booked to." bounds:"1.."`
	Labels     Opt[[]LabelRef]  `json:"labels" doc:"Work labels." bounds:"..500"`
	Notes      Opt[*string]     `json:"notes" doc:"Notes, at most 4000 characters." bounds:"..4000" text:"multiline"`
	Department Opt[*int64]      `json:"department" doc:"Department. That of the employee when left out." bounds:"1.."`
	PayClass   Opt[*int64]      `json:"payClass" doc:"Pay class by whose rules the work is paid. That of the employee when left out." bounds:"1.."`
	OutOrgUnit Opt[*int64]      `json:"outOrgUnit" doc:"Org unit in which the work ends." bounds:"1.."`
}

// NewPunch is a punch with the values that hold when nothing is said.
func NewPunch() *Punch { return &Punch{Status: PunchApproved} }

// Apply writes the given values to the punch, except employee, times and status, which depend on more than the input.
func (in PunchInput) Apply(p *Punch) {
	in.InClock.To(&p.InClock)
	in.InOrgUnit.To(&p.InOrgUnit)
	if in.OutDt.Set && in.OutDt.Value == nil { // what was said of the out goes with it
		p.OutClock, p.OutKind, p.OutOrgUnit = nil, nil, nil
	}
	in.OutClock.To(&p.OutClock)
	in.OutKind.To(&p.OutKind)
	in.Job.To(&p.Job)
	in.JobPhase.To(&p.JobPhase)
	in.CostCode.To(&p.CostCode)
	in.Labels.To(&p.Labels)
	in.Notes.To(&p.Notes)
	in.Department.To(&p.Department)
	in.PayClass.To(&p.PayClass)
	in.OutOrgUnit.To(&p.OutOrgUnit)
}

// mostNotes is how many characters notes may have.
const mostNotes = 4000

// Validate says what is wrong with the punch, apart from its times.
func (p *Punch) Validate(problems *Problems) {
	problems.CheckLabels("labels", p.Labels, LabelWork)
	problems.CheckTextOrNull("notes", p.Notes, mostNotes)
}

// PunchFilter narrows a list of punches. Empty lists are no condition.
type PunchFilter struct {
	Range         WallRange // of the in, or of the modification when ByModified
	ByModified    bool      // also the order
	Employees     []int64
	Jobs          []int64
	OrgUnits      []int64 // of the employee
	ClockOrgUnits []int64 // of the device of either end
	WorkOrgUnits  []int64 // of either end
	Departments   []int64
	Devices       []int64 // of either end
	PayClasses    []int64
	Statuses      []PunchStatus
	Labels        []int64 // user labels of the employee, work labels of the punch or its job
	EntryStates   []EntryState
	Fields        []FieldTest // of the employee
	Page          *Page
}
