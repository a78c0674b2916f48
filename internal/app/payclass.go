package app

import (
	"context"
	"strings"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var payClasses = collection[attendance.PayClass, *attendance.PayClass, attendance.PayClassInput]{
	kind:   "payClass",
	fresh:  attendance.NewPayClass,
	load:   store.Reads.PayClass,
	insert: (*store.Tx).InsertPayClass,
	update: (*store.Tx).UpdatePayClass,
	check:  checkPayClass,
}

// CreatePayClass makes a pay class.
func (a *App) CreatePayClass(ctx context.Context, who attendance.Actor, in attendance.PayClassInput) (*attendance.PayClass, error) {
	return payClasses.create(ctx, a, who, in)
}

// UpdatePayClass changes a pay class.
func (a *App) UpdatePayClass(ctx context.Context, who attendance.Actor, id int64, in attendance.PayClassInput) (*attendance.PayClass, error) {
	return payClasses.modify(ctx, a, who, id, in)
}

// checkPayClass checks every pay code that the rules name. A new class without a regular pay code gets the account's.
func checkPayClass(ctx context.Context, tx *Tx, was, now *attendance.PayClass, in attendance.PayClassInput, p *attendance.Problems) error {
	had := make(map[namedCode]bool)
	note := func(field string, code int64) { had[namedCode{ruleOf(field), code}] = true }
	if was != nil {
		was.PayCodes(note)
	} else if !in.RegularPayCode.Set {
		account, err := tx.Account(ctx, tx.who.Account)
		if err != nil {
			return err
		}
		now.RegularPayCode = account.RegularPayCode
		note("regularPayCode", account.RegularPayCode)
	}
	var failed error
	now.PayCodes(func(field string, code int64) {
		if failed == nil && !p.Has(field) && !had[namedCode{ruleOf(field), code}] {
			failed = tx.refer(ctx, p, field, attendance.RefPayCode, code, nil)
		}
	})
	return failed
}

// namedCode is a pay code and which rule names it.
type namedCode struct {
	rule string
	code int64
}

// ruleOf is the path of a field without the place in a list, which may change although the entry stays the same.
func ruleOf(field string) string {
	before, rest, found := strings.Cut(field, "[")
	if !found {
		return field
	}
	_, after, _ := strings.Cut(rest, "]")
	return before + after
}
