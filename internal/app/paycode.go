package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var payCodes = collection[attendance.PayCode, *attendance.PayCode, attendance.PayCodeInput]{
	kind:   "payCode",
	fresh:  attendance.NewPayCode,
	load:   store.Reads.PayCode,
	insert: (*store.Tx).InsertPayCode,
	update: (*store.Tx).UpdatePayCode,
	check:  checkPayCode,
}

// checkPayCode refuses a name that another pay code has.
func checkPayCode(ctx context.Context, tx *Tx, _, now *attendance.PayCode, _ attendance.PayCodeInput, p *attendance.Problems) error {
	if p.Has("name") {
		return nil
	}
	other, err := tx.PayCodeNamed(ctx, tx.who.Scope, now.Name)
	if taken, err := another(other, now.ID, err); !taken {
		return err
	}
	p.Add("name", "notUnique", "There is a pay code %q already. Choose another name.", other.Name)
	return nil
}

// CreatePayCode makes a pay code.
func (a *App) CreatePayCode(ctx context.Context, who attendance.Actor, in attendance.PayCodeInput) (*attendance.PayCode, error) {
	return payCodes.create(ctx, a, who, in)
}

// UpdatePayCode changes a pay code.
func (a *App) UpdatePayCode(ctx context.Context, who attendance.Actor, id int64, in attendance.PayCodeInput) (*attendance.PayCode, error) {
	return payCodes.modify(ctx, a, who, id, in)
}
