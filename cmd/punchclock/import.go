package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/sheet"
)

// mostSheet is how large a file may be, in bytes: several million rows.
const mostSheet = 1 << 30

func (p *program) importCommand() *cobra.Command {
	c := p.group("import", "Import employees or punches from a file of separated values.",
		`A file is imported as a whole or not at all, and what is there already is passed over: the same file can be imported
twice. Its first line names the columns. Delimiter (comma, semicolon, tab) and encoding (UTF-8, UTF-16, Windows-1252)
are recognised.`)
	c.AddCommand(
		p.importFileCommand("employees", "Import employees.", app.EmployeeColumns(), (*app.App).ImportEmployeeSheet),
		p.importFileCommand("punches", "Import punches.", app.PunchColumns(), (*app.App).ImportPunchSheet),
	)
	return c
}

// importOptions are the flags of an import.
type importOptions struct {
	account   int64
	columns   []string
	dates     string
	dryRun    bool
	asPunched bool
	asJSON    bool
}

type importer func(*app.App, context.Context, attendance.Actor, app.Sheet) (*app.SheetResult, error)

func (p *program) importFileCommand(what, short string, columns []sheet.Column, do importer) *cobra.Command {
	var o importOptions
	c := p.command(what+" FILE --account ID", short,
		`FILE is - for standard input. A column is found by the name of a field or by another usual name, whatever its case and
punctuation; --map names the others. The columns are:

`+describeColumns(columns)+`
With --dry-run nothing is imported, and what would become of each line is printed.`,
		cobra.ExactArgs(1), func(ctx context.Context, args []string) error {
			s, err := o.sheet()
			if err != nil {
				return err
			}
			if s.Content, err = p.readFile(args[0]); err != nil {
				return err
			}
			s.Progress = p.progress("Importing " + what)
			return p.withApp(ctx, func(a *app.App) error {
				if _, err := a.Store().Account(ctx, o.account); err != nil {
					return missing(err, "account", o.account)
				}
				result, err := do(a, ctx, operator(o.account), s)
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				return p.reportImport(what, &o, result)
			})
		})
	accountFlag(c, &o.account)
	c.Flags().StringArrayVar(&o.columns, "map", nil, "take a field from a column, as `FIELD=COLUMN`; can be repeated")
	c.Flags().StringVar(&o.dates, "dates", "", "`ORDER` in which dates such as 3/8/2026 are read: mdy (month first) or dmy (day first)")
	c.Flags().BoolVar(&o.dryRun, "dry-run", false, "import nothing, print what would become of each line")
	c.Flags().BoolVar(&o.asJSON, "json", false, "print the result as JSON")
	if what == "punches" {
		c.Flags().BoolVar(&o.asPunched, "as-punched", false, "the times were punched at clocks; else they are noted as added afterwards")
	}
	return c
}

// operator is who works with the program on the machine itself.
func operator(account int64) attendance.Actor {
	return attendance.Actor{Scope: attendance.Everything(account), Name: "operator", Via: "cli", Permissions: attendance.Permissions{"*"}}
}

// describeColumns is a list of columns for the help.
func describeColumns(columns []sheet.Column) string {
	var b strings.Builder
	for _, c := range columns {
		name := c.Name
		if c.Required {
			name += "*"
		}
		fmt.Fprintf(&b, "  %-14s %s\n", name, c.Help)
	}
	b.WriteString("\n  * required\n")
	return b.String()
}

// sheet is what the flags say of the sheet.
func (o *importOptions) sheet() (app.Sheet, error) {
	s := app.Sheet{Columns: make(map[string]string), Dates: app.DateOrder(o.dates), DryRun: o.dryRun, AsPunched: o.asPunched}
	for _, pair := range o.columns {
		field, column, ok := strings.Cut(pair, "=")
		if !ok || field == "" || column == "" {
			return s, usageError{fmt.Errorf("--map %q is not of the form FIELD=COLUMN", pair)}
		}
		s.Columns[field] = column
	}
	if s.Dates != app.DatesISO && s.Dates != app.DatesMonthFirst && s.Dates != app.DatesDayFirst {
		return s, usageError{fmt.Errorf("--dates %q is neither mdy nor dmy", o.dates)}
	}
	return s, nil
}

// readFile reads a file, or standard input for -.
func (p *program) readFile(path string) ([]byte, error) {
	from := p.in
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }() // nothing was written
		from = f
	}
	content, err := io.ReadAll(io.LimitReader(from, mostSheet+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if len(content) > mostSheet {
		return nil, fmt.Errorf("%s is larger than %d MiB: split it", path, mostSheet>>20)
	}
	return content, nil
}

// importView is the result of an import as --json shows it. Rows are those that are wrong, in a dry run all.
type importView struct {
	Imported  bool      `json:"imported"`
	Added     int       `json:"added"`
	There     int       `json:"alreadyThere"`
	Wrong     int       `json:"wrong"`
	Encoding  string    `json:"encoding"`
	Delimiter string    `json:"delimiter"`
	Ignored   []string  `json:"ignoredColumns"`
	Rows      []rowView `json:"rows"`
}

type rowView struct {
	Line     int           `json:"line"`
	Outcome  string        `json:"outcome"` // added, alreadyThere or wrong
	ID       int64         `json:"id,omitempty"`
	Problems []problemView `json:"problems,omitempty"`
}

type problemView struct {
	Field  string `json:"field"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// reportImport prints what became of an import. Rows that are wrong make it fail.
func (p *program) reportImport(what string, o *importOptions, r *app.SheetResult) error {
	if len(r.Ignored) > 0 {
		p.say("These columns mean nothing and were passed over: %s.", strings.Join(r.Ignored, ", "))
	}
	var err error
	if o.asJSON {
		err = p.printJSON(viewImport(o, r))
	} else {
		err = p.printImport(what, o, r)
	}
	if err == nil && r.Wrong > 0 {
		return errors.New("lines are wrong; nothing was imported")
	}
	return err
}

// mostComplaints is how many wrong lines an import tells; a dry run tells all.
const mostComplaints = 20

func (p *program) printImport(what string, o *importOptions, r *app.SheetResult) error {
	if !o.dryRun {
		p.tellWrong(r)
		if r.Wrong == 0 {
			return p.print("%d %s added, %d were already there.", r.Added, what, r.Duplicates)
		}
	} else if err := p.printRows(r); err != nil {
		return err
	}
	return p.print("%d %s would be added, %d are already there, %d lines are wrong.", r.Added, what, r.Duplicates, r.Wrong)
}

// printRows prints what would become of each line.
func (p *program) printRows(r *app.SheetResult) error {
	to := bufio.NewWriter(p.out)
	for i, row := range r.Rows {
		switch {
		case len(row.Problems) > 0:
			for _, problem := range row.Problems {
				_, _ = fmt.Fprintf(to, "line %d: wrong: %s\n", r.Lines[i], problem.Detail) // Flush tells the error
			}
		case row.Duplicate:
			_, _ = fmt.Fprintf(to, "line %d: already there\n", r.Lines[i])
		default:
			_, _ = fmt.Fprintf(to, "line %d: would be added\n", r.Lines[i])
		}
	}
	return to.Flush()
}

// tellWrong tells which lines are wrong, the first of them when there are many.
func (p *program) tellWrong(r *app.SheetResult) {
	told := 0
	for i, row := range r.Rows {
		if len(row.Problems) == 0 {
			continue
		}
		if told++; told > mostComplaints {
			p.say("%d more lines are wrong; --dry-run prints all of them.", r.Wrong-mostComplaints)
			return
		}
		for _, problem := range row.Problems {
			p.say("line %d: wrong: %s", r.Lines[i], problem.Detail)
		}
	}
}

func viewImport(o *importOptions, r *app.SheetResult) importView {
	v := importView{
		Imported: r.Done, Added: r.Added, There: r.Duplicates, Wrong: r.Wrong, Encoding: r.Encoding, Delimiter: string(r.Delimiter),
		Ignored: append([]string{}, r.Ignored...), Rows: []rowView{},
	}
	for i, row := range r.Rows {
		if o.dryRun || len(row.Problems) > 0 {
			v.Rows = append(v.Rows, viewRow(r.Lines[i], row))
		}
	}
	return v
}

func viewRow(line int, row app.ImportedRow) rowView {
	v := rowView{Line: line, Outcome: "added"}
	if row.Duplicate {
		v.Outcome = "alreadyThere"
	}
	for _, problem := range row.Problems {
		v.Outcome = "wrong"
		v.Problems = append(v.Problems, problemView{problem.Field, problem.Code, problem.Detail})
	}
	return v
}
