package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
)

// dialect makes instants texts that can be read in views.
func (e *sqliteEngine) dialect(migration string) string {
	migration = postgresOnly.ReplaceAllString(migration, "")
	migration = utcColumn.ReplaceAllString(migration, "strftime('%Y-%m-%dT%H:%M:%SZ', $1 / 1000000, 'unixepoch')")
	return wallColumn.ReplaceAllString(migration, "strftime('%Y-%m-%d %H:%M:%S', $1 / 1000000, 'unixepoch')")
}

func (e *sqliteEngine) tables(ctx context.Context) (names []string, err error) {
	err = e.query(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name", nil, func(r *row) error {
		names = append(names, r.Text())
		return nil
	})
	return names, err
}

func (e *sqliteEngine) columns(ctx context.Context, table string) (all []column, err error) {
	err = e.query(ctx, "SELECT name, type, pk FROM pragma_table_info($1) ORDER BY name", []any{table}, func(r *row) error {
		all = append(all, column{name: r.Text(), kind: kindOfType(r.Text()), key: r.Int()})
		return nil
	})
	return all, err
}

func (e *sqliteEngine) load(ctx context.Context, c conn, table string, columns []column, rows [][]any) error {
	return insertRows(ctx, c, table, columns, rows)
}

func (e *sqliteEngine) shared() bool { return false }

func (e *sqliteEngine) forUpdate() string { return "" } // the writer is alone

func (e *sqliteEngine) forUpdateSkipLocked() string { return "" }

func (e *sqliteEngine) lockSchema(context.Context, conn) error { return e.writer.undoIn(true) }

func (e *sqliteEngine) plan(ctx context.Context, sql string) (string, error) {
	var lines []string
	err := e.query(ctx, "EXPLAIN QUERY PLAN "+sql, nil, func(r *row) error {
		r.i = 3
		lines = append(lines, r.Text())
		return nil
	})
	return strings.Join(lines, "\n"), err
}

// check runs the integrity checks of SQLite.
func (e *sqliteEngine) check(ctx context.Context) error {
	for _, pragma := range []string{"PRAGMA integrity_check(10)", "PRAGMA foreign_key_check"} {
		var found []string
		err := e.query(ctx, pragma, nil, func(r *row) error {
			if text := r.Text(); text != "ok" {
				found = append(found, text)
			}
			return nil
		})
		if err != nil || len(found) > 0 {
			return errors.Join(fmt.Errorf("database %s is damaged: %s", e.path, strings.Join(found, "; ")), err)
		}
	}
	return nil
}

// backup copies the database with VACUUM INTO, which sees one moment and blocks nobody, and syncs the copy.
func (e *sqliteEngine) backup(ctx context.Context, path string) error {
	err := e.reading(ctx, func(c *sqliteConn) error {
		err := c.exec(ctx, "VACUUM INTO $1", []any{path})
		return err
	})
	if err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
