package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

func (p *program) migrateCommand() *cobra.Command {
	return p.command("migrate", "Bring the schema of the database up to date.", `Every command does this when it opens a database. This one does nothing else, so that it can be done, and watched, before
a new version is started. A schema that is newer than the program is left alone and is an error.`,
		cobra.NoArgs, func(ctx context.Context, _ []string) (err error) {
			s, err := p.openStore(ctx, p.settings.DB)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			steps, err := s.Migrate(ctx, p.now())
			if err != nil {
				return fmt.Errorf("database %s: %w", shownDatabase(p.settings.DB), err)
			}
			version, _, err := s.SchemaVersion(ctx)
			if err != nil {
				return err
			}
			p.say("Steps taken: %d.", steps)
			return p.print("%d", version)
		})
}
