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

	"github.com/jackc/pgx/v5"
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
	stat, err := readStat(p.command.Process.Pid)
	return stat.cpu, err
}

// stat is what the kernel says of a process.
type stat struct {
	parent int
	cpu    time.Duration // its own processor time
	ended  time.Duration // that of its children that have ended
}

func readStat(pid int) (s stat, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return s, err
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name of the program, in brackets, may hold anything
	fields := strings.Fields(rest)
	var numbers [5]int64
	for i, at := range []int{1, 11, 12, 13, 14} {
		if numbers[i], err = strconv.ParseInt(fields[at], 10, 64); err != nil {
			return s, err
		}
	}
	const tick = 10 * time.Millisecond
	return stat{int(numbers[0]), time.Duration(numbers[1]+numbers[2]) * tick, time.Duration(numbers[3]+numbers[4]) * tick}, nil
}

// postmaster is the process of a PostgreSQL whose children answer; nil is none.
type postmaster struct{ pid int }

// findPostmaster asks a database on this machine for its process.
func findPostmaster(ctx context.Context, address string) (*postmaster, error) {
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		return nil, err
	}
	defer func() { _ = c.Close(ctx) }()
	var file string
	if err := c.QueryRow(ctx, "SELECT pg_read_file('postmaster.pid')").Scan(&file); err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(file, "\n")
	pid, err := strconv.Atoi(first)
	return &postmaster{pid}, err
}

// cpu is how much processor time the database has used, with all of its processes.
func (p *postmaster) cpu() (sum time.Duration, err error) {
	if p == nil {
		return 0, nil
	}
	own, err := readStat(p.pid)
	if err != nil {
		return 0, err
	}
	sum = own.cpu + own.ended
	all, err := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		pid, _ := strconv.Atoi(filepath.Base(dir))
		if child, gone := readStat(pid); gone == nil && child.parent == p.pid {
			sum += child.cpu
		}
	}
	return sum, err
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
