package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// verdict is what the tests say of a fault.
type verdict string

const (
	killed   verdict = "killed"
	survived verdict = "SURVIVED"
	timedOut verdict = "timed out" // noticed as well: a loop does not end
	invalid  verdict = "no compile"
)

// bench is where faults are tried.
type bench struct {
	folder string // of the package
	dir    string // of what is built, for this run only
	limit  time.Duration
	flags  []string // of the test program
}

// drawing is how a test program that draws its cases with rapid is told to leave no file behind for each failure, as the
// files would lie in the checkout and the next fault would be tried on them, and not to look for smaller failures.
func drawing() []string { return []string{"-rapid.nofailfile", "-rapid.shrinktime=0s"} }

func newBench(o *options) (*bench, error) {
	dir, err := os.MkdirTemp("", "mutate-")
	return &bench{folder: o.folder, dir: dir, limit: o.limit, flags: []string{"-test.short", "-test.failfast"}}, err
}

// prepare builds the sound tests, learns which flags they know, and makes sure that they pass.
func (b *bench) prepare(ctx context.Context) error {
	if v, err := b.try(ctx, nil); err != nil || v != survived {
		return errors.Join(fmt.Errorf("the tests of %s must pass before a fault is put in: %s", b.folder, v), err)
	}
	known := exec.CommandContext(ctx, filepath.Join(b.dir, "tests"), append(drawing(), "-test.list=^$")...)
	if known.Run() == nil {
		b.flags = append(b.flags, drawing()...)
	}
	return ctx.Err()
}

// try runs the tests with a fault in place, or with none for nil.
func (b *bench) try(ctx context.Context, f *fault) (verdict, error) {
	program := filepath.Join(b.dir, "tests")
	args := []string{"test", "-c", "-o", program}
	if f != nil {
		overlay, err := b.overlay(f)
		if err != nil {
			return "", err
		}
		args = append(args, "-overlay", overlay)
	}
	build := exec.CommandContext(ctx, "go", append(args, "./"+b.folder)...)
	if err := build.Run(); err != nil {
		return invalid, ctx.Err()
	}
	return b.judge(ctx, program)
}

// overlay writes the faulty file and the list that puts it in the place of the sound one.
func (b *bench) overlay(f *fault) (string, error) {
	source, err := os.ReadFile(f.path)
	if err != nil {
		return "", err
	}
	faulty := filepath.Join(b.dir, "faulty.go")
	if err := os.WriteFile(faulty, f.apply(source), 0o600); err != nil {
		return "", err
	}
	sound, err := filepath.Abs(f.path)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {sound: faulty}})
	if err != nil {
		return "", err
	}
	list := filepath.Join(b.dir, "overlay.json")
	return list, os.WriteFile(list, text, 0o600)
}

// judge runs the tests. They are stopped at the first that fails, and when the time is over.
func (b *bench) judge(ctx context.Context, program string) (verdict, error) {
	limited, stop := context.WithTimeout(ctx, b.limit)
	defer stop()
	tests := exec.CommandContext(limited, program, b.flags...)
	tests.Dir = b.folder
	tests.WaitDelay = time.Second
	bell := alarm{ring: stop}
	tests.Stdout = &bell
	err := tests.Run()
	var failed *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case bell.rung:
		return killed, nil
	case limited.Err() != nil:
		return timedOut, nil
	case errors.As(err, &failed):
		return killed, nil
	default:
		return survived, err
	}
}

// alarm rings when the output of a test program says that a test has failed. Others may still run for long.
type alarm struct {
	ring func()
	rung bool
}

func (a *alarm) Write(output []byte) (int, error) {
	if !a.rung && bytes.Contains(output, []byte("--- FAIL")) {
		a.rung = true
		a.ring()
	}
	return len(output), nil
}
