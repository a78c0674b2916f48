package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// column is a column of a table as a database describes it.
type column struct {
	name string
	kind columnKind
	key  int64 // its place in the primary key, from 1; 0 is outside
}

type columnKind uint8

const (
	kindInt columnKind = iota
	kindText
	kindBytes
	kindFloat
)

// kindOfType is the kind of a column of that SQL type.
func kindOfType(sqlType string) columnKind {
	switch t := strings.ToUpper(sqlType); {
	case strings.HasPrefix(t, "TEXT"), strings.HasPrefix(t, "CHAR"):
		return kindText
	case t == "BLOB", t == "BYTEA":
		return kindBytes
	case strings.HasPrefix(t, "DOUBLE"):
		return kindFloat
	}
	return kindInt
}

// copyBatch is how many rows are copied in one transaction.
const copyBatch = 2000

// CopyProgress is told of every batch that was copied.
type CopyProgress func(table string, done, all int64)

// TableSum is what was counted in a table: its rows, and a hash of all they hold, in the order of the key.
type TableSum struct {
	Table string
	Rows  int64
	Hash  string
}

// CopyTo copies everything to another store, whose schema must be the same, with ids as they are, and compares both
// sides at the end. A copy that was broken off goes on where it was when it is started again. Nobody may change either
// side meanwhile. A target that holds anything else is refused before anything is written to it.
func (s *Store) CopyTo(ctx context.Context, to *Store, progress CopyProgress) ([]TableSum, error) {
	tables, err := s.engine.tables(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.sameSchema(ctx, to); err != nil {
		return nil, err
	}
	copies := make([]*tableCopy, 0, len(tables))
	for _, table := range copyOrder(tables) {
		columns, err := s.engine.columns(ctx, table)
		if err != nil {
			return nil, err
		}
		copies = append(copies, &tableCopy{from: s, to: to, table: table, columns: columns})
	}
	if err := s.beginsLike(ctx, copies); err != nil {
		return nil, err
	}
	var sums []TableSum
	for _, t := range copies {
		if err := t.run(ctx, progress); err != nil {
			return nil, fmt.Errorf("copy the table %s: %w", t.table, err)
		}
		sum, err := t.compare(ctx)
		if err != nil {
			return nil, err
		}
		sums = append(sums, sum)
	}
	return sums, nil
}

func (s *Store) sameSchema(ctx context.Context, to *Store) error {
	mine, _, err := s.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	theirs, _, err := to.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if mine != theirs {
		return fmt.Errorf("the schemas differ: version %d here, %d there; bring both up to date first", mine, theirs)
	}
	return nil
}

// ownTables are what each database keeps for itself: its schema, and the requests that were counted.
var ownTables = []string{"schema_migrations", "rates", "requests"}

// copyOrder puts accounts before what refers to them, and leaves out what each database keeps for itself.
func copyOrder(tables []string) []string {
	order := []string{"accounts"}
	for _, table := range tables {
		if table != "accounts" && !slices.Contains(ownTables, table) {
			order = append(order, table)
		}
	}
	return order
}

// tableCopy copies one table.
type tableCopy struct {
	from, to *Store
	table    string
	columns  []column
}

func (t *tableCopy) names() string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	return strings.Join(names, ", ")
}

// key is the columns of the primary key in its order; of a table without one all columns.
func (t *tableCopy) key() []int {
	var key []int
	for i, c := range t.columns {
		if c.key > 0 {
			key = append(key, i)
		}
	}
	slices.SortFunc(key, func(a, b int) int { return int(t.columns[a].key - t.columns[b].key) })
	if len(key) == 0 {
		for i := range t.columns {
			key = append(key, i)
		}
	}
	return key
}

// run copies the rows after the last one that is there already.
func (t *tableCopy) run(ctx context.Context, progress CopyProgress) error {
	all, err := t.count(ctx, t.from)
	if err != nil {
		return err
	}
	if t.keyless() { // a table of single rows that every database has from the start
		return t.replace(ctx)
	}
	done, err := t.count(ctx, t.to)
	if err != nil {
		return err
	}
	last, err := t.last(ctx)
	if err != nil {
		return err
	}
	for {
		batch, err := t.read(ctx, t.from, last, copyBatch)
		if err != nil || len(batch) == 0 {
			return err
		}
		if err := t.write(ctx, batch); err != nil {
			return err
		}
		last = t.keyOf(batch[len(batch)-1])
		done += int64(len(batch))
		if progress != nil {
			progress(t.table, done, all)
		}
	}
}

func (t *tableCopy) keyless() bool {
	return !slices.ContainsFunc(t.columns, func(c column) bool { return c.key > 0 })
}

func (t *tableCopy) count(ctx context.Context, s *Store) (n int64, err error) {
	err = s.on.query(ctx, "SELECT count(*) FROM "+t.table, nil, func(r *row) error { n = r.Int(); return nil })
	return n, err
}

func (t *tableCopy) keyOf(values []any) []any {
	var key []any
	for _, i := range t.key() {
		key = append(key, values[i])
	}
	return key
}

func (t *tableCopy) keyNames(suffix string) string {
	var names []string
	for _, i := range t.key() {
		names = append(names, t.columns[i].name+suffix)
	}
	return strings.Join(names, ", ")
}

// last is the greatest key on the other side; nil when there is none.
func (t *tableCopy) last(ctx context.Context) (key []any, err error) {
	sql := "SELECT " + t.names() + " FROM " + t.table + " ORDER BY " + t.keyNames(" DESC") + " LIMIT 1"
	err = t.to.on.query(ctx, sql, nil, func(r *row) error {
		key = t.keyOf(t.scan(r))
		return nil
	})
	return key, err
}

// read is the rows after a key, in its order. A most of 0 is all of them.
func (t *tableCopy) read(ctx context.Context, s *Store, after []any, most int) (batch [][]any, err error) {
	where := ""
	if after != nil {
		where = t.bound(">", after)
	}
	err = t.each(ctx, s, where, after, most, func(values []any) error {
		batch = append(batch, values)
		return nil
	})
	return batch, err
}

func (t *tableCopy) each(ctx context.Context, s *Store, where string, key []any, most int, visit func([]any) error) error {
	sql := "SELECT " + t.names() + " FROM " + t.table + where + " ORDER BY " + t.keyNames("")
	if most > 0 {
		sql += " LIMIT " + strconv.Itoa(most)
	}
	return s.on.query(ctx, sql, key, func(r *row) error { return visit(t.scan(r)) })
}

// scan reads all columns as arguments of an insert.
func (t *tableCopy) scan(r *row) []any {
	values := make([]any, len(t.columns))
	for i, c := range t.columns {
		if r.isNull() {
			continue
		}
		switch c.kind {
		case kindText:
			values[i] = r.Text()
		case kindBytes:
			values[i] = r.Bytes()
		case kindFloat:
			values[i] = r.float64(r.next())
		case kindInt:
			values[i] = r.Int()
		}
	}
	return values
}

func (t *tableCopy) write(ctx context.Context, batch [][]any) error {
	return t.to.engine.write(ctx, noAccount, func(c conn) error {
		return t.to.engine.load(ctx, c, t.table, t.columns, batch)
	})
}

func (t *tableCopy) replace(ctx context.Context) error {
	batch, err := t.read(ctx, t.from, nil, 0)
	if err != nil {
		return err
	}
	return t.to.engine.write(ctx, noAccount, func(c conn) error {
		if err := c.exec(ctx, "DELETE FROM "+t.table, nil); err != nil {
			return err
		}
		return t.to.engine.load(ctx, c, t.table, t.columns, batch)
	})
}

// compare says whether both sides hold the same.
func (t *tableCopy) compare(ctx context.Context) (TableSum, error) {
	here, err := t.sum(ctx, t.from, nil)
	if err != nil {
		return here, err
	}
	there, err := t.sum(ctx, t.to, nil)
	if err == nil && here != there {
		err = fmt.Errorf("the table %s is not the same on both sides: %d rows and %d: was one of them changed meanwhile?", t.table, here.Rows, there.Rows)
	}
	return here, err
}

// sum sums the rows up to a key, or all when there is none.
func (t *tableCopy) sum(ctx context.Context, s *Store, upTo []any) (TableSum, error) {
	sum := TableSum{Table: t.table}
	h := sha256.New()
	var b []byte
	where := ""
	if upTo != nil {
		where = t.bound("<=", upTo)
	}
	err := t.each(ctx, s, where, upTo, 0, func(values []any) error {
		sum.Rows++
		b = b[:0]
		for _, v := range values {
			b = appendValue(b, v)
		}
		h.Write(b)
		return nil
	})
	sum.Hash = hex.EncodeToString(h.Sum(nil))
	return sum, err
}

// appendValue appends a value so that no two rows look the same.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, 0)
	case int64:
		return binary.BigEndian.AppendUint64(append(b, 1), uint64(v)) //nolint:gosec // only the bits count
	case string:
		return append(binary.BigEndian.AppendUint64(append(b, 2), uint64(len(v))), v...)
	case []byte:
		return append(binary.BigEndian.AppendUint64(append(b, 3), uint64(len(v))), v...)
	case float64:
		return binary.BigEndian.AppendUint64(append(b, 4), math.Float64bits(v))
	}
	panic(fmt.Sprintf("store: a column holds a %T", v))
}

// insertRows is load for a database without a faster way.
func insertRows(ctx context.Context, c conn, table string, columns []column, batch [][]any) error {
	names, places := make([]string, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		names[i], places[i] = column.name, "$"+strconv.Itoa(i+1)
	}
	sql := "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")"
	for _, values := range batch {
		if err := c.exec(ctx, sql, values); err != nil {
			return err
		}
	}
	return nil
}
