package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"punchclock/internal/config"
	"punchclock/internal/store"
)

// The verdicts of the doctor, from good to bad. Only problems make the command fail.
const (
	sound   = "ok"
	notice  = "notice"
	problem = "problem"
)

// finding is one line of what the doctor found.
type finding struct {
	Check   string `json:"check"`
	Verdict string `json:"verdict"`
	Detail  string `json:"detail"`
}

func (p *program) doctorCommand() *cobra.Command {
	var asJSON bool
	c := p.command("doctor", "Examine settings, database, disk and clock.",
		`Nothing is changed, and a database that does not exist is not made. A server may be running meanwhile. The exit code is
1 when something is wrong.`,
		cobra.NoArgs, func(ctx context.Context, _ []string) error {
			findings := p.examine(ctx)
			if err := p.printFindings(findings, asJSON); err != nil {
				return err
			}
			problems := 0
			for _, f := range findings {
				if f.Verdict == problem {
					problems++
				}
			}
			if problems > 0 {
				return fmt.Errorf("problems found: %d", problems)
			}
			return nil
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (p *program) printFindings(findings []finding, asJSON bool) error {
	if asJSON {
		return p.printJSON(findings)
	}
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	for _, f := range findings {
		detail := strings.ToValidUTF8(f.Detail, "\uFFFD")                     // it may quote what is damaged
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", f.Verdict, f.Check, detail) // Flush tells the error
	}
	return table.Flush()
}

// examine makes every check that can be made.
func (p *program) examine(ctx context.Context) []finding {
	path := p.settings.DB
	if config.IsAddress(path) {
		return append(append(examineSettings(os.Environ()), p.examineServer(ctx)...), examineClock(p.now(), time.Time{}))
	}
	findings := append(examineSettings(os.Environ()), examineDisk(path, freeSpace))
	found, err := store.Inspect(ctx, path)
	if err != nil {
		detail := err.Error() + "."
		if errors.Is(err, fs.ErrNotExist) {
			detail = fmt.Sprintf("There is no database %s. Name another with --db, or start \"punchclock serve\" to make it.", path)
		}
		return append(findings, finding{"database", problem, detail}, examineClock(p.now(), time.Time{}))
	}
	findings = append(findings, examineFile(path))
	return append(append(findings, examineDatabase(path, found)...), examineClock(p.now(), found.LastChange))
}

// examineServer asks a database server for the schema, and for what its user may do. Its files are looked after by its own
// tools.
func (p *program) examineServer(ctx context.Context) (findings []finding) {
	name := shownDatabase(p.settings.DB)
	err := p.withOpen(ctx, p.settings.DB, 0, func(s *store.Store) error {
		has, knows, err := s.SchemaVersion(ctx)
		switch {
		case err != nil:
			findings = []finding{{"schema", problem, fmt.Sprintf("%s has no schema of Punchclock that its user can read, which \"punchclock migrate\" or \"punchclock serve\" makes: %s.", name, store.Plain(err))}}
			return nil
		case has > knows:
			findings = []finding{{"schema", problem, fmt.Sprintf("The schema is at step %d, newer than the %d that this program knows. Run the newer program.", has, knows)}}
		case has < knows:
			findings = []finding{{"schema", notice, fmt.Sprintf("%s answers; its schema is at step %d of %d. The next command that uses the database brings it up to date.", name, has, knows)}}
		default:
			findings = []finding{{"schema", sound, fmt.Sprintf("%s answers; its schema is at step %d, the latest.", name, has)}}
		}
		rights := finding{"rights", sound, "The user may change all tables."}
		if err := s.Entitled(ctx); err != nil {
			rights = finding{"rights", problem, capital(err.Error()) + "."}
		}
		findings = append(findings, rights)
		return nil
	})
	if err != nil {
		return []finding{{"database", problem, capital(err.Error()) + "."}}
	}
	return findings
}

// capital makes what an error says the beginning of a sentence.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// examineSettings finds variables that mean nothing: probably a misspelt setting.
func examineSettings(environment []string) []finding {
	known := map[string]bool{config.FileVariable: true}
	for _, s := range config.Table() {
		known[s.Variable()] = true
		if s.Secret {
			known[s.FileVariable()] = true
		}
	}
	var unknown []string
	for _, v := range environment {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "PUNCHCLOCK_") && !known[name] {
			unknown = append(unknown, name)
		}
	}
	if unknown != nil {
		return []finding{{"settings", notice, fmt.Sprintf("These variables are no settings: %s. Are they misspelt?", strings.Join(unknown, ", "))}}
	}
	return []finding{{"settings", sound, "Every setting is known and valid."}}
}

// leastSpace is how much must be free on the disk of the database, in bytes.
const leastSpace = 100 << 20

// examineDisk looks for room to grow: a backup on the same disk needs as much as the database has.
func examineDisk(path string, free func(dir string) (uint64, error)) finding {
	dir := filepath.Dir(path)
	have, err := free(dir)
	if err != nil {
		return finding{"disk", problem, fmt.Sprintf("The directory %s cannot be looked at: %s.", dir, err)}
	}
	size := int64(0)
	if info, err := os.Stat(path); err == nil {
		size = info.Size()
	}
	detail := fmt.Sprintf("%d MiB are free for a database of %d MiB.", have>>20, size>>20)
	switch {
	case have < leastSpace:
		return finding{"disk", problem, detail + " Make room: without it nothing can be written."}
	case have < uint64(size):
		return finding{"disk", notice, detail + " A backup would not fit beside it."}
	default:
		return finding{"disk", sound, detail}
	}
}

// examineFile looks at who may read the database: it holds personal data.
func examineFile(path string) finding {
	info, err := os.Stat(path)
	if err != nil {
		return finding{"file", problem, err.Error() + "."}
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return finding{"file", problem, fmt.Sprintf("%s cannot be written: %s. Run this as the user of the server, or give that user the right.", path, errors.Unwrap(err))}
	}
	_ = f.Close() // nothing was written
	if info.Mode().Perm()&0o004 != 0 {
		return finding{"file", notice, fmt.Sprintf("%s can be read by every user of this machine. Take that right away: chmod o-rwx.", path)}
	}
	return finding{"file", sound, fmt.Sprintf("%s can be written.", path)}
}

func examineDatabase(path string, found *store.Inspection) []finding {
	if len(found.Problems) > 0 {
		var findings []finding
		for _, p := range found.Problems {
			findings = append(findings, finding{"database", problem, path + ": " + p})
		}
		return append(findings, finding{"database", notice, "Stop the server, keep a copy of the file, and restore the last backup to a new path."})
	}
	schema := finding{"schema", sound, fmt.Sprintf("The schema is at step %d, the latest.", found.SchemaHas)}
	if found.SchemaHas < found.SchemaKnows {
		schema = finding{"schema", notice, fmt.Sprintf("The schema is at step %d of %d. The next command that uses the database brings it up to date.", found.SchemaHas, found.SchemaKnows)}
	}
	m := manifest{Rows: found.Rows}
	return []finding{{"database", sound, fmt.Sprintf("The file and its references are sound; it holds %d rows.", m.total())}, schema}
}

// examineClock compares the clock with the last change: time does not run backwards.
func examineClock(now, lastChange time.Time) finding {
	switch {
	case now.Year() < 2026: // the program is younger
		return finding{"clock", problem, fmt.Sprintf("The clock shows %s. Set it, and keep it set with NTP.", now.UTC().Format(time.RFC3339))}
	case lastChange.After(now.Add(time.Minute)):
		return finding{"clock", problem, fmt.Sprintf("The clock shows %s, but the database was changed at %s. Set it, and keep it set with NTP.",
			now.UTC().Format(time.RFC3339), lastChange.Format(time.RFC3339))}
	default:
		return finding{"clock", sound, fmt.Sprintf("The clock shows %s.", now.UTC().Format(time.RFC3339))}
	}
}
