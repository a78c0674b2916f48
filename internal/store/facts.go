package store

import (
	"context"
	"maps"
	"sync"

	"punchclock/internal/attendance"
)

// mostFacts bounds how many facts are kept in memory, over all accounts: about 10 MB.
const mostFacts = 50_000

// factCache keeps what changes ask again and again about the records they refer to, so that a punch need not look up
// the same employee, pay class and device each time. What it holds of an account counts as long as accounts.names is
// what it was, which every change of such a record moves on in its own transaction; and it takes in only what a
// transaction read that was committed. So no change sees a fact of before another change, whichever server made that.
type factCache struct {
	mu       sync.RWMutex
	accounts map[int64]*accountFacts
	size     int
}

type accountFacts struct {
	names int64
	known map[factKey]any
}

// factKey names a fact: what it is about, and the id of the record.
type factKey struct {
	about string
	id    int64
}

func newFactCache() *factCache { return &factCache{accounts: make(map[int64]*accountFacts)} }

func (c *factCache) get(account, names int64, key factKey) (any, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	a := c.accounts[account]
	if a == nil || a.names != names {
		return nil, false
	}
	v, ok := a.known[key]
	return v, ok
}

// keep takes in what a transaction learnt. It must have been committed.
func (c *factCache) keep(account, names int64, learnt map[factKey]any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := c.accounts[account]
	if a == nil || a.names < names {
		if a != nil {
			c.size -= len(a.known)
		}
		a = &accountFacts{names: names, known: make(map[factKey]any)}
		c.accounts[account] = a
	}
	if a.names != names {
		return
	}
	if c.size+len(learnt) > mostFacts {
		clear(c.accounts)
		c.size = 0
		return
	}
	before := len(a.known)
	maps.Copy(a.known, learnt)
	c.size += len(a.known) - before
}

// fact is what is known of a record, or else what ask says. Nobody may change what it gives. A transaction that changed
// such records itself asks anew.
func fact[T any](tx *Tx, about string, id int64, ask func() (T, error)) (T, error) {
	if tx.facts == nil || tx.renames {
		return ask()
	}
	key := factKey{about, id}
	if v, ok := tx.facts.get(tx.account, tx.renamed, key); ok {
		known, _ := v.(T)
		return known, nil
	}
	if v, ok := tx.learnt[key]; ok {
		known, _ := v.(T)
		return known, nil
	}
	v, err := ask()
	if err == nil {
		if tx.learnt == nil {
			tx.learnt = make(map[factKey]any)
		}
		tx.learnt[key] = v
	}
	return v, err
}

// keepFacts takes in what the transaction learnt, after it was committed.
func (tx *Tx) keepFacts() {
	if len(tx.learnt) > 0 && !tx.renames {
		tx.facts.keep(tx.account, tx.renamed, tx.learnt)
	}
}

// Worker is that of Reads, from memory where it is known.
func (tx *Tx) Worker(ctx context.Context, scope attendance.Scope, id int64) (*attendance.Worker, error) {
	w, err := fact(tx, "worker", id, func() (*attendance.Worker, error) {
		return tx.Reads.Worker(ctx, attendance.Everything(tx.account), id)
	})
	if err == nil && (scope.Account != tx.account || !scope.Allows(w.OrgUnit)) {
		return nil, attendance.ErrNotFound()
	}
	return w, err
}

// ShiftRules is that of Reads, from memory where it is known.
func (tx *Tx) ShiftRules(ctx context.Context, payClass int64) (*attendance.ShiftRules, error) {
	return fact(tx, "shift", payClass, func() (*attendance.ShiftRules, error) { return tx.Reads.ShiftRules(ctx, tx.account, payClass) })
}

// UnitZone is the name of an org unit's time zone, or ErrNotFound.
func (tx *Tx) UnitZone(ctx context.Context, orgUnit int64) (string, error) {
	return fact(tx, "zone", orgUnit, func() (string, error) {
		unit, err := tx.OrgUnit(ctx, attendance.Everything(tx.account), orgUnit)
		if err != nil {
			return "", err
		}
		return unit.Timezone, nil
	})
}

// ClosedUntil is the last day of any closed pay period of the account; "" when none is closed.
func (tx *Tx) ClosedUntil(ctx context.Context) (attendance.Date, error) {
	return fact(tx, "closed", 0, func() (last attendance.Date, err error) {
		const sql = "SELECT coalesce(max(end_date), '') FROM pay_periods WHERE account_id = $1 AND state = $2"
		err = tx.conn.query(ctx, sql, []any{tx.account, attendance.PeriodClosed}, func(r *row) error { last = r.Date(); return nil })
		return last, err
	})
}

// Referable is that of Reads, from memory where it is known.
func (tx *Tx) Referable(ctx context.Context, scope attendance.Scope, kind attendance.RefKind, id int64) (*attendance.Summary, error) {
	if kind == attendance.RefEmployee || scope.Account != tx.account {
		return tx.Reads.Referable(ctx, scope, kind, id)
	}
	found, err := tx.summary(ctx, kind, id)
	if found != nil && isUnitBound(kind) && !scope.Allows(found.OrgUnit) {
		return nil, err
	}
	return found, err
}

// summary is what there is to say about a record, nil when there is none. That there is none is not remembered: a new
// record does not move accounts.names on.
func (tx *Tx) summary(ctx context.Context, kind attendance.RefKind, id int64) (*attendance.Summary, error) {
	s, err := fact(tx, string(kind), id, func() (found *attendance.Summary, err error) {
		err = tx.summaries(ctx, attendance.Everything(tx.account), kind, []int64{id}, func(s *attendance.Summary) error { found = s; return nil })
		if err == nil && found == nil {
			err = attendance.ErrNotFound()
		}
		return found, err
	})
	if attendance.KindOf(err) == attendance.NotFound {
		return nil, nil //nolint:nilnil // the caller asks whether there is one
	}
	return s, err
}

// NamePunch fills in what the employee, the org units and the devices of a punch are called.
func (tx *Tx) NamePunch(ctx context.Context, p *attendance.Punch) error {
	employee, err := tx.summary(ctx, attendance.RefEmployee, p.Employee)
	if err != nil {
		return err
	}
	if employee != nil {
		p.EmployeeFirstName, p.EmployeeLastName, p.EmployeePayrollID = employee.FirstName, employee.LastName, employee.PayrollID
	}
	unit, err := tx.summary(ctx, attendance.RefOrgUnit, p.OrgUnit)
	if err != nil {
		return err
	}
	if unit != nil {
		p.OrgUnitName = unit.Name
	}
	for _, ref := range [...]struct {
		kind attendance.RefKind
		id   *int64
		name **string
	}{
		{attendance.RefDevice, p.InClock, &p.InClockName},
		{attendance.RefOrgUnit, p.InOrgUnit, &p.InOrgUnitName},
		{attendance.RefDevice, p.OutClock, &p.OutClockName},
		{attendance.RefOrgUnit, p.OutOrgUnit, &p.OutOrgUnitName},
	} {
		if *ref.name, err = tx.nameOf(ctx, ref.kind, ref.id); err != nil {
			return err
		}
	}
	return nil
}

// nameOf is the name of a record that something refers to; nil when there is none.
func (tx *Tx) nameOf(ctx context.Context, kind attendance.RefKind, id *int64) (*string, error) {
	if id == nil {
		return nil, nil //nolint:nilnil // nothing has no name
	}
	s, err := tx.summary(ctx, kind, *id)
	if err != nil || s == nil {
		return nil, err
	}
	return &s.Name, nil
}
