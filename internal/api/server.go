package api

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
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
	app       *app.App
	store     *store.Store
	now       func() time.Time
	log       *slog.Logger
	observe   Observer
	secret    []byte // authenticates cursors
	routes    []route
	paths     *node
	keys      *keyCache
	rates     *rates
	reports   *reports
	longLists longLists
	draining  atomic.Bool
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
	progress   *progress // of the report that is made; nil when the answer is awaited
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
	x.s.log.InfoContext(x.r.Context(), "request", "id", x.id, "method", logged(x.r.Method), "path", logged(x.r.URL.Path), "status", x.status,
		"account", x.who.Account, "key", x.who.Key, "ms", float64(took.Microseconds())/1000, "trace", logged(x.r.Header.Get("Traceparent")))
}

// mostLogged is how much of what a client says the log takes.
const mostLogged = 200

// logged is what a client said, as the log takes it: not longer than a line, and without a key that got there by mistake.
func logged(said string) string {
	said, _, _ = strings.Cut(said, app.KeyPrefix)
	return said[:min(len(said), mostLogged)]
}

// serve goes through the steps of a request. Who may not ask learns nothing else.
func (x *exchange) serve() error {
	path, formErr := x.chooseFormat()
	if x.s.draining.Load() {
		x.w.Header().Set("Connection", "close") // whoever let the request in may not have known yet
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
		return attendance.ErrLacks(x.route.permission)
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
