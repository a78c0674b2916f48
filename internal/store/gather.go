package store

import (
	"context"
	"strings"
)

// gathered are new rows of a table that wait to be written together.
type gathered struct {
	columns []column
	rows    [][]any
}

// mostGathered is how many rows of a table are kept in memory before they are written.
const mostGathered = 5000

// Gather makes the transaction keep back what LoadPunch and Audit write and give it to the database many rows at a time:
// PostgreSQL then takes them by COPY, which is many times faster than one by one. What is read meanwhile misses those
// rows, and WriteGathered must follow.
func (tx *Tx) Gather() { tx.gathered = make(map[string]*gathered) }

// WriteGathered writes the rows that were kept back.
func (tx *Tx) WriteGathered(ctx context.Context) error {
	for table, g := range tx.gathered {
		if err := tx.store.load(ctx, tx.conn, table, g.columns, g.rows); err != nil {
			return err
		}
	}
	tx.gathered = nil
	return nil
}

// gather keeps a new row back. Its columns are separated by ", " and the same for all rows of the table.
func (tx *Tx) gather(ctx context.Context, table, columns string, values []any) error {
	g := tx.gathered[table]
	if g == nil {
		g = &gathered{}
		for name := range strings.SplitSeq(columns, ", ") {
			g.columns = append(g.columns, column{name: name})
		}
		tx.gathered[table] = g
	}
	if g.rows = append(g.rows, values); len(g.rows) < mostGathered {
		return nil
	}
	rows := g.rows
	g.rows = nil
	return tx.store.load(ctx, tx.conn, table, g.columns, rows)
}
