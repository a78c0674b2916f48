package attendance

import "time"

// Identity is what every stored record has: its id and the instants, in UTC, at which it was made and last changed.
type Identity struct {
	ID       int64
	Created  time.Time
	Modified time.Time // strictly increasing within an account, in the order of the commits
}

// Identify is the identity itself, so that code for any record can reach it.
func (i *Identity) Identify() *Identity { return i }

// stamps passes created and modified, with which every record ends.
func (i *Identity) stamps(f Fields) {
	f.Time("created", i.Created)
	f.Time("modified", i.Modified)
}

// RefKind names a kind of record that others refer to, as supplemental data does.
type RefKind string

// The kinds of record that others refer to.
const (
	RefEmployee    RefKind = "employee"
	RefDevice      RefKind = "device"
	RefOrgUnit     RefKind = "orgUnit"
	RefDepartment  RefKind = "department"
	RefPayClass    RefKind = "payClass"
	RefJob         RefKind = "job"
	RefJobPhase    RefKind = "jobPhase"
	RefCostCode    RefKind = "costCode"
	RefTimeOffCode RefKind = "timeOffCode"
	RefPayCode     RefKind = "payCode"
	RefShiftClass  RefKind = "shiftClass"
	RefLabel       RefKind = "label"

	// RefTeamSchedule is referred to by employees; it does not occur in supplemental data.
	RefTeamSchedule RefKind = "teamSchedule"
	// RefCustomField is referred to by the values of employees; it does not occur in supplemental data.
	RefCustomField RefKind = "customField"
)

// RefKinds are the kinds that supplemental data can hold, in the order in which it shows them.
func RefKinds() []RefKind {
	return []RefKind{
		RefEmployee, RefDevice, RefOrgUnit, RefDepartment, RefPayClass, RefJob, RefJobPhase, RefCostCode,
		RefTimeOffCode, RefPayCode, RefShiftClass, RefLabel,
	}
}

// Refers is a record that refers to others.
type Refers interface {
	// Refs names every record that this one refers to. Ids of 0 are ignored.
	Refs(add func(kind RefKind, id int64))
}

// addRef passes a reference that may be unset.
func addRef(add func(RefKind, int64), kind RefKind, id *int64) {
	if id != nil {
		add(kind, *id)
	}
}

// Summary is what supplemental data says of a record: enough to show it without asking for it.
type Summary struct {
	Kind      RefKind
	ID        int64
	Name      string // of an employee, the display name
	FirstName string // of an employee
	LastName  string // of an employee
	PayrollID *string
	OrgUnit   int64  // of a device
	LabelKind string // of a label
	Active    bool   // not shown
}

// Fields passes what is shown of the record's kind.
func (s *Summary) Fields(f Fields) {
	f.Int("id", s.ID)
	switch s.Kind {
	case RefEmployee:
		f.Text("firstName", s.FirstName)
		f.Text("lastName", s.LastName)
		f.Text("displayName", s.Name)
		f.TextOrNull("payrollId", s.PayrollID)
	case RefDevice:
		f.Text("name", s.Name)
		f.Int("orgUnit", s.OrgUnit)
	case RefLabel:
		f.Text("name", s.Name)
		f.Text("kind", s.LabelKind)
	default:
		f.Text("name", s.Name)
		f.TextOrNull("payrollId", s.PayrollID)
	}
}
