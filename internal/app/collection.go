package app

import (
	"cmp"
	"context"
	"fmt"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// record is a pointer to a stored record of type R.
type record[R any] interface {
	*R
	attendance.Record
	Identify() *attendance.Identity
	Validate(p *attendance.Problems)
}

// input is what may be written to a record of type R.
type input[R any] interface{ Apply(r *R) }

// collection says how the records of a collection are made and changed. Every collection goes through create and
// update, so the order of the steps is the same for all: load, apply, validate, stamp, write, audit.
type collection[R any, P record[R], I input[R]] struct {
	kind  string // as the audit trail calls it
	fresh func() *R
	load  func(store.Reads, context.Context, attendance.Scope, int64) (*R, error)
	// name fills in what the record's references are called, after it was written. Nil is to read the record anew.
	name   func(*store.Tx, context.Context, *R) error
	insert func(*store.Tx, context.Context, *R) error
	update func(*store.Tx, context.Context, *R) error
	// check adds what only the database can tell: references and uniqueness. It may fill what is derived on writing.
	// was is nil for a new record. Nil is nothing to check.
	check func(ctx context.Context, tx *Tx, was, now *R, in I, p *attendance.Problems) error
	// action is what the audit trail calls an update. Nil is "update".
	action func(was, now *R) string
	// guard is called before a record is written, and what it gives after that: it can compare, or write more. was is
	// nil for a new record, now for one that is deleted. Nil is nothing to guard.
	guard func(ctx context.Context, tx *Tx, was, now *R) (after func() error, err error)
}

// write writes a record with insert, update or erase, between the two halves of the guard.
func (c collection[R, P, I]) write(ctx context.Context, tx *Tx, was, now *R, write func() error) error {
	if c.guard == nil {
		return write()
	}
	after, err := c.guard(ctx, tx, was, now)
	if err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	return after()
}

// create makes a record of the input.
func (c collection[R, P, I]) create(ctx context.Context, a *App, who attendance.Actor, in I) (*R, error) {
	return changed[R, P](change(ctx, a, who, func(tx *Tx) (P, error) { return c.add(ctx, tx, in) }))
}

// add makes a record of the input as a part of a change.
func (c collection[R, P, I]) add(ctx context.Context, tx *Tx, in I) (P, error) {
	r := c.fresh()
	if err := c.fill(ctx, tx, nil, r, in, tx.given(nil)); err != nil {
		return nil, err
	}
	id, err := tx.NewID(ctx)
	if err != nil {
		return nil, err
	}
	stamp := tx.Stamp()
	*P(r).Identify() = attendance.Identity{ID: id, Created: stamp, Modified: stamp}
	if err := c.write(ctx, tx, nil, r, func() error { return c.insert(tx.Tx, ctx, r) }); err != nil {
		return nil, err
	}
	return c.written(ctx, tx, "create", nil, r)
}

// modify changes the record with that id.
func (c collection[R, P, I]) modify(ctx context.Context, a *App, who attendance.Actor, id int64, in I) (*R, error) {
	return c.act(ctx, a, who, "", id, in)
}

// act is modify under another name in the audit trail; none is that of an update.
func (c collection[R, P, I]) act(ctx context.Context, a *App, who attendance.Actor, action string, id int64, in I) (*R, error) {
	return changed[R, P](change(ctx, a, who, func(tx *Tx) (P, error) {
		r, err := c.load(tx.Reads, ctx, who.Scope, id)
		if err != nil {
			return nil, err
		}
		if err := tx.match(P(r)); err != nil {
			return nil, err
		}
		was, before := *r, encode(P(r))
		if err := c.fill(ctx, tx, &was, r, in, tx.given(P(r))); err != nil {
			return nil, err
		}
		if string(encode(P(r))) == string(before) {
			return r, nil
		}
		P(r).Identify().Modified = tx.Stamp()
		if err := c.write(ctx, tx, &was, r, func() error { return c.update(tx.Tx, ctx, r) }); err != nil {
			return nil, err
		}
		return c.written(ctx, tx, cmp.Or(action, c.nameOf(&was, r)), snapshot(P(&was)), r)
	}))
}

// nameOf is what the audit trail calls an update.
func (c collection[R, P, I]) nameOf(was, now *R) string {
	if c.action == nil {
		return "update"
	}
	return c.action(was, now)
}

// fill applies the input to the record and says all that is then wrong with it.
func (c collection[R, P, I]) fill(ctx context.Context, tx *Tx, was, r *R, in I, p attendance.Problems) error {
	in.Apply(r)
	P(r).Validate(&p)
	if c.check != nil {
		if err := c.check(ctx, tx, was, r, in, &p); err != nil {
			return err
		}
	}
	return p.Err()
}

// written is the record as it now is, names of what it refers to included. It audits the change.
func (c collection[R, P, I]) written(ctx context.Context, tx *Tx, action string, was *string, r *R) (P, error) {
	id := P(r).Identify().ID
	var err error
	if c.name != nil {
		err = c.name(tx.Tx, ctx, r)
	} else {
		r, err = c.load(tx.Reads, ctx, attendance.Everything(tx.who.Account), id)
	}
	if err != nil {
		return nil, err
	}
	return r, tx.audit(ctx, action, c.kind, id, was, snapshot(P(r)))
}

// changed undoes the naming of the pointer type, which callers have no use for.
func changed[R any, P record[R]](r P, err error) (*R, error) { return r, err }

// refer checks a reference: it must exist in the account and, when it is newly set, be active.
func (tx *Tx) refer(ctx context.Context, p *attendance.Problems, field string, kind attendance.RefKind, id int64, was *int64) error {
	if was != nil && *was == id {
		return nil
	}
	found, err := tx.referable(ctx, kind, id)
	switch {
	case err != nil:
		return err
	case found == nil:
		p.Add(field, "unknownReference", "%s: there is no %s %d.", field, kind, id)
	case !found.Active:
		p.Add(field, "inactiveReference", "%s: the %s %d (%s) is not active. Activate it first, or name another.", field, kind, id, found.Name)
	}
	return nil
}

// referOrNull is refer for a reference that may be unset.
func (tx *Tx) referOrNull(ctx context.Context, p *attendance.Problems, field string, kind attendance.RefKind, id, was *int64) error {
	if id == nil {
		return nil
	}
	return tx.refer(ctx, p, field, kind, *id, was)
}

// referAll is refer for a list of references. What has a problem already is not looked up.
func (tx *Tx) referAll(ctx context.Context, p *attendance.Problems, field string, kind attendance.RefKind, ids, was []int64) error {
	if p.Has(field) {
		return nil
	}
	had := make(map[int64]bool, len(was))
	for _, id := range was {
		had[id] = true
	}
	for i, id := range ids {
		at := fmt.Sprintf("%s[%d]", field, i)
		if had[id] || p.Has(at) {
			continue
		}
		if err := tx.refer(ctx, p, at, kind, id, nil); err != nil {
			return err
		}
	}
	return nil
}
