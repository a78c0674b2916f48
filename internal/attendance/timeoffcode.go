package attendance

// TimeOffCode is a reason for being away, such as vacation or sickness.
type TimeOffCode struct {
	Identity
	Name               string
	Active             bool
	PayrollID          *string // what the payroll system calls it
	SortOrder          *int64  // where clients show it; lists of this API sort by name
	IsPaid             bool
	AllowWorkerRequest bool // whether workers may ask for it themselves
}

// Fields passes every field of the time off code.
func (c *TimeOffCode) Fields(f Fields) {
	f.Int("id", c.ID)
	f.Text("name", c.Name)
	f.Bool("active", c.Active)
	f.TextOrNull("payrollId", c.PayrollID)
	f.IntOrNull("sortOrder", c.SortOrder)
	f.Bool("isPaid", c.IsPaid)
	f.Bool("allowWorkerRequest", c.AllowWorkerRequest)
	c.stamps(f)
}

// TimeOffCodeInput is what may be written to a time off code.
type TimeOffCodeInput struct {
	Name               Opt[string]  `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Active             Opt[bool]    `json:"active" doc:"Whether new records may refer to it. True when left out."`
	PayrollID          Opt[*string] `json:"payrollId" doc:"What the payroll system calls it." bounds:"..200"`
	SortOrder          Opt[*int64]  `json:"sortOrder" doc:"Where clients show it among the others, the least first. The lists of this API sort by name."`
	IsPaid             Opt[bool]    `json:"isPaid" doc:"Whether the time is paid."`
	AllowWorkerRequest Opt[bool]    `json:"allowWorkerRequest" doc:"Whether workers may ask for it themselves."`
}

// NewTimeOffCode is a time off code with the values that hold when nothing is said.
func NewTimeOffCode() *TimeOffCode { return &TimeOffCode{Active: true} }

// Apply writes the given values to the time off code.
func (in TimeOffCodeInput) Apply(c *TimeOffCode) {
	in.Name.To(&c.Name)
	in.Active.To(&c.Active)
	in.PayrollID.To(&c.PayrollID)
	in.SortOrder.To(&c.SortOrder)
	in.IsPaid.To(&c.IsPaid)
	in.AllowWorkerRequest.To(&c.AllowWorkerRequest)
}

// Validate says what is wrong with the time off code.
func (c *TimeOffCode) Validate(p *Problems) {
	p.CheckName("name", &c.Name)
	p.CheckTextOrNull("payrollId", c.PayrollID, maxName)
}

// TimeOffCodeFilter narrows a list of time off codes.
type TimeOffCodeFilter struct {
	IDs []int64
}
