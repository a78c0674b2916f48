package store

import (
	"context"
	"iter"
	"time"

	"punchclock/internal/attendance"
)

// Report is a list that is made in the background. Its row is what any server needs to make it.
type Report struct {
	Account  int64
	Key      string // names the report to whoever asked for it
	Path     string // the pattern of the list's route
	Query    string
	Body     *string // of a report that takes one
	Asker    attendance.Actor
	State    ReportState
	Progress float64 // 0 to 1
	Detail   string  // why it failed
	Fence    int64   // counts the times it was taken
	Expires  time.Time
	Created  time.Time
}

// ReportState says how far a report is.
type ReportState string

// The states of a report.
const (
	ReportProcessing ReportState = "processing"
	ReportComplete   ReportState = "complete"
	ReportFailed     ReportState = "failed"
)

const reportColumns = "account_id, report_key, path, query, body, key_id, name, org_units, permissions, state, progress, detail, fence, expires, created"

func scanReport(r *row, p *Report) error {
	*p = Report{Account: r.Int(), Key: r.Text(), Path: r.Text(), Query: r.Text(), Body: r.TextOrNull()}
	p.Asker = attendance.Actor{Key: r.Int(), Name: r.Text(), Via: "api", RequestID: p.Key}
	p.Asker.Scope = attendance.Scope{Account: p.Account, OrgUnits: r.IDs()}
	p.Asker.Permissions = permissionsOf(r.Words())
	p.State = ReportState(r.Text())
	p.Progress = float64(r.Int()) / 1000
	if detail := r.TextOrNull(); detail != nil {
		p.Detail = *detail
	}
	p.Fence, p.Expires, p.Created = r.Int(), r.Time(), r.Time()
	return nil
}

// InsertReport adds a report that waits to be made.
func (tx *Tx) InsertReport(ctx context.Context, p *Report) error {
	err := tx.conn.exec(ctx, "INSERT INTO reports ("+reportColumns+", lease) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, NULL, 0, $11, $12, 0)",
		[]any{tx.account, p.Key, p.Path, p.Query, p.Body, p.Asker.Key, p.Asker.Name, joinIDs(p.Asker.OrgUnits), p.Asker.Permissions.String(), string(ReportProcessing), micros(p.Expires), micros(p.Created)})
	return err
}

// Report is a report of an account that has not expired, or ErrNotFound.
func (r Reads) Report(ctx context.Context, account int64, key string, now time.Time) (*Report, error) {
	return one(ctx, r, "SELECT "+reportColumns+" FROM reports WHERE account_id = $1 AND report_key = $2 AND expires > $3", []any{account, key, micros(now)}, scanReport)
}

// present is the instant by which leases are given and end, in microseconds: servers that share a database go by its
// clock, for their own may differ, unless Options name a clock.
func (s *Store) present(ctx context.Context, c conn, now time.Time) (at int64, err error) {
	if !s.Shared() || s.clock != nil {
		return micros(now), nil
	}
	err = c.query(ctx, "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint", nil, func(r *row) error {
		at = r.Int()
		return nil
	})
	return at, err
}

// TakeReport gives the oldest report that waits and that no server has, or ErrNotFound. It is the caller's until the
// lease ends; whoever had it before can no longer finish it. A lease that ends later than two new ones would was given
// before the clock was set back: it may be the lease of a server that died, so it does not count.
func (s *Store) TakeReport(ctx context.Context, now time.Time, lease time.Duration) (*Report, error) {
	var taken *Report
	err := s.engine.write(ctx, noAccount, func(c conn) error {
		at, err := s.present(ctx, c, now)
		if err != nil {
			return err
		}
		var account int64
		var key string
		found := false
		err = c.query(ctx, "SELECT account_id, report_key FROM reports WHERE state = 'processing' AND (lease < $1 OR lease > $2) ORDER BY lease, created LIMIT 1"+s.engine.forUpdateSkipLocked(), []any{at, at + 2*lease.Microseconds()}, func(r *row) error {
			account, key, found = r.Int(), r.Text(), true
			return nil
		})
		if err != nil || !found {
			return err
		}
		if err := c.exec(ctx, "UPDATE reports SET lease = $3, progress = 0, fence = fence + 1 WHERE account_id = $1 AND report_key = $2", []any{account, key, at + lease.Microseconds()}); err != nil {
			return err
		}
		taken, err = one(ctx, Reads{on: c}, "SELECT "+reportColumns+" FROM reports WHERE account_id = $1 AND report_key = $2", []any{account, key}, scanReport)
		return err
	})
	if err == nil && taken == nil {
		err = attendance.ErrNotFound()
	}
	return taken, err
}

// held runs fn when the report is still the caller's, else it is a Conflict.
func (s *Store) held(ctx context.Context, p *Report, fn func(conn) error) error {
	return s.engine.write(ctx, noAccount, func(c conn) error {
		mine := false
		err := c.query(ctx, "SELECT 1 FROM reports WHERE account_id = $1 AND report_key = $2 AND fence = $3 AND state = 'processing'"+s.engine.forUpdate(), []any{p.Account, p.Key, p.Fence}, func(*row) error {
			mine = true
			return nil
		})
		if err != nil {
			return err
		}
		if !mine {
			return attendance.Fail(attendance.Conflict, "leaseLost", "Another server has taken the report.")
		}
		return fn(c)
	})
}

// KeepReport makes the lease last from now on, and notes the progress, 0 to 1.
func (s *Store) KeepReport(ctx context.Context, p *Report, now time.Time, lease time.Duration, progress float64) error {
	return s.held(ctx, p, func(c conn) error {
		at, err := s.present(ctx, c, now)
		if err != nil {
			return err
		}
		return lend(ctx, c, p, at+lease.Microseconds(), progress)
	})
}

// lend gives the report until an instant in microseconds.
func lend(ctx context.Context, c conn, p *Report, until int64, progress float64) error {
	err := c.exec(ctx, "UPDATE reports SET lease = $3, progress = $4 WHERE account_id = $1 AND report_key = $2", []any{p.Account, p.Key, until, int64(progress * 1000)})
	return err
}

// AddReportChunk adds a piece of the result and notes the progress, 0 to 1.
func (s *Store) AddReportChunk(ctx context.Context, p *Report, number int64, content []byte, progress float64) error {
	return s.held(ctx, p, func(c conn) error {
		err := c.exec(ctx, "UPDATE reports SET progress = $3 WHERE account_id = $1 AND report_key = $2", []any{p.Account, p.Key, int64(progress * 1000)})
		if err != nil {
			return err
		}
		err = c.exec(ctx, "INSERT INTO report_chunks (account_id, report_key, fence, number, content) VALUES ($1, $2, $3, $4, $5)", []any{p.Account, p.Key, p.Fence, number, content})
		return err
	})
}

// EndReport makes the report complete, or failed with a sentence that says why.
func (s *Store) EndReport(ctx context.Context, p *Report, state ReportState, detail string) error {
	return s.held(ctx, p, func(c conn) error {
		err := c.exec(ctx, "UPDATE reports SET state = $3, detail = $4, progress = 1000 WHERE account_id = $1 AND report_key = $2", []any{p.Account, p.Key, string(state), detail})
		if err != nil {
			return err
		}
		err = c.exec(ctx, "DELETE FROM report_chunks WHERE account_id = $1 AND report_key = $2 AND fence < $3", []any{p.Account, p.Key, p.Fence})
		return err
	})
}

// ReleaseReport gives the report back, so that another server can take it at once.
func (s *Store) ReleaseReport(ctx context.Context, p *Report) error {
	return s.held(ctx, p, func(c conn) error { return lend(ctx, c, p, 0, 0) })
}

// ReportChunks are the pieces of a complete report in order. Each is read by a question of its own, so that a slow
// reader holds nothing.
func (r Reads) ReportChunks(ctx context.Context, p *Report) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for number := int64(0); ; number++ {
			var content []byte
			err := r.on.query(ctx, "SELECT content FROM report_chunks WHERE account_id = $1 AND report_key = $2 AND fence = $3 AND number = $4", []any{p.Account, p.Key, p.Fence, number}, func(r *row) error {
				content = r.Bytes()
				return nil
			})
			if err != nil {
				yield(nil, err)
				return
			}
			if content == nil || !yield(content, nil) {
				return
			}
		}
	}
}

// ForgetReports deletes the reports that have expired.
func (s *Store) ForgetReports(ctx context.Context, now time.Time) error {
	return s.engine.write(ctx, noAccount, func(c conn) error {
		err := c.exec(ctx, "DELETE FROM report_chunks WHERE EXISTS (SELECT 1 FROM reports r WHERE r.account_id = report_chunks.account_id AND r.report_key = report_chunks.report_key AND r.expires <= $1)", []any{micros(now)})
		if err != nil {
			return err
		}
		err = c.exec(ctx, "DELETE FROM reports WHERE expires <= $1", []any{micros(now)})
		return err
	})
}
