package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"punchclock/internal/app"
	"punchclock/internal/config"
	"punchclock/internal/store"
)

// openStore opens a database without changing its schema.
func (p *program) openStore(ctx context.Context, path string) (*store.Store, error) {
	if !config.IsAddress(path) {
		if err := usable(path); err != nil {
			return nil, err
		}
	}
	return store.Open(ctx, path, store.Options{Readers: p.settings.DBReaders, CacheKiB: p.settings.DBCacheKiB, MmapMiB: p.settings.DBMmapMiB})
}

// shownDatabase names a database without its password.
func shownDatabase(path string) string {
	if !config.IsAddress(path) {
		return path
	}
	address, err := url.Parse(path)
	if err != nil {
		return "at an address that is not well-formed"
	}
	return address.Redacted()
}

// usable says in one line what keeps a path from being a database. The database itself would only say that it cannot
// be opened.
func usable(path string) error {
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
func (p *program) withStore(ctx context.Context, path string, fn func(*store.Store) error) (err error) {
	s, err := p.openStore(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := s.Migrate(ctx, p.now()); err != nil {
		return fmt.Errorf("database %s: %w", shownDatabase(path), err)
	}
	return fn(s)
}

// withApp is withStore for what changes records.
func (p *program) withApp(ctx context.Context, fn func(*app.App) error) error {
	return p.withStore(ctx, p.settings.DB, func(s *store.Store) error {
		a, err := app.New(ctx, s, p.now, p.settings.Secret)
		if err != nil {
			return err
		}
		return fn(a)
	})
}
