package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// presetView is a ready-made pay class as --json shows it.
type presetView struct {
	Key     string `json:"key"`
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Source  string `json:"source"`
}

// installedView is a pay class that was installed, as --json shows it.
type installedView struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Preset string `json:"preset"`
}

func (p *program) payClassCommand() *cobra.Command {
	c := p.group("payclass", "Install ready-made pay classes.", `A ready-made pay class holds the overtime rules of a law, as a beginning: look at it, change what your contracts and
agreements say otherwise, and ask somebody who knows the law before you pay by it.`)
	c.AddCommand(p.payClassAddCommand(), p.payClassListCommand())
	return c
}

func (p *program) payClassAddCommand() *cobra.Command {
	var account int64
	var name string
	var asJSON bool
	var c *cobra.Command
	c = p.command("add PRESET --account ID", "Install a ready-made pay class and print its id.",
		`PRESET is one of those that "payclass list" shows. Pay codes that the class needs and the account does not have are made;
those that it has are used, provided that they are worth as much. Employees get the class through the API.`,
		cobra.ExactArgs(1), func(ctx context.Context, args []string) error {
			preset, err := app.FindPreset(args[0])
			if err != nil {
				return misused(err)
			}
			if c.Flags().Changed("name") {
				var problems attendance.Problems
				if problems.CheckName("name", &name); problems.Err() != nil {
					return misused(problems.Err())
				}
			}
			return p.withApp(ctx, func(a *app.App) error {
				if _, err := a.Store().Account(ctx, account); err != nil {
					return missing(err, "account", account)
				}
				class, err := a.AddPreset(ctx, operator(account), preset, name)
				switch {
				case err != nil:
					return err
				case asJSON:
					return p.printJSON(installedView{class.ID, class.Name, preset.Key})
				default:
					return p.print("%d", class.ID)
				}
			})
		})
	accountFlag(c, &account)
	c.Flags().StringVar(&name, "name", "", "`NAME` of the pay class, instead of its own")
	c.Flags().BoolVar(&asJSON, "json", false, "print id and name as JSON")
	return c
}

func (p *program) payClassListCommand() *cobra.Command {
	var asJSON bool
	c := p.command("list", "List the ready-made pay classes.", `The list needs no database. The pay classes of an account are listed by the API.`,
		cobra.NoArgs, func(context.Context, []string) error {
			views := []presetView{}
			for _, preset := range app.Presets() {
				views = append(views, presetView{preset.Key, preset.Name, preset.Summary, preset.Source})
			}
			if asJSON {
				return p.printJSON(views)
			}
			table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
			_, _ = fmt.Fprintln(table, "PRESET\tNAME\tWHAT IT PAYS") // Flush tells the error
			for _, v := range views {
				_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", v.Key, v.Name, v.Summary)
			}
			return table.Flush()
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, with the law behind each")
	return c
}
