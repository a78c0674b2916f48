package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/wire"
)

// mostTries is how often a report is begun for which the store has no answer, before it is given up.
const mostTries = 10

// run makes reports until ctx ends.
func (r *reports) run(ctx context.Context) {
	look := time.NewTicker(reportLook)
	defer look.Stop()
	for ctx.Err() == nil {
		switch err := r.makeNext(ctx); {
		case err == nil:
			continue
		case attendance.KindOf(err) != attendance.NotFound && ctx.Err() == nil:
			r.s.log.ErrorContext(ctx, "reports cannot be made", "error", err)
		}
		select {
		case <-r.wake:
		case <-look.C:
		case <-ctx.Done():
		}
	}
}

// makeNext makes the next report that waits; ErrNotFound when there is none.
func (r *reports) makeNext(ctx context.Context) error {
	p, err := r.s.store.TakeReport(ctx, r.s.now(), reportLease)
	if err != nil {
		return err
	}
	making, stop := context.WithCancel(ctx)
	defer stop()
	out := &reportWriter{ctx: making, store: r.s.store, report: p, now: r.s.now}
	go out.keepLease(making, stop)
	err = r.make(making, p, out)
	last := context.WithoutCancel(ctx)
	switch {
	case err == nil:
		return r.s.store.EndReport(last, p, store.ReportComplete, "")
	case ctx.Err() != nil:
		return r.s.store.ReleaseReport(last, p)
	case attendance.KindOf(err) == attendance.Unavailable && p.Fence < mostTries: // the store; whoever takes the report next may have more luck
		return errors.Join(err, r.s.store.ReleaseReport(last, p))
	default:
		r.s.log.ErrorContext(ctx, "report failed", "report", p.Key, "error", err)
		detail := "The report could not be made. Its operator finds the reason in the log under " + p.Key + "."
		if e, ok := errors.AsType[*attendance.Error](err); ok && e.Kind == attendance.Invalid {
			detail = e.Detail
		}
		return r.s.store.EndReport(last, p, store.ReportFailed, detail)
	}
}

// make runs the list's handler as the request would have and keeps what it gives.
func (r *reports) make(ctx context.Context, p *store.Report, out *reportWriter) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panic: %v\n%s", panicked, debug.Stack())
		}
	}()
	i := slices.IndexFunc(r.s.routes, func(list route) bool { return list.later && list.pattern == p.Path })
	if i < 0 {
		return fmt.Errorf("there is no list %s", p.Path)
	}
	account, err := r.s.store.Account(ctx, p.Account)
	if err != nil {
		return err
	}
	query, err := url.ParseQuery(p.Query)
	if err != nil {
		return err
	}
	x := &exchange{s: r.s, who: p.Asker, account: account, route: &r.s.routes[i], query: query, progress: &out.progress}
	in := reflect.New(x.route.in)
	if err := x.bindQuery(in); err != nil {
		return err
	}
	x.who.Conditions = &attendance.Conditions{}
	if p.Body != nil {
		if err := x.bindKeptBody(*p.Body, in); err != nil {
			return err
		}
	}
	if paged, ok := reflect.TypeAssert[turns](in); ok {
		paged.pages().page = nil // a report has the whole result
	}
	answer, err := x.route.handle(withExchange(ctx, x), x.who, in.Interface())
	if err != nil {
		return err
	}
	answer.list.page, answer.list.shown = nil, x.shown
	w := &listWriter{Writer: wire.NewWriter(nil, wire.JSON), flush: out.write}
	if _, err := answer.list.write(ctx, r.s.store.Reads, p.Asker.Scope, w); err != nil {
		return err
	}
	if err := w.send(); err != nil {
		return err
	}
	return out.end()
}

// bindKeptBody reads the body of the request that asked for a report. It is kept after the name of its format.
func (x *exchange) bindKeptBody(kept string, in reflect.Value) error {
	body := bodyOf(in.Elem())
	if text, isXML := strings.CutPrefix(kept, wire.XML.String()); isXML {
		x.body, x.bodyFormat = []byte(text), wire.XML
	} else {
		x.body = []byte(strings.TrimPrefix(kept, wire.JSON.String()))
	}
	return x.bindBody(body)
}

// reportWriter keeps a report's result in compressed pieces.
type reportWriter struct {
	ctx    context.Context //nolint:containedctx // it is that of the one call that uses the writer
	store  *store.Store
	report *store.Report
	now    func() time.Time
	piece  bytes.Buffer
	size   int
	zip    *gzip.Writer
	number int64

	progress progress
}

// reportPiece is how much of a result is compressed into one piece.
const reportPiece = 1 << 20

func (w *reportWriter) write(b []byte) error {
	if w.zip == nil {
		w.zip = gzip.NewWriter(&w.piece)
	}
	w.size += len(b)
	if _, err := w.zip.Write(b); err != nil || w.size < reportPiece {
		return err
	}
	return w.end()
}

// end stores the piece in the making.
func (w *reportWriter) end() error {
	if w.zip == nil {
		return nil
	}
	if err := w.zip.Close(); err != nil {
		return err
	}
	err := w.store.AddReportChunk(w.ctx, w.report, w.number, bytes.Clone(w.piece.Bytes()), w.progress.made())
	w.piece.Reset()
	w.number, w.size, w.zip = w.number+1, 0, nil
	return err
}

// keepLease makes the lease last until the report is made, and tells how far it is; when the lease is lost the making is
// stopped.
func (w *reportWriter) keepLease(ctx context.Context, stop context.CancelFunc) {
	beat := time.NewTicker(reportBeat)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			if err := w.store.KeepReport(ctx, w.report, w.now(), reportLease, w.progress.made()); err != nil {
				stop()
				return
			}
		}
	}
}
