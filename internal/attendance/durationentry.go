package attendance

// DurationEntry is an amount of time on a day that was not punched: time off, or an adjustment. Time off entries are the
// duration entries that have a time off code.
type DurationEntry struct {
	Identity
	Type           string // one of the words below
	Date           Date
	Duration       int64 // seconds
	Employee       int64
	OrgUnit        int64  // the employee's, when written
	Department     *int64 // the same, unless another was given
	PayClass       *int64 // the same
	Labels         []LabelRef
	LastEditedBy   *string
	TimeOffCode    *int64
	TimeOffRequest *int64
	Notes          *string
}

// The types of duration entries.
const (
	PaidTimeOff   = "PAID_TIME_OFF"
	UnpaidTimeOff = "UNPAID_TIME_OFF"
	Adjustment    = "ADJUSTMENT"
)

// Fields passes every field of the entry.
func (e *DurationEntry) Fields(f Fields) {
	f.Int("id", e.ID)
	f.Text("type", e.Type)
	f.Text("date", string(e.Date))
	f.Int("duration", e.Duration)
	f.Int("employee", e.Employee)
	f.Int("orgUnit", e.OrgUnit)
	f.IntOrNull("department", e.Department)
	f.IntOrNull("payClass", e.PayClass)
	textsOf(f, "labels", e.Labels)
	f.TextOrNull("lastEditedBy", e.LastEditedBy)
	f.IntOrNull("timeOffCode", e.TimeOffCode)
	f.IntOrNull("timeOffRequest", e.TimeOffRequest)
	f.TextOrNull("notes", e.Notes)
	e.stamps(f)
}

// Refs names what the entry refers to.
func (e *DurationEntry) Refs(add func(RefKind, int64)) {
	add(RefEmployee, e.Employee)
	add(RefOrgUnit, e.OrgUnit)
	addRef(add, RefDepartment, e.Department)
	addRef(add, RefPayClass, e.PayClass)
	addRef(add, RefTimeOffCode, e.TimeOffCode)
	addLabelRefs(add, e.Labels)
}

// Place is where the entry stands in the list ordered by modification.
func (e *DurationEntry) Place() Position { return Position{Number: e.Modified.UnixMicro(), ID: e.ID} }

// TakeFrom makes the entry one of the employee.
func (e *DurationEntry) TakeFrom(w *Worker) {
	e.Employee, e.OrgUnit, e.Department, e.PayClass = w.ID, w.OrgUnit, w.Department, w.PayClass
}

// TimeOffEntryInput is what may be written to a time off entry.
type TimeOffEntryInput struct {
	Employee    Opt[int64]      `json:"employee" doc:"Employee who is off." required:"true" bounds:"1.."`
	Date        Opt[Date]       `json:"date" doc:"Day of the time off." required:"true"`
	TimeOffCode Opt[int64]      `json:"timeOffCode" doc:"Time off code. It decides whether the type is PAID_TIME_OFF or UNPAID_TIME_OFF." required:"true" bounds:"1.."`
	Duration    Opt[int64]      `json:"duration" doc:"How long, in seconds: 60 to 86400. 28800 is 8 hours." required:"true" bounds:"60..86400"`
	Notes       Opt[*string]    `json:"notes" doc:"Notes, at most 4000 characters." bounds:"..4000" text:"multiline"`
	Department  Opt[*int64]     `json:"department" doc:"Department. That of the employee when left out." bounds:"1.."`
	PayClass    Opt[*int64]     `json:"payClass" doc:"Pay class. That of the employee when left out." bounds:"1.."`
	Labels      Opt[[]LabelRef] `json:"labels" doc:"User or work labels." bounds:"..500"`
}

// NewDurationEntry is an entry with the values that hold when nothing is said.
func NewDurationEntry() *DurationEntry { return &DurationEntry{Type: Adjustment} }

// Apply writes the given values to the entry, except the employee, from whom more is taken.
func (in TimeOffEntryInput) Apply(e *DurationEntry) {
	in.Date.To(&e.Date)
	if in.TimeOffCode.Set {
		e.TimeOffCode = new(in.TimeOffCode.Value)
	}
	in.Duration.To(&e.Duration)
	in.Notes.To(&e.Notes)
	in.Department.To(&e.Department)
	in.PayClass.To(&e.PayClass)
	in.Labels.To(&e.Labels)
}

// The bounds of the duration of an entry, in seconds.
const (
	leastDuration = 60
	mostDuration  = 86400
)

// CheckRequired says what is missing in the input of a new entry, and that a duration is not nothing.
func (in TimeOffEntryInput) CheckRequired(p *Problems, isNew bool) {
	for _, f := range [...]struct {
		name  string
		given bool
	}{{"employee", in.Employee.Set}, {"date", in.Date.Set}, {"timeOffCode", in.TimeOffCode.Set}, {"duration", in.Duration.Set}} {
		if isNew && !f.given && !p.Has(f.name) {
			p.Add(f.name, "required", "%s is required.", f.name)
		}
	}
	if in.Duration.Set && in.Duration.Value == 0 && !p.Has("duration") {
		p.Add("duration", "range", "duration must be %d to %d seconds, not 0. 28800 is 8 hours.", leastDuration, mostDuration)
	}
}

// Validate says what is wrong with the entry.
func (e *DurationEntry) Validate(p *Problems) {
	switch {
	case e.Duration == 0 || p.Has("duration"): // see CheckRequired
	case e.Duration > 0 && e.Duration <= 24:
		p.Add("duration", "range", "duration is in seconds, %d to %d. For %d hours write %d.", leastDuration, mostDuration, e.Duration, e.Duration*3600)
	case e.Duration < leastDuration || e.Duration > mostDuration:
		p.Add("duration", "range", "duration must be %d to %d seconds, not %d. 28800 is 8 hours.", leastDuration, mostDuration, e.Duration)
	}
	p.CheckLabels("labels", e.Labels, LabelUser, LabelWork)
	p.CheckTextOrNull("notes", e.Notes, mostNotes)
}

// DurationEntryFilter narrows a list of duration entries. Empty lists are no condition.
type DurationEntryFilter struct {
	From, To     Date  // both included; not used when ByModified
	Modified     Range // when ByModified
	ByModified   bool  // also the order
	TimeOff      bool  // only time off entries
	Employees    []int64
	OrgUnits     []int64
	Departments  []int64
	PayClasses   []int64
	TimeOffCodes []int64
	Labels       []int64     // user labels, of the employee or of the entry
	Fields       []FieldTest // of the employee
	Page         *Page
}
