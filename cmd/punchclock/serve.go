package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"punchclock/internal/api"
	"punchclock/internal/app"
)

// finishWithin is how long requests may go on after the server was told to stop and no longer listens.
const finishWithin = 8 * time.Second

func (p *program) serveCommand() *cobra.Command {
	return servingFlags(p.command("serve", "Serve the API.", `The database is created where there is none, and its schema brought up to date.

  /api       the API, with its documentation at /api/docs
  /healthz   200 as long as the process runs
  /readyz    200 when requests should be sent here
  /metrics   figures for Prometheus

On SIGTERM or SIGINT the server stops taking requests, finishes those in flight and exits with 0.`,
		cobra.NoArgs, func(ctx context.Context, _ []string) error {
			return p.withServedApp(ctx, func(a *app.App) error {
				return p.serve(ctx, a, func(net.Addr) error { return nil })
			})
		}))
}

// heapGrowth is by how many percent the heap may grow before it is collected. What lives there is a few megabytes, so
// that Go's own 100 would collect it a hundred times a second under load. GOGC in the environment goes before it.
const heapGrowth = 300

// heapLimit is from how many bytes on memory is collected as often as it takes to stay below, so that a server fits into
// a small machine, also while somebody sends all that takes memory at once. GOMEMLIMIT in the environment goes before it.
const heapLimit = 160 << 20

// serve serves until ctx ends. It calls started when requests can be sent.
func (p *program) serve(ctx context.Context, a *app.App, started func(net.Addr) error) error {
	if _, set := p.variable("GOGC"); !set {
		debug.SetGCPercent(heapGrowth)
	}
	if _, set := p.variable("GOMEMLIMIT"); !set {
		debug.SetMemoryLimit(heapLimit)
	}
	m := newMetrics()
	m.watch(a.Store())
	server, err := api.New(ctx, a, p.log, m.observe)
	if err != nil {
		return err
	}
	on, err := (&net.ListenConfig{}).Listen(ctx, "tcp", p.settings.Listen)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w; name another address with --listen", p.settings.Listen, errors.Unwrap(err))
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	worked := make(chan error, 1)
	go func() { worked <- server.Run(background) }()
	defer stop()

	site := newSite(server, a.Store(), m)
	served := newHTTPServer(site, p.log)
	ended := make(chan error, 1)
	go func() { ended <- served.Serve(listener{on, writePatience}) }()
	if err := started(on.Addr()); err != nil {
		return errors.Join(err, served.Close())
	}
	p.log.InfoContext(ctx, "listening", "address", on.Addr().String(), "database", shownDatabase(p.settings.DB))
	select {
	case err := <-ended:
		return fmt.Errorf("the server broke down: %w", err)
	case <-ctx.Done():
	}
	p.finish(context.WithoutCancel(ctx), served, site)
	stop()
	return <-worked
}

func newHTTPServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// finish stops the server: at first it still answers, so that nobody is refused before knowing better; then it waits
// for the requests in flight.
func (p *program) finish(ctx context.Context, server *http.Server, s *site) {
	p.log.InfoContext(ctx, "shutting down")
	s.drain()
	time.Sleep(p.settings.ShutdownDelay)
	limited, cancel := context.WithTimeout(ctx, finishWithin)
	defer cancel()
	if err := server.Shutdown(limited); err != nil {
		p.log.WarnContext(ctx, "requests are broken off", "error", err)
		_ = server.Close() // it was to be closed anyhow
	}
	p.log.InfoContext(ctx, "stopped")
}
