package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/cards"
	"punchclock/internal/store"
)

// evaluated is the result for one employee, with the stored punches that it was computed from.
type evaluated struct {
	*cards.Result
	employee int64
	punches  []store.CardPunch // as in the input of the evaluation
}

// evaluation computes cards: the rules of an account, read once, and the buffers that go from employee to employee.
type evaluation struct {
	ctx       context.Context //nolint:containedctx // it is that of the one call that computes
	reads     store.Reads
	account   int64
	scope     attendance.Scope
	filter    *attendance.CardFilter
	closed    []*attendance.PayPeriod // that touch the days of the filter, or lie near
	named     map[int64]bool          // the employees of the filter, noted when there are closed periods
	keptOn    map[int64]cards.Date    // punches on kept cards, and the days to which their shifts belong
	now       time.Time
	rules     *ruleBook
	app       *App
	from, to  cards.Date
	engine    cards.Evaluator
	input     cards.Input
	punches   []store.CardPunch
	explained bool
	rounds    int // how often run is called
	done, all int // employees of all rounds
}

// evaluate prepares the computation of the cards that the filter asks for, within one state of the database, and hands
// it to use.
func (a *App) evaluate(ctx context.Context, scope attendance.Scope, f *attendance.CardFilter, use func(*evaluation) error) error {
	return a.store.Snapshot(ctx, func(reads store.Reads) error {
		v, err := a.newEvaluation(ctx, reads, scope, f)
		if err != nil {
			return err
		}
		return use(v)
	})
}

// run computes the cards of every employee that the filter names and passes each result as it is made.
func (v *evaluation) run(each func(*evaluated)) error {
	byClass := make(map[int64][]store.CardEmployee)
	for e, err := range v.reads.CardEmployees(v.ctx, v.scope, v.filter) {
		if err != nil {
			return err
		}
		byClass[orZero(e.PayClass)] = append(byClass[orZero(e.PayClass)], *e)
		if len(v.closed) > 0 {
			v.named[e.ID] = true
		}
	}
	if err := v.findKept(); err != nil {
		return err
	}
	if v.all == 0 {
		for _, employees := range byClass {
			v.all += len(employees) * v.rounds
		}
	}
	for class, employees := range byClass {
		if err := v.evaluateAll(class, employees, each); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) newEvaluation(ctx context.Context, reads store.Reads, scope attendance.Scope, f *attendance.CardFilter) (*evaluation, error) {
	from, err := cards.ParseDate(string(f.From))
	if err != nil {
		return nil, err
	}
	to, err := cards.ParseDate(string(f.To))
	if err != nil {
		return nil, err
	}
	book, err := readRules(ctx, reads, scope.Account)
	if err != nil {
		return nil, err
	}
	near := book.longestShiftDays()
	closed, err := reads.PayPeriodsOver(ctx, scope.Account, 0, f.From.AddDays(-near), f.To.AddDays(near))
	if err != nil {
		return nil, err
	}
	return &evaluation{
		ctx: ctx, reads: reads, account: scope.Account, scope: scope, filter: f, now: a.now(), rules: book,
		app: a, from: from, to: to, closed: closed, named: make(map[int64]bool), rounds: 1,
	}, nil
}

// findKept finds which punches stand on kept cards. Rules that changed since could move a shift from one side of the end of
// a closed pay period to the other, where it would be paid twice or never.
func (v *evaluation) findKept() error {
	if len(v.closed) == 0 || v.keptOn != nil {
		return nil
	}
	v.keptOn = make(map[int64]cards.Date)
	near := v.rules.longestShiftDays()
	for s, err := range v.reads.KeptShifts(v.ctx, v.account, v.filter.Employees, v.filter.From.AddDays(-near), v.filter.To.AddDays(near)) {
		if err != nil {
			return err
		}
		for _, p := range s.Punches {
			v.keptOn[p.ID] = engineDate(s.ShiftDate)
		}
	}
	return nil
}

// tell says that the cards of more employees were computed.
func (v *evaluation) tell(employees int) {
	v.done += employees
	if v.filter.Progress != nil {
		v.filter.Progress(v.done, v.all)
	}
}

// employeesAtOnce is how many employees' punches are read with one question.
const employeesAtOnce = 256

// evaluateAll computes the cards of employees who have the same pay class now.
func (v *evaluation) evaluateAll(class int64, employees []store.CardEmployee, each func(*evaluated)) error {
	since, until := cards.LoadRange(v.from, v.to, v.rules.of(class))
	for chunk := range slices.Chunk(employees, employeesAtOnce) {
		byID := make(map[int64]*store.CardEmployee, len(chunk))
		ids := make([]int64, len(chunk))
		for i := range chunk {
			ids[i], byID[chunk[i].ID] = chunk[i].ID, &chunk[i]
		}
		slices.Sort(ids)
		all, err := v.load(ids, since, until)
		if err != nil {
			return err
		}
		before := v.done
		for len(all) > 0 {
			id := all[0].Employee
			n := slices.IndexFunc(all, func(p store.CardPunch) bool { return p.Employee != id })
			if n < 0 {
				n = len(all)
			}
			if err := v.evaluateOne(byID[id], all[:n], since, until, each); err != nil {
				return err
			}
			all = all[n:]
			v.tell(1)
		}
		v.tell(before + len(chunk) - v.done) // those who have no punches
	}
	return nil
}

// load reads punches between two instants, in seconds.
func (v *evaluation) load(employees []int64, since, until int64) ([]store.CardPunch, error) {
	v.punches = v.punches[:0]
	err := v.reads.CardPunches(v.ctx, v.account, employees, time.Unix(since, 0), time.Unix(until, 0), func(p *store.CardPunch) error {
		v.punches = append(v.punches, *p)
		return nil
	})
	return v.punches, err
}

// mostReach is how far beyond the usual reach punches are read for an employee who never stops working.
const mostReach = 366 * 24 * 3600

// evaluateOne computes the cards of an employee. Where the punches follow other rules than the employee does now, or
// work goes on over the edge of what was read, more is read.
func (v *evaluation) evaluateOne(e *store.CardEmployee, punches []store.CardPunch, since, until int64, each func(*evaluated)) error {
	for widen := int64(7 * 24 * 3600); ; widen *= 2 {
		v.fill(e, punches, since, until)
		a, b := cards.LoadRange(v.from, v.to, v.input.Classes...)
		if a >= since && b <= until {
			result := v.engine.Evaluate(&v.input)
			if result.Settled || widen > mostReach {
				each(&evaluated{result, e.ID, punches})
				return nil
			}
			a, b = since-widen, until+widen
		}
		since, until = min(a, since), max(b, until)
		var own []store.CardPunch
		err := v.reads.CardPunches(v.ctx, v.account, []int64{e.ID}, time.Unix(since, 0), time.Unix(until, 0), func(p *store.CardPunch) error {
			own = append(own, *p)
			return nil
		})
		if err != nil {
			return err
		}
		punches = own
	}
}

// fill makes the engine's input of an employee's punches.
func (v *evaluation) fill(e *store.CardEmployee, punches []store.CardPunch, since, until int64) {
	in := &v.input
	*in = cards.Input{
		Punches: in.Punches[:0], Classes: in.Classes[:0], From: v.from, To: v.to, Now: v.now.Unix(), Explain: v.explained,
		Schedule: v.rules.schedules[orZero(e.TeamSchedule)], Since: since, Until: until,
	}
	classes := make(map[int64]int, 2)
	for i := range punches {
		p := &punches[i]
		class, known := classes[orZero(p.PayClass)]
		if !known {
			class = len(in.Classes)
			classes[orZero(p.PayClass)] = class
			in.Classes = append(in.Classes, v.rules.of(orZero(p.PayClass)))
		}
		in.Punches = append(in.Punches, v.enginePunch(p, class))
	}
	in.Holidays = v.rules.holidaysFor(in.Punches, punches)
}

func (v *evaluation) enginePunch(p *store.CardPunch, class int) cards.Punch {
	out := cards.Punch{
		ID: p.ID, In: floorSeconds(p.In), Out: cards.None, Zone: v.app.zone(p.Timezone), Class: class, Status: engineStatus(p.Status),
		InExceptions: engineExceptions(p.InExceptions), OutExceptions: engineExceptions(p.OutExceptions), Created: p.Created, Modified: p.Modified,
	}
	if p.Complete {
		out.Out = floorSeconds(p.Out)
	}
	switch p.OutKind {
	case "meal":
		out.OutKind = cards.OutMeal
	case "break":
		out.OutKind = cards.OutBreak
	}
	out.KeptOn, out.Kept = v.keptOn[p.ID]
	out.LongApproved = out.Status == cards.Approved && out.OutExceptions.Has(cards.ExceptionLongShift)
	return out
}

func engineStatus(status string) cards.Status {
	switch status {
	case "flagged":
		return cards.Flagged
	case "pending":
		return cards.Pending
	case "rejected":
		return cards.Rejected
	}
	return cards.Approved
}

func engineExceptions(joined string) (set cards.Exceptions) {
	if joined == "" {
		return 0
	}
	for name := range strings.SplitSeq(joined, ",") {
		e, _ := cards.ParseException(name)
		set |= e
	}
	return set
}

// zone is the table of a zone, which every evaluation shares.
func (a *App) zone(name string) *cards.Zone {
	if z, ok := a.zoneTables.Load(name); ok {
		return z.(*cards.Zone) //nolint:forcetypeassert // nothing else is stored
	}
	location, err := a.zones.Load(name)
	if err != nil {
		location = time.UTC // the zone was known when the punch was stored
	}
	z, _ := a.zoneTables.LoadOrStore(name, cards.NewZone(location))
	return z.(*cards.Zone) //nolint:forcetypeassert // nothing else is stored
}

func floorSeconds(micros int64) int64 { return time.UnixMicro(micros).Unix() }

// orZero is an id or a length that may be unset, in the engine's form.
func orZero[T ~int64](v *T) int64 {
	if v == nil {
		return 0
	}
	return int64(*v)
}
