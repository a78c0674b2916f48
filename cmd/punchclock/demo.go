package main

import (
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
)

func (p *program) demoCommand() *cobra.Command {
	var c *cobra.Command
	c = servingFlags(p.command("demo", "Serve a demo company in a throwaway database.",
		`The company has 60 employees in three org units in three time zones, and ten weeks of punches up to now, with what
happens in life: late arrivals, missing outs, night shifts, meals, overtime, time off. An API key and some commands to
try are printed.

The database is deleted when the demo ends. With --db it is made there, in a new file, and kept. Settings from the
environment or from a file do not choose the database, so that a demo never meets real data.`,
		cobra.NoArgs, func(ctx context.Context, _ []string) error {
			if c.Flags().Changed("db") {
				if config.IsAddress(p.settings.DB) {
					return usageError{errors.New("a demo is kept in a file: name a new one with --db")}
				}
				if err := refuseExisting(p.settings.DB); err != nil {
					return err
				}
				return p.demo(ctx)
			}
			return p.inThrowaway(func() error { return p.demo(ctx) })
		}))
	return c
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
	return p.withApp(ctx, func(a *app.App) error {
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
		account.Burst, account.Sustained, account.ID, p.settings.DB)
}
