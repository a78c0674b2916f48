package store

import (
	"context"
	"encoding/json"
	"iter"

	"punchclock/internal/attendance"
)

const payPeriodColumns = "p.id, p.pay_class_id, p.start_date, p.end_date, p.pay_date, p.state, p.created, p.modified, c.name"

const payPeriodTables = " FROM pay_periods p LEFT JOIN pay_classes c ON c.account_id = p.account_id AND c.id = p.pay_class_id WHERE "

func scanPayPeriod(r *row, p *attendance.PayPeriod) error {
	p.ID, p.PayClass, p.Start, p.End = r.Int(), r.Int(), r.Date(), r.Date()
	if date := r.TextOrNull(); date != nil {
		p.PayDate = new(attendance.Date(*date))
	}
	p.State, p.Created, p.Modified, p.PayClassName = r.Text(), r.Time(), r.Time(), r.Text()
	return nil
}

// PayPeriods lists pay periods by start.
func (r Reads) PayPeriods(ctx context.Context, scope attendance.Scope, f attendance.PayPeriodFilter) iter.Seq2[*attendance.PayPeriod, error] {
	w := inScope("p.", scope).in("p.id", f.IDs).in("p.pay_class_id", f.PayClasses).inTexts("p.state", f.States)
	if f.From != "" {
		w.and("p.end_date || '' >= ?", string(f.From)) // an expression, so that the order decides on the index
	}
	if f.To != "" {
		w.and("p.start_date <= ?", string(f.To))
	}
	w.pageByText("p.start_date", "p.id", f.Page)
	return rows(ctx, r, most(f.Page), "SELECT "+payPeriodColumns+payPeriodTables+w.sql.String(), w.args, scanPayPeriod)
}

// PayPeriod is one pay period, or ErrNotFound.
func (r Reads) PayPeriod(ctx context.Context, scope attendance.Scope, id int64) (*attendance.PayPeriod, error) {
	w := inScope("p.", scope).and("p.id = ?", id)
	return one(ctx, r, "SELECT "+payPeriodColumns+payPeriodTables+w.sql.String(), w.args, scanPayPeriod)
}

// PayPeriodsOver are the pay periods of the account that are closed, or of the pay class whatever their state, and touch
// the days. A pay class of 0 asks for the closed ones of all classes.
func (r Reads) PayPeriodsOver(ctx context.Context, account, payClass int64, from, to attendance.Date) ([]*attendance.PayPeriod, error) {
	w := inScope("p.", attendance.Everything(account))
	if payClass == 0 {
		w.and("p.state = ?", attendance.PeriodClosed)
	} else {
		w.and("p.pay_class_id = ?", payClass)
	}
	w.and("p.end_date >= ? AND p.start_date <= ?", string(from), string(to))
	var all []*attendance.PayPeriod
	for p, err := range rows(ctx, r, 0, "SELECT "+payPeriodColumns+payPeriodTables+w.sql.String(), w.args, scanPayPeriod) {
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// InsertPayPeriod writes a new pay period.
func (tx *Tx) InsertPayPeriod(ctx context.Context, p *attendance.PayPeriod) error {
	tx.renames = true // the last closed day may be another one
	err := tx.conn.exec(ctx, "INSERT INTO pay_periods (account_id, id, pay_class_id, start_date, end_date, pay_date, state, created, modified) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
		[]any{tx.account, p.ID, p.PayClass, string(p.Start), string(p.End), dateText(p.PayDate), p.State, micros(p.Created), micros(p.Modified)})
	return err
}

// UpdatePayPeriod writes a changed pay period.
func (tx *Tx) UpdatePayPeriod(ctx context.Context, p *attendance.PayPeriod) error {
	tx.renames = true // the same
	err := tx.conn.exec(ctx, "UPDATE pay_periods SET pay_date = $3, state = $4, modified = $5 WHERE account_id = $1 AND id = $2",
		[]any{tx.account, p.ID, dateText(p.PayDate), p.State, micros(p.Modified)})
	return err
}

// dateText is a date that may be unset as an argument.
func dateText(d *attendance.Date) any {
	if d == nil {
		return nil
	}
	return string(*d)
}

// The kinds of cards that are kept.
const (
	keptShift = "shift"
	keptTime  = "time"
)

// KeepShiftCard keeps a shift card of a closed pay period.
func (tx *Tx) KeepShiftCard(ctx context.Context, period int64, c *attendance.ShiftCard) error {
	return tx.keepCard(ctx, keptShift, period, &c.Card, c)
}

// KeepTimeCard keeps a time card of a closed pay period.
func (tx *Tx) KeepTimeCard(ctx context.Context, period int64, c *attendance.TimeCard) error {
	return tx.keepCard(ctx, keptTime, period, &c.Card, c)
}

func (tx *Tx) keepCard(ctx context.Context, kind string, period int64, c *attendance.Card, whole any) error {
	err := tx.conn.exec(ctx, "INSERT INTO kept_cards (account_id, kind, shift_date, card_id, employee_id, period_id, card) VALUES ($1, $2, $3, $4, $5, $6, $7)",
		[]any{tx.account, kind, string(c.ShiftDate), c.ID, c.Employee, period, toJSON(whole)})
	return err
}

// ForgetCards drops the kept cards of a pay period.
func (tx *Tx) ForgetCards(ctx context.Context, period int64) error {
	err := tx.conn.exec(ctx, "DELETE FROM kept_cards WHERE account_id = $1 AND period_id = $2", []any{tx.account, period})
	return err
}

// KeptShiftCards are the kept shift cards of these shift dates, both included: those of the employees, or of many employees
// or none those of all.
func (r Reads) KeptShiftCards(ctx context.Context, account int64, employees []int64, from, to attendance.Date) iter.Seq2[*attendance.ShiftCard, error] {
	return keptCards[attendance.ShiftCard](ctx, r, account, keptShift, employees, from, to)
}

// KeptTimeCards are the kept time cards of these shift dates, both included, of the same employees.
func (r Reads) KeptTimeCards(ctx context.Context, account int64, employees []int64, from, to attendance.Date) iter.Seq2[*attendance.TimeCard, error] {
	return keptCards[attendance.TimeCard](ctx, r, account, keptTime, employees, from, to)
}

// KeptShift is where the punches of a kept shift card stand.
type KeptShift struct {
	ShiftDate attendance.Date
	Punches   []struct{ ID int64 }
}

// KeptShifts is what KeptShiftCards gives, read only as far as to say which punch was kept for which day.
func (r Reads) KeptShifts(ctx context.Context, account int64, employees []int64, from, to attendance.Date) iter.Seq2[*KeptShift, error] {
	return keptCards[KeptShift](ctx, r, account, keptShift, employees, from, to)
}

func keptCards[C any](ctx context.Context, r Reads, account int64, kind string, employees []int64, from, to attendance.Date) iter.Seq2[*C, error] {
	w := inScope("", attendance.Everything(account)).and("kind = ?", kind).and("shift_date >= ? AND shift_date <= ?", string(from), string(to))
	if len(employees) <= summaryChunk {
		w.in("employee_id", employees)
	}
	return rows(ctx, r, 0, "SELECT card FROM kept_cards WHERE "+w.sql.String(), w.args, func(r *row, c *C) error {
		return json.Unmarshal([]byte(r.Text()), c)
	})
}
