package attendance

import (
	"strings"
	"time"
	"unicode"
)

// Employee is a person whose time is kept.
type Employee struct {
	Identity
	FirstName        string
	LastName         string
	Active           bool
	OrgUnit          int64
	Department       *int64
	PayClass         *int64
	TeamSchedule     *int64
	PayrollID        *string // what the payroll system calls the employee
	RequireJobAccess bool    // every punch must name a job that the employee has access to
	CredentialPolicy *int64
	Labels           []LabelRef
	PIN              *string    // shown only to who may see it
	Sealed           SealedPIN  // how the PIN is kept
	LastPunch        *time.Time // derived
	Profile          Profile
	Names            EmployeeNames
}

// SealedPIN is a PIN as it is kept: a keyed hash by which it is found, and the PIN encrypted. Both are nil without one.
type SealedPIN struct{ Key, Text []byte }

// EmployeeNames are what is shown of the records that an employee refers to. All of it is derived.
type EmployeeNames struct {
	OrgUnit             string
	OrgUnitPayrollID    *string
	Timezone            string // of the org unit
	Department          *string
	DepartmentPayrollID *string
	PayClass            *string
	TeamSchedule        *string
}

// DisplayName is "First Last".
func (e *Employee) DisplayName() string { return e.FirstName + " " + e.LastName }

// SortName is "Last, First", by which lists are ordered.
func (e *Employee) SortName() string { return e.LastName + ", " + e.FirstName }

// SearchName is what a search for names looks through, folded.
func (e *Employee) SearchName() string {
	name := e.FirstName
	if e.Profile.MiddleName != nil {
		name += " " + *e.Profile.MiddleName
	}
	return Fold(name + " " + e.LastName)
}

// Place is where the employee stands in lists by name.
func (e *Employee) Place() Position { return Position{Text: Fold(e.SortName()), ID: e.ID} }

// ModifiedPlace is where the employee stands in lists by modification.
func (e *Employee) ModifiedPlace() Position {
	return Position{Number: e.Modified.UnixMicro(), ID: e.ID}
}

// Refs names what the employee refers to.
func (e *Employee) Refs(add func(RefKind, int64)) {
	add(RefOrgUnit, e.OrgUnit)
	addRef(add, RefDepartment, e.Department)
	addRef(add, RefPayClass, e.PayClass)
	addRef(add, RefJob, e.Profile.FixJob)
	addRef(add, RefJobPhase, e.Profile.FixJobPhase)
	addRef(add, RefCostCode, e.Profile.FixCostCode)
	addLabelRefs(add, e.Labels)
}

// Fields passes every field of the employee, the sensitive ones included.
func (e *Employee) Fields(f Fields) { e.fields(f, true) }

// Discreet is the employee without the sensitive fields, which are shown as null.
func (e *Employee) Discreet() Record { return discreetEmployee{e} }

type discreetEmployee struct{ *Employee }

// Fields passes every field of the employee, the sensitive ones as null.
func (e discreetEmployee) Fields(f Fields) { e.fields(f, false) }

// fields passes the fields in groups by type: whole numbers, booleans, strings, instants, lists, objects, and then what
// is often unset.
func (e *Employee) fields(f Fields, sensitive bool) {
	p := &e.Profile
	f.Int("id", e.ID)
	f.Int("orgUnit", e.OrgUnit)
	f.IntOrNull("department", e.Department)
	f.IntOrNull("payClass", e.PayClass)
	f.Bool("active", e.Active)
	p.flags(f, e.RequireJobAccess)
	f.Text("firstName", e.FirstName)
	f.Text("lastName", e.LastName)
	f.Text("displayName", e.DisplayName())
	f.Text("sortName", e.SortName())
	f.Text("orgUnitName", e.Names.OrgUnit)
	f.TextOrNull("departmentName", e.Names.Department)
	f.TextOrNull("payClassName", e.Names.PayClass)
	f.Text("timezone", e.Names.Timezone)
	secret(f, "pin", e.PIN, sensitive)
	f.TimeOrNull("lastPunch", e.LastPunch)
	p.lists(f, sensitive)
	e.unsettable(f, sensitive)
	textsOf(f, "labels", e.Labels)
	e.stamps(f)
}

// unsettable passes the fields that can be null.
func (e *Employee) unsettable(f Fields, sensitive bool) {
	p := &e.Profile
	f.TextOrNull("middleName", p.MiddleName)
	f.TimeOrNull("lastAccess", p.LastAccess)
	f.TextOrNull("orgUnitPayrollId", e.Names.OrgUnitPayrollID)
	f.TextOrNull("departmentPayrollId", e.Names.DepartmentPayrollID)
	f.IntOrNull("teamSchedule", e.TeamSchedule)
	f.TextOrNull("teamScheduleName", e.Names.TeamSchedule)
	f.IntOrNull("timeOffPolicy", p.TimeOffPolicy)
	f.IntOrNull("disciplinePolicy", p.DisciplinePolicy)
	floatOrNull(f, "pointBalance", p.PointBalance)
	f.TimeOrNull("nextShiftReminder", p.NextShiftReminder)
	f.TextOrNull("qrCode", p.QRCode)
	f.TextOrNull("nfcTagId", p.NFCTagID)
	f.TextOrNull("payrollId", e.PayrollID)
	f.IntOrNull("credentialPolicy", e.CredentialPolicy)
	f.Null("credentialPolicyName") // the policies are kept elsewhere
	if p.ContactSuppressions == nil {
		f.Null("contactSuppressions")
	} else {
		f.Texts("contactSuppressions", *p.ContactSuppressions)
	}
	p.settings(f)
	p.person(f, sensitive)
}

func secret(f Fields, name string, v *string, sensitive bool) {
	if !sensitive {
		v = nil
	}
	f.TextOrNull(name, v)
}

func floatOrNull(f Fields, name string, v *float64) {
	if v == nil {
		f.Null(name)
		return
	}
	f.Float(name, *v)
}

// NewHire is an employee as the answer to its creation shows it.
type NewHire struct{ Employee *Employee }

// Fields passes the few fields of the creation record.
func (h NewHire) Fields(f Fields) {
	e := h.Employee
	f.Int("id", e.ID)
	f.Bool("active", e.Active)
	f.Text("firstName", e.FirstName)
	f.Text("lastName", e.LastName)
	f.Int("orgUnit", e.OrgUnit)
	f.Text("orgUnitName", e.Names.OrgUnit)
	f.IntOrNull("department", e.Department)
	f.TextOrNull("departmentName", e.Names.Department)
	f.Text("timezone", e.Names.Timezone)
	f.TextOrNull("payrollId", e.PayrollID)
	e.stamps(f)
}

// EmployeeFilter narrows a list of employees.
type EmployeeFilter struct {
	IDs                []int64
	Search             []string // parts of the name, one of which must match
	OrgUnits           []int64
	Departments        []int64
	PayClasses         []int64
	Labels             []int64 // user labels, one of which the employee carries
	Active             *bool
	RequireJobAccess   *bool
	CredentialPolicies []int64
	Nobody             bool // the filter asks for something that no employee has
	Modified           Range
	ByModified         bool // the order
	Fields             []FieldTest
	Page               *Page
}

// normalID is a national id without what only separates its parts, in capital letters.
func normalID(id string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, id)
}
