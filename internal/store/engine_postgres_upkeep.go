package store

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

var (
	textColumn = regexp.MustCompile(` TEXT\b`)
	blobColumn = regexp.MustCompile(` BLOB\b`)
)

// dialect makes texts compare bytewise, as they do in SQLite, and instants times of PostgreSQL in views.
func (e *postgresEngine) dialect(migration string) string {
	migration = postgresOnly.ReplaceAllString(migration, "$1")
	migration = textColumn.ReplaceAllString(migration, ` TEXT COLLATE "C"`)
	migration = blobColumn.ReplaceAllString(migration, " BYTEA")
	migration = utcColumn.ReplaceAllString(migration, "to_timestamp($1 / 1000000.0)")
	return wallColumn.ReplaceAllString(migration, "(to_timestamp($1 / 1000000.0) AT TIME ZONE 'UTC')")
}

func (e *postgresEngine) tables(ctx context.Context) (names []string, err error) {
	// The parts of a table that somebody has divided are no tables of ours.
	const sql = "SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1"
	err = e.query(ctx, sql, nil, func(r *row) error {
		names = append(names, r.Text())
		return nil
	})
	return names, err
}

func (e *postgresEngine) columns(ctx context.Context, table string) (all []column, err error) {
	// A role may have all names quoted (quote_all_identifiers), those of types among them.
	const sql = `SELECT a.attname::text, trim(BOTH '"' FROM format_type(a.atttypid, NULL)), coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1
		FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
		WHERE a.attrelid = $1::text::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attname COLLATE "C"`
	err = e.query(ctx, sql, []any{table}, func(r *row) error {
		all = append(all, column{name: r.Text(), kind: kindOfType(r.Text()), key: r.Int()})
		return nil
	})
	return all, err
}

// load uses COPY.
func (e *postgresEngine) load(ctx context.Context, c conn, table string, columns []column, rows [][]any) error {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = column.name
	}
	to := c.(postgresConn) //nolint:forcetypeassert // the engine hands out no other
	if to.steady {
		ctx = context.WithoutCancel(ctx)
	}
	to.noteWrite()
	if err := to.flush(ctx); err != nil {
		return err
	}
	_, err := to.on.CopyFrom(ctx, pgx.Identifier{table}, names, pgx.CopyFromRows(rows))
	return postgresError(err)
}

func (e *postgresEngine) forUpdate() string { return " FOR UPDATE" }

func (e *postgresEngine) forUpdateSkipLocked() string { return " FOR UPDATE SKIP LOCKED" }

// schemaLock is the number of the advisory lock that servers take to migrate one after the other.
const schemaLock = 7_236_415_901

func (e *postgresEngine) lockSchema(ctx context.Context, c conn) error {
	err := c.exec(ctx, "SELECT pg_advisory_xact_lock($1)", []any{int64(schemaLock)})
	return err
}

func (e *postgresEngine) plan(ctx context.Context, sql string) (string, error) {
	var lines []string
	places := 0
	for _, place := range sqlPlace.FindAllStringSubmatch(sql, -1) {
		n, _ := strconv.Atoi(place[1])
		places = max(places, n)
	}
	values := ""
	if places > 0 {
		values = "(" + strings.TrimSuffix(strings.Repeat("NULL, ", places), ", ") + ")"
	}
	err := e.snapshot(ctx, func(c conn) error {
		for _, step := range []string{
			// What is avoidable is avoided even where the tables are so small that it would do no harm.
			"SET LOCAL enable_seqscan = off", "SET LOCAL enable_bitmapscan = off", "SET LOCAL enable_sort = off",
			"SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE planned AS " + sql,
		} {
			if err := c.exec(ctx, step, nil); err != nil {
				return err
			}
		}
		err := c.query(ctx, "EXPLAIN EXECUTE planned"+values, nil, func(r *row) error {
			lines = append(lines, r.Text())
			return nil
		})
		end := c.exec(ctx, "DEALLOCATE planned", nil)
		return errors.Join(err, end)
	})
	return strings.Join(lines, "\n"), err
}

func (e *postgresEngine) backup(context.Context, string) error {
	return ErrServerBackup
}

func (e *postgresEngine) check(ctx context.Context) error {
	return e.query(ctx, "SELECT 1", nil, func(*row) error { return nil })
}
