package app

import (
	"context"
	"fmt"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// operator is who changes accounts and keys from the machine itself.
func operator(account int64) attendance.Actor {
	return attendance.Actor{Scope: attendance.Everything(account), Name: "operator", Via: "cli"}
}

// firstPayCodes are the pay codes with which an account begins, the regular one first.
func firstPayCodes() []attendance.PayCode {
	return []attendance.PayCode{
		{Name: "Regular", Active: true, Abbreviation: new("REG"), Multiplier: "1.0", IsPaid: true},
		{Name: "Overtime", Active: true, Abbreviation: new("OT"), Multiplier: "1.5", IsPaid: true},
		{Name: "Double time", Active: true, Abbreviation: new("DT"), Multiplier: "2.0", IsPaid: true},
	}
}

// CreateAccount makes an account with the pay codes Regular, Overtime and Double time. Burst and sustained are the
// requests that pass in any minute and any hour; 0 is no limit.
func (a *App) CreateAccount(ctx context.Context, name, timezone string, burst, sustained int64) (*attendance.Account, error) {
	now := a.now()
	made := &attendance.Account{Name: name, Timezone: timezone, Burst: burst, Sustained: sustained, Created: now.UTC()}
	if err := a.checkAccount(made); err != nil {
		return nil, err
	}
	err := a.store.CreateAccount(ctx, made, func(stx *store.Tx) error {
		tx := &Tx{Tx: stx, app: a, who: operator(made.ID), now: now}
		if err := tx.addFirstPayCodes(ctx, made); err != nil {
			return err
		}
		if err := tx.UpdateAccount(ctx, made); err != nil {
			return err
		}
		return tx.audit(ctx, "create", "account", made.ID, nil, snapshot(made))
	})
	if err != nil {
		return nil, fmt.Errorf("create the account %q: %w", name, err)
	}
	return a.store.Account(ctx, made.ID)
}

// addFirstPayCodes makes the pay codes of a new account and sets its regular one.
func (tx *Tx) addFirstPayCodes(ctx context.Context, made *attendance.Account) error {
	for i, code := range firstPayCodes() {
		id, err := tx.NewID(ctx)
		if err != nil {
			return err
		}
		stamp := tx.Stamp()
		code.Identity = attendance.Identity{ID: id, Created: stamp, Modified: stamp}
		if err := tx.InsertPayCode(ctx, &code); err != nil {
			return err
		}
		if i == 0 {
			made.RegularPayCode = id
		}
		if err := tx.audit(ctx, "create", payCodes.kind, id, nil, snapshot(&code)); err != nil {
			return err
		}
	}
	return nil
}

// UpdateAccount changes the name, zone, rates or regular pay code of an account. It takes effect for running servers
// within a second.
func (a *App) UpdateAccount(ctx context.Context, id int64, edit func(*attendance.Account)) (*attendance.Account, error) {
	return change(ctx, a, operator(id), func(tx *Tx) (*attendance.Account, error) {
		account, err := tx.Account(ctx, id)
		if err != nil {
			return nil, err
		}
		was := *account
		edit(account)
		account.ID, account.Created = was.ID, was.Created
		if *account == was {
			return account, nil
		}
		if err := a.checkAccount(account); err != nil {
			return nil, err
		}
		if err := tx.checkRegular(ctx, account, &was); err != nil {
			return nil, err
		}
		if err := tx.UpdateAccount(ctx, account); err != nil {
			return nil, err
		}
		return account, tx.audit(ctx, "update", "account", id, snapshot(&was), snapshot(account))
	})
}

// checkAccount says what is wrong with an account by itself.
func (a *App) checkAccount(account *attendance.Account) error {
	var p attendance.Problems
	account.Validate(&p)
	if _, err := a.zones.Load(account.Timezone); err != nil {
		asField(&p, "timezone", err)
	}
	return p.Err()
}

// checkRegular checks that the account's regular pay code is one of its own.
func (tx *Tx) checkRegular(ctx context.Context, account, was *attendance.Account) error {
	var p attendance.Problems
	err := tx.refer(ctx, &p, "regularPayCode", attendance.RefPayCode, account.RegularPayCode, &was.RegularPayCode)
	if err != nil {
		return err
	}
	return p.Err()
}
