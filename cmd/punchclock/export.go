package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

func (p *program) exportCommand() *cobra.Command {
	c := p.group("export", "Export employees or punches as comma-separated values.",
		`What is exported can be imported. Cells that a spreadsheet would take for a formula begin with an apostrophe, which an
import takes off.`)
	c.AddCommand(p.exportEmployeesCommand(), p.exportPunchesCommand())
	return c
}

func (p *program) exportEmployeesCommand() *cobra.Command {
	var account int64
	var output string
	var sensitive bool
	c := p.command("employees --account ID", "Export employees, ordered by name.", "", cobra.NoArgs, func(ctx context.Context, _ []string) error {
		return p.export(ctx, account, output, func(a *app.App, to io.Writer) error {
			return a.ExportEmployees(ctx, operator(account), to, sensitive)
		})
	})
	accountFlag(c, &account)
	outputFlag(c, &output)
	c.Flags().BoolVar(&sensitive, "sensitive", false, "export PINs, birth dates and national ids too")
	return c
}

func (p *program) exportPunchesCommand() *cobra.Command {
	var account int64
	var output, from, to string
	c := p.command("punches --account ID", "Export punches, in the order of their ins.", "", cobra.NoArgs, func(ctx context.Context, _ []string) error {
		filter, err := punchesBetween(from, to)
		if err != nil {
			return err
		}
		return p.export(ctx, account, output, func(a *app.App, w io.Writer) error {
			return a.ExportPunches(ctx, operator(account), w, filter)
		})
	})
	accountFlag(c, &account)
	outputFlag(c, &output)
	c.Flags().StringVar(&from, "from", "1970-01-02", "first `DAY`, or date and time; without an offset as the clock of each punch showed it")
	c.Flags().StringVar(&to, "to", "2199-12-30", "last `DAY`, or date and time")
	return c
}

func outputFlag(c *cobra.Command, output *string) {
	c.Flags().StringVarP(output, "output", "o", "-", "`FILE` to write, which must not exist; - is standard output")
}

// punchesBetween is the filter of a range as it is written.
func punchesBetween(from, to string) (*attendance.PunchFilter, error) {
	var bounds [2]attendance.Bound
	for i, text := range []string{from, to} {
		if err := bounds[i].UnmarshalText([]byte(text)); err != nil {
			return nil, usageError{err}
		}
	}
	r, err := attendance.WallRangeOf(bounds[0], bounds[1])
	if err != nil {
		return nil, usageError{err}
	}
	return &attendance.PunchFilter{Range: r}, nil
}

// export writes to a new file or to standard output.
func (p *program) export(ctx context.Context, account int64, output string, write func(*app.App, io.Writer) error) error {
	return p.withApp(ctx, func(a *app.App) error {
		if _, err := a.Store().Account(ctx, account); err != nil {
			return missing(err, "account", account)
		}
		if output == "-" {
			buffered := bufio.NewWriterSize(p.out, 64<<10)
			return errors.Join(write(a, buffered), buffered.Flush())
		}
		if err := refuseExisting(output); err != nil {
			return err
		}
		f, err := os.OpenFile(output, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // it holds personal data
		if err != nil {
			return fmt.Errorf("the export cannot be written: %w", err)
		}
		err = write(a, f)
		if err := errors.Join(err, f.Close()); err != nil {
			return errors.Join(err, os.Remove(output))
		}
		return nil
	})
}
