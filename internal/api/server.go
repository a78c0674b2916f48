package api

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/wire"
)

// Version is the version of the API that is served.
const Version = "0.2"

// Prefix is the path under which the API is served.
const Prefix = "/api"

// Observer is told of every answered request: the pattern of its route, its method, status and duration.
type Observer func(pattern, method string, status int, took time.Duration)

// Server serves the API.
type Server struct {
	app      *app.App
	store    *store.Store
	now      func() time.Time
	log      *slog.Logger
	observe  Observer
	secret   []byte // authenticates cursors
	routes   []route
	paths    *node
	keys     *keyCache
	rates    *rates
	reports  *reports
	draining atomic.Bool
}

// New makes the server. Run must be running while it serves.
func New(ctx context.Context, a *app.App, log *slog.Logger, observe Observer) (*Server, error) {
	secret, err := app.Secret(ctx, a.Store(), "cursor")
	if err != nil {
		return nil, err
	}
	s := &Server{app: a, store: a.Store(), now: a.Now, log: log, observe: observe, secret: secret, paths: &node{}}
	s.keys = newKeyCache(s.store)
	s.rates = newRates(s.store)
	s.reports = &reports{s: s, wake: make(chan struct{}, 1)}
	s.routes = s.withReports(s.table())
	for i := range s.routes {
		s.paths.add(&s.routes[i])
	}
	return s, nil
}

// Drain makes the server answer 503 from now on, before it is shut down.
func (s *Server) Drain() { s.draining.Store(true) }

// exchange is a request and what is known of it on the way to its answer.
type exchange struct {
	s       *Server
	w       http.ResponseWriter
	r       *http.Request
	id      string
	format  wire.Format
	who     attendance.Actor
	account *attendance.Account
	route   *route
	params  params
	query   url.Values
	body    []byte // as it was sent
	// bodyFormat is that of body.
	bodyFormat wire.Format
	status     int
	began      time.Time
}

// ServeHTTP answers a request whose path begins with Prefix.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{s: s, w: w, r: r, id: requestID(r), began: s.now()}
	w.Header().Set("X-Request-Id", x.id)
	w.Header().Set("X-Api-Version", Version)
	defer x.finish()
	if err := x.serve(); err != nil {
		x.fail(err)
	}
}

type exchangeKey struct{}

// withExchange lets the few handlers that need the request itself find it.
func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

func exchangeOf(ctx context.Context) *exchange {
	return ctx.Value(exchangeKey{}).(*exchange) //nolint:forcetypeassert // handlers are only called with one
}

// finish logs the request. A panic becomes a 500 when nothing was sent, and else ends the connection, so that the
// client sees that the answer is not whole.
func (x *exchange) finish() {
	if p := recover(); p != nil {
		if p == http.ErrAbortHandler { //nolint:errorlint // it is thrown as it is
			panic(p)
		}
		err := fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		if x.status != 0 {
			x.s.log.ErrorContext(x.r.Context(), "request broken off", "id", x.id, "error", err)
			panic(http.ErrAbortHandler)
		}
		x.fail(err)
	}
	pattern := "unknown"
	if x.route != nil {
		pattern = x.route.pattern
	}
	took := x.s.now().Sub(x.began)
	x.s.observe(pattern, x.r.Method, x.status, took)
	x.s.log.InfoContext(x.r.Context(), "request", "id", x.id, "method", x.r.Method, "path", x.r.URL.Path, "status", x.status,
		"account", x.who.Account, "key", x.who.Key, "took", took, "trace", x.r.Header.Get("Traceparent"))
}

// serve goes through the steps of a request. Who may not ask learns nothing else.
func (x *exchange) serve() error {
	path, formErr := x.chooseFormat()
	if x.s.draining.Load() {
		e := attendance.Fail(attendance.Unavailable, "draining", "The server is shutting down. Send the request again.")
		e.RetryAfter = time.Second
		return e
	}
	if err := x.authenticate(); err != nil {
		return err
	}
	if err := x.limit(); err != nil {
		return err
	}
	if err := x.find(path); err != nil {
		return err
	}
	if x.route == nil { // OPTIONS
		x.send(http.StatusNoContent, "", nil)
		return nil
	}
	if !x.who.Permissions.Holds(x.route.permission) {
		return attendance.Fail(attendance.Forbidden, "forbidden", "This key lacks the permission %s. Give it that permission, or use another key.", x.route.permission)
	}
	if formErr != nil {
		return formErr
	}
	if v := x.r.Header.Get("X-Api-Version"); v != "" && v != Version {
		return attendance.InvalidField("X-Api-Version", "unknown", "There is no version %.20q. The supported versions are: %s.", v, Version)
	}
	in, err := x.bind()
	if err != nil {
		return err
	}
	reply, err := x.route.handle(withExchange(x.r.Context(), x), x.who, in)
	if err == nil {
		err = x.who.Conditions.Problems.Err()
	}
	if err != nil {
		return err
	}
	return x.reply(reply)
}

// chooseFormat takes the extension off the path and chooses the format of the answer; what is wrong with the request
// for a format, or with the query, is told after the request was allowed.
func (x *exchange) chooseFormat() (path string, err error) {
	path = strings.TrimSuffix(strings.TrimPrefix(x.r.URL.Path, Prefix), "/")
	extension := ""
	if dot := strings.LastIndexByte(path, '.'); dot > strings.LastIndexByte(path, '/') {
		if e := path[dot:]; e == ".json" || e == ".xml" {
			path, extension = path[:dot], e
		}
	}
	var queryErr error
	x.query, queryErr = url.ParseQuery(x.r.URL.RawQuery)
	x.format, err = wire.Choose(extension, x.query, strings.Join(x.r.Header.Values("Accept"), ","))
	if queryErr != nil {
		err = attendance.Fail(attendance.Invalid, "format", "The query string is not well-formed: %s. Percent-encode its values.", queryErr)
	} else if err != nil {
		err = attendance.InvalidField("format", "format", "%s", err)
	}
	return path, err
}

// find finds the route. A known path with another method says which methods it has.
func (x *exchange) find(path string) error {
	notFound := attendance.Fail(attendance.NotFound, "unknownUrl", "There is nothing at this URL. %s/docs lists what there is.", Prefix)
	if x.r.URL.RawPath != "" { // no path of ours needs escaping
		return notFound
	}
	methods := x.s.paths.find(path, &x.params)
	if len(methods) == 0 {
		return notFound
	}
	method := x.r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	x.route = methods[method]
	if x.route != nil {
		return nil
	}
	x.w.Header().Set("Allow", allowed(methods))
	if method == http.MethodOptions {
		return nil
	}
	return attendance.Fail(attendance.MethodNotAllowed, "methodNotAllowed", "%.20q is not a method of this URL. It has: %s.", x.r.Method, allowed(methods))
}

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

// sensitive is a record of which some fields are shown only to who may see them.
type sensitive interface {
	// Discreet is the record without them.
	Discreet() attendance.Record
}

// shown is the record as this caller may see it.
func (x *exchange) shown(record attendance.Record) attendance.Record {
	if d, ok := record.(sensitive); ok && !x.who.Permissions.Holds(attendance.EmployeesSensitive) {
		return d.Discreet()
	}
	return record
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
		w.flush = x.sendPiece
	}
	l.shown = x.shown
	next, err := l.write(x.r.Context(), x.s.store.Reads, x.who.Scope, w)
	switch {
	case err != nil && x.status != 0:
		x.s.log.ErrorContext(x.r.Context(), "list broken off", "id", x.id, "error", err)
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
		header.Set("Content-Length", itoa(len(body)))
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
	if e.Kind == attendance.Internal || e.Kind == attendance.Unavailable {
		x.s.log.ErrorContext(x.r.Context(), "request failed", "id", x.id, "error", err)
	}
	header := x.w.Header()
	if e.Kind == attendance.Unauthenticated {
		header.Set("WWW-Authenticate", "Token")
	}
	if e.RetryAfter > 0 {
		header.Set("Retry-After", itoa(int((e.RetryAfter+time.Second-1)/time.Second)))
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

// requestID is the client's own X-Request-Id when it is a sane one, else a new one.
func requestID(r *http.Request) string {
	if id := r.Header.Get("X-Request-Id"); isSane(id) {
		return id
	}
	var b [12]byte
	_, _ = rand.Read(b[:]) // it does not fail
	return hex.EncodeToString(b[:])
}

func isSane(id string) bool {
	if id == "" || len(id) > 64 {
		return false
	}
	return !strings.ContainsFunc(id, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' && r != '.'
	})
}
