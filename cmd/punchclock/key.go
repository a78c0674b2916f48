package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// keyView is an API key as --json shows it. Secret is there only when the key was just made.
type keyView struct {
	ID          int64      `json:"id"`
	Name        string     `json:"name"`
	Secret      string     `json:"key,omitempty"`
	Prefix      string     `json:"prefix"`
	Last4       string     `json:"last4"`
	Permissions []string   `json:"permissions"`
	OrgUnits    []int64    `json:"orgUnits"`
	Expires     *time.Time `json:"expires"`
	Revoked     *time.Time `json:"revoked"`
	LastUsed    *time.Time `json:"lastUsed"`
	Created     time.Time  `json:"created"`
}

func viewKey(k *attendance.Key, secret string) keyView {
	v := keyView{
		ID: k.ID, Name: k.Name, Secret: secret, Prefix: k.Prefix, Last4: k.Last4, OrgUnits: append([]int64{}, k.OrgUnits...),
		Expires: k.Expires, Revoked: k.Revoked, LastUsed: k.LastUsed, Created: k.Created,
	}
	for _, permission := range k.Permissions {
		v.Permissions = append(v.Permissions, string(permission))
	}
	return v
}

// state says in a word whether the key opens anything.
func (v keyView) state(now time.Time) string {
	switch {
	case v.Revoked != nil:
		return "revoked"
	case v.Expires != nil && !now.Before(*v.Expires):
		return "expired"
	default:
		return "valid"
	}
}

func (p *program) keyCommand() *cobra.Command {
	c := p.group("key", "Create, list and revoke API keys.", `An API key lets a program act within one account, as far as its permissions go. Its secret is shown once, when it is
made; the database holds only a hash.`)
	c.AddCommand(p.keyCreateCommand(), p.keyListCommand(), p.keyRevokeCommand())
	return c
}

func (p *program) keyCreateCommand() *cobra.Command {
	var account int64
	var name, permissions, expires string
	var orgUnits []int64
	var asJSON bool
	c := p.command("create --account ID --name NAME --permissions LIST", "Create an API key and print it.",
		"Permissions are separated by commas: "+strings.ReplaceAll(attendance.Permissions(attendance.AllPermissions()).String(), ",", ", ")+`.

*:read reads every collection, * may do everything. The key alone is printed on standard output; it is never shown again.`,
		cobra.NoArgs, func(ctx context.Context, _ []string) error {
			k := attendance.Key{Name: name, OrgUnits: orgUnits}
			var err error
			if k.Permissions, err = attendance.ParsePermissions(permissions); err != nil {
				return usageError{err}
			}
			return p.withApp(ctx, func(a *app.App) error {
				if k.Expires, err = readExpiry(ctx, a, account, expires); err != nil {
					return err
				}
				key, secret, err := a.CreateKey(ctx, account, k)
				switch {
				case err != nil:
					return misused(missing(err, "account", account))
				case asJSON:
					return p.printJSON(viewKey(key, secret))
				default:
					p.say("Key %d is made. Keep it safe: it is not shown again.", key.ID)
					return p.print("%s", secret)
				}
			})
		})
	accountFlag(c, &account)
	c.Flags().StringVar(&name, "name", "", "`NAME` that says what the key is for (required)")
	c.Flags().StringVar(&permissions, "permissions", "", "`LIST` of what the key may do, separated by commas (required)")
	c.Flags().StringVar(&expires, "expires", "", "`DATE`, or date and time, from which on the key no longer works; a time without offset is the account's")
	c.Flags().Int64SliceVar(&orgUnits, "org-units", nil, "`IDS` of the org units that the key is limited to, separated by commas")
	c.Flags().Lookup("org-units").DefValue = "" // so that the help does not call it []
	c.Flags().BoolVar(&asJSON, "json", false, "print the key with all that is known of it as JSON")
	_ = c.MarkFlagRequired("name")        // the flag is there
	_ = c.MarkFlagRequired("permissions") // the flag is there
	return c
}

// accountFlag adds the flag that names the account.
func accountFlag(c *cobra.Command, account *int64) {
	c.Flags().Int64Var(account, "account", 0, "`ID` of the account (required)")
	_ = c.MarkFlagRequired("account") // the flag is there
}

// readExpiry reads an end of validity; a local time is read in the zone of the account.
func readExpiry(ctx context.Context, a *app.App, account int64, text string) (*time.Time, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // no end is a meaning of its own
	}
	owner, err := a.Store().Account(ctx, account)
	if err != nil {
		return nil, missing(err, "account", account)
	}
	zone, err := a.Zones().Load(owner.Timezone)
	if err != nil {
		return nil, err
	}
	moment, err := attendance.ParseMoment(text)
	if err != nil {
		return nil, usageError{fmt.Errorf("--expires: %w", err)}
	}
	at, err := moment.In(zone)
	if err != nil {
		return nil, usageError{fmt.Errorf("--expires: %w", err)}
	}
	return &at, nil
}

func (p *program) keyListCommand() *cobra.Command {
	var account int64
	var asJSON bool
	c := p.command("list --account ID", "List the API keys of an account.", "", cobra.NoArgs, func(ctx context.Context, _ []string) error {
		return p.withApp(ctx, func(a *app.App) error {
			if _, err := a.Store().Account(ctx, account); err != nil {
				return missing(err, "account", account)
			}
			views := []keyView{}
			for key, err := range a.Store().Keys(ctx, account) {
				if err != nil {
					return err
				}
				views = append(views, viewKey(key, ""))
			}
			if asJSON {
				return p.printJSON(views)
			}
			table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
			_, _ = fmt.Fprintln(table, "ID\tNAME\tKEY\tSTATE\tLAST USED\tPERMISSIONS") // Flush tells the error
			for _, v := range views {
				_, _ = fmt.Fprintf(table, "%d\t%s\t%s…%s\t%s\t%s\t%s\n", v.ID, v.Name, v.Prefix, v.Last4, v.state(p.now()), shownTime(v.LastUsed), strings.Join(v.Permissions, ","))
			}
			return table.Flush()
		})
	})
	accountFlag(c, &account)
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// shownTime is an instant for people, or a word for none.
func shownTime(t *time.Time) string {
	if t == nil {
		return "never"
	}
	return t.UTC().Format(time.RFC3339)
}

func (p *program) keyRevokeCommand() *cobra.Command {
	var account int64
	c := p.command("revoke KEY --account ID", "Make an API key invalid for good.", `KEY is the id that "key list" shows. A running server refuses the key within a second.`,
		cobra.ExactArgs(1), func(ctx context.Context, args []string) error {
			id, err := readID("API key", args[0])
			if err != nil {
				return err
			}
			return p.withApp(ctx, func(a *app.App) error {
				if _, err := a.RevokeKey(ctx, operator(account), account, id); err != nil {
					return missing(err, fmt.Sprintf("key of account %d with id", account), id)
				}
				p.say("Key %d is revoked.", id)
				return nil
			})
		})
	accountFlag(c, &account)
	return c
}
