package app

import (
	"context"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// StartReport stores the request for a report, once for each idempotency key. The answer is what whoever asked is told.
func (a *App) StartReport(ctx context.Context, who attendance.Actor, p *store.Report, answer attendance.Record) error {
	_, err := change(ctx, a, who, func(tx *Tx) (attendance.Record, error) {
		return answer, tx.InsertReport(ctx, p)
	})
	return err
}
