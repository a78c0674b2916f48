package attendance

// Explanation says in words how an employee's time of one date became what is paid: every rule that did something, in
// the order in which the rules are applied.
type Explanation struct {
	Employee int64
	Date     Date
	Steps    []ExplainedStep
	Cards    []*TimeCard // that count for the date
}

// ExplainedStep is one thing that a rule did.
type ExplainedStep struct {
	Number  int // of the order of evaluation, 1 to 11; 12 is about a closed pay period
	Text    string
	Punch   *int64 // that it concerns; nil is the whole date
	Seconds int64  // what it changed, or found
}

// Fields passes every field of the explanation.
func (e *Explanation) Fields(f Fields) {
	f.Int("employee", e.Employee)
	f.Text("date", string(e.Date))
	f.OpenList("steps")
	for i := range e.Steps {
		s := &e.Steps[i]
		f.Open("")
		f.Int("number", int64(s.Number))
		f.Text("text", s.Text)
		f.IntOrNull("punch", s.Punch)
		f.Int("seconds", s.Seconds)
		f.Close()
	}
	f.CloseList()
	timeCardsOf(f, e.Cards)
}

// Simulation is what an employee would be paid under other rules, beside what the rules of today give.
type Simulation struct {
	Employee int64
	PayCodes []PayCodeChange // by pay code
	Cards    []*TimeCard     // as they would be
}

// PayCodeChange is the time under one pay code, in seconds, premiums and top-ups included.
type PayCodeChange struct {
	PayCode   int64
	Today     int64
	Simulated int64
}

// Fields passes every field of the simulation.
func (s *Simulation) Fields(f Fields) {
	f.Int("employee", s.Employee)
	f.OpenList("payCodes")
	for _, c := range s.PayCodes {
		f.Open("")
		f.Int("payCode", c.PayCode)
		f.Int("today", c.Today)
		f.Int("simulated", c.Simulated)
		f.Int("difference", c.Simulated-c.Today)
		f.Close()
	}
	f.CloseList()
	timeCardsOf(f, s.Cards)
}

// Refs names what the simulation and its cards refer to.
func (s *Simulation) Refs(add func(RefKind, int64)) {
	add(RefEmployee, s.Employee)
	for _, c := range s.PayCodes {
		add(RefPayCode, c.PayCode)
	}
	for _, c := range s.Cards {
		c.Refs(add)
	}
}

// timeCardsOf passes time cards.
func timeCardsOf(f Fields, cards []*TimeCard) {
	f.OpenList("timeCards")
	for _, c := range cards {
		f.Open("")
		c.Fields(f)
		f.Close()
	}
	f.CloseList()
}
