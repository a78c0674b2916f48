package attendance

import (
	"errors"
	"slices"
	"strconv"
	"time"
)

// The bounds of punches.
const (
	LongestShift  = 16 * time.Hour     // of a pay class that says nothing
	LongestPunch  = 7 * 24 * time.Hour // nothing longer is stored
	furthestAhead = 24 * time.Hour     // of an in, from the present
)

// Worker is what a punch or a time off entry takes from its employee.
type Worker struct {
	ID          int64
	FirstName   string
	LastName    string
	PayrollID   *string
	Active      bool
	OrgUnit     int64
	OrgUnitName string
	Timezone    string // of the org unit
	Department  *int64
	PayClass    *int64
}

// Name is the employee's display name.
func (w *Worker) Name() string { return w.FirstName + " " + w.LastName }

// TakeFrom makes the punch one of the employee.
func (p *Punch) TakeFrom(w *Worker) {
	p.Employee, p.EmployeeFirstName, p.EmployeeLastName, p.EmployeePayrollID = w.ID, w.FirstName, w.LastName, w.PayrollID
	p.OrgUnit, p.OrgUnitName, p.Timezone = w.OrgUnit, w.OrgUnitName, w.Timezone
	p.Department, p.PayClass = w.Department, w.PayClass
}

// Resolve writes the times of the input to the punch, those without an offset as read in its zone, and says what is
// wrong with them. Times are cut to whole seconds.
func (in PunchInput) Resolve(p *Punch, zone *time.Location, problems *Problems) {
	if in.InDt.Set {
		if t, ok := resolve("inDt", in.InDt.Value, zone, problems); ok {
			p.InDt = t
		}
	}
	p.InLocal = wallOf(p.InDt, zone)
	if !in.OutDt.Set {
		return
	}
	if in.OutDt.Value == nil {
		p.OutDt = nil
	} else if t, ok := resolve("outDt", *in.OutDt.Value, zone, problems); ok {
		p.OutDt = &t
	}
}

func resolve(field string, m Moment, zone *time.Location, problems *Problems) (time.Time, bool) {
	t, err := m.In(zone)
	if bad, ok := errors.AsType[FieldError](err); ok {
		problems.Add(field, bad.Code, "%s", bad.Detail)
	}
	return t.Truncate(time.Second).UTC(), err == nil
}

// wallOf is what a wall clock in zone shows at t, its digits held in UTC.
func wallOf(t time.Time, zone *time.Location) time.Time {
	_, offset := t.In(zone).Zone()
	return t.Add(time.Duration(offset) * time.Second).UTC()
}

// CheckTimes says what is wrong with the ends of the punch, apart from its neighbours.
func (p *Punch) CheckTimes(problems *Problems, now time.Time) {
	if p.InDt.After(now.Add(furthestAhead)) && !problems.Has("inDt") {
		problems.Add("inDt", "future", "inDt must be at most 24 hours ahead.")
	}
	if p.OutDt == nil || problems.Has("outDt") || problems.Has("inDt") && p.InDt.IsZero() {
		return
	}
	switch length := p.OutDt.Sub(p.InDt); {
	case length <= 0:
		problems.Add("outDt", "beforeIn", "outDt must be after inDt.")
	case length > LongestPunch:
		problems.Add("outDt", "range", "outDt must be at most 7 days after inDt.")
	}
}

// Judge writes what follows from the ends of the punch by the rules: its exceptions, its status and until when it may be
// open. was is the punch before the change, nil for a new one; longest is the longest shift.
func (p *Punch) Judge(was *Punch, longest time.Duration, editor string) {
	p.OpenUntil = p.InDt.Add(longest)
	before := p.InExceptions | p.OutExceptions
	if was == nil {
		p.noteNew()
	} else {
		p.noteChanges(was, editor)
	}
	p.OutExceptions = p.OutExceptions.Without(ExceptionLongShift)
	if p.OutDt != nil && p.OutDt.Sub(p.InDt) > longest {
		p.OutExceptions = p.OutExceptions.With(ExceptionLongShift)
	}
	flags := (p.InExceptions | p.OutExceptions).Flagging()
	switch {
	case p.Status == PunchApproved && p.OutExceptions.Has(ExceptionLongShift):
		p.Status = PunchFlagged // also when it was approved before: not as it is now
	case p.Status == PunchFlagged && before.Flagging() && !flags:
		p.Status = PunchApproved
	}
}

// noteNew notes how the ends of a new punch came about.
func (p *Punch) noteNew() {
	p.InExceptions = ExceptionAdded
	if p.OutDt != nil {
		p.OutExceptions = ExceptionAdded
	}
}

// noteChanges notes which ends were changed, and by whom.
func (p *Punch) noteChanges(was *Punch, editor string) {
	if !p.InDt.Equal(was.InDt) {
		p.InExceptions = edited(p.InExceptions, p.InExceptions.Has(ExceptionMissing))
		p.OverrideBy = &editor
	}
	if sameInstant(p.OutDt, was.OutDt) {
		return
	}
	p.OverrideBy = &editor
	if p.OutDt == nil { // what was noted of the out went with it
		p.OutExceptions = ExceptionEdited
		return
	}
	p.OutExceptions = edited(p.OutExceptions, was.OutDt == nil)
}

// edited is the exceptions of an end whose time was changed, or that was not there before.
func edited(e Exceptions, isNew bool) Exceptions {
	if isNew {
		return e.Without(ExceptionMissing).With(ExceptionAdded)
	}
	return e.With(ExceptionEdited)
}

func sameInstant(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

// SameTime says whether the punch takes the same time from the same employee, under the same rules, as the other.
func (p *Punch) SameTime(o *Punch) bool {
	samePay := p.PayClass == nil && o.PayClass == nil || p.PayClass != nil && o.PayClass != nil && *p.PayClass == *o.PayClass
	return p.InDt.Equal(o.InDt) && sameInstant(p.OutDt, o.OutDt) && p.Employee == o.Employee && samePay
}

// Stay is the time that a punch takes from others of the employee.
type Stay struct {
	ID        int64
	In        time.Time
	Out       *time.Time
	OpenUntil time.Time
	Rejected  bool // it takes none
	Row       int  // of a load of many punches, counted from 1; 0 for one that is stored
}

// name is how a message calls the stay.
func (s *Stay) name() string {
	if s.Row > 0 {
		return "row " + strconv.Itoa(s.Row)
	}
	return "punch " + strconv.FormatInt(s.ID, 10)
}

// Stay is the time that the punch takes from others.
func (p *Punch) Stay() Stay {
	return Stay{ID: p.ID, In: p.InDt, Out: p.OutDt, OpenUntil: p.OpenUntil, Rejected: p.Status == PunchRejected}
}

// Forever is an instant after all that can be recorded.
func Forever() time.Time { return time.Date(lastYear+2, 1, 1, 0, 0, 0, 0, time.UTC) }

// open says whether the out may still come.
func (s *Stay) open(now time.Time) bool { return s.Out == nil && now.Before(s.OpenUntil) }

// End is the first instant that the stay leaves to others. An open one leaves none; of one whose out is missing nothing
// is known but the second of its in.
func (s *Stay) End(now time.Time) time.Time {
	switch {
	case s.Out != nil:
		return *s.Out
	case s.open(now):
		return Forever()
	default:
		return s.In.Add(time.Second)
	}
}

// Meets says whether the two take the same time. Ends may touch.
func (s *Stay) Meets(o *Stay, now time.Time) bool {
	return !s.Rejected && !o.Rejected && s.In.Before(o.End(now)) && o.In.Before(s.End(now))
}

// Is says whether the two are the same record of the same work.
func (s *Stay) Is(o *Stay) bool { return s.In.Equal(o.In) && sameInstant(s.Out, o.Out) }

// CheckNeighbours says which of the employee's other punches stands in the way.
func (s *Stay) CheckNeighbours(others []Stay, now time.Time, problems *Problems) {
	at := slices.IndexFunc(others, func(o Stay) bool { return (o.ID != s.ID || o.Row != s.Row) && s.Meets(&o, now) })
	if at < 0 {
		return
	}
	other := &others[at]
	since := other.In.Format(time.RFC3339)
	switch {
	case s.open(now) && other.open(now):
		problems.Add("inDt", "openPunch", "The employee already has an open punch: %s, since %s. Give that one an out first.", other.name(), since)
	case other.open(now):
		problems.Add("inDt", "overlap", "This overlaps %s, which is open since %s. Give that one an out first.", other.name(), since)
	case other.Out == nil:
		problems.Add("inDt", "overlap", "This overlaps %s, an in at %s without an out. Give that one an out, or change the times.", other.name(), since)
	default:
		problems.Add("inDt", "overlap", "This overlaps %s, from %s to %s. Change the times of one of them.", other.name(), since, other.Out.Format(time.RFC3339))
	}
}
