package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// accountView is an account as --json shows it.
type accountView struct {
	ID        int64     `json:"id"`
	Name      string    `json:"name"`
	Timezone  string    `json:"timezone"`
	Burst     int64     `json:"burst"`
	Sustained int64     `json:"sustained"`
	Created   time.Time `json:"created"`
}

func viewAccount(a *attendance.Account) accountView {
	return accountView{a.ID, a.Name, a.Timezone, a.Burst, a.Sustained, a.Created}
}

func (p *program) accountCommand() *cobra.Command {
	c := p.group("account", "Create, change and list accounts.", `An account is a customer of this installation. Every record belongs to exactly one account, and no account sees
anything of another.`)
	c.AddCommand(p.accountCreateCommand(), p.accountSetCommand(), p.accountListCommand())
	return c
}

func (p *program) accountCreateCommand() *cobra.Command {
	var timezone string
	var burst, sustained int64
	var asJSON bool
	c := p.command("create NAME --timezone ZONE", "Create an account and print its id.", `The account begins with the pay codes Regular, Overtime and Double time.`,
		cobra.ExactArgs(1), func(ctx context.Context, args []string) error {
			return p.withApp(ctx, func(a *app.App) error {
				account, err := a.CreateAccount(ctx, args[0], timezone, burst, sustained)
				switch {
				case err != nil:
					return misused(err)
				case asJSON:
					return p.printJSON(viewAccount(account))
				default:
					return p.print("%d", account.ID)
				}
			})
		})
	c.Flags().StringVar(&timezone, "timezone", "", "time `ZONE` of the account by its IANA name, such as America/New_York (required)")
	c.Flags().Int64Var(&burst, "burst", attendance.DefaultBurst, "at most `N` requests pass in any minute; 0 is no limit")
	c.Flags().Int64Var(&sustained, "sustained", attendance.DefaultSustained, "at most `N` requests pass in any hour; 0 is no limit")
	c.Flags().BoolVar(&asJSON, "json", false, "print the whole account as JSON")
	_ = c.MarkFlagRequired("timezone") // the flag is there
	return c
}

func (p *program) accountSetCommand() *cobra.Command {
	var name, timezone string
	var burst, sustained int64
	var asJSON bool
	var c *cobra.Command
	c = p.command("set ID", "Change an account.", `Only what is given is changed. A running server takes it up within a second. Another time zone does not change punches
that were already made.`,
		cobra.ExactArgs(1), func(ctx context.Context, args []string) error {
			id, err := readID("account", args[0])
			if err != nil {
				return err
			}
			given := c.Flags().Changed
			if !given("name") && !given("timezone") && !given("burst") && !given("sustained") {
				return usageError{errors.New("nothing to change: give --name, --timezone, --burst or --sustained")}
			}
			return p.withApp(ctx, func(a *app.App) error {
				account, err := a.UpdateAccount(ctx, id, func(account *attendance.Account) {
					take(given("name"), &account.Name, name)
					take(given("timezone"), &account.Timezone, timezone)
					take(given("burst"), &account.Burst, burst)
					take(given("sustained"), &account.Sustained, sustained)
				})
				switch {
				case err != nil:
					return misused(missing(err, "account", id))
				case asJSON:
					return p.printJSON(viewAccount(account))
				default:
					p.say("Account %d is changed.", account.ID)
					return nil
				}
			})
		})
	c.Flags().StringVar(&name, "name", "", "new `NAME`")
	c.Flags().StringVar(&timezone, "timezone", "", "new time `ZONE` by its IANA name")
	c.Flags().Int64Var(&burst, "burst", 0, "at most `N` requests pass in any minute; 0 is no limit")
	c.Flags().Int64Var(&sustained, "sustained", 0, "at most `N` requests pass in any hour; 0 is no limit")
	c.Flags().BoolVar(&asJSON, "json", false, "print the changed account as JSON")
	return c
}

// take sets a value that was given.
func take[T any](given bool, to *T, value T) {
	if given {
		*to = value
	}
}

// readID reads an id of the command line.
func readID(what, text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, usageError{fmt.Errorf("%q is not the id of an %s: it must be a positive whole number", text, what)}
	}
	return id, nil
}

// missing names the record that was not found.
func missing(err error, what string, id int64) error {
	if attendance.KindOf(err) == attendance.NotFound {
		return fmt.Errorf("there is no %s %d", what, id)
	}
	return err
}

func (p *program) accountListCommand() *cobra.Command {
	var asJSON bool
	c := p.command("list", "List the accounts.", "", cobra.NoArgs, func(ctx context.Context, _ []string) error {
		return p.withApp(ctx, func(a *app.App) error {
			views := []accountView{}
			for account, err := range a.Store().Accounts(ctx) {
				if err != nil {
					return err
				}
				views = append(views, viewAccount(account))
			}
			if asJSON {
				return p.printJSON(views)
			}
			table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
			_, _ = fmt.Fprintln(table, "ID\tNAME\tTIMEZONE\tBURST\tSUSTAINED\tCREATED") // Flush tells the error
			for _, v := range views {
				_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%d\t%d\t%s\n", v.ID, v.Name, v.Timezone, v.Burst, v.Sustained, v.Created.Format(time.RFC3339))
			}
			return table.Flush()
		})
	})
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
