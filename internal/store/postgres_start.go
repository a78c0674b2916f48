package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"punchclock/internal/attendance"
)

// ErrServerBackup is what a backup of a PostgreSQL database is refused with.
var ErrServerBackup = errors.New("a PostgreSQL database is backed up with its own tools: pg_basebackup and an archive of its write-ahead log, or pg_dump")

// wrongAddress says what is wrong with an address without repeating it, for it may hold a password.
func wrongAddress(err error) error {
	text := oneLine(err.Error())
	if _, why, ok := strings.Cut(text, "`: "); ok {
		text = why
	}
	return fmt.Errorf("%w: %s", ErrAddress, text)
}

// Await waits until the database answers, as long as ctx lasts. It tells at once and then every few seconds why it
// waits. What waiting cannot mend, such as a wrong password, is returned at once.
func (s *Store) Await(ctx context.Context, tell func(error)) error {
	again, say := time.NewTicker(250*time.Millisecond), time.NewTicker(3*time.Second)
	defer again.Stop()
	defer say.Stop()
	var last error
	for told := false; ; {
		err := s.Ping(ctx)
		if err == nil || attendance.KindOf(err) != attendance.Unavailable && ctx.Err() == nil || hopeless(err) {
			return Plain(err)
		}
		if last == nil || ctx.Err() == nil { // what ends with ctx says nothing of the database
			last = Plain(err)
		}
		select {
		case <-say.C:
			told = false
		default:
		}
		if !told && ctx.Err() == nil {
			tell(last)
			told = true
		}
		select {
		case <-ctx.Done():
			return last
		case <-again.C:
		}
	}
}

// migrated says whether the schema of a database that has users is this program's already. Whoever finds it so needs no
// right to change it.
func (s *Store) migrated(ctx context.Context, all []migration) bool {
	if !s.Shared() {
		return false
	}
	done, err := checksums(ctx, s.on)
	return err == nil && len(done) == len(all) && sameHistory(done, all) == nil
}

// schemaRefused adds to the error of a step what a user may lack who is not to change the schema.
func schemaRefused(err error) error {
	server, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case !ok:
		return err
	case server.Code == "42501":
		return plainError{oneLine(server.Error()) + "; the schema is brought up to date by the owner of the tables, who may CREATE in their schema: " +
			"run \"punchclock migrate\" as that user, and then GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES to this one", err}
	case server.Code == "3F000":
		return plainError{oneLine(server.Error()) + "; no schema of the user's search_path is there: make one (CREATE SCHEMA), or correct the search_path", err}
	default:
		return err
	}
}

// Entitled says what the database does not let its user do, of what a server must: read, add to, change and delete from all
// tables but that of the schema's steps, and call the function that counts requests. SQLite has no users.
func (s *Store) Entitled(ctx context.Context) error {
	if !s.Shared() {
		return nil
	}
	const sql = `SELECT quote_ident(current_user::text), quote_ident(a.relnamespace::regnamespace::text), lacks.name, lacks.calls
		FROM pg_class a JOIN (
			SELECT c.relname::text AS name, c.relowner AS owner, c.relnamespace AS place, 0 AS calls FROM pg_class c
				WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'schema_migrations'
				AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
					AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))
			UNION ALL SELECT p.proname::text, p.proowner, p.pronamespace, 1 FROM pg_proc p WHERE p.proname = 'count_requests'
				AND NOT has_function_privilege(p.oid, 'EXECUTE')
		) lacks ON lacks.owner = a.relowner AND lacks.place = a.relnamespace
		WHERE a.oid = 'accounts'::regclass ORDER BY lacks.name`
	var user, schema string
	var tables, functions []string
	err := s.on.query(ctx, sql, nil, func(r *row) error {
		user, schema = r.Text(), r.Text()
		if name := r.Text(); r.Int() == 1 {
			functions = append(functions, name)
		} else {
			tables = append(tables, name)
		}
		return nil
	})
	if err != nil {
		return Plain(err)
	}
	return unentitled(user, schema, tables, functions)
}

// unentitled is what is told of a user who may not use all of the tables or functions.
func unentitled(user, schema string, tables, functions []string) error {
	var may, grants []string
	if len(tables) > 0 {
		first := strings.Join(tables[:min(len(tables), 3)], ", ")
		may = append(may, fmt.Sprintf("change all tables (%d, such as %s)", len(tables), first))
		grants = append(grants, fmt.Sprintf("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %s TO %s", schema, user))
	}
	for _, name := range functions {
		may = append(may, "call the function "+name)
		grants = append(grants, fmt.Sprintf("GRANT EXECUTE ON FUNCTION %s.%s TO %s", schema, name, user))
	}
	if may == nil {
		return nil
	}
	return fmt.Errorf("the user %s may not %s; their owner can allow it: %s", user, strings.Join(may, ", nor "), strings.Join(grants, "; "))
}
