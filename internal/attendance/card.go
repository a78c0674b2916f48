package attendance

import "time"

// Card is what shift cards and time cards have in common. Totals are whole seconds.
type Card struct {
	ID             int64 // that of the shift's first punch; of a later day of a split time card that plus n times 2^40
	Employee       int64
	OrgUnit        int64 // of the employee when the shift was worked
	Department     *int64
	PayClass       *int64
	ShiftClass     *int64 // to which the shift is bound
	Timezone       string
	Date           Date
	ShiftDate      Date // the day to which the shift belongs
	Start          time.Time
	End            *time.Time // nil while no punch of the card carries time
	Punches        []CardPunch
	RawTotal       int64
	ProcessedTotal int64
	Exceptions     []string
	Created        time.Time
	Modified       time.Time
	Tags           CardTags // not shown, but asked for
}

// Common is the card itself, so that code for both kinds can reach it.
func (c *Card) Common() *Card { return c }

// CardPunch is a punch on a card, or on a split time card the part of a punch.
type CardPunch struct {
	ID             int64
	In             *time.Time
	Out            *time.Time
	Status         string
	ProcessedTotal *int64 // paid seconds; nil while the punch is open
	RawTotal       *int64 // unrounded seconds; the same
	OutKind        *string
}

// head passes the fields with which both kinds of card begin.
func (c *Card) head(f Fields, in, out string) {
	f.Int("id", c.ID)
	f.Int("employee", c.Employee)
	f.Int("orgUnit", c.OrgUnit)
	f.IntOrNull("department", c.Department)
	f.IntOrNull("employeePayClass", c.PayClass)
	f.IntOrNull("shiftClass", c.ShiftClass)
	f.Text("timezone", c.Timezone)
	f.Text("date", string(c.Date))
	f.Text("shiftDate", string(c.ShiftDate))
	f.Time("start", c.Start)
	f.TimeOrNull("end", c.End)
	f.OpenList("punches")
	for i := range c.Punches {
		p := &c.Punches[i]
		f.Open("")
		f.Int("id", p.ID)
		f.TimeOrNull(in, p.In)
		f.TimeOrNull(out, p.Out)
		f.Text("status", p.Status)
		f.IntOrNull("processedTotal", p.ProcessedTotal)
		f.IntOrNull("rawTotal", p.RawTotal)
		f.TextOrNull("outKind", p.OutKind)
		f.Close()
	}
	f.CloseList()
}

// tail passes the fields with which both kinds of card end.
func (c *Card) tail(f Fields) {
	f.Int("rawTotal", c.RawTotal)
	f.Int("processedTotal", c.ProcessedTotal)
	f.Texts("exceptions", c.Exceptions)
}

func (c *Card) stamps(f Fields) {
	f.Time("created", c.Created)
	f.Time("modified", c.Modified)
}

// Refs names what the card refers to.
func (c *Card) Refs(add func(RefKind, int64)) {
	add(RefEmployee, c.Employee)
	add(RefOrgUnit, c.OrgUnit)
	addRef(add, RefDepartment, c.Department)
	addRef(add, RefPayClass, c.PayClass)
	addRef(add, RefShiftClass, c.ShiftClass)
}

// ShiftCard is one worked shift.
type ShiftCard struct {
	Card
	IsTardy      bool
	HasException bool
	HasFlagged   bool
	// Seconds against the shift class, nil without one.
	Late        *int64
	EarlyOut    *int64
	BeforeStart *int64
	AfterEnd    *int64
}

// Fields passes every field of the shift card.
func (c *ShiftCard) Fields(f Fields) {
	c.head(f, "in", "out")
	f.Bool("isTardy", c.IsTardy)
	f.Bool("hasException", c.HasException)
	f.Bool("hasFlagged", c.HasFlagged)
	c.tail(f)
	f.IntOrNull("lateTotal", c.Late)
	f.IntOrNull("earlyOutTotal", c.EarlyOut)
	f.IntOrNull("beforeStartTotal", c.BeforeStart)
	f.IntOrNull("afterEndTotal", c.AfterEnd)
	c.stamps(f)
}

// TimeCard is a shift as payroll sees it, or one day of it.
type TimeCard struct {
	Card
	Totals   []CategoryTotal
	Premiums []PremiumTotal
}

// CategoryTotal is the time of one category on a card, in seconds. All but minimumShift add up to the paid total.
type CategoryTotal struct {
	Category string
	PayCode  int64
	Total    int64
}

// PremiumTotal is the time of one premium on a card, in seconds.
type PremiumTotal struct {
	Name    string
	PayCode int64
	Total   int64
}

// Fields passes every field of the time card.
func (c *TimeCard) Fields(f Fields) {
	c.head(f, "inDt", "outDt")
	c.tail(f)
	f.OpenList("totals")
	for _, t := range c.Totals {
		f.Open("")
		f.Text("category", t.Category)
		f.Int("payCode", t.PayCode)
		f.Int("total", t.Total)
		f.Close()
	}
	f.CloseList()
	f.OpenList("premiums")
	for _, p := range c.Premiums {
		f.Open("")
		f.Text("name", p.Name)
		f.Int("payCode", p.PayCode)
		f.Int("total", p.Total)
		f.Close()
	}
	f.CloseList()
	c.stamps(f)
}

// Refs names what the card refers to, its pay codes included.
func (c *TimeCard) Refs(add func(RefKind, int64)) {
	c.Card.Refs(add)
	for _, t := range c.Totals {
		add(RefPayCode, t.PayCode)
	}
	for _, p := range c.Premiums {
		add(RefPayCode, p.PayCode)
	}
}

// CardTags are what can be asked of cards with the parameter tag.
type CardTags struct{ Tardy, Exception, Flagged, Open, Missing, Overtime, Edited bool }

// has says whether the tag of that name is set, and whether there is a tag of that name.
func (t CardTags) has(name string) (set, known bool) {
	switch name {
	case "tardy":
		return t.Tardy, true
	case "exception":
		return t.Exception, true
	case "flagged":
		return t.Flagged, true
	case "open":
		return t.Open, true
	case "missing":
		return t.Missing, true
	case "overtime":
		return t.Overtime, true
	case "edited":
		return t.Edited, true
	}
	return false, false
}

// CardFilter narrows a list of cards.
type CardFilter struct {
	From, To    Date // of the shift date, both included
	Employees   []int64
	OrgUnits    []int64
	Departments []int64
	PayClasses  []int64
	Labels      []int64     // user labels of the employee
	Fields      []FieldTest // custom fields of the employee
	Tag         TagFilter
	Progress    func(done, all int) // told of how many employees cards were computed; may be nil
}

// Wants says whether a card is wanted, apart from dates, employees, labels and custom fields.
func (f *CardFilter) Wants(c *Card) bool {
	return oneOf(f.OrgUnits, &c.OrgUnit) && oneOf(f.Departments, c.Department) && oneOf(f.PayClasses, c.PayClass) && f.Tag.Wants(c.Tags)
}
