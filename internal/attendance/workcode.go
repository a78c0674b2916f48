package attendance

// WorkCode is what cost codes and job phases both are: a name under which worked hours are booked, next to or without a
// job.
type WorkCode struct {
	Identity
	Name        string
	Active      bool
	PayrollID   *string    // what the payroll system calls it
	AllowLabels []LabelRef // who may use it: one of each kind that is named must match
	Labels      []LabelRef // work labels that it carries
}

// Fields passes every field of the code.
func (c *WorkCode) Fields(f Fields) {
	f.Int("id", c.ID)
	f.Text("name", c.Name)
	f.Bool("active", c.Active)
	f.TextOrNull("payrollId", c.PayrollID)
	textsOf(f, "allowLabels", c.AllowLabels)
	textsOf(f, "labels", c.Labels)
	c.stamps(f)
}

// Refs names the labels of the code.
func (c *WorkCode) Refs(add func(RefKind, int64)) {
	addLabelRefs(add, c.AllowLabels)
	addLabelRefs(add, c.Labels)
}

// Place is where the code stands in lists.
func (c *WorkCode) Place() Position { return Position{Text: Fold(c.Name), ID: c.ID} }

// WorkCodeInput is what may be written to a cost code or a job phase.
type WorkCodeInput struct {
	Name        Opt[string]     `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Active      Opt[bool]       `json:"active" doc:"Whether new records may refer to it. True when left out."`
	PayrollID   Opt[*string]    `json:"payrollId" doc:"What the payroll system calls it." bounds:"..200"`
	AllowLabels Opt[[]LabelRef] `json:"allowLabels" doc:"Who may use it, by user and device labels: one of each kind that is named must match; an empty list is nobody. All when left out." bounds:"..500"`
	Labels      Opt[[]LabelRef] `json:"labels" doc:"Work labels that it carries." bounds:"..500"`
}

// NewWorkCode is a cost code or job phase with the values that hold when nothing is said.
func NewWorkCode() *WorkCode { return &WorkCode{Active: true, AllowLabels: everybody()} }

// Apply writes the given values to the code.
func (in WorkCodeInput) Apply(c *WorkCode) {
	in.Name.To(&c.Name)
	in.Active.To(&c.Active)
	in.PayrollID.To(&c.PayrollID)
	in.AllowLabels.To(&c.AllowLabels)
	in.Labels.To(&c.Labels)
}

// Validate says what is wrong with the code.
func (c *WorkCode) Validate(p *Problems) {
	p.CheckName("name", &c.Name)
	p.CheckTextOrNull("payrollId", c.PayrollID, maxName)
	p.CheckAllowLabels("allowLabels", c.AllowLabels)
	p.CheckLabels("labels", c.Labels, LabelWork)
}

// WorkCodeFilter narrows a list of cost codes or job phases.
type WorkCodeFilter struct {
	IDs    []int64
	Active *bool
	Search []string // parts of the name, one of which must match
	Page   *Page
}
