package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// buildServer builds the program as it is released.
func buildServer(ctx context.Context, o *options) error {
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(o.dir, "punchclock"), "./cmd/punchclock")
	build.Dir, build.Env = o.root, append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	return build.Run()
}

// process is a server that was started.
type process struct {
	name    string
	address string
	first   string // the first line that it wrote on standard output, when that was asked for
	command *exec.Cmd
	log     *os.File
}

// startServer starts the server on a database and waits until it answers.
func startServer(ctx context.Context, o *options, db string) (*process, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, filepath.Join(o.dir, "punchclock"), "serve", "--db", db, "--listen", address, "--shutdown-delay", "0s")
	return start(o, "punchclock", address, command, false)
}

// startRole starts this program in one of its roles.
func startRole(ctx context.Context, o *options, role, dir string) (*process, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return start(o, role, address, exec.CommandContext(ctx, self, role, dir, address), role == rolePocketBase)
}

// start starts a server, its log going to a file, and waits until it answers.
func start(o *options, name, address string, command *exec.Cmd, withLine bool) (*process, error) {
	log, err := os.Create(filepath.Join(o.dir, name+".log"))
	if err != nil {
		return nil, err
	}
	p := &process{name: name, address: address, command: command, log: log}
	command.Stderr = log
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 20 * time.Second
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	if withLine {
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s did not start, see %s", name, log.Name()), p.stop())
		}
		p.first = strings.TrimSpace(line)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return p, p.await()
}

// self is this process as a command that runs.
func self() *exec.Cmd { return &exec.Cmd{Process: &os.Process{Pid: os.Getpid()}} }

// await waits until the server takes connections.
func (p *process) await() error {
	for began := time.Now(); time.Since(began) < 20*time.Second; time.Sleep(time.Millisecond) {
		if c, err := net.Dial("tcp", p.address); err == nil {
			return c.Close()
		}
	}
	return errors.Join(fmt.Errorf("%s does not answer, see %s", p.name, p.log.Name()), p.stop())
}

// stop ends the server as an operator would.
func (p *process) stop() error {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	_ = p.command.Wait() // PocketBase gives no clean exit code
	return p.log.Close()
}

// cpu is how much processor time the server has used.
func (p *process) cpu() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name of the program, in brackets, may hold anything
	fields := strings.Fields(rest)
	user, err := strconv.ParseInt(fields[11], 10, 64)
	if err != nil {
		return 0, err
	}
	system, err := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond, err // the kernel counts in hundredths of a second
}

// memory is what the server holds in memory, in bytes: in all, and without the pages of files that it shares with the
// cache of the system.
func (p *process) memory() (all, own int64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		kib, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		switch name {
		case "VmRSS":
			all = kib << 10
		case "RssAnon":
			own = kib << 10
		}
	}
	return all, own, nil
}
