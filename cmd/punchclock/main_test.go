package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"punchclock/internal/store/storetest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"punchclock": main})
}

// TestScripts runs the program itself, as its users do, on both engines with the same expectations. The scripts name the
// databases $db and $other.
func TestScripts(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		runScripts(t, "testdata/script", true, func() (db, other string) { return "a.db", "b.db" })
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		runScripts(t, "testdata/script", false, func() (db, other string) {
			return storetest.EmptyPostgresAddress(t), storetest.EmptyPostgresAddress(t)
		})
	})
}

// TestFileScripts runs what is only of databases in files, or of none.
func TestFileScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "testdata/file", true, func() (db, other string) { return "a.db", "b.db" })
}

// runScripts runs the scripts of a directory, each with databases of its own. In a script [sqlite] says which engine they
// are of.
func runScripts(t *testing.T, dir string, sqlite bool, databases func() (db, other string)) {
	t.Helper()
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Values[serversKey{}] = map[string]*running{}
			db, other := databases()
			e.Setenv("db", db)
			e.Setenv("other", other)
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "sqlite" {
				return false, fmt.Errorf("there is no condition %s", name)
			}
			return sqlite, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "capture": capture, "start": start, "halt": halt, "http": request, "guide": guide,
		},
	})
}

// exits runs a command and wants an exact exit code: exits CODE COMMAND ARGS...
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// capture keeps what the last command printed as a variable, as in "capture NAME".
func capture(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
}

// running is a server that a script has started.
type running struct {
	command *exec.Cmd
	log     *strings.Builder
	drained chan struct{} // closed when the log is complete
}

// start starts a server and waits until it listens: start NAME ARGS... The variable NAME is then its address.
func start(ts *testscript.TestScript, _ bool, args []string) {
	command := exec.Command("punchclock", append(args[1:], "--listen", "127.0.0.1:0")...)
	command.Dir = ts.MkAbs(".")
	command.Env = append(os.Environ(), "TMPDIR="+ts.Getenv("WORK"))
	output, err := os.Create(filepath.Join(ts.Getenv("WORK"), args[0]+".out"))
	ts.Check(err)
	command.Stdout = output
	log, err := command.StderrPipe()
	ts.Check(err)
	ts.Check(command.Start())
	ts.Defer(func() { _ = command.Process.Kill(); _ = command.Wait(); _ = output.Close() })
	r := &running{command: command, log: &strings.Builder{}, drained: make(chan struct{})}
	address := make(chan string, 1)
	go r.follow(log, address)
	select {
	case a := <-address:
		ts.Setenv(args[0], a)
	case <-r.drained:
		ts.Fatalf("the server ended: %s", r.log)
	case <-time.After(time.Minute):
		ts.Fatalf("the server does not listen")
	}
	servers(ts)[args[0]] = r
}

// serversKey finds the running servers of a script among its values.
type serversKey struct{}

// servers are the running servers of a script by name.
func servers(ts *testscript.TestScript) map[string]*running {
	return ts.Value(serversKey{}).(map[string]*running)
}

// follow reads the log and tells the address once the server listens.
func (r *running) follow(log io.Reader, address chan<- string) {
	defer close(r.drained)
	for lines := bufio.NewScanner(log); lines.Scan(); {
		r.log.WriteString(lines.Text() + "\n")
		var line struct{ Msg, Address string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "listening" {
			address <- line.Address
		}
	}
}

// halt ends a server with SIGTERM and wants the exit code 0. Its log is then stderr, what it printed stdout, as in "halt NAME".
func halt(ts *testscript.TestScript, _ bool, args []string) {
	r := servers(ts)[args[0]]
	ts.Check(r.command.Process.Signal(syscall.SIGTERM))
	<-r.drained
	ts.Check(r.command.Wait())
	output, err := os.ReadFile(filepath.Join(ts.Getenv("WORK"), args[0]+".out"))
	ts.Check(err)
	_, _ = ts.Stdout().Write(output)
	_, _ = io.WriteString(ts.Stderr(), r.log.String())
}

// request sends a request and wants a status; the body is then stdout, as in
// "http STATUS METHOD URL [KEY [BODY]]".
func request(ts *testscript.TestScript, _ bool, args []string) {
	body := ""
	if len(args) > 4 {
		body = args[4]
	}
	r, err := http.NewRequestWithContext(context.Background(), args[1], args[2], strings.NewReader(body))
	ts.Check(err)
	if len(args) > 3 {
		r.Header.Set("Authorization", "Token "+args[3])
	}
	response, err := (&http.Client{Timeout: time.Minute}).Do(r)
	ts.Check(err)
	defer response.Body.Close()
	_, err = io.Copy(ts.Stdout(), response.Body)
	ts.Check(err)
	if strconv.Itoa(response.StatusCode) != args[0] {
		ts.Fatalf("status %s, want %s", response.Status, args[0])
	}
}
