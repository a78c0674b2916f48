package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/config"
	"punchclock/internal/store"
)

// openStore opens a database without changing its schema.
func (p *program) openStore(ctx context.Context, path string) (*store.Store, error) {
	return p.openStoreFor(ctx, path, store.Options{})
}

// openStoreFor is openStore with options; those that the settings know are taken from there.
func (p *program) openStoreFor(ctx context.Context, path string, options store.Options) (*store.Store, error) {
	if !config.IsAddress(path) {
		if err := usable(path); err != nil {
			return nil, err
		}
	} else if !plainAddress.MatchString(path) {
		return nil, usageError{errors.New("the database address has an @, /, ? or # too many: in a password they are written %40, %2F, %3F and %23")}
	}
	options.Readers, options.CacheKiB, options.MmapMiB, options.Pool = p.settings.DBReaders, p.settings.DBCacheKiB, p.settings.DBMmapMiB, p.settings.DBPool
	s, err := store.Open(ctx, path, options)
	if errors.Is(err, store.ErrAddress) {
		err = usageError{err}
	}
	return s, err
}

// plainAddress is an address of which it is certain where its password stands: a password with an unescaped @, / or ?
// would look like a host. A list of hosts with ports is no URL by the book, but PostgreSQL takes it.
var plainAddress = regexp.MustCompile(`^([a-z]+://)(?:([^:@/?#]*)(?::[^@/?#]*)?(@))?([^@?#]*)(?:\?[^@#]*)?$`)

// shownDatabase names a database without its password. That can stand in the query too, which is left out.
func shownDatabase(path string) string {
	if !config.IsAddress(path) {
		return path
	}
	parts := plainAddress.FindStringSubmatch(path)
	if parts == nil {
		return "at an address that is not well-formed"
	}
	return strings.Join(parts[1:], "")
}

// parameters is how programs of PostgreSQL also take an address.
var parameters = regexp.MustCompile(`(^|\s)(host|hostaddr|dbname|user|password|service)\s*=`)

// usable says in one line what keeps a path from being a database. The database itself would only say that it cannot
// be opened.
func usable(path string) error {
	if parameters.MatchString(path) {
		return errors.New("the database is given as name=value, of which a file would be made; write postgres://USER:PASSWORD@HOST/NAME")
	}
	dir := filepath.Dir(path)
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("database %s: the directory %s does not exist; create it, or name another with --db", path, dir)
	case err != nil:
		return fmt.Errorf("database %s: %w", path, err)
	case !info.IsDir():
		return fmt.Errorf("database %s: %s is not a directory", path, dir)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("database %s is not a file; name one with --db", path)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("database %s cannot be written: %w", path, errors.Unwrap(err))
	}
	return f.Close()
}

// withStore opens a database, brings its schema up to date, and closes it after fn.
func (p *program) withStore(ctx context.Context, path string, fn func(*store.Store) error) error {
	return p.withMigrated(ctx, path, 0, fn)
}

// withMigrated is withStore for a database that may take some time until it can be reached.
func (p *program) withMigrated(ctx context.Context, path string, wait time.Duration, fn func(*store.Store) error) error {
	return p.withOpen(ctx, path, wait, func(s *store.Store) error {
		if _, err := s.Migrate(ctx, p.now()); err != nil {
			return fmt.Errorf("database %s: %w", shownDatabase(path), store.Plain(err))
		}
		return store.Plain(fn(s))
	})
}

// withOpen opens a database, waits until it can be reached, and closes it after fn.
func (p *program) withOpen(ctx context.Context, path string, wait time.Duration, fn func(*store.Store) error) (err error) {
	s, err := p.openStore(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if config.IsAddress(path) {
		if err := p.await(ctx, s, path, wait); err != nil {
			return err
		}
	}
	return fn(s)
}

// answersWithin is how long a command waits for a database server to answer at all.
const answersWithin = 5 * time.Second

// await waits until a database server answers, and says in the log what it waits for.
func (p *program) await(ctx context.Context, s *store.Store, path string, wait time.Duration) error {
	waiting, stop := context.WithTimeout(ctx, cmp.Or(wait, answersWithin))
	defer stop()
	err := s.Await(waiting, func(err error) {
		if wait == 0 {
			stop()
			return
		}
		p.log.WarnContext(ctx, "waiting for the database", "database", shownDatabase(path), "error", err, "atMost", wait.String())
	})
	if err != nil {
		return fmt.Errorf("database %s cannot be reached: %w", shownDatabase(path), err)
	}
	return nil
}

// withApp is withStore for what changes records.
func (p *program) withApp(ctx context.Context, fn func(*app.App) error) error {
	return p.withStore(ctx, p.settings.DB, func(s *store.Store) error { return p.onStore(ctx, s, fn) })
}

// withServedApp is withApp for a server: it waits for its database, and lets no request wait for it for ever. Migrations
// take what time they need.
func (p *program) withServedApp(ctx context.Context, fn func(*app.App) error) (err error) {
	if !config.IsAddress(p.settings.DB) {
		return p.withApp(ctx, fn)
	}
	entitled := func(s *store.Store) error {
		if err := s.Entitled(ctx); err != nil {
			return fmt.Errorf("database %s: %w", shownDatabase(p.settings.DB), err)
		}
		return nil
	}
	if err := p.withMigrated(ctx, p.settings.DB, p.settings.DBWait, entitled); err != nil {
		return err
	}
	scarce := func(err error) {
		p.log.WarnContext(ctx, "fewer connections than wanted", "pool", p.settings.DBPool, "error", err)
	}
	s, err := p.openStoreFor(ctx, p.settings.DB, store.Options{Patience: p.settings.DBTimeout, Scarce: scarce})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return store.Plain(p.onStore(ctx, s, fn))
}

func (p *program) onStore(ctx context.Context, s *store.Store, fn func(*app.App) error) error {
	a, err := app.New(ctx, s, p.now, p.settings.Secret)
	if err != nil {
		return err
	}
	return fn(a)
}
