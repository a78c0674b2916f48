package attendance

// EmployeeInput is what may be written to an employee.
type EmployeeInput struct {
	FirstName        Opt[string]     `json:"firstName" doc:"First name, 1 to 200 characters." required:"true" bounds:"1..200"`
	LastName         Opt[string]     `json:"lastName" doc:"Last name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Active           Opt[bool]       `json:"active" doc:"Whether the employee works here now. True when left out."`
	OrgUnit          Opt[int64]      `json:"orgUnit" doc:"Id of the org unit that the employee belongs to." required:"true" bounds:"1.."`
	Department       Opt[*int64]     `json:"department" doc:"Id of the department." bounds:"1.."`
	PayClass         Opt[*int64]     `json:"payClass" doc:"Id of the pay class; null is everything at the regular rate." bounds:"1.."`
	TeamSchedule     Opt[*int64]     `json:"teamSchedule" doc:"Id of the team schedule." bounds:"1.."`
	PayrollID        Opt[*string]    `json:"payrollId" doc:"What the payroll system calls the employee." bounds:"..200"`
	RequireJobAccess Opt[bool]       `json:"requireJobAccess" doc:"Whether every punch must name a job that the employee has access to."`
	CredentialPolicy Opt[*int64]     `json:"credentialPolicy" doc:"Id of the credential policy." bounds:"1.."`
	Labels           Opt[[]LabelRef] `json:"labels" doc:"User labels that the employee carries." bounds:"..500"`
	PIN              Opt[*string]    `json:"pin" doc:"4 to 8 digits with which the employee punches, unique among active employees. Sensitive." pattern:"^[0-9]{4,8}$"`
	ProfileInput
}

// NewEmployee is an employee with the values that hold when nothing is said.
func NewEmployee() *Employee { return &Employee{Active: true} }

// Apply writes the given values to the employee, but for those of which more must be known: the PIN is kept sealed,
// instants depend on a time zone, and values of custom fields on the field.
func (in EmployeeInput) Apply(e *Employee) {
	in.FirstName.To(&e.FirstName)
	in.LastName.To(&e.LastName)
	in.Active.To(&e.Active)
	in.OrgUnit.To(&e.OrgUnit)
	in.Department.To(&e.Department)
	in.PayClass.To(&e.PayClass)
	in.TeamSchedule.To(&e.TeamSchedule)
	in.PayrollID.To(&e.PayrollID)
	in.RequireJobAccess.To(&e.RequireJobAccess)
	in.CredentialPolicy.To(&e.CredentialPolicy)
	in.Labels.To(&e.Labels)
	in.PIN.To(&e.PIN)
	in.ProfileInput.Apply(&e.Profile)
}

// WithoutSensitiveNulls is the input of somebody who was shown null in place of the sensitive fields: a null given back
// is not meant to clear them.
func (in EmployeeInput) WithoutSensitiveNulls() EmployeeInput {
	dropNull(&in.PIN)
	in.ProfileInput = in.withoutSensitiveNulls()
	return in
}
