package cards

import "math"

// None stands for an instant or a total that is not there: the out of an open punch, the lateness of a shift without a
// shift class.
const None int64 = math.MinInt64

// NoLimit is a duration that is never reached.
const NoLimit int64 = math.MaxInt64

// Status says whether somebody has looked at a punch, and what came of it.
type Status uint8

// The states of review. Approved and flagged punches count; pending and rejected ones are left out.
const (
	Approved Status = iota
	Flagged
	Pending
	Rejected
)

// OutKind says what the out of a punch begins.
type OutKind uint8

// The kinds of out: the end of work, a meal, a break.
const (
	OutPlain OutKind = iota
	OutMeal
	OutBreak
)

// Punch is one stored pair of in and out of an employee.
type Punch struct {
	ID            int64
	In            int64 // seconds since 1970 UTC; None when the in is missing
	Out           int64 // the same; None while open, or when the out is missing. One of the two is always there
	Zone          *Zone // the zone in which it happened; nil is UTC
	Class         int   // which of Input.Classes governs it
	Status        Status
	OutKind       OutKind
	LongApproved  bool       // somebody approved it after it was flagged as longer than a shift may be
	InExceptions  Exceptions // as stored
	OutExceptions Exceptions
	Kept          bool  // it stands on a card that was kept; it makes no shift with punches that do not
	KeptOn        Date  // then: the day to which the shift of that card belongs, whatever the rules have become
	Created       int64 // passed through to the cards, in any unit: the earliest of a card's punches
	Modified      int64 // the same: the latest
}

// Input is everything that bears on the cards of one employee.
//
// Each punch names the rules that govern it. Rounding is by the rules of the punch itself; a shift goes by the rules of
// its first punch, and a date by those of the first shift that counts for it. So a change of pay class never rewrites
// days that were worked under the old one, and never cuts a night in two. Weekly and period counters run on over a
// change: what an earlier date added to them was found by that date's rules, and where the week begins is for the rules
// of the date at which the counter is read.
type Input struct {
	Punches  []Punch   // in any order; not changed
	Classes  []*Rules  // see Punch.Class
	Schedule *Schedule // when the employee should work; nil is not known
	Holidays []Date    // ascending
	From, To Date      // cards whose ShiftDate is in this closed range are returned
	Now      int64     // the instant of asking, seconds since 1970 UTC
	Explain  bool      // also return Result.Steps
	Since    int64     // every punch from here to Until was given; see LoadRange. Both 0: there are no others at all
	Until    int64
}

// Result is what Evaluate finds. It belongs to the Evaluator and holds until its next call.
type Result struct {
	ShiftCards []ShiftCard // by ShiftDate, then Start, then ID
	TimeCards  []TimeCard  // the same, parts of one shift by Date
	Steps      []Step      // in order of evaluation, when Input.Explain; also of dates outside the range
	// Settled says that no punch outside Since…Until can change these cards. It is false when work goes on without a
	// real pause over the edge of what was given: then give more.
	Settled bool
}

// State says what became of a punch when it was paired.
type State uint8

// The states of a pair. Only a complete one carries time.
const (
	Complete   State = iota
	Open             // an in without an out, young enough for the out to come
	MissingOut       // an in whose out is overdue
	MissingIn        // an out without an in
	TooLong          // longer than a shift may be, and nobody has approved it
)

// CardPunch is a punch, or on a split time card the part of a punch, as it stands on a card.
type CardPunch struct {
	ID      int64
	Index   int   // in Input.Punches
	In      int64 // unrounded, None when missing; on split time cards cut at the start of the day
	Out     int64
	Status  Status
	OutKind OutKind
	State   State
	// RawTotal is the unrounded length in seconds, ProcessedTotal the paid share of it after rounding, unpaid windows,
	// meals, breaks and total rounding. Both are None while the punch is open.
	RawTotal       int64
	ProcessedTotal int64
}

// Card is what shift cards and time cards have in common.
type Card struct {
	ID             int64 // that of the shift's first punch; see TimeCard for the later days of a split shift
	PayClass       int64 // Rules.PayClass of the shift
	ShiftClass     int64 // the shift class to which the shift is bound; 0 is none
	Zone           *Zone // that of the first punch
	Date           Date
	ShiftDate      Date  // the day to which the shift belongs
	Start          int64 // the first unrounded in; where that is missing, its out
	End            int64 // the last unrounded out; None when no punch of the card carries time
	Punches        []CardPunch
	RawTotal       int64      // of the punches that carry time
	ProcessedTotal int64      // the paid seconds; the cards of a date add up to its paid total
	Exceptions     Exceptions // of its punches; on a split shift those of an in stand with its day, those of an out with its
	Created        int64
	Modified       int64
}

// ShiftCard is one worked shift. Its Date is the local calendar date of its start.
type ShiftCard struct {
	Card
	IsTardy      bool
	HasException bool // any that is more than information, and coming late or leaving early
	HasFlagged   bool
	// Seconds against the shift class, from unrounded punches; None without one. Late and EarlyOut are net of its unpaid
	// windows, and ungraced. EarlyOut and AfterEnd are 0 while the last out is not known.
	Late        int64
	EarlyOut    int64
	BeforeStart int64
	AfterEnd    int64
}

// TimeCard is a shift as payroll sees it, or one day of it when the pay class splits shifts at the start of the day. Its
// Date is the day for which it counts. The n-th later day of a split shift has the id of the shift's first punch plus
// n times 2^40.
type TimeCard struct {
	Card
	Shift    int // in Result.ShiftCards
	Totals   []CategoryTotal
	Premiums []PremiumTotal
}

// CategoryTotal is the time of one category on a card, in seconds, more than 0. Those other than MinimumShift add up to
// the card's ProcessedTotal.
type CategoryTotal struct {
	Category Category
	PayCode  int64
	Total    int64
}

// PremiumTotal is the time of one premium on a card, in seconds, more than 0. It is a part of no other total.
type PremiumTotal struct {
	Name    string
	PayCode int64
	Total   int64
}

// Step is one thing that the evaluation did, in words for the person who answers for the payroll.
type Step struct {
	Number int   // of the order of evaluation, see the package comment
	Date   Date  // for which it counts
	Punch  int64 // the id of the punch that it concerns; 0 is the whole date
	Text   string
	// Seconds is what it changed, or found. Those of step 5 add up to the paid total of the date, and so do those of step
	// 8 that name a punch.
	Seconds int64
}
