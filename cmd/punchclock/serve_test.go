package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"punchclock/internal/api"
	"punchclock/internal/app"
	"punchclock/internal/store/storetest"
)

// wire is a network without machines: whoever dials meets whoever accepts.
type wire struct {
	waiting chan net.Conn
	closed  chan struct{}
}

func newWire() *wire { return &wire{make(chan net.Conn), make(chan struct{})} }

func (w *wire) Accept() (net.Conn, error) {
	select {
	case c := <-w.waiting:
		return c, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

func (w *wire) Close() error {
	close(w.closed)
	return nil
}

func (w *wire) Addr() net.Addr { return &net.UnixAddr{Name: "wire", Net: "unix"} }

func (w *wire) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case w.waiting <- there:
		return here, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

// served is a server of which every request to /slow waits until released is closed.
type served struct {
	t        *testing.T
	program  *program
	site     *site
	server   *http.Server
	wire     *wire
	released chan struct{}
	ended    chan error
}

func newServed(t *testing.T) *served {
	t.Helper()
	s := &served{
		t: t, wire: newWire(), released: make(chan struct{}), ended: make(chan error, 1),
		program: &program{err: io.Discard, now: time.Now, log: slog.New(slog.DiscardHandler)},
	}
	s.program.settings.ShutdownDelay = time.Second
	st := storetest.Open(t)
	a, err := app.New(t.Context(), st, time.Now, []byte("a secret of the tests, 32 bytes."))
	if err != nil {
		t.Fatal(err)
	}
	m := newMetrics()
	server, err := api.New(t.Context(), a, s.program.log, m.observe)
	if err != nil {
		t.Fatal(err)
	}
	s.site = newSite(server, st, m)
	s.site.rest.HandleFunc("GET /slow", func(w http.ResponseWriter, _ *http.Request) {
		<-s.released
		plain(w, http.StatusOK, "late\n")
	})
	s.server = newHTTPServer(s.site, s.program.log)
	go func() { s.ended <- s.server.Serve(listener{s.wire, writePatience}) }()
	return s
}

// get asks for a path on a connection of its own and gives the status, 0 when there was no answer, and the body.
func (s *served) get(path string) (int, string) {
	client := http.Client{Transport: &http.Transport{DialContext: s.wire.dial, DisableKeepAlives: true}}
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, "http://server"+path, nil)
	if err != nil {
		s.t.Error(err)
		return 0, ""
	}
	response, err := client.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(body)
}

func TestStoppingFinishesRequestsInFlight(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newServed(t)
		const requests = 200
		answers := make(chan int, requests)
		for range requests {
			go func() { status, _ := s.get("/slow"); answers <- status }()
		}
		synctest.Wait()
		if status, _ := s.get("/readyz"); status != http.StatusOK {
			t.Errorf("before: /readyz is %d", status)
		}

		finished := make(chan struct{})
		began := time.Now()
		go func() { s.program.finish(t.Context(), s.server, s.site); close(finished) }()
		synctest.Wait()
		for path, want := range map[string]int{"/readyz": http.StatusServiceUnavailable, "/api/departments": http.StatusServiceUnavailable, "/healthz": http.StatusOK} {
			if status, body := s.get(path); status != want {
				t.Errorf("while it stops: %s is %d %s, want %d", path, status, body, want)
			}
		}
		time.Sleep(3 * time.Second)
		if status, _ := s.get("/healthz"); status != 0 {
			t.Errorf("after the delay it still takes requests: %d", status)
		}
		close(s.released)
		for range requests {
			if status := <-answers; status != http.StatusOK {
				t.Fatalf("a request in flight was answered with %d", status)
			}
		}
		<-finished
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("it took %s", took)
		}
		<-s.ended
	})
}

func TestStoppingDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newServed(t)
		answer := make(chan int)
		go func() { status, _ := s.get("/slow"); answer <- status }()
		synctest.Wait()
		began := time.Now()
		s.program.finish(t.Context(), s.server, s.site)
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("it took %s", took)
		}
		if status := <-answer; status != 0 {
			t.Errorf("the request was answered with %d", status)
		}
		close(s.released)
		<-s.ended
	})
}

// TestSlowClientsAreCutOff sends nothing, half a header and half a body, and wants the connections closed.
func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string]string{
		"nothing":     "",
		"half header": "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ",
		"half body":   "POST /api/departments HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newServed(t)
				c, err := s.wire.dial(t.Context(), "", "")
				if err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				if _, err := io.WriteString(c, sent); err != nil {
					t.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, c); err != nil {
					t.Errorf("the connection ended with %v", err)
				}
				if took := time.Since(began); took > 40*time.Second {
					t.Errorf("it took %s", took)
				}
				close(s.released)
				if err := s.server.Close(); err != nil {
					t.Error(err)
				}
				<-s.ended
			})
		})
	}
}

func TestHeadersAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newServed(t)
		status, _ := s.get("/healthz?" + strings.Repeat("x", 64<<10))
		if status != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("a header of 64 KiB is answered with %d", status)
		}
		close(s.released)
		_ = s.server.Close()
		<-s.ended
	})
}

func TestMetricsAreFew(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	for _, method := range []string{"GET", "BREW", "PROPFIND", "get"} {
		m.observe("/punches", method, 200, time.Millisecond)
	}
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	series := 0
	for _, f := range families {
		if f.GetName() == "punchclock_request_seconds" {
			series = len(f.GetMetric())
		}
	}
	if series != 2 { // GET, and all others together
		t.Errorf("%d series", series)
	}
}
