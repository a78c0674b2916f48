package app

import (
	"context"
	"errors"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// ImportedRow says what became of a row of a load.
type ImportedRow struct {
	ID        int64                   // of the new record; 0 when none was made
	Duplicate bool                    // it is there already: a punch of the employee with the same in and out, the same employee
	Problems  []attendance.FieldError // why it cannot be imported; other rows are named by their number, from 1
}

// ImportResult says what became of a load: of each row, in the order in which they were given, and of all.
type ImportResult struct {
	Rows       []ImportedRow
	Added      int // how many were added, or would have been
	Duplicates int
	Wrong      int
	Done       bool // they were added; false after a dry run, or when a row is wrong
}

// errNotDone undoes a load of which nothing is to be kept.
var errNotDone = errors.New("nothing of the import is kept")

// load carries an import of so many rows out in one transaction, or undoes all of it: after a dry run, or when a row is wrong.
func (a *App) load(ctx context.Context, who attendance.Actor, rows int, dry bool, carryOut func(*Tx, *ImportResult) error) (*ImportResult, error) {
	now := a.now()
	if err := a.drawIDs(ctx, who.Account, now, rows); err != nil {
		return nil, err
	}
	var result *ImportResult
	err := a.store.Write(ctx, who.Account, now, func(stx *store.Tx) error {
		result = &ImportResult{Rows: make([]ImportedRow, rows)} // anew, for the transaction may be run again
		if err := carryOut(&Tx{Tx: stx, app: a, who: who, now: now}, result); err != nil {
			return err
		}
		if dry || result.Wrong > 0 {
			return errNotDone
		}
		return nil
	})
	if err != nil && !errors.Is(err, errNotDone) {
		return nil, err
	}
	if result.Done = err == nil; !result.Done {
		for i := range result.Rows {
			result.Rows[i].ID = 0
		}
	}
	return result, nil
}

// drawIDs draws for an import what its records need, and some more for what others make meanwhile, in a transaction of its
// own. All accounts draw from the same row, which the import would keep from them until it is done.
func (a *App) drawIDs(ctx context.Context, account int64, now time.Time, records int) error {
	return a.store.Write(ctx, account, now, func(tx *store.Tx) error {
		return tx.ReserveIDs(ctx, 2*int64(records)+500) // a record and its audit record
	})
}
