package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/config"
	"punchclock/internal/demo"
	"punchclock/internal/store"
)

func (p *program) demoCommand() *cobra.Command {
	var c *cobra.Command
	c = servingFlags(p.command("demo", "Serve a demo company in a throwaway database.",
		`The company has 60 employees in three org units in three time zones, and ten weeks of punches up to now, with what
happens in life: late arrivals, missing outs, night shifts, meals, overtime, time off. An API key and some commands to
try are printed.

The database is deleted when the demo ends. With --db it is made there, in a new file or in an empty PostgreSQL database,
and kept. Settings from the environment or from a file do not choose the database, so that a demo never meets real data.`,
		cobra.NoArgs, func(ctx context.Context, _ []string) error {
			if c.Flags().Changed("db") {
				if err := p.refuseInhabited(ctx); err != nil {
					return err
				}
				return p.demo(ctx)
			}
			return p.inThrowaway(func() error { return p.demo(ctx) })
		}))
	return c
}

// refuseInhabited fails when a demo could meet what others have in the database.
func (p *program) refuseInhabited(ctx context.Context) error {
	if !config.IsAddress(p.settings.DB) {
		return refuseExisting(p.settings.DB)
	}
	return p.withMigrated(ctx, p.settings.DB, p.settings.DBWait, func(s *store.Store) error {
		for _, err := range s.Accounts(ctx) {
			return cmp.Or(err, fmt.Errorf("database %s has accounts; a demo needs an empty database", shownDatabase(p.settings.DB)))
		}
		return nil
	})
}

// inThrowaway runs fn with a database path in a directory that is deleted afterwards.
func (p *program) inThrowaway(fn func() error) (err error) {
	dir, err := os.MkdirTemp("", "punchclock-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	p.settings.DB = filepath.Join(dir, "demo.db")
	return fn()
}

func (p *program) demo(ctx context.Context) error {
	return p.withServedApp(ctx, func(a *app.App) error {
		account, key, err := demo.Company(ctx, a, p.now())
		if err != nil {
			return err
		}
		return p.serve(ctx, a, func(on net.Addr) error { return p.introduce(account, key, on) })
	})
}

// introduce prints what can be done with the demo.
func (p *program) introduce(account *attendance.Account, key string, on net.Addr) error {
	base := "http://" + on.String() + "/api"
	today := p.now().UTC()
	lastWeek, lately, until := attendance.DateOf(today.AddDate(0, 0, -7)), attendance.DateOf(today.AddDate(0, 0, -3)), attendance.DateOf(today)
	curl := func(path string) string {
		return fmt.Sprintf("  curl -H 'Authorization: Token %s' '%s%s'\n", key, base, path)
	}
	return p.print(`%s: 60 employees in three org units, ten weeks of punches up to now.

  API      %s
  Docs     %s/docs
  API key  %s

Three things to try:

%s%s%s
The account has the rates of every new one: %d requests a minute and %d an hour. To lift them:

  punchclock account set %d --burst 0 --sustained 0 --db %s

Press Ctrl-C to end the demo.`,
		account.Name, base, base, key,
		curl("/employees?limit=3"),
		curl(fmt.Sprintf("/punches?from=%s&to=%s", lately, until)),
		curl(fmt.Sprintf("/timecards.xml?from=%s&to=%s", lastWeek, until)),
		account.Burst, account.Sustained, account.ID, shownDatabase(p.settings.DB))
}
