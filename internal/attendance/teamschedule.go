package attendance

import "fmt"

// TeamSchedule is a weekly pattern of shift classes.
type TeamSchedule struct {
	Identity
	Name   string
	Active bool
	Days   []ScheduleDay
}

// ScheduleDay is a shift class that is worked on a weekday. A day may have several.
type ScheduleDay struct {
	Weekday    int64 `json:"weekday" doc:"ISO weekday on which the shift begins, 1 is Monday." required:"true" bounds:"1..7"`
	ShiftClass int64 `json:"shiftClass" doc:"The shift class." required:"true" bounds:"1.."`
}

// Fields passes every field of the team schedule.
func (s *TeamSchedule) Fields(f Fields) {
	f.Int("id", s.ID)
	f.Text("name", s.Name)
	f.Bool("active", s.Active)
	f.OpenList("days")
	for _, d := range s.Days {
		f.Open("")
		f.Int("weekday", d.Weekday)
		f.Int("shiftClass", d.ShiftClass)
		f.Close()
	}
	f.CloseList()
	s.stamps(f)
}

// Refs names the shift classes of the schedule.
func (s *TeamSchedule) Refs(add func(RefKind, int64)) {
	for _, d := range s.Days {
		add(RefShiftClass, d.ShiftClass)
	}
}

// TeamScheduleInput is what may be written to a team schedule.
type TeamScheduleInput struct {
	Name   Opt[string]        `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Active Opt[bool]          `json:"active" doc:"Whether new records may refer to it. True when left out."`
	Days   Opt[[]ScheduleDay] `json:"days" doc:"Which shift classes are worked on which weekdays." required:"true" bounds:"..100"`
}

// NewTeamSchedule is a team schedule with the values that hold when nothing is said. Its days are still to be set.
func NewTeamSchedule() *TeamSchedule { return &TeamSchedule{Active: true} }

// Apply writes the given values to the team schedule.
func (in TeamScheduleInput) Apply(s *TeamSchedule) {
	in.Name.To(&s.Name)
	in.Active.To(&s.Active)
	in.Days.To(&s.Days)
}

// Validate says what is wrong with the team schedule, but for the shift classes that it names.
func (s *TeamSchedule) Validate(p *Problems) {
	p.CheckName("name", &s.Name)
	p.require("days", s.Days != nil)
	checkEach(p, "days", s.Days, (*ScheduleDay).check)
	seen := make(map[ScheduleDay]bool, len(s.Days))
	for i, d := range s.Days {
		if at := fmt.Sprintf("days[%d]", i); seen[d] && !p.Has(at+".shiftClass") {
			p.Add(at, "duplicate", "%s stands twice: the same shift class on the same weekday.", at)
		}
		seen[d] = true
	}
}

func (d *ScheduleDay) check(p *Problems, at string) { p.checkWhole(at+".weekday", d.Weekday, 1, 7) }

// TeamScheduleFilter narrows a list of team schedules.
type TeamScheduleFilter struct {
	IDs    []int64
	Active *bool
	Search []string // words of one of them all occur in the name
}
