package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Inspection is what was found in a database file.
type Inspection struct {
	SchemaHas   int              // steps of the schema that the database has
	SchemaKnows int              // steps that the program knows
	Rows        map[string]int64 // rows of each table
	LastChange  time.Time        // the latest stamp of any account; zero without accounts
	Problems    []string         // what is wrong with it, in sentences; empty when it is sound
}

// Inspect examines the SQLite database in a file without changing it: its integrity, its references, its schema,
// whether it agrees with its audit trail, and how much is in it. The error says that it cannot be examined at all.
func Inspect(ctx context.Context, path string) (found *Inspection, err error) {
	if info, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("database %s: %w", path, pathless(err))
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("database %s is not a file", path)
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		return nil, fmt.Errorf("database %s cannot be opened: %w", path, err)
	}
	c := &sqliteConn{Conn: conn, prepared: make(map[string]*sqlite.Stmt)}
	defer func() { err = errors.Join(err, c.Close()) }()
	c.SetBusyTimeout(10 * time.Second)
	// Without a mapping a damaged or shrinking file is an error; with one it would end the program.
	if err := sqlitex.ExecuteTransient(c.Conn, "PRAGMA mmap_size = 0", nil); err != nil {
		return nil, fmt.Errorf("database %s cannot be opened: %w", path, err)
	}
	if err := c.exec(ctx, "BEGIN", nil); err != nil {
		return nil, err
	}
	found = &Inspection{Rows: make(map[string]int64)}
	for _, look := range []func(context.Context, *sqliteConn) error{found.lookAtSchema, found.lookAtPages, found.lookAtRows, found.lookAtTrail} {
		if err := look(ctx, c); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			found.Problems = append(found.Problems, fmt.Sprintf("The database is damaged: %s.", err))
			return found, nil
		}
	}
	return found, nil
}

// pathless is the error of a file operation without the path, which the caller names better.
func pathless(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// lookAtSchema finds out whether this is a database of ours, and which schema it has.
func (i *Inspection) lookAtSchema(ctx context.Context, c *sqliteConn) error {
	all, err := migrations()
	if err != nil {
		return err
	}
	i.SchemaKnows = len(all)
	tables, err := texts(ctx, c, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@' ORDER BY name")
	if err != nil {
		return err
	}
	for _, table := range tables {
		i.Rows[table] = 0
	}
	if _, ok := i.Rows["schema_migrations"]; !ok {
		i.Problems = append(i.Problems, "The file is not a Punchclock database: it has no schema of one.")
		return nil
	}
	done, err := texts(ctx, c, "SELECT checksum FROM schema_migrations ORDER BY version")
	if err != nil {
		return err
	}
	i.SchemaHas = len(done)
	if err := sameHistory(done, all); err != nil {
		i.Problems = append(i.Problems, fmt.Sprintf("The schema does not fit: %s.", err))
	}
	return nil
}

// lookAtPages has SQLite check the structure of the file and the references between tables.
func (i *Inspection) lookAtPages(ctx context.Context, c *sqliteConn) error {
	lines, err := texts(ctx, c, "PRAGMA integrity_check(10)")
	if err != nil {
		return err
	}
	for _, line := range lines {
		if line != "ok" {
			i.Problems = append(i.Problems, fmt.Sprintf("The database is damaged: %s.", strings.ReplaceAll(line, "\n", " ")))
		}
	}
	orphans := make(map[string]int)
	err = c.query(ctx, "SELECT \"table\", \"parent\" FROM pragma_foreign_key_check", nil, func(r *row) error {
		orphans[r.Text()+" refer to "+r.Text()]++
		return nil
	})
	for what, n := range orphans {
		i.Problems = append(i.Problems, fmt.Sprintf("The database is damaged: %d rows of %s that are not there.", n, what))
	}
	return err
}

// lookAtRows counts the rows of every table and finds the latest change.
func (i *Inspection) lookAtRows(ctx context.Context, c *sqliteConn) error {
	for table := range i.Rows {
		quoted := `"` + strings.ReplaceAll(table, `"`, `""`) + `"`
		err := c.query(ctx, "SELECT count(*) FROM "+quoted, nil, func(r *row) error { i.Rows[table] = r.Int(); return nil })
		if err != nil {
			return err
		}
	}
	if _, ok := i.Rows["accounts"]; !ok {
		return nil
	}
	return c.query(ctx, "SELECT max(clock) FROM accounts", nil, func(r *row) error {
		if at := r.TimeOrNull(); at != nil {
			i.LastChange = *at
		}
		return nil
	})
}

// lookAtTrail compares what pay is computed from with the audit trail, in a database whose schema is the program's.
func (i *Inspection) lookAtTrail(ctx context.Context, c *sqliteConn) error {
	if i.SchemaHas != i.SchemaKnows || len(i.Problems) > 0 {
		return nil
	}
	deviations, err := Reads{on: c}.Deviations(ctx)
	i.Problems = append(i.Problems, deviations...)
	return err
}

// texts reads a column of texts.
func texts(ctx context.Context, c *sqliteConn, sql string) (all []string, err error) {
	err = c.query(ctx, sql, nil, func(r *row) error { all = append(all, r.Text()); return nil })
	return all, err
}
