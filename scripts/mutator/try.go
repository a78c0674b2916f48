package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	rounds []round // one after the other, until one notices the fault
}

// round is the tests of a package, or those of them that are soonest built.
type round struct {
	without map[string]string // files that are not there, as an overlay has it
	flags   []string          // of the test program
}

// drawing is how a test program that draws its cases with rapid is told to leave no file behind for each failure, as the
// files would lie in the checkout and the next fault would be tried on them, and not to look for smaller failures.
func drawing() []string { return []string{"-rapid.nofailfile", "-rapid.shrinktime=0s"} }

func newBench(o *options) (*bench, error) {
	inside, outside, err := testFiles(o.folder)
	if err != nil {
		return nil, err
	}
	var rounds []round
	if len(inside) > 0 && len(outside) > 0 {
		rounds = append(rounds, round{without: make(map[string]string)})
		for _, path := range outside {
			rounds[0].without[path] = ""
		}
	}
	dir, err := os.MkdirTemp("", "mutate-")
	return &bench{folder: o.folder, dir: dir, limit: o.limit, rounds: append(rounds, round{})}, err
}

// testFiles are the test files of a package that belong to it, and those that use it from outside.
func testFiles(folder string) (inside, outside []string, err error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		return nil, nil, err
	}
	for _, path := range paths {
		whole, err := filepath.Abs(path)
		if err != nil {
			return nil, nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly)
		switch {
		case err != nil:
			return nil, nil, err
		case strings.HasSuffix(file.Name.Name, "_test"):
			outside = append(outside, whole)
		default:
			inside = append(inside, whole)
		}
	}
	return inside, outside, nil
}

// prepare builds the sound tests, learns which flags they know, and makes sure that they pass.
func (b *bench) prepare(ctx context.Context) error {
	for i := range b.rounds {
		r := &b.rounds[i]
		r.flags = []string{"-test.short", "-test.failfast"}
		if v, err := b.test(ctx, nil, r); err != nil || v != survived {
			return errors.Join(fmt.Errorf("the tests of %s must pass before a fault is put in: %s", b.folder, v), err)
		}
		known := exec.CommandContext(ctx, filepath.Join(b.dir, "tests"), append(drawing(), "-test.list=^$")...)
		if known.Run() == nil {
			r.flags = append(r.flags, drawing()...)
		}
	}
	return ctx.Err()
}

// try runs the tests with a fault in place, those that are soonest built first.
func (b *bench) try(ctx context.Context, f *fault) (v verdict, err error) {
	for i := range b.rounds {
		if v, err = b.test(ctx, f, &b.rounds[i]); err != nil || v != survived {
			return v, err
		}
	}
	return v, nil
}

// test runs the tests of a round with a fault in place, or with none for nil.
func (b *bench) test(ctx context.Context, f *fault, r *round) (verdict, error) {
	overlay, err := b.overlay(f, r)
	if err != nil {
		return "", err
	}
	program := filepath.Join(b.dir, "tests")
	// Without what debuggers want the program is built sooner. It runs once.
	build := exec.CommandContext(ctx, "go", "test", "-c", "-gcflags=-dwarf=false", "-ldflags=-w", "-o", program, "-overlay", overlay,
		"./"+b.folder)
	if err := build.Run(); err != nil {
		return invalid, ctx.Err()
	}
	return b.judge(ctx, program, r.flags)
}

// overlay writes the faulty file and the list that puts it in the place of the sound one.
func (b *bench) overlay(f *fault, r *round) (string, error) {
	replace := make(map[string]string)
	maps.Copy(replace, r.without)
	if f != nil {
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
		replace[sound] = faulty
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	list := filepath.Join(b.dir, "overlay.json")
	return list, os.WriteFile(list, text, 0o600)
}

// judge runs the tests. They are stopped at the first that fails, and when the time is over.
func (b *bench) judge(ctx context.Context, program string, flags []string) (verdict, error) {
	limited, stop := context.WithTimeout(ctx, b.limit)
	defer stop()
	tests := exec.CommandContext(limited, program, flags...)
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
