package main

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"punchclock/internal/store"
)

// metrics is what the server tells of itself to Prometheus. Requests are told apart by the pattern of their route,
// never by their path, so that the number of series stays small.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	inFlight prometheus.Gauge
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "punchclock_request_seconds", Help: "Time from a request of the API to the end of its answer.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 60},
		}, []string{"route", "method", "status"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{Name: "punchclock_requests_in_flight", Help: "Requests that are being answered."}),
	}
	m.registry.MustRegister(m.requests, m.inFlight, collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// watch tells of what a store writes.
func (m *metrics) watch(s *store.Store) {
	m.registry.MustRegister(
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "punchclock_commits_total", Help: "Transactions of this server that were committed."},
			func() float64 { commits, _ := s.Written(); return float64(commits) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "punchclock_changes_total", Help: "Changes that were committed; several that wait at the same time go together."},
			func() float64 { _, changes := s.Written(); return float64(changes) }),
	)
}

// observe notes an answered request.
func (m *metrics) observe(pattern, method string, status int, took time.Duration) {
	known := []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions}
	if !slices.Contains(known, method) {
		method = "other" // clients can send any word
	}
	m.requests.WithLabelValues(pattern, method, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
