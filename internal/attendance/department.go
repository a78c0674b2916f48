package attendance

// Department is a part of the company by kind of work, which payroll books hours to.
type Department struct {
	Identity
	Name      string
	Active    bool
	PayrollID *string // what the payroll system calls it
}

// Fields passes every field of the department.
func (d *Department) Fields(f Fields) {
	f.Int("id", d.ID)
	f.Text("name", d.Name)
	f.Bool("active", d.Active)
	f.TextOrNull("payrollId", d.PayrollID)
	d.stamps(f)
}

// DepartmentInput is what may be written to a department.
type DepartmentInput struct {
	Name      Opt[string]  `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Active    Opt[bool]    `json:"active" doc:"Whether new records may refer to it. True when left out."`
	PayrollID Opt[*string] `json:"payrollId" doc:"What the payroll system calls it." bounds:"..200"`
}

// NewDepartment is a department with the values that hold when nothing is said.
func NewDepartment() *Department { return &Department{Active: true} }

// Apply writes the given values to the department.
func (in DepartmentInput) Apply(d *Department) {
	in.Name.To(&d.Name)
	in.Active.To(&d.Active)
	in.PayrollID.To(&d.PayrollID)
}

// Validate says what is wrong with the department.
func (d *Department) Validate(p *Problems) {
	p.CheckName("name", &d.Name)
	p.CheckTextOrNull("payrollId", d.PayrollID, maxName)
}

// DepartmentFilter narrows a list of departments.
type DepartmentFilter struct {
	IDs []int64
}
