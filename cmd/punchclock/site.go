package main

import (
	"context"
	"io"
	"net/http"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"punchclock/internal/api"
	"punchclock/internal/store"
)

// site is everything that the server answers.
type site struct {
	api      *api.Server
	store    *store.Store
	metrics  *metrics
	docs     http.Handler
	rest     *http.ServeMux
	draining atomic.Bool
}

func newSite(server *api.Server, s *store.Store, m *metrics) *site {
	site := &site{api: server, store: s, metrics: m, docs: api.ServeDocs(), rest: http.NewServeMux()}
	site.rest.HandleFunc("GET /{$}", site.welcome)
	site.rest.HandleFunc("GET /healthz", site.healthy)
	site.rest.HandleFunc("GET /readyz", site.ready)
	site.rest.Handle("GET /metrics", m.handler())
	return site
}

// drain makes the site answer that it is not ready, while it finishes what it has begun.
func (s *site) drain() {
	s.draining.Store(true)
	s.api.Drain()
}

// ServeHTTP answers a request. Paths are taken as they were sent: http.ServeMux would clean them and redirect.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.metrics.inFlight.Inc()
	defer s.metrics.inFlight.Dec()
	if s.draining.Load() || len(r.TransferEncoding) > 0 {
		// A request in chunks may have had a length too, which the server then ignores; somebody on the way may have gone
		// by it and see the next request elsewhere. So there is none after it (RFC 9112, section 6.1).
		w.Header().Set("Connection", "close")
	}
	switch {
	case isDocumentation(r.URL.Path):
		s.docs.ServeHTTP(w, r)
	case r.URL.Path == api.Prefix || strings.HasPrefix(r.URL.Path, api.Prefix+"/"):
		s.api.ServeHTTP(w, r)
	case path.Clean(r.URL.Path) != r.URL.Path:
		plain(w, http.StatusNotFound, "There is nothing at this URL.\n")
	default:
		s.rest.ServeHTTP(w, r)
	}
}

// isDocumentation says whether a path is that of the API's description, which everybody may read. One that would have to
// be cleaned first is none.
func isDocumentation(p string) bool {
	page := api.Prefix + "/docs"
	return p == api.Prefix+"/openapi.json" || p == page+"/" || path.Clean(p) == p && (p == page || strings.HasPrefix(p, page+"/"))
}

// healthy answers as long as the process does.
func (s *site) healthy(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok\n") }

// ready says whether requests should be sent here.
func (s *site) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	switch {
	case s.draining.Load():
		plain(w, http.StatusServiceUnavailable, "shutting down\n")
	case s.store.Ping(ctx) != nil:
		plain(w, http.StatusServiceUnavailable, "the database does not answer\n")
	default:
		plain(w, http.StatusOK, "ready\n")
	}
}

// welcome tells those who open the address in a browser where to go.
func (s *site) welcome(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = io.WriteString(w, `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Punchclock</title></head>
<body><h1>Punchclock</h1>
<p>The API is at <code>/api</code>; <a href="/api/docs">its documentation</a> lists all that it can do.</p>
</body></html>
`)
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}
