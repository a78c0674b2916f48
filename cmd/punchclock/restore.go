package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"punchclock/internal/config"
)

func (p *program) restoreCommand() *cobra.Command {
	return p.command("restore FILE --db NEW", "Make a database of a backup.",
		`The backup is examined first, and compared with its manifest when that stands beside it. An existing database is never
overwritten: restore to a new path, look at it with "punchclock doctor", then serve it. The backup is not changed. Its
schema stays as it is until the database is used.`,
		cobra.ExactArgs(1), func(ctx context.Context, args []string) error {
			from, to := args[0], p.settings.DB
			if config.IsAddress(to) {
				return usageError{errors.New("a backup is restored to a file: name a new one with --db")}
			}
			if err := refuseExisting(to, to+"-wal", to+"-shm", to+"-journal"); err != nil {
				return err
			}
			if err := checkManifest(from); err != nil {
				return err
			}
			found, err := inspectSound(ctx, from)
			if err != nil {
				return err
			}
			if err := copyNew(from, to); err != nil {
				return fmt.Errorf("the backup cannot be restored to %s: %w", to, err)
			}
			m := manifest{Rows: found.Rows}
			p.say("%s holds %d rows of schema %d.", to, m.total(), found.SchemaHas)
			return nil
		})
}

// checkManifest compares a backup with its manifest. A backup without one is accepted: its content is examined anyhow.
func checkManifest(path string) error {
	text, err := os.ReadFile(path + manifestSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return fmt.Errorf("%s is not the manifest of a backup: %w", path+manifestSuffix, err)
	}
	size, sum, err := checksum(path)
	if err != nil {
		return err
	}
	if size != m.Bytes || sum != m.SHA256 {
		return fmt.Errorf("%s is not as it was made: its manifest says %d bytes with SHA-256 %s, it has %d bytes with SHA-256 %s; use another backup",
			path, m.Bytes, m.SHA256, size, sum)
	}
	return nil
}

// copyNew copies a file to a path that must not exist. The copy has its name only when it is complete and on disk.
func copyNew(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // nothing was written
	passing := to + ".incomplete"
	out, err := createPassing(passing)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, removeIfThere(passing)) }()
	_, err = io.Copy(out, in)
	if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
		return err
	}
	if _, sum, err := checksum(passing); err != nil {
		return err
	} else if _, want, err := checksum(from); err != nil || sum != want {
		return errors.Join(errors.New("the copy differs from the backup: the disk may be failing"), err)
	}
	return giveName(passing, to)
}
