package app

import (
	"context"
	"slices"
	"time"

	"punchclock/internal/attendance"
)

// known remembers what a change of many records asked the store, each thing once.
type known struct {
	records map[knownRecord]*attendance.Summary
	workers map[int64]*attendance.Worker
	zones   map[int64]*time.Location
	longest map[int64]time.Duration
	stays   map[int64][]attendance.Stay // by in
	since   time.Time                   // from when on stays holds all there are
}

type knownRecord struct {
	kind attendance.RefKind
	id   int64
}

func newKnown() *known {
	return &known{
		records: make(map[knownRecord]*attendance.Summary), workers: make(map[int64]*attendance.Worker), zones: make(map[int64]*time.Location),
		longest: make(map[int64]time.Duration), stays: make(map[int64][]attendance.Stay),
	}
}

// recall gives what is remembered under the key, and otherwise asks and remembers.
func recall[K comparable, V any](memory map[K]V, key K, ask func() (V, error)) (V, error) {
	if v, ok := memory[key]; ok {
		return v, nil
	}
	v, err := ask()
	if err == nil && memory != nil {
		memory[key] = v
	}
	return v, err
}

// memory is what the change remembers; it holds nothing when the change is a single one.
func (tx *Tx) memory() *known {
	if tx.known == nil {
		return &known{}
	}
	return tx.known
}

// referable is a record that somebody wants to refer to: its summary, or nil when there is none within the scope.
func (tx *Tx) referable(ctx context.Context, kind attendance.RefKind, id int64) (*attendance.Summary, error) {
	return recall(tx.memory().records, knownRecord{kind, id}, func() (*attendance.Summary, error) {
		return tx.Referable(ctx, tx.who.Scope, kind, id)
	})
}

// worker is the employee whom a punch or a time off entry is about to name; nil when that cannot be.
func (tx *Tx) worker(ctx context.Context, p *attendance.Problems, id int64) (*attendance.Worker, error) {
	w, err := recall(tx.memory().workers, id, func() (*attendance.Worker, error) { return tx.Worker(ctx, tx.who.Scope, id) })
	switch {
	case isNotFound(err):
		p.Add("employee", "unknownReference", "employee: there is no employee %d.", id)
		return nil, nil //nolint:nilnil // that there is none is a problem of the request
	case err != nil:
		return nil, err
	case !w.Active:
		p.Add("employee", "inactiveReference", "employee: the employee %d (%s) is not active. Activate it first, or name another.", id, w.Name())
		return nil, nil //nolint:nilnil // the same
	}
	return w, nil
}

// unitZone is the time zone of an org unit. One that does not exist has been complained of; it is taken to be in UTC, so
// that all else can be checked too.
func (tx *Tx) unitZone(ctx context.Context, orgUnit int64) (*time.Location, error) {
	return recall(tx.memory().zones, orgUnit, func() (*time.Location, error) {
		name, err := tx.UnitZone(ctx, orgUnit)
		if isNotFound(err) {
			return time.UTC, nil
		}
		if err != nil {
			return nil, err
		}
		return tx.app.zones.Load(name)
	})
}

// longestShift is how long a shift may be under a pay class. Nothing longer than the longest punch is stored, so that is
// also the longest shift where there is no limit.
func (tx *Tx) longestShift(ctx context.Context, payClass *int64) (time.Duration, error) {
	if payClass == nil {
		return attendance.LongestShift, nil
	}
	return recall(tx.memory().longest, *payClass, func() (time.Duration, error) {
		shift, err := tx.ShiftRules(ctx, *payClass)
		switch {
		case isNotFound(err):
			return attendance.LongestShift, nil
		case err != nil:
			return 0, err
		case shift == nil:
			return attendance.LongestShift, nil
		case shift.Maximum == nil:
			return attendance.LongestPunch, nil
		}
		return min(time.Duration(*shift.Maximum)*time.Second, attendance.LongestPunch), nil
	})
}

// neighbours are the stays between the two instants among which are all that can stand in the way of a punch.
func (tx *Tx) neighbours(ctx context.Context, p *attendance.Punch, after, before time.Time) ([]attendance.Stay, error) {
	if tx.known == nil {
		return tx.Neighbours(ctx, tx.who.Account, p, after, before)
	}
	return tx.stays(ctx, p.Employee, after, before)
}

// stays is the time that the punches of the employee take whose in lies between the two instants, by in. It is asked in
// a change of many records only.
func (tx *Tx) stays(ctx context.Context, employee int64, after, before time.Time) ([]attendance.Stay, error) {
	if after.Before(tx.known.since) {
		return tx.Stays(ctx, tx.who.Account, employee, after, before)
	}
	all, err := recall(tx.known.stays, employee, func() ([]attendance.Stay, error) {
		return tx.Stays(ctx, tx.who.Account, employee, tx.known.since, attendance.Forever())
	})
	first := placeIn(all, after)
	return all[first:max(first, placeIn(all, before))], err
}

// remember adds the time of a new punch to what is known.
func (k *known) remember(employee int64, s attendance.Stay) {
	all := k.stays[employee]
	k.stays[employee] = slices.Insert(all, placeIn(all, s.In), s)
}

// placeIn is where the first stay stands that does not begin before t.
func placeIn(stays []attendance.Stay, t time.Time) int {
	at, _ := slices.BinarySearchFunc(stays, t, func(s attendance.Stay, t time.Time) int { return s.In.Compare(t) })
	return at
}
