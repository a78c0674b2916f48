package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/wire"
)

// A report is a list that is made in the background: a row of the database that any server can take, with a lease, so
// that a report whose server died is made by another one.
const (
	reportLife  = 24 * time.Hour
	reportLease = 30 * time.Second
	reportBeat  = 5 * time.Second  // how often the lease is made longer and the progress told
	reportLook  = time.Second      // how often a server looks for reports of others
	pollWait    = 10 * time.Second // how soon a client should ask again
)

// reports makes the reports that wait.
type reports struct {
	s    *Server
	wake chan struct{}
}

// startReport is the reply that says that a report was accepted.
type startReport struct{ key string }

// Fields passes the answer to whoever asked for a report.
func (r startReport) Fields(f attendance.Fields) {
	f.Bool("success", true)
	f.Text("reportKey", r.key)
}

// reportStatus is the reply to a poll of a report that is not complete.
type reportStatus struct{ *store.Report }

// Fields passes how far the report is.
func (r reportStatus) Fields(f attendance.Fields) {
	startReport{r.Key}.Fields(f)
	f.Text("state", string(r.State))
	f.Float("progress", r.Progress)
}

// withReports adds the two routes of the asynchronous form to every list that has one.
func (s *Server) withReports(routes []route) []route {
	for _, list := range routes {
		if !list.later {
			continue
		}
		start := list
		start.method, start.pattern, start.later = http.MethodPost, list.pattern+"/async", false
		start.record, start.status = startReport{"q7Ew2kPzL9sVb4Xn1RtYc8Ud"}, http.StatusAccepted
		start.handle = func(ctx context.Context, who attendance.Actor, in any) (reply, error) {
			return s.startReport(ctx, who, list, in)
		}
		start.summary = "Start: " + strings.ToLower(list.summary[:1]) + list.summary[1:]
		start.notes = "Takes the parameters of the list and answers at once with the key under which the result can be polled. " + list.notes
		poll := get(list.pattern+"/async/{report}/poll", list.permission, s.pollReport).
			describe("Poll: "+strings.ToLower(list.summary[:1])+list.summary[1:], "Answers 202 while the report is being made, and then what the list would have answered. Ask no more than once in 10 seconds. A result is kept for 24 hours.")
		poll.record, poll.polls = list.record, true
		routes = append(routes, start, poll)
	}
	return routes
}

type reportPoll struct {
	Report string `path:"report"`
}

// startReport stores the request of a list, whose parameters are already bound and are checked by making the list, of
// which nothing is read.
func (s *Server) startReport(ctx context.Context, who attendance.Actor, list route, in any) (reply, error) {
	x := exchangeOf(ctx)
	for _, name := range []string{"cursor", "limit", "direction"} {
		if x.query.Has(name) {
			return reply{}, attendance.InvalidField(name, "unknown", "A report is not paged: it has the whole result. Leave %s out.", name)
		}
	}
	if _, err := list.handle(ctx, who, in); err != nil {
		return reply{}, err
	}
	now := s.now()
	p := &store.Report{
		Account: who.Account, Key: rand.Text(), Path: list.pattern, Query: x.query.Encode(), Asker: who,
		Expires: now.Add(reportLife), Created: now,
	}
	if list.body != nil {
		body := x.bodyFormat.String() + string(x.body)
		p.Body = &body
	}
	accepted := startReport{p.Key}
	if err := s.app.StartReport(ctx, who, p, accepted); err != nil {
		return reply{}, err
	}
	select {
	case s.reports.wake <- struct{}{}:
	default:
	}
	return reply{record: accepted}, nil
}

// pollReport answers how far a report is, or its result.
func (s *Server) pollReport(ctx context.Context, who attendance.Actor, in *reportPoll) (reply, error) {
	x := exchangeOf(ctx)
	p, err := s.store.Report(ctx, who.Account, in.Report, s.now())
	if err != nil {
		return reply{}, err
	}
	if p.Path+"/async/{report}/poll" != x.route.pattern || len(who.OrgUnits) > 0 && !slices.Equal(who.OrgUnits, p.Asker.OrgUnits) {
		return reply{}, attendance.ErrNotFound()
	}
	switch p.State {
	case store.ReportComplete:
		return reply{report: p}, nil
	case store.ReportFailed:
		return reply{}, attendance.Fail(attendance.Internal, "reportFailed", "%s", p.Detail)
	case store.ReportProcessing:
	}
	x.w.Header().Set("Retry-After", strconv.Itoa(int(pollWait/time.Second)))
	return reply{record: reportStatus{p}, status: http.StatusAccepted}, nil
}

// replyReport streams the result of a report, which is kept as JSON.
func (x *exchange) replyReport(p *store.Report) error {
	text, writer := io.Pipe()
	go func() { writer.CloseWithError(unpack(x.s.store.ReportChunks(x.r.Context(), p), writer)) }()
	defer func() { _ = text.Close() }()
	out := writerFunc(func(b []byte) (int, error) { return len(b), x.sendPiece(b) })
	var err error
	if x.format == wire.XML {
		err = wire.Transcode(out, text)
	} else {
		_, err = io.Copy(out, text)
	}
	if err != nil && x.status != 0 {
		x.s.log.WarnContext(x.r.Context(), "report broken off", "id", x.id, "error", err)
		panic(http.ErrAbortHandler)
	}
	return err
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func unpack(chunks func(func([]byte, error) bool), to io.Writer) error {
	for chunk, err := range chunks {
		if err != nil {
			return err
		}
		z, err := gzip.NewReader(bytes.NewReader(chunk))
		if err != nil {
			return err
		}
		if _, err := io.Copy(to, z); err != nil { //nolint:gosec // we wrote it ourselves
			return err
		}
	}
	return nil
}

// Run does what goes on beside the requests, until ctx ends: it makes reports, keeps what was counted of requests, and
// forgets what has expired.
func (s *Server) Run(ctx context.Context) error {
	made := make(chan struct{})
	go func() { defer close(made); s.reports.run(ctx) }()
	keep, forget := time.NewTicker(rateDelay), time.NewTicker(time.Minute)
	defer keep.Stop()
	defer forget.Stop()
	for {
		select {
		case <-keep.C:
			s.try(ctx, "count requests", func(ctx context.Context) error { return s.rates.keep(ctx, s.now(), false) })
		case <-forget.C:
			s.try(ctx, "forget old answers", func(ctx context.Context) error {
				return errors.Join(s.store.ForgetReports(ctx, s.now()), s.store.ForgetSaved(ctx, s.now().Add(-24*time.Hour)))
			})
		case <-ctx.Done():
			<-made
			return s.rates.keep(context.WithoutCancel(ctx), s.now(), true)
		}
	}
}

func (s *Server) try(ctx context.Context, what string, fn func(context.Context) error) {
	if err := fn(ctx); err != nil && ctx.Err() == nil {
		s.log.ErrorContext(ctx, "background work failed", "what", what, "error", err)
	}
}
