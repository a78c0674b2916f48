package attendance

// ShiftClass is when a shift should be worked, on whatever day.
type ShiftClass struct {
	Identity
	Name          string
	Active        bool
	PayrollID     *string   // what the payroll system calls it
	Start         TimeOfDay // wall-clock time, where the employee works
	End           TimeOfDay // not after Start passes midnight
	LateGrace     Span      // how late an in may be without being tardy
	EarlyGrace    Span      // how early an out may be without being early
	BindWindow    Span      // a shift is held to the class when its first in is at most this far from Start
	UnpaidWindows []ShiftWindow
}

// ShiftWindow is a stretch of a shift that is not worked; lateness is counted without it.
type ShiftWindow struct {
	Start TimeOfDay `json:"start" doc:"Where it begins, HH:MM." required:"true"`
	End   TimeOfDay `json:"end" doc:"Where it ends, HH:MM; it may pass midnight." required:"true"`
}

// noTime is a time of day that was not given.
const noTime TimeOfDay = -1

// Fields passes every field of the shift class.
func (c *ShiftClass) Fields(f Fields) {
	f.Int("id", c.ID)
	f.Text("name", c.Name)
	f.Bool("active", c.Active)
	f.TextOrNull("payrollId", c.PayrollID)
	f.Text("start", c.Start.String())
	f.Text("end", c.End.String())
	f.Text("lateGrace", c.LateGrace.String())
	f.Text("earlyGrace", c.EarlyGrace.String())
	f.Text("bindWindow", c.BindWindow.String())
	f.OpenList("unpaidWindows")
	for _, w := range c.UnpaidWindows {
		f.Open("")
		f.Text("start", w.Start.String())
		f.Text("end", w.End.String())
		f.Close()
	}
	f.CloseList()
	c.stamps(f)
}

// ShiftClassInput is what may be written to a shift class.
type ShiftClassInput struct {
	Name          Opt[string]        `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Active        Opt[bool]          `json:"active" doc:"Whether new records may refer to it. True when left out."`
	PayrollID     Opt[*string]       `json:"payrollId" doc:"What the payroll system calls it." bounds:"..200"`
	Start         Opt[TimeOfDay]     `json:"start" doc:"When the shift begins, HH:MM, by the wall clock where the employee works." required:"true"`
	End           Opt[TimeOfDay]     `json:"end" doc:"When it ends, HH:MM; when that is not after start, on the next day." required:"true"`
	LateGrace     Opt[Span]          `json:"lateGrace" doc:"How late an in may be without being tardy, HH:MM:SS." default:"00:00:00"`
	EarlyGrace    Opt[Span]          `json:"earlyGrace" doc:"How early an out may be without being early, HH:MM:SS." default:"00:00:00"`
	BindWindow    Opt[Span]          `json:"bindWindow" doc:"How far the first in of a shift may be from start for the shift to be held to this class, HH:MM:SS." default:"12:00:00"`
	UnpaidWindows Opt[[]ShiftWindow] `json:"unpaidWindows" doc:"Stretches of the shift that are not worked; lateness is counted without them." bounds:"..100"`
}

// NewShiftClass is a shift class with the values that hold when nothing is said. Its start and end are still to be set.
func NewShiftClass() *ShiftClass {
	return &ShiftClass{Active: true, Start: noTime, End: noTime, BindWindow: secondsPerDay / 2}
}

// Apply writes the given values to the shift class.
func (in ShiftClassInput) Apply(c *ShiftClass) {
	in.Name.To(&c.Name)
	in.Active.To(&c.Active)
	in.PayrollID.To(&c.PayrollID)
	in.Start.To(&c.Start)
	in.End.To(&c.End)
	in.LateGrace.To(&c.LateGrace)
	in.EarlyGrace.To(&c.EarlyGrace)
	in.BindWindow.To(&c.BindWindow)
	in.UnpaidWindows.To(&c.UnpaidWindows)
}

// Validate says what is wrong with the shift class.
func (c *ShiftClass) Validate(p *Problems) {
	p.CheckName("name", &c.Name)
	p.CheckTextOrNull("payrollId", c.PayrollID, maxName)
	p.require("start", c.Start != noTime)
	p.require("end", c.End != noTime)
	p.checkStart("start", c.Start)
	p.checkSpan("lateGrace", c.LateGrace, mostOfDay)
	p.checkSpan("earlyGrace", c.EarlyGrace, mostOfDay)
	p.checkSpan("bindWindow", c.BindWindow, mostOfDay)
	checkEach(p, "unpaidWindows", c.UnpaidWindows, (*ShiftWindow).check)
}

func (w *ShiftWindow) check(p *Problems, at string) { p.checkStart(at+".start", w.Start) }

// ShiftClassFilter narrows a list of shift classes.
type ShiftClassFilter struct {
	IDs    []int64
	Active *bool
	Search []string // words of one of them all occur in the name
}
