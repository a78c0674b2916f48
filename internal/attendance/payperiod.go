package attendance

import "time"

// The states of a pay period. The cards of a closed one are kept as they were, and nothing that would change them can be
// written.
const (
	PeriodOpen      = "open"
	PeriodSubmitted = "submitted"
	PeriodApproved  = "approved"
	PeriodClosed    = "closed"
)

// PayPeriod is the stretch of days for which the employees of a pay class are paid together.
type PayPeriod struct {
	Identity
	PayClass     int64
	PayClassName string
	Start        Date
	End          Date // itself included
	PayDate      *Date
	State        string
	Reason       string // why it was reopened; not shown, but audited
}

// Fields passes every field of the pay period.
func (p *PayPeriod) Fields(f Fields) {
	f.Int("id", p.ID)
	f.Int("payClass", p.PayClass)
	f.Text("payClassName", p.PayClassName)
	f.Text("start", string(p.Start))
	f.Text("end", string(p.End))
	dateOrNull(f, "payDate", p.PayDate)
	f.Text("state", p.State)
	p.stamps(f)
}

// Refs names the pay class.
func (p *PayPeriod) Refs(add func(RefKind, int64)) { add(RefPayClass, p.PayClass) }

// Place is where the pay period stands in lists.
func (p *PayPeriod) Place() Position { return Position{Text: string(p.Start), ID: p.ID} }

// PayPeriodInput is what may be written to a pay period.
type PayPeriodInput struct {
	PayClass Opt[int64]  `json:"payClass" doc:"The pay class whose employees are paid. It cannot change." required:"true" bounds:"1.."`
	Start    Opt[Date]   `json:"start" doc:"The first day, on which a period of the pay class begins. It cannot change." required:"true"`
	PayDate  Opt[*Date]  `json:"payDate" doc:"When it is paid. End and payDateDaysAfter of the pay class when left out."`
	State    Opt[string] `json:"state" doc:"closed keeps the cards as they are and refuses whatever would change them; it needs payperiods:close. Leaving closed needs payperiods:reopen and a reason." enum:"open,submitted,approved,closed" default:"open"`
	Reason   Opt[string] `json:"reason" doc:"Why a closed period is reopened; it stands in the audit trail." text:"multiline" bounds:"..2000"`
}

// NewPayPeriod is a pay period that is open.
func NewPayPeriod() *PayPeriod { return &PayPeriod{State: PeriodOpen} }

// Apply writes the given values to the pay period. What it covers cannot change once it is made.
func (in PayPeriodInput) Apply(p *PayPeriod) {
	if p.ID == 0 {
		in.PayClass.To(&p.PayClass)
		in.Start.To(&p.Start)
	}
	in.PayDate.To(&p.PayDate)
	in.State.To(&p.State)
	in.Reason.To(&p.Reason)
}

// Validate says what is wrong with the pay period, but for its pay class.
func (p *PayPeriod) Validate(problems *Problems) {
	problems.require("payClass", p.PayClass != 0)
	problems.require("start", p.Start != "")
	problems.CheckWord("state", p.State, PeriodOpen, PeriodSubmitted, PeriodApproved, PeriodClosed)
	problems.CheckText("reason", p.Reason, 2000)
}

// Covers says whether a card of a pay class and a shift date belongs to the period.
func (p *PayPeriod) Covers(payClass *int64, shiftDate Date) bool {
	return payClass != nil && *payClass == p.PayClass && p.Start <= shiftDate && shiftDate <= p.End
}

// PayPeriodFilter narrows a list of pay periods.
type PayPeriodFilter struct {
	IDs        []int64
	PayClasses []int64
	States     []string
	From, To   Date // periods that touch these days, both included; empty is no bound
	Page       *Page
}

// PeriodHolding is the pay period of the rules that holds a day.
//
// Weeks and biweeks begin on the ISO weekday payPeriodStartsOn, biweeks in weeks that are an even number away from that
// of payPeriodAnchor (without one, from that of 1970-01-05). Semimonths begin on the 1st and the 16th, months on the day
// payPeriodStartsOn.
func (r *PayRules) PeriodHolding(day Date) (start, end Date) {
	switch r.PayPeriod {
	case PeriodSemimonth:
		return semimonthHolding(day)
	case PeriodMonth:
		t := day.UTC()
		first := time.Date(t.Year(), t.Month(), int(r.PayPeriodStartsOn), 0, 0, 0, 0, time.UTC)
		if first.After(t) {
			first = first.AddDate(0, -1, 0)
		}
		return DateOf(first), DateOf(first.AddDate(0, 1, -1))
	}
	start = day.AddDays(-((day.Weekday() - int(r.PayPeriodStartsOn) + 7) % 7))
	if r.PayPeriod != PeriodBiweek {
		return start, start.AddDays(6)
	}
	anchor := Date("1970-01-05")
	if r.PayPeriodAnchor != nil {
		anchor = *r.PayPeriodAnchor
	}
	anchor = anchor.AddDays(-((anchor.Weekday() - int(r.PayPeriodStartsOn) + 7) % 7))
	if weeks := int(start.UTC().Sub(anchor.UTC()).Hours() / (24 * 7)); weeks%2 != 0 {
		start = start.AddDays(-7)
	}
	return start, start.AddDays(13)
}

func semimonthHolding(day Date) (start, end Date) {
	t := day.UTC()
	first := time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
	if t.Day() < 16 {
		return DateOf(first), DateOf(first.AddDate(0, 0, 14))
	}
	return DateOf(first.AddDate(0, 0, 15)), DateOf(first.AddDate(0, 1, -1))
}
