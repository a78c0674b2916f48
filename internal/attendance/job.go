package attendance

import "fmt"

// Whether a punch on a job must, may or cannot name a job phase or a cost code too.
const (
	ModeOff      = "off"
	ModeOptional = "optional"
	ModeRequired = "required"
)

// Job is work for somebody, to which worked hours are booked.
type Job struct {
	Identity
	Name           string
	Active         bool
	Description    *string
	PayrollID      *string    // what the payroll system calls it
	OrgUsers       []int64    // the employees who belong to the job
	NotifyOrgUsers []int64    // the employees who are told of what happens to it
	AllowLabels    []LabelRef // who may use it: one of each kind that is named must match
	Labels         []LabelRef // work labels that it carries
	JobPhaseMode   *string    // nil is not decided
	CostCodeMode   *string    // nil is not decided
}

// Fields passes every field of the job.
func (j *Job) Fields(f Fields) {
	f.Int("id", j.ID)
	f.Text("name", j.Name)
	f.Bool("active", j.Active)
	f.TextOrNull("description", j.Description)
	f.TextOrNull("payrollId", j.PayrollID)
	f.Ints("orgUsers", j.OrgUsers)
	f.Ints("notifyOrgUsers", j.NotifyOrgUsers)
	textsOf(f, "allowLabels", j.AllowLabels)
	textsOf(f, "labels", j.Labels)
	f.TextOrNull("jobPhaseMode", j.JobPhaseMode)
	f.TextOrNull("costCodeMode", j.CostCodeMode)
	j.stamps(f)
}

// Refs names the employees and labels of the job.
func (j *Job) Refs(add func(RefKind, int64)) {
	for _, id := range j.OrgUsers {
		add(RefEmployee, id)
	}
	for _, id := range j.NotifyOrgUsers {
		add(RefEmployee, id)
	}
	addLabelRefs(add, j.AllowLabels)
	addLabelRefs(add, j.Labels)
}

// Place is where the job stands in lists.
func (j *Job) Place() Position { return Position{Text: Fold(j.Name), ID: j.ID} }

// JobInput is what may be written to a job.
type JobInput struct {
	Name           Opt[string]     `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Active         Opt[bool]       `json:"active" doc:"Whether new records may refer to it. True when left out."`
	Description    Opt[*string]    `json:"description" doc:"What the job is, at most 2000 characters." bounds:"..2000" text:"multiline"`
	PayrollID      Opt[*string]    `json:"payrollId" doc:"What the payroll system calls it." bounds:"..200"`
	OrgUsers       Opt[[]int64]    `json:"orgUsers" doc:"Ids of the employees who belong to the job." bounds:"..5000" each:"1.."`
	NotifyOrgUsers Opt[[]int64]    `json:"notifyOrgUsers" doc:"Ids of the employees who are told of what happens to the job." bounds:"..5000" each:"1.."`
	AllowLabels    Opt[[]LabelRef] `json:"allowLabels" doc:"Who may use it, by user and device labels: one of each kind that is named must match; an empty list is nobody. All when left out." bounds:"..500"`
	Labels         Opt[[]LabelRef] `json:"labels" doc:"Work labels that it carries." bounds:"..500"`
	JobPhaseMode   Opt[*string]    `json:"jobPhaseMode" doc:"Whether a punch on the job must, may or cannot name a job phase." enum:"off,optional,required"`
	CostCodeMode   Opt[*string]    `json:"costCodeMode" doc:"Whether a punch on the job must, may or cannot name a cost code." enum:"off,optional,required"`
}

// NewJob is a job with the values that hold when nothing is said.
func NewJob() *Job { return &Job{Active: true, AllowLabels: everybody()} }

// Apply writes the given values to the job.
func (in JobInput) Apply(j *Job) {
	in.Name.To(&j.Name)
	in.Active.To(&j.Active)
	in.Description.To(&j.Description)
	in.PayrollID.To(&j.PayrollID)
	in.OrgUsers.To(&j.OrgUsers)
	in.NotifyOrgUsers.To(&j.NotifyOrgUsers)
	in.AllowLabels.To(&j.AllowLabels)
	in.Labels.To(&j.Labels)
	in.JobPhaseMode.To(&j.JobPhaseMode)
	in.CostCodeMode.To(&j.CostCodeMode)
}

// The bounds of what a job holds.
const (
	mostJobDescription = 2000 // characters
	mostJobEmployees   = 5000
)

// Validate says what is wrong with the job.
func (j *Job) Validate(p *Problems) {
	p.CheckName("name", &j.Name)
	p.CheckTextOrNull("description", j.Description, mostJobDescription)
	p.CheckTextOrNull("payrollId", j.PayrollID, maxName)
	p.CheckIDs("orgUsers", j.OrgUsers, mostJobEmployees)
	p.CheckIDs("notifyOrgUsers", j.NotifyOrgUsers, mostJobEmployees)
	p.CheckAllowLabels("allowLabels", j.AllowLabels)
	p.CheckLabels("labels", j.Labels, LabelWork)
	p.CheckWordOrNull("jobPhaseMode", j.JobPhaseMode, ModeOff, ModeOptional, ModeRequired)
	p.CheckWordOrNull("costCodeMode", j.CostCodeMode, ModeOff, ModeOptional, ModeRequired)
}

// CheckIDs says what is wrong with a list of ids: too many, or one that stands twice. Whether they name anything is not
// known here.
func (p *Problems) CheckIDs(field string, ids []int64, most int) {
	if len(ids) > most {
		p.Add(field, "range", "%s must have at most %d ids.", field, most)
		return
	}
	seen := make(map[int64]bool, len(ids))
	for i, id := range ids {
		if seen[id] {
			at := fmt.Sprintf("%s[%d]", field, i)
			p.Add(at, "duplicate", "%s stands twice: %d.", at, id)
		}
		seen[id] = true
	}
}

// JobFilter narrows a list of jobs.
type JobFilter struct {
	IDs      []int64
	Active   *bool
	Search   []string // parts of the name, one of which must match
	Labels   []int64  // work labels, one of which the job carries
	OrgUsers []int64  // employees, one of whom belongs to the job
	Page     *Page
}
