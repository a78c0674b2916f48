package attendance

// Holiday is a day off, in one org unit or in all of them.
type Holiday struct {
	Identity
	Name    string
	Date    Date
	OrgUnit *int64 // nil is every org unit
}

// Fields passes every field of the holiday.
func (h *Holiday) Fields(f Fields) {
	f.Int("id", h.ID)
	f.Text("name", h.Name)
	f.Text("date", string(h.Date))
	f.IntOrNull("orgUnit", h.OrgUnit)
	h.stamps(f)
}

// Refs names the org unit of the holiday.
func (h *Holiday) Refs(add func(RefKind, int64)) { addRef(add, RefOrgUnit, h.OrgUnit) }

// HolidayInput is what may be written to a holiday.
type HolidayInput struct {
	Name    Opt[string] `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Date    Opt[Date]   `json:"date" doc:"The day, YYYY-MM-DD." required:"true"`
	OrgUnit Opt[*int64] `json:"orgUnit" doc:"The org unit where it is a holiday; null is all of them." bounds:"1.."`
}

// NewHoliday is a holiday of all org units.
func NewHoliday() *Holiday { return &Holiday{} }

// Apply writes the given values to the holiday.
func (in HolidayInput) Apply(h *Holiday) {
	in.Name.To(&h.Name)
	in.Date.To(&h.Date)
	in.OrgUnit.To(&h.OrgUnit)
}

// Validate says what is wrong with the holiday, but for its org unit.
func (h *Holiday) Validate(p *Problems) {
	p.CheckName("name", &h.Name)
	p.require("date", h.Date != "")
}

// HolidayFilter narrows a list of holidays.
type HolidayFilter struct {
	IDs      []int64
	OrgUnits []int64 // those that hold in one of these, by being its own or everybody's
	From     Date    // the first day, itself included; empty is no bound
	To       Date    // the last day, itself included; empty is no bound
}
