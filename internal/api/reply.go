package api

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/wire"
)

// reply writes the answer of a handler.
func (x *exchange) reply(r reply) error {
	switch {
	case r.list != nil:
		return x.replyList(r.list)
	case r.report != nil:
		return x.replyReport(r.report)
	case r.record != nil:
		return x.replyRecord(r)
	default:
		x.send(http.StatusNoContent, "", nil)
		return nil
	}
}

func (x *exchange) replyRecord(r reply) error {
	saved := x.render(r)
	if x.r.Method == http.MethodGet || x.r.Method == http.MethodHead {
		if matches(x.r.Header.Values("If-None-Match"), saved.ETag) {
			x.w.Header().Set("ETag", saved.ETag)
			x.send(http.StatusNotModified, "", nil)
			return nil
		}
	}
	x.sendSaved(saved)
	return nil
}

// render is the answer that shows a record, ready to be sent or kept.
func (x *exchange) render(r reply) attendance.SavedReply {
	saved := attendance.SavedReply{Status: cmp.Or(r.status, x.route.status, http.StatusOK), ContentType: x.format.ContentType(), Location: x.locationOf(r.record)}
	if r.record == nil {
		return attendance.SavedReply{Status: http.StatusNoContent}
	}
	saved.ETag = `"` + app.ETag(r.record) + "-" + x.format.String() + `"`
	w := wire.NewWriter(make([]byte, 0, 2048), x.format)
	w.Open("")
	if x.route.wrapped {
		w.OpenList("results")
		w.Open("")
	}
	x.shown(x.route.answers(r.record)).Fields(w)
	if x.route.wrapped {
		w.Close()
		w.CloseList()
	}
	w.Close()
	saved.Body = w.Bytes()
	return saved
}

// shown is the record as this caller may see it.
func (x *exchange) shown(record attendance.Record) attendance.Record {
	if x.who.Permissions.Holds(attendance.EmployeesSensitive) {
		return record
	}
	return attendance.Discreet(record)
}

func (x *exchange) sendSaved(saved attendance.SavedReply) {
	header := x.w.Header()
	if saved.Location != "" {
		header.Set("Location", saved.Location)
	}
	if saved.ETag != "" {
		header.Set("ETag", saved.ETag)
	}
	x.send(saved.Status, saved.ContentType, saved.Body)
}

// buffers are reused from answer to answer.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 2*pieceSize); return &b }}

// replyList writes a list. A page is written at once, because its Link header needs the next cursor; a list that is not
// paged is streamed.
func (x *exchange) replyList(l *list) error {
	buffer := buffers.Get().(*[]byte) //nolint:forcetypeassert // the pool holds nothing else
	w := &listWriter{Writer: wire.NewWriter((*buffer)[:0], x.format)}
	defer func() {
		*buffer = w.Bytes()[:0]
		buffers.Put(buffer)
	}()
	if l.page == nil {
		long := &longList{x: x}
		defer long.end()
		w.flush = long.send
	}
	l.shown = x.shown
	next, err := l.write(x.r.Context(), x.s.store.Reads, x.who.Scope, w)
	switch {
	case err != nil && x.status != 0:
		x.s.log.WarnContext(x.r.Context(), "list broken off", "id", x.id, "error", err)
		panic(http.ErrAbortHandler)
	case err != nil:
		return err
	case x.status != 0:
		return x.sendPiece(w.Bytes())
	}
	if next != "" {
		x.w.Header().Set("Link", "<"+x.linkTo(next)+`>; rel="next"`)
	}
	x.send(http.StatusOK, x.format.ContentType(), w.Bytes())
	return nil
}

// linkTo is this request's URL with another cursor.
func (x *exchange) linkTo(cursor string) string {
	query := maps.Clone(x.query)
	query.Set("cursor", cursor)
	return x.r.URL.Path + "?" + query.Encode()
}

// sendPiece sends a part of a list; the first one sends the header.
func (x *exchange) sendPiece(b []byte) error {
	if x.status == 0 {
		x.w.Header().Set("Content-Type", x.format.ContentType())
		x.status = http.StatusOK
		x.w.WriteHeader(http.StatusOK)
	}
	_, err := x.w.Write(b)
	return err
}

// send sends a whole answer.
func (x *exchange) send(status int, contentType string, body []byte) {
	header := x.w.Header()
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	x.status = status
	if status != http.StatusNoContent && status != http.StatusNotModified {
		header.Set("Content-Length", strconv.Itoa(len(body)))
	}
	x.w.WriteHeader(status)
	_, _ = x.w.Write(body) // nobody is left to be told
}

// fail answers an error.
func (x *exchange) fail(err error) {
	if replay, ok := errors.AsType[attendance.ReplayError](err); ok {
		x.w.Header().Set("Idempotent-Replayed", "true")
		x.sendSaved(replay.SavedReply)
		return
	}
	e, ok := errors.AsType[*attendance.Error](err)
	switch {
	case !ok && x.r.Context().Err() != nil:
		e = attendance.Fail(attendance.Unavailable, "canceled", "The request was given up.").Because(err)
	case !ok:
		e = attendance.Fail(attendance.Internal, "internal", "Something went wrong in the server. Its operator finds the reason in the log under %s.", x.id).Because(err)
	}
	// That the server is shutting down is no failure of it: then the line about the request is enough.
	if e.Kind == attendance.Internal || e.Kind == attendance.Unavailable && e.Code != "draining" {
		x.s.log.ErrorContext(x.r.Context(), "request failed", "id", x.id, "error", err)
	}
	header := x.w.Header()
	if e.Kind == attendance.Unauthenticated {
		header.Set("WWW-Authenticate", "Token")
	}
	if e.RetryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(int((e.RetryAfter+time.Second-1)/time.Second)))
	}
	w := wire.NewWriter(nil, x.format)
	writeError(w, e)
	x.send(statusOf(e.Kind), x.format.ContentType(), w.Bytes())
}

func writeError(w *wire.Writer, e *attendance.Error) {
	w.Open("")
	w.Text("detail", e.Detail)
	w.Text("code", e.Code)
	w.OpenList("errors")
	for _, f := range e.Fields {
		w.Open("")
		w.Text("field", f.Field)
		w.Text("code", f.Code)
		w.Text("detail", f.Detail)
		w.Close()
	}
	w.CloseList()
	w.Close()
}

// statusOf is the HTTP status of a kind of failure.
func statusOf(kind attendance.Kind) int {
	switch kind {
	case attendance.Invalid:
		return http.StatusBadRequest
	case attendance.Unauthenticated:
		return http.StatusUnauthorized
	case attendance.Forbidden:
		return http.StatusForbidden
	case attendance.NotFound:
		return http.StatusNotFound
	case attendance.MethodNotAllowed:
		return http.StatusMethodNotAllowed
	case attendance.Conflict:
		return http.StatusConflict
	case attendance.Precondition:
		return http.StatusPreconditionFailed
	case attendance.TooLarge:
		return http.StatusRequestEntityTooLarge
	case attendance.TooMany:
		return http.StatusTooManyRequests
	case attendance.Unavailable:
		return http.StatusServiceUnavailable
	case attendance.Internal:
	}
	return http.StatusInternalServerError
}
