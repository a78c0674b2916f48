package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"punchclock/internal/config"
	"punchclock/internal/store"
)

// manifest says what a backup holds. It stands beside the backup, with the suffix manifestSuffix, so that damage that
// comes later is noticed.
type manifest struct {
	Made    time.Time        `json:"made"`
	Program string           `json:"program"`
	Schema  int              `json:"schema"`
	Bytes   int64            `json:"bytes"`
	SHA256  string           `json:"sha256"`
	Rows    map[string]int64 `json:"rows"`
}

const manifestSuffix = ".manifest.json"

func (p *program) backupCommand() *cobra.Command {
	var asJSON bool
	c := p.command("backup FILE", "Copy the database to a new file, while it is in use.",
		`The copy holds the database as it is at one moment; a running server goes on meanwhile. The copy is examined before it
gets its name, and FILE`+manifestSuffix+` says what it holds. An existing file is never overwritten.

Copy both files to another machine. "punchclock restore" makes a database of them. A PostgreSQL database is backed up
with its own tools.`,
		cobra.ExactArgs(1), func(ctx context.Context, args []string) error {
			if config.IsAddress(p.settings.DB) {
				return store.ErrServerBackup
			}
			if err := refuseExisting(args[0], args[0]+manifestSuffix); err != nil {
				return err
			}
			if file, err := os.Stat(p.settings.DB); err != nil || file.Size() == 0 {
				return fmt.Errorf("there is no database %s to back up", p.settings.DB)
			}
			return p.withStore(ctx, p.settings.DB, func(s *store.Store) error {
				m, err := p.backup(ctx, s, args[0])
				switch {
				case err != nil:
					return err
				case asJSON:
					return p.printJSON(m)
				default:
					p.say("%s holds %d rows and was examined.", args[0], m.total())
					return nil
				}
			})
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print the manifest as JSON")
	return c
}

// refuseExisting fails when one of the files is there.
func refuseExisting(paths ...string) error {
	for _, path := range paths {
		switch _, err := os.Lstat(path); {
		case err == nil:
			return fmt.Errorf("%s exists and is not overwritten; name another file, or move it away", path)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	return nil
}

// createPassing makes a file that will get another name once it is whole. It holds personal data.
func createPassing(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists: the same is being done by another command, or one was broken off; delete it when none runs", path)
	}
	return f, err
}

// backup makes the copy under a passing name, examines it, and gives it its name.
func (p *program) backup(ctx context.Context, s *store.Store, path string) (m *manifest, err error) {
	passing := path + ".incomplete"
	f, err := createPassing(passing)
	if err != nil {
		return nil, fmt.Errorf("the backup cannot be written: %w", err)
	}
	defer func() { err = errors.Join(err, removeIfThere(passing)) }()
	if err := f.Close(); err != nil {
		return nil, err
	}
	if err := s.Backup(ctx, passing); err != nil {
		return nil, err
	}
	if m, err = p.describe(ctx, passing); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	if err := writeNew(path+manifestSuffix, append(text, '\n')); err != nil {
		return nil, err
	}
	return m, giveName(passing, path)
}

// describe examines a copy and says what it holds.
func (p *program) describe(ctx context.Context, path string) (*manifest, error) {
	found, err := inspectSound(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("the copy is not usable: %w", err)
	}
	size, sum, err := checksum(path)
	if err != nil {
		return nil, err
	}
	return &manifest{Made: p.now().UTC(), Program: readVersion().Version, Schema: found.SchemaHas, Bytes: size, SHA256: sum, Rows: found.Rows}, nil
}

// inspectSound inspects a database; one that is not sound is an error.
func inspectSound(ctx context.Context, path string) (*store.Inspection, error) {
	found, err := store.Inspect(ctx, path)
	if err != nil {
		return nil, err
	}
	if len(found.Problems) > 0 {
		return nil, fmt.Errorf("%s: %s", path, strings.Join(found.Problems, " "))
	}
	return found, nil
}

// total is how many records there are, without the bookkeeping of the schema.
func (m *manifest) total() int64 {
	var n int64
	for table, rows := range m.Rows {
		if table != "schema_migrations" && table != "id_blocks" {
			n += rows
		}
	}
	return n
}

// checksum is the size of a file and its SHA-256 in hexadecimal.
func checksum(path string) (size int64, sum string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = f.Close() }() // nothing was written
	hash := sha256.New()
	size, err = io.Copy(hash, f)
	return size, hex.EncodeToString(hash.Sum(nil)), err
}

// writeNew writes a file that must not exist, and has it on disk when it returns.
func writeNew(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Sync(), f.Close())
}

// giveName gives a complete file its name, which nobody may have taken meanwhile, and has both on disk.
func giveName(passing, path string) error {
	if err := os.Link(passing, path); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s was made by somebody else meanwhile and is not overwritten", path)
	} else if err != nil { // a file system without links
		if err := refuseExisting(path); err != nil {
			return err
		}
		if err := os.Rename(passing, path); err != nil {
			return err
		}
	}
	return syncDirectory(filepath.Dir(path))
}

// syncDirectory has the names in a directory on disk. Systems that cannot do this do it by themselves.
func syncDirectory(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync() // not every system can
	return d.Close()
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
