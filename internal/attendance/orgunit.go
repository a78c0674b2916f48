package attendance

// OrgUnit is a place or branch of the company: employees belong to one, devices stand in one, and its time zone decides
// what date and time it is there.
type OrgUnit struct {
	Identity
	Name      string
	Active    bool
	PayrollID *string // what the payroll system calls it
	Timezone  string  // IANA name
}

// Fields passes every field of the org unit.
func (u *OrgUnit) Fields(f Fields) {
	f.Int("id", u.ID)
	f.Text("name", u.Name)
	f.Bool("active", u.Active)
	f.TextOrNull("payrollId", u.PayrollID)
	f.Text("timezone", u.Timezone)
	u.stamps(f)
}

// OrgUnitInput is what may be written to an org unit.
type OrgUnitInput struct {
	Name      Opt[string]  `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Active    Opt[bool]    `json:"active" doc:"Whether new records may refer to it. True when left out."`
	PayrollID Opt[*string] `json:"payrollId" doc:"What the payroll system calls it." bounds:"..200"`
	Timezone  Opt[string]  `json:"timezone" doc:"IANA time zone name, such as America/New_York, or UTC. That of the account when left out. A change does not move punches that were already made." pattern:"^[A-Za-z0-9_+/-]+$"`
}

// NewOrgUnit is an org unit with the values that hold when nothing is said. Its time zone is that of the account, which
// is filled in when it is created.
func NewOrgUnit() *OrgUnit { return &OrgUnit{Active: true} }

// Apply writes the given values to the org unit.
func (in OrgUnitInput) Apply(u *OrgUnit) {
	in.Name.To(&u.Name)
	in.Active.To(&u.Active)
	in.PayrollID.To(&u.PayrollID)
	in.Timezone.To(&u.Timezone)
}

// Validate says what is wrong with the org unit. Whether there is such a time zone is not known here.
func (u *OrgUnit) Validate(p *Problems) {
	p.CheckName("name", &u.Name)
	p.CheckTextOrNull("payrollId", u.PayrollID, maxName)
}

// OrgUnitFilter narrows a list of org units.
type OrgUnitFilter struct {
	IDs []int64
}

// AllowedEmployee is what is shown of an employee who may punch at the devices of an org unit.
type AllowedEmployee struct {
	ID         int64
	FirstName  string
	LastName   string
	OrgUnit    int64
	Department *int64
	PayrollID  *string
	Active     bool
}

// Fields passes what is shown of the employee.
func (e *AllowedEmployee) Fields(f Fields) {
	f.Int("id", e.ID)
	f.Text("firstName", e.FirstName)
	f.Text("lastName", e.LastName)
	f.Text("displayName", e.FirstName+" "+e.LastName)
	f.Int("orgUnit", e.OrgUnit)
	f.IntOrNull("department", e.Department)
	f.TextOrNull("payrollId", e.PayrollID)
	f.Bool("active", e.Active)
}
