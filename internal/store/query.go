package store

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"strings"

	"punchclock/internal/attendance"
)

// conn is a connection of an engine, or a transaction on it. An argument is nil, int64, float64, string, []byte, bool,
// or a pointer to int64 or string, which is NULL when nil.
type conn interface {
	runner
	// exec runs a statement. In PostgreSQL it may be sent with the next question, or before the commit, and fail only then:
	// the transaction is then run again, and told at once.
	exec(ctx context.Context, sql string, args []any) error
	// clockRow is what changes that are committed together share of an account's row; nil when each has to read and write it.
	clockRow(account int64) *clockRow
}

// errStop ends a query early; it is not a failure.
var errStop = errors.New("stop")

// where builds a condition and its arguments. A ? stands for an argument.
type where struct {
	sql  strings.Builder
	args []any
}

// inScope begins a condition with the account, always the first.
func inScope(prefix string, scope attendance.Scope) *where {
	w := &where{args: make([]any, 0, 8)}
	w.sql.WriteString(prefix + "account_id = $1")
	w.args = append(w.args, scope.Account)
	return w
}

// inUnits is inScope for rows that belong to the org unit in column, of which the caller may see only some.
func inUnits(prefix, column string, scope attendance.Scope) *where {
	w := inScope(prefix, scope)
	if len(scope.OrgUnits) > 0 {
		w.in(column, scope.OrgUnits)
	}
	return w
}

// and adds a condition.
func (w *where) and(cond string, args ...any) *where {
	w.sql.WriteString(" AND ")
	w.raw(cond, args...)
	return w
}

// raw adds text in which every ? is an argument.
func (w *where) raw(cond string, args ...any) {
	for {
		before, after, found := strings.Cut(cond, "?")
		w.sql.WriteString(before)
		if !found {
			return
		}
		w.args = append(w.args, args[0])
		w.sql.WriteString("$" + strconv.Itoa(len(w.args)))
		args, cond = args[1:], after
	}
}

// in asks for one of the ids. No ids are no condition.
func (w *where) in(column string, ids []int64) *where {
	if len(ids) > 0 {
		w.sql.WriteString(" AND ")
		w.oneOf(column, ids)
	}
	return w
}

// oneOf writes column IN (ids). The number of places is a power of two, the last id repeated, so that there are few
// different statements.
func (w *where) oneOf(column string, ids []int64) {
	if len(ids) == 1 {
		w.raw(column+" = ?", ids[0])
		return
	}
	places := 1
	for places < len(ids) {
		places *= 2
	}
	w.sql.WriteString(column + " IN (")
	for i := range places {
		if i > 0 {
			w.sql.WriteByte(',')
		}
		w.raw("?", ids[min(i, len(ids)-1)])
	}
	w.sql.WriteByte(')')
}

// inTexts is in for words.
func (w *where) inTexts(column string, words []string) *where {
	if len(words) == 0 {
		return w
	}
	w.sql.WriteString(" AND " + column + " IN (")
	for i, word := range words {
		if i > 0 {
			w.sql.WriteByte(',')
		}
		w.raw("?", word)
	}
	w.sql.WriteByte(')')
	return w
}

// active asks for active or inactive records, or for both when unset.
func (w *where) active(column string, active *bool) *where {
	if active != nil {
		w.and(column+" = ?", yes(*active))
	}
	return w
}

// search asks that every word of one of the texts occurs in the folded column. No text is no condition.
func (w *where) search(column string, texts ...string) *where {
	for i, text := range texts {
		w.sql.WriteString([...]string{" AND ((1 = 1", ") OR (1 = 1"}[min(i, 1)])
		for _, word := range attendance.SearchWords(text) {
			w.and(column+` LIKE ? ESCAPE '\'`, "%"+likeText(word)+"%")
		}
	}
	if len(texts) > 0 {
		w.sql.WriteString("))")
	}
	return w
}

// pageByText orders by a text column and id, from the page's start on. Where the rows end is not said here: that is for
// the engine, because a bound LIMIT makes SQLite plan anew.
func (w *where) pageByText(column, id string, page *attendance.Page) *where {
	if page != nil && page.Start != nil {
		w.from(column, id, page.Start.Text, page)
	}
	return w.order(column, id, page)
}

// pageByNumber is pageByText for a column of numbers.
func (w *where) pageByNumber(column, id string, page *attendance.Page) *where {
	if page != nil && page.Start != nil {
		w.from(column, id, page.Start.Number, page)
	}
	return w.order(column, id, page)
}

func (w *where) from(column, id string, value any, page *attendance.Page) {
	compare := " >= "
	switch {
	case page.Backward && page.Start.Past:
		compare = " < "
	case page.Backward:
		compare = " <= "
	case page.Start.Past:
		compare = " > "
	}
	w.and("("+column+", "+id+")"+compare+"(?, ?)", value, page.Start.ID)
}

func (w *where) order(column, id string, page *attendance.Page) *where {
	desc := ""
	if page != nil && page.Backward {
		desc = " DESC"
	}
	w.sql.WriteString(" ORDER BY " + column + desc + ", " + id + desc)
	return w
}

// most is how many rows of a page are read: one more than asked for, which the cursor names.
func most(page *attendance.Page) int {
	if page == nil {
		return 0
	}
	return page.Limit + 1
}

// runner runs a query somewhere: on a connection of the pool, or in a transaction.
type runner interface {
	query(ctx context.Context, sql string, args []any, each func(*row) error) error
	// first is what a SELECT ends with of which only the first rows are read; it may let a few more through.
	first(rows int) string
}

// Reads are the questions that the store answers, alone or inside a transaction.
type Reads struct {
	on    runner
	names *nameCache // nil in a transaction
}

// rows runs a query and scans each row. It stops after limit rows when limit is not 0. While the caller goes through
// the rows it must not ask the store anything else.
func rows[T any](ctx context.Context, r Reads, limit int, sql string, args []any, scan func(*row, *T) error) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		n := 0
		if limit > 1 {
			sql += r.on.first(limit)
		}
		err := r.on.query(ctx, sql, args, func(row *row) error {
			v := new(T)
			if err := scan(row, v); err != nil {
				return err
			}
			n++
			if !yield(v, nil) || n == limit {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(nil, err)
		}
	}
}

// one is the single row of a query, or ErrNotFound.
func one[T any](ctx context.Context, r Reads, sql string, args []any, scan func(*row, *T) error) (*T, error) {
	for v, err := range rows(ctx, r, 1, sql, args, scan) {
		return v, err
	}
	return nil, attendance.ErrNotFound()
}

// table names a table and its columns, id first and without the account, and how they are read and written.
type table[T any] struct {
	name    string
	columns string // separated by ", "
	scan    func(*row, *T) error
	values  func(*T) []any // in the order of columns
}

// selectWhere is the statement that reads the rows of a condition.
func (t table[T]) selectWhere(w *where) string {
	return "SELECT " + t.columns + " FROM " + t.name + " WHERE " + w.sql.String()
}

// all reads the rows of a condition.
func (t table[T]) all(ctx context.Context, r Reads, w *where, page *attendance.Page) iter.Seq2[*T, error] {
	return rows(ctx, r, most(page), t.selectWhere(w), w.args, t.scan)
}

// one reads the row of a condition, or ErrNotFound.
func (t table[T]) one(ctx context.Context, r Reads, w *where) (*T, error) {
	return one(ctx, r, t.selectWhere(w), w.args, t.scan)
}

// insert writes a new row.
func (t table[T]) insert(ctx context.Context, tx *Tx, v *T) error {
	values := t.values(v)
	var sql strings.Builder
	sql.WriteString("INSERT INTO " + t.name + " (account_id, " + t.columns + ") VALUES ($1")
	for i := range values {
		sql.WriteString(", $" + strconv.Itoa(i+2))
	}
	sql.WriteByte(')')
	err := tx.conn.exec(ctx, sql.String(), append([]any{tx.account}, values...))
	return err
}

// update writes every column of the row whose id is the first value.
func (t table[T]) update(ctx context.Context, tx *Tx, v *T) error {
	values := t.values(v)
	var sql strings.Builder
	sql.WriteString("UPDATE " + t.name + " SET ")
	for i, column := range strings.Split(t.columns, ", ")[1:] {
		if i > 0 {
			sql.WriteString(", ")
		}
		sql.WriteString(column + " = $" + strconv.Itoa(i+3))
	}
	sql.WriteString(" WHERE account_id = $1 AND id = $2")
	tx.renames = tx.renames || isNamed(t.name)
	err := tx.conn.exec(ctx, sql.String(), append([]any{tx.account}, values...))
	return err
}
