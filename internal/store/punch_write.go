package store

import (
	"context"

	"punchclock/internal/attendance"
)

// InsertPunch writes a new punch and notes it as the employee's last when it is.
func (tx *Tx) InsertPunch(ctx context.Context, p *attendance.Punch) error {
	if err := tx.LoadPunch(ctx, p); err != nil || p.Status == attendance.PunchRejected {
		return err
	}
	last := p.InDt
	if p.OutDt != nil {
		last = *p.OutDt
	}
	err := tx.conn.exec(ctx, "UPDATE employees SET last_punch = $3 WHERE account_id = $1 AND id = $2 AND (last_punch IS NULL OR last_punch < $3)",
		[]any{tx.account, p.Employee, micros(last)})
	return err
}

// LoadPunch writes one of many new punches. NoteLastPunch must follow for each of their employees.
func (tx *Tx) LoadPunch(ctx context.Context, p *attendance.Punch) error {
	var err error
	if tx.gathered == nil {
		err = punches.insert(ctx, tx, p)
	} else {
		err = tx.gather(ctx, punches.name, "account_id, "+punches.columns, append([]any{tx.account}, punches.values(p)...))
	}
	if err != nil {
		return err
	}
	return tx.relinkLabels(ctx, linkPunch, p.ID, p.Labels, true)
}

// NoteLastPunch finds the last punch of an employee anew.
func (tx *Tx) NoteLastPunch(ctx context.Context, employee int64) error {
	const sql = "UPDATE employees SET last_punch = (SELECT coalesce(out_dt, in_dt) FROM punches WHERE account_id = $1 AND employee_id = $2 " +
		"AND status <> 'rejected' ORDER BY in_dt DESC, id DESC LIMIT 1) WHERE account_id = $1 AND id = $2"
	err := tx.conn.exec(ctx, sql, []any{tx.account, employee})
	return err
}

// UpdatePunch writes a changed punch, which may have become that of another employee.
func (tx *Tx) UpdatePunch(ctx context.Context, p *attendance.Punch) error {
	before, err := tx.puncher(ctx, p.ID)
	if err != nil {
		return err
	}
	if err := punches.update(ctx, tx, p); err != nil {
		return err
	}
	if err := tx.relinkLabels(ctx, linkPunch, p.ID, p.Labels, false); err != nil {
		return err
	}
	if before != p.Employee {
		if err := tx.NoteLastPunch(ctx, before); err != nil {
			return err
		}
	}
	return tx.NoteLastPunch(ctx, p.Employee)
}

// puncher is the employee of a punch.
func (tx *Tx) puncher(ctx context.Context, id int64) (employee int64, err error) {
	err = tx.conn.query(ctx, "SELECT employee_id FROM punches WHERE account_id = $1 AND id = $2", []any{tx.account, id}, func(r *row) error {
		employee = r.Int()
		return nil
	})
	return employee, err
}

// DeletePunch removes a punch.
func (tx *Tx) DeletePunch(ctx context.Context, id int64) error {
	employee, err := tx.puncher(ctx, id)
	if err != nil {
		return err
	}
	if err := tx.conn.exec(ctx, "DELETE FROM punches WHERE account_id = $1 AND id = $2", []any{tx.account, id}); err != nil {
		return err
	}
	if err := tx.relinkLabels(ctx, linkPunch, id, nil, false); err != nil {
		return err
	}
	return tx.NoteLastPunch(ctx, employee)
}
