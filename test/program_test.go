// Package test drives the real program from outside, as its users and their misfortunes do: through its command line and
// its port, with signals, full disks, damaged files and hostile clients.
package test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// workshop is a directory for the whole run of the tests, which every user of the machine may read.
var workshop string

func TestMain(m *testing.M) {
	os.Exit(inWorkshop(m.Run))
}

// inWorkshop runs fn with a workshop.
func inWorkshop(fn func() int) int {
	dir, err := os.MkdirTemp("", "punchclock-test-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	workshop = dir
	code := fn()
	if err := errors.Join(dropLarge(), os.RemoveAll(dir)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// program is the path of the program, which is built when it is first asked for.
var program = sync.OnceValues(func() (string, error) {
	path := filepath.Join(workshop, "punchclock")
	return path, errors.Join(lookAtSources(), build(path))
})

// lookAtSources looks at every file that the program is made of, so that the go command, which remembers what a test has
// looked at, does not take the result of an older program for that of this one.
func lookAtSources() error {
	for _, dir := range []string{"../cmd", "../internal", "../go.mod"} {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err == nil {
				_, err = os.Stat(path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// build builds the program, under the race detector with the race detector.
func build(path string, flags ...string) error {
	args := append([]string{"build", "-o", path}, flags...)
	if raceDetector {
		args = append(args, "-race")
	}
	output, err := exec.Command("go", append(args, "punchclock/cmd/punchclock")...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("build the program: %w\n%s", err, output)
	}
	return nil
}

// more is how many times as much the long tests do, from the variable PUNCHCLOCK_SOAK; 1 without it.
func more(t testing.TB) int {
	t.Helper()
	text := os.Getenv("PUNCHCLOCK_SOAK")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("PUNCHCLOCK_SOAK is %q: it must be a positive whole number", text)
	}
	return n
}

// installation is a place where the program runs, with a database of its own.
type installation struct {
	t       testing.TB
	dir, db string
}

func install(t testing.TB) *installation {
	t.Helper()
	dir := t.TempDir()
	return &installation{t, dir, filepath.Join(dir, "a.db")}
}

// inFile says whether the installation is on SQLite.
func (i *installation) inFile() bool { return !strings.HasPrefix(i.db, "postgres") }

// installOpenly is install in a directory that other users can reach.
func installOpenly(t testing.TB) *installation {
	t.Helper()
	dir, err := os.MkdirTemp(workshop, "open-") //nolint:usetesting // t.TempDir lies in a directory that nobody else can reach
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &installation{t, dir, filepath.Join(dir, "a.db")}
}

// command is a run of the program with the installation's database. The words of wrapper, if any, stand before it on the
// command line.
func (i *installation) command(wrapper []string, args ...string) *exec.Cmd {
	i.t.Helper()
	path, err := program()
	if err != nil {
		i.t.Fatal(err)
	}
	words := append(append([]string{}, wrapper...), path)
	words = append(append(words, args...), "--db", i.db)
	c := exec.Command(words[0], words[1:]...)
	c.Dir = i.dir
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "PUNCHCLOCK_") {
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, "TMPDIR="+i.dir, "GORACE=halt_on_error=1")
	return c
}

// ran is what a run of the program left.
type ran struct {
	code        int
	output, log string
}

// try runs a command of the program to its end.
func (i *installation) try(args ...string) ran {
	i.t.Helper()
	return i.finish(i.command(nil, args...))
}

// finish runs a command to its end.
func (i *installation) finish(c *exec.Cmd) ran {
	i.t.Helper()
	var output, log bytes.Buffer
	c.Stdout, c.Stderr = &output, &log
	err := c.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		i.t.Fatal(err)
	}
	return ran{c.ProcessState.ExitCode(), strings.TrimSpace(output.String()), log.String()}
}

// run is the output of a command of the program that must succeed.
func (i *installation) run(args ...string) string {
	i.t.Helper()
	r := i.try(args...)
	if r.code != 0 {
		i.t.Fatalf("punchclock %s ends with %d: %s%s", strings.Join(args, " "), r.code, r.output, r.log)
	}
	return r.output
}

// account makes an account without limits, unless the flags set some, and gives its id.
func (i *installation) account(flags ...string) string {
	i.t.Helper()
	if len(flags) == 0 {
		flags = []string{"--burst", "0", "--sustained", "0"}
	}
	return i.run(append([]string{"account", "create", "Acme", "--timezone", "America/New_York"}, flags...)...)
}

// key makes an API key of an account.
func (i *installation) key(account, permissions string) string {
	i.t.Helper()
	return i.run("key", "create", "--account", account, "--name", "test", "--permissions", permissions)
}

// sound fails the test unless the doctor finds the database sound.
func (i *installation) sound() {
	i.t.Helper()
	if r := i.try("doctor"); r.code != 0 {
		i.t.Errorf("doctor: %s%s", r.output, r.log)
	}
}
