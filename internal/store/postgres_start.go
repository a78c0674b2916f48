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

// Entitled says what the database does not let its user do, of what a server must: read and add to all tables, and change
// accounts. SQLite has no users.
func (s *Store) Entitled(ctx context.Context) error {
	if !s.Shared() {
		return nil
	}
	const sql = `SELECT current_user::text, quote_ident(a.relnamespace::regnamespace::text), c.relname::text
		FROM pg_class a JOIN pg_class c ON c.relowner = a.relowner AND c.relnamespace = a.relnamespace
		WHERE a.oid = 'accounts'::regclass AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'schema_migrations'
		AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
			AND (c.relname <> 'accounts' OR has_table_privilege(c.oid, 'UPDATE')))
		ORDER BY c.relname`
	var user, schema string
	var lacking []string
	err := s.on.query(ctx, sql, nil, func(r *row) error {
		user, schema = r.Text(), r.Text()
		lacking = append(lacking, r.Text())
		return nil
	})
	if err != nil || lacking == nil {
		return Plain(err)
	}
	first := strings.Join(lacking[:min(len(lacking), 3)], ", ")
	return fmt.Errorf("the user %s may not change all tables (%d, such as %s); their owner can allow it: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %s TO %s",
		user, len(lacking), first, schema, user)
}
