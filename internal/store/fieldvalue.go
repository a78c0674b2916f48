package store

import (
	"context"
	"strings"

	"punchclock/internal/attendance"
)

// fieldTests asks that the employee whose id is in the column passes every test of custom fields. Each test looks up
// one row by its primary key, so that the lists of punches, logs and entries can be filtered by it too.
func (w *where) fieldTests(column string, tests []attendance.FieldTest) {
	for _, t := range tests {
		w.sql.WriteString(" AND ")
		if t.Op == attendance.FieldIsNot {
			w.sql.WriteString("NOT ")
		}
		w.sql.WriteByte('(')
		w.fieldHolds(column, t)
		if t.Unset {
			if len(t.Texts)+len(t.Numbers) > 0 {
				w.sql.WriteString(" OR ")
			}
			w.sql.WriteString("NOT ")
			w.fieldExists(column, t.Field)
			w.sql.WriteString(") > 0")
		}
		w.sql.WriteByte(')')
	}
}

// fieldExists writes the condition that the employee has a value of the field, up to where more can be asked of it. It
// ends with ") > 0". It counts, although there is at most one, because SQLite would turn EXISTS into a join, begin with
// the values, and then have to sort all that it found.
func (w *where) fieldExists(column string, field int64) {
	w.raw("(SELECT count(*) FROM field_values v WHERE v.account_id = $1 AND v.employee_id = "+column+" AND v.field_id = ?", field)
}

// fieldHolds writes the condition that the employee's value compares with one of the test's values.
func (w *where) fieldHolds(column string, t attendance.FieldTest) {
	if len(t.Texts)+len(t.Numbers) == 0 {
		return
	}
	w.fieldExists(column, t.Field)
	or := " AND ("
	for _, n := range t.Numbers {
		w.raw(or+"v.number "+sqlOperator(t.Op)+" ?", n)
		or = " OR "
	}
	for _, text := range t.Texts {
		if t.Op == attendance.FieldContains {
			w.raw(or+`v.folded LIKE ? ESCAPE '\'`, "%"+likeText(text)+"%")
		} else {
			w.raw(or+"v.folded "+sqlOperator(t.Op)+" ?", text)
		}
		or = " OR "
	}
	w.sql.WriteString(")) > 0")
}

// sqlOperator is the comparison in SQL. What is not something is the opposite of what is, and is negated as a whole.
func sqlOperator(op attendance.FieldOp) string {
	switch op {
	case attendance.FieldOver, attendance.FieldFrom, attendance.FieldUnder, attendance.FieldUpTo:
		return string(op)
	case attendance.FieldIs, attendance.FieldIsNot, attendance.FieldContains:
	}
	return "="
}

// likeText is a text in which LIKE finds nothing special.
func likeText(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
}

// rewriteFieldValues makes the employee findable by exactly these values. A new employee has no old ones to remove.
func (tx *Tx) rewriteFieldValues(ctx context.Context, employee int64, values []attendance.FieldValue, isNew bool) error {
	if !isNew {
		if err := tx.conn.exec(ctx, "DELETE FROM field_values WHERE account_id = $1 AND employee_id = $2", []any{tx.account, employee}); err != nil {
			return err
		}
	}
	for i := range values {
		v := &values[i]
		var number any
		if v.Type == attendance.FieldNumber {
			number = v.Number()
		}
		err := tx.conn.exec(ctx, "INSERT INTO field_values (account_id, employee_id, field_id, folded, number) VALUES ($1, $2, $3, $4, $5)",
			[]any{tx.account, employee, v.Field, attendance.Fold(v.Text), number})
		if err != nil {
			return err
		}
	}
	return nil
}
