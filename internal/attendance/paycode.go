package attendance

// PayCode is under what name time is paid, and how much of the base rate it is worth.
type PayCode struct {
	Identity
	Name         string // unique within the account, without regard to case
	Active       bool
	Abbreviation *string
	PayrollID    *string // what the payroll system calls it
	Multiplier   Decimal // of the base rate: 1.5 is time and a half
	IsPaid       bool
}

// Fields passes every field of the pay code.
func (c *PayCode) Fields(f Fields) {
	f.Int("id", c.ID)
	f.Text("name", c.Name)
	f.Bool("active", c.Active)
	f.TextOrNull("abbreviation", c.Abbreviation)
	f.TextOrNull("payrollId", c.PayrollID)
	f.Text("multiplier", string(c.Multiplier))
	f.Bool("isPaid", c.IsPaid)
	c.stamps(f)
}

// PayCodeInput is what may be written to a pay code.
type PayCodeInput struct {
	Name         Opt[string]  `json:"name" doc:"Name, 1 to 200 characters, unique among pay codes." required:"true" bounds:"1..200"`
	Active       Opt[bool]    `json:"active" doc:"Whether new records may refer to it. True when left out."`
	Abbreviation Opt[*string] `json:"abbreviation" doc:"A short form for narrow columns, at most 20 characters." bounds:"..20"`
	PayrollID    Opt[*string] `json:"payrollId" doc:"What the payroll system calls it." bounds:"..200"`
	Multiplier   Opt[Decimal] `json:"multiplier" doc:"How many times the base rate the time is worth, as a decimal string of 0 or more, such as 1.5. It comes back as it was written." required:"true"`
	IsPaid       Opt[bool]    `json:"isPaid" doc:"Whether the time is paid."`
}

// NewPayCode is a pay code with the values that hold when nothing is said.
func NewPayCode() *PayCode { return &PayCode{Active: true} }

// Apply writes the given values to the pay code.
func (in PayCodeInput) Apply(c *PayCode) {
	in.Name.To(&c.Name)
	in.Active.To(&c.Active)
	in.Abbreviation.To(&c.Abbreviation)
	in.PayrollID.To(&c.PayrollID)
	in.Multiplier.To(&c.Multiplier)
	in.IsPaid.To(&c.IsPaid)
}

// Validate says what is wrong with the pay code.
func (c *PayCode) Validate(p *Problems) {
	p.CheckName("name", &c.Name)
	p.CheckTextOrNull("abbreviation", c.Abbreviation, maxAbbreviation)
	p.CheckTextOrNull("payrollId", c.PayrollID, maxName)
	if c.Multiplier == "" {
		p.Add("multiplier", "required", "multiplier is required.")
	}
}

// maxAbbreviation is how many characters an abbreviation may have.
const maxAbbreviation = 20

// PayCodeFilter narrows a list of pay codes.
type PayCodeFilter struct {
	IDs    []int64
	Active *bool
	Search []string // words of one of them all occur in the name
}
