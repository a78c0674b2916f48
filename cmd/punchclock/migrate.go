package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"punchclock/internal/store"
)

func (p *program) migrateCommand() *cobra.Command {
	return p.command("migrate", "Bring the schema of the database up to date.", `Every command does this when it opens a database. This one does nothing else, so that it can be done, and watched, before
a new version is started. A schema that is newer than the program is left alone and is an error.`,
		cobra.NoArgs, func(ctx context.Context, _ []string) error {
			return p.withOpen(ctx, p.settings.DB, 0, func(s *store.Store) error {
				steps, err := s.Migrate(ctx, p.now())
				if err != nil {
					return fmt.Errorf("database %s: %w", shownDatabase(p.settings.DB), store.Plain(err))
				}
				version, _, err := s.SchemaVersion(ctx)
				if err != nil {
					return err
				}
				p.say("Steps taken: %d.", steps)
				return p.print("%d", version)
			})
		})
}
