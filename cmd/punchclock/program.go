package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"punchclock/internal/attendance"
	"punchclock/internal/config"
)

// program is one run of the program, with what its surroundings gave it.
type program struct {
	in       io.Reader
	out, err io.Writer
	variable func(name string) (string, bool) // the value of an environment variable
	now      func() time.Time
	settings config.Settings
	log      *slog.Logger
	running  bool // the command line and the settings were understood
}

// usageError is the failure of whoever called the program.
type usageError struct{ error }

// Unwrap is what is wrong.
func (e usageError) Unwrap() error { return e.error }

// misused makes what the rules of the domain refuse a usage error: the values came from the command line.
func misused(err error) error {
	if attendance.KindOf(err) == attendance.Invalid {
		return usageError{err}
	}
	return err
}

// run carries out a command line and gives the exit code.
func (p *program) run(ctx context.Context, args []string) int {
	root := p.root() //nolint:contextcheck // commands get the context when they are run
	root.SetArgs(args)
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	command, err := root.ExecuteContextC(ctx)
	if err == nil {
		return 0
	}
	p.complain(err)
	if _, usage := errors.AsType[usageError](err); p.running && !usage {
		return 1
	}
	p.say("Run %q to see how it is used.", command.CommandPath()+" --help")
	return 2
}

// complain tells an error, and each field of an error that has several.
func (p *program) complain(err error) {
	e, ok := errors.AsType[*attendance.Error](err)
	if !ok || len(e.Fields) < 2 {
		p.say("punchclock: %s", strings.NewReplacer("\n\t", " ", "\n", "; ").Replace(err.Error())) // one line
		return
	}
	for _, f := range e.Fields {
		p.say("punchclock: %s", f.Detail)
	}
}

// say writes a line for people on standard error.
func (p *program) say(format string, args ...any) {
	_, _ = fmt.Fprintf(p.err, format+"\n", args...) // there is nowhere to tell that nobody can be told
}

// print writes a line of the result on standard output.
func (p *program) print(format string, args ...any) error {
	_, err := fmt.Fprintf(p.out, format+"\n", args...)
	return err
}

// printJSON writes the result as JSON on standard output.
func (p *program) printJSON(v any) error {
	encoder := json.NewEncoder(p.out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

func (p *program) root() *cobra.Command {
	root := p.group("punchclock", "A time and attendance server.", `Punchclock keeps the working time of a company: an HTTP API, a database, and the commands to look after both.

To look around, start "punchclock demo". To begin for good, start "punchclock serve", then make an account and an API
key with "punchclock account create" and "punchclock key create".

Results go to standard output, everything else to standard error. The exit code is 0 when all is done, 1 when
something failed, and 2 when the command line or a setting was wrong.`)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(wrongFlag)
	root.PersistentFlags().Var(&textFlag{"", "FILE"}, "config", "File with settings, one \"name = value\" on a line")
	for _, s := range config.Table() {
		if !s.Secret && !s.Serving {
			root.PersistentFlags().Var(&textFlag{s.Default, s.Value}, s.Name, s.Brief())
		}
	}
	root.PersistentPreRunE = func(command *cobra.Command, _ []string) error { return p.prepare(command) }
	root.AddCommand(p.serveCommand(), p.demoCommand(), p.migrateCommand(), p.accountCommand(), p.keyCommand(), p.payClassCommand(), p.importCommand(), p.exportCommand(),
		p.backupCommand(), p.restoreCommand(), p.copyCommand(), p.doctorCommand(), p.versionCommand())
	return root
}

// group is a command that only has commands below it.
func (p *program) group(use, short, long string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long, Args: cobra.ArbitraryArgs,
		RunE: func(command *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{fmt.Errorf("there is no command %q", command.CommandPath()+" "+args[0])}
			}
			var names []string
			for _, c := range command.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name())
				}
			}
			return usageError{fmt.Errorf("say which command is meant: %s", strings.Join(names, ", "))}
		},
	}
}

// command is a command that does something. What fails before fn is called is wrong usage.
func (p *program) command(use, short, long string, args cobra.PositionalArgs, fn func(ctx context.Context, args []string) error) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: strings.TrimSpace(short + "\n\n" + long),
		Args: func(command *cobra.Command, given []string) error {
			if args(command, given) != nil {
				return wrongArguments(use, given)
			}
			return nil
		},
		RunE: func(command *cobra.Command, args []string) error {
			p.running = true
			return fn(command.Context(), args)
		},
	}
}

// wrongArguments says what is missing or too much, in the words of the usage line.
func wrongArguments(use string, given []string) error {
	words := strings.Fields(use)
	takesOne := len(words) > 1 && !strings.HasPrefix(words[1], "-")
	switch {
	case !takesOne:
		return fmt.Errorf("%q is not understood: this command takes flags only", given[0])
	case len(given) == 0:
		return fmt.Errorf("%s is missing", words[1])
	default:
		return fmt.Errorf("%q is one too many after %s %q; put a value with spaces in quotes", given[1], words[1], given[0])
	}
}

// wrongFlag says what is wrong with the value of a flag without the words of the library that reads numbers.
func wrongFlag(_ *cobra.Command, err error) error {
	if _, isNumber := errors.AsType[*strconv.NumError](err); isNumber {
		what, _, _ := strings.Cut(err.Error(), " flag: ")
		return fmt.Errorf("%s: it must be a whole number in digits, and not too large", what)
	}
	return err
}

// prepare reads the settings and begins the log.
func (p *program) prepare(command *cobra.Command) error {
	var err error
	p.settings, err = config.Read(config.Sources{
		Flag: func(name string) (string, bool) {
			if f := command.Flags().Lookup(name); f != nil && f.Changed {
				return f.Value.String(), true
			}
			return "", false
		},
		Variable: p.variable,
		ReadFile: os.ReadFile,
	})
	p.log = newLog(p.err, p.settings)
	return err
}

// textFlag is the flag of a setting; the table of settings reads it.
type textFlag struct{ text, kind string }

// String is the value.
func (f *textFlag) String() string { return f.text }

// Set takes a value.
func (f *textFlag) Set(text string) error {
	f.text = text
	return nil
}

// Type is what the help calls the value.
func (f *textFlag) Type() string { return f.kind }

// servingFlags gives a command the flags of the settings that only serving commands take.
func servingFlags(command *cobra.Command) *cobra.Command {
	for _, s := range config.Table() {
		if s.Serving {
			command.Flags().Var(&textFlag{s.Default, s.Value}, s.Name, s.Brief())
		}
	}
	return command
}

// newLog is the log as the settings want it.
func newLog(to io.Writer, s config.Settings) *slog.Logger {
	options := &slog.HandlerOptions{Level: s.LogLevel}
	if s.LogFormat == "text" || s.LogFormat != "json" && isTerminal(to) {
		return slog.New(slog.NewTextHandler(to, options))
	}
	return slog.New(slog.NewJSONHandler(to, options))
}

// isTerminal says whether somebody watches what is written.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
