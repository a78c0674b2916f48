package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	"punchclock/internal/api"
	"punchclock/internal/app"
)

// profileOn prepares a database of either kind and keeps profiles of the API over it.
func profileOn(ctx context.Context, o *options, what string, postgres bool) (err error) {
	if !postgres {
		db, err := seedDatabase(ctx, o, "pages", 10, 100_000)
		if err != nil {
			return err
		}
		return profile(ctx, o, what, db)
	}
	db, stop, err := seedPostgres(ctx, o, "--durable")
	if err != nil {
		return err
	}
	return errors.Join(profile(ctx, o, what, db), stop())
}

// profile loads the API within this process with one kind of request, and keeps profiles of processor and memory.
func profile(ctx context.Context, o *options, what string, db *seeded) (err error) {
	return db.open(ctx, func(a *app.App) error {
		address, stop, err := serveHere(ctx, o, a)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, stop()) }()
		here := &process{address: address, command: self()}
		s := side{name: "server " + what, server: here, script: "page.lua", connections: 16}
		switch what {
		case "post":
			s.script, s.connections = "post.lua", 64
			var first int
			if postgres := strings.HasPrefix(db.Path, "postgres:"); !postgres { // a new one has free shifts
				first, err = db.takeShifts(o, 2*perRound)
			}
			if err != nil {
				return err
			}
			s.args, err = newPosts(o, s.name, db, "/api/punches", ourPunch, "", first)
		default:
			var limit int
			var more string
			if _, err := fmt.Sscanf(what, "%d%s", &limit, &more); limit == 0 {
				return fmt.Errorf("-profile takes post, or the size of a page such as 25 or 25&format=xml: %w", err)
			}
			var places []place
			if places, err = walk(ctx, here, db); err != nil {
				return err
			}
			s.args, err = requests(o, s.name, places, ours(limit, more))
		}
		if err != nil {
			return err
		}
		if _, err := s.load(ctx, o, 0, 1); err != nil {
			return err
		}
		cpu, err := os.Create(filepath.Join(o.dir, "cpu.prof"))
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(cpu); err != nil {
			return err
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		t, err := s.load(ctx, o, 1, o.seconds)
		runtime.ReadMemStats(&after)
		pprof.StopCPUProfile()
		if err != nil {
			return err
		}
		requests := t.rate * float64(o.seconds)
		fmt.Printf("%s: %.0f/s, cpu %s, %.0f allocations, %.0f bytes\n", s.name, t.rate, t.cpu,
			float64(after.Mallocs-before.Mallocs)/requests, float64(after.TotalAlloc-before.TotalAlloc)/requests)
		memory, err := os.Create(filepath.Join(o.dir, "mem.prof"))
		if err != nil {
			return err
		}
		return errors.Join(cpu.Close(), pprof.Lookup("allocs").WriteTo(memory, 0), memory.Close())
	})
}

// serveHere serves the API from this process, with a log as the program has it.
func serveHere(ctx context.Context, o *options, a *app.App) (address string, stop func() error, err error) {
	debug.SetGCPercent(300) // as the program does
	log, err := os.Create(filepath.Join(o.dir, "profile.log"))
	if err != nil {
		return "", nil, err
	}
	server, err := api.New(ctx, a, slog.New(slog.NewJSONHandler(log, nil)), func(string, string, int, time.Duration) {})
	if err != nil {
		return "", nil, err
	}
	background, end := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- server.Run(background) }()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		end()
		return "", nil, err
	}
	served := &http.Server{Handler: server, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = served.Serve(on) }()
	return on.Addr().String(), func() error {
		_ = served.Close() // whoever still asks has what was wanted
		end()
		return errors.Join(<-ended, log.Close())
	}, nil
}
