package store

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"time"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migration is one numbered step of the schema.
type migration struct {
	version  int64
	name     string
	sql      string
	checksum string
}

// migrations are the embedded steps in order.
func migrations() ([]migration, error) {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql") // sorted by name
	if err != nil {
		return nil, err
	}
	var all []migration
	for i, file := range files {
		text, err := migrationFiles.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		all = append(all, migration{int64(i + 1), strings.TrimPrefix(file, "migrations/"), string(text), hex.EncodeToString(sum[:])})
	}
	return all, nil
}

// Migrate brings the schema up to date, each step in a transaction, and tells how many steps it took. It refuses a
// schema that is newer than this program, and one whose released steps differ from the program's.
func (s *Store) Migrate(ctx context.Context, now time.Time) (steps int, err error) {
	all, err := migrations()
	if err != nil || s.migrated(ctx, all) {
		return 0, err
	}
	for {
		taken := false
		err := s.engine.write(ctx, noAccount, func(c conn) error {
			if err := s.engine.lockSchema(ctx, c); err != nil {
				return err
			}
			done, err := appliedMigrations(ctx, c)
			if err != nil {
				return err
			}
			if err := sameHistory(done, all); err != nil {
				return err
			}
			if len(done) == len(all) {
				return nil
			}
			taken = true
			return s.applyMigration(ctx, c, all[len(done)], now)
		})
		if err != nil || !taken {
			return steps, schemaRefused(err)
		}
		steps++
	}
}

// appliedMigrations are the checksums of the steps that the database has, in order.
func appliedMigrations(ctx context.Context, c conn) ([]string, error) {
	const create = "CREATE TABLE IF NOT EXISTS schema_migrations (version BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied BIGINT NOT NULL)"
	if err := c.exec(ctx, create, nil); err != nil {
		return nil, err
	}
	return checksums(ctx, c)
}

func checksums(ctx context.Context, c runner) (done []string, err error) {
	err = c.query(ctx, "SELECT checksum FROM schema_migrations ORDER BY version", nil, func(r *row) error {
		done = append(done, r.Text())
		return nil
	})
	return done, err
}

func sameHistory(done []string, all []migration) error {
	if len(done) > len(all) {
		return fmt.Errorf("the database has schema version %d, newer than the %d this program knows: run the newer program", len(done), len(all))
	}
	for i, checksum := range done {
		if all[i].checksum != checksum {
			return fmt.Errorf("the database's schema step %s is not the one this program knows: it was made by another edition of the program", all[i].name)
		}
	}
	return nil
}

func (s *Store) applyMigration(ctx context.Context, c conn, m migration, now time.Time) error {
	for _, statement := range statements(s.engine.dialect(m.sql)) {
		if err := c.exec(ctx, statement, nil); err != nil {
			return fmt.Errorf("migration %s: %w", m.name, err)
		}
	}
	err := c.exec(ctx, "INSERT INTO schema_migrations (version, name, checksum, applied) VALUES ($1, $2, $3, $4)", []any{m.version, m.name, m.checksum, micros(now)})
	return err
}

// statements splits a migration at the semicolons that end a line, outside comments and the bodies of functions.
func statements(text string) []string {
	var all []string
	var current strings.Builder
	body := false
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, "--")
		code = strings.TrimRight(code, " \t\r\n")
		current.WriteString(code + "\n")
		body = body != (strings.Count(code, "$$")%2 == 1)
		if strings.HasSuffix(code, ";") && !body {
			all = append(all, strings.TrimSuffix(strings.TrimSpace(current.String()), ";"))
			current.Reset()
		}
	}
	return all
}

// SchemaVersion is the number of schema steps that the database has, and that the program knows.
func (s *Store) SchemaVersion(ctx context.Context) (has, knows int, err error) {
	all, err := migrations()
	if err != nil {
		return 0, 0, err
	}
	err = s.on.query(ctx, "SELECT count(*) FROM schema_migrations", nil, func(r *row) error {
		has = int(r.Int())
		return nil
	})
	return has, len(all), err
}

// What a migration writes in place of an instant in a view: as UTC, or as the clock on the wall showed it.
var (
	utcColumn  = regexp.MustCompile(`\{\{utc ([a-z._]+)\}\}`)
	wallColumn = regexp.MustCompile(`\{\{wall ([a-z._]+)\}\}`)
)

// postgresOnly is around what of a migration only PostgreSQL needs.
var postgresOnly = regexp.MustCompile(`(?s)\{\{postgres\}\}(.*?)\{\{end\}\}`)
