package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"punchclock/internal/config"
	"punchclock/internal/store"
)

func (p *program) copyCommand() *cobra.Command {
	var from, to string
	var asJSON bool
	c := p.command("copy --from DATABASE --to DATABASE", "Copy everything from one database to another.",
		`From SQLite to PostgreSQL or back: a database is sqlite:PATH, PATH or a postgres:// address. Ids are kept. At the end
both sides are compared, table by table, by their rows and a hash of all that they hold.

Stop the servers first: nobody may change either side meanwhile. The target must be empty, or hold a part of the same copy: one
that was broken off goes on where it was.`,
		cobra.NoArgs, func(ctx context.Context, _ []string) error {
			from, to := strings.TrimPrefix(from, "sqlite:"), strings.TrimPrefix(to, "sqlite:")
			switch {
			case from == "" || to == "":
				return usageError{errors.New("copy needs --from and --to")}
			case from == to:
				return usageError{errors.New("--from and --to are the same database")}
			}
			if _, err := os.Stat(from); !config.IsAddress(from) && errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("there is no database %s to copy; is --from misspelt?", from)
			}
			return p.withStore(ctx, from, func(source *store.Store) error {
				return p.withStore(ctx, to, func(target *store.Store) error { return p.copy(ctx, source, target, asJSON) })
			})
		})
	c.Flags().Var(&textFlag{"", "DATABASE"}, "from", "the database to copy")
	c.Flags().Var(&textFlag{"", "DATABASE"}, "to", "the database to copy it to")
	c.Flags().BoolVar(&asJSON, "json", false, "print the rows and the hash of each table as JSON")
	c.PreRun = func(command *cobra.Command, _ []string) {
		from, to = command.Flag("from").Value.String(), command.Flag("to").Value.String()
	}
	return c
}

func (p *program) copy(ctx context.Context, source, target *store.Store, asJSON bool) error {
	bars := make(map[string]func(done, all int))
	sums, err := source.CopyTo(ctx, target, func(table string, done, all int64) {
		bar, ok := bars[table]
		if !ok {
			bar = p.progress(table)
			bars[table] = bar
		}
		if bar != nil {
			bar(int(done), int(all))
		}
	})
	if err != nil {
		return err
	}
	if asJSON {
		return p.printJSON(sums)
	}
	rows := int64(0)
	for _, sum := range sums {
		rows += sum.Rows
	}
	p.say("Both databases hold the same %d rows in %d tables.", rows, len(sums))
	return p.print("%d", rows)
}
