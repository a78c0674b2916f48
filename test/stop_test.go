package test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestStoppingAnswersEveryRequestInFlight tells the server to stop while 200 requests have been sent in part and eight
// clients send others all the time. Every request gets a whole answer, and the program ends with 0.
func TestStoppingAnswersEveryRequestInFlight(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(_ *testing.T, i *installation) { i.stopAnswersEveryRequest() })
}

// stopAnswersEveryRequest tells a server to stop in the middle of its work.
func (i *installation) stopAnswersEveryRequest() {
	t := i.t
	t.Helper()
	key := i.key(i.account(), "*")
	s := i.begin(i.command(nil, "serve", "--listen", "127.0.0.1:0", "--shutdown-delay", "1s")).up()
	var halves []half
	for n := range 200 {
		halves = append(halves, s.sendHalf(key, fmt.Sprintf(`{"name": "half %d"}`, n)))
	}
	eventually(t, "the server has taken the requests", func() bool { return s.inFlight() >= 200 })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var busy sync.WaitGroup
	for range 8 {
		busy.Go(func() { s.askUntilTold(ctx, key) })
	}
	began := time.Now()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-s.says("shutting down")
	for _, h := range halves {
		h.finish(t)
	}
	busy.Wait()
	<-s.ended
	if took := time.Since(began); s.err != nil || took > 30*time.Second {
		t.Errorf("the server ended after %s with %v: %s", took, s.err, s.logged())
	}
	c := i.serve().as(key)
	if there := departments(c); len(there) != 200 {
		t.Errorf("%d of the 200 departments that were acknowledged are there", len(there))
	}
}

// inFlight is how many requests the server says it is answering.
func (s *server) inFlight() int {
	_, text := s.plain("/metrics")
	for line := range strings.Lines(text) {
		var n int
		if _, err := fmt.Sscanf(line, "punchclock_requests_in_flight %d", &n); err == nil {
			return n - 1 // without this one
		}
	}
	s.t.Fatalf("the metrics do not say how many requests are in flight: %s", text)
	return 0
}

// half is a request of which the last byte is not sent yet.
type half struct {
	net.Conn
	rest string
}

// sendHalf sends a request that makes a record, without the last byte of its body.
func (s *server) sendHalf(key, body string) half {
	s.t.Helper()
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Close() })
	_, err = fmt.Fprintf(c, "POST /api/departments HTTP/1.1\r\nHost: x\r\nAuthorization: Token %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", key, len(body), body[:len(body)-1])
	if err != nil {
		s.t.Fatal(err)
	}
	return half{c, body[len(body)-1:]}
}

// finish sends the last byte and wants the record.
func (h half) finish(t testing.TB) {
	t.Helper()
	if _, err := io.WriteString(h, h.rest); err != nil {
		t.Errorf("a request that was in flight was broken off: %v", err)
		return
	}
	response, err := http.ReadResponse(bufio.NewReader(h), nil)
	if err != nil {
		t.Errorf("a request that was in flight got no answer: %v", err)
		return
	}
	body, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("a request that was in flight got %d: %s %v", response.StatusCode, body, err)
	}
}

// askUntilTold sends one request after the other until the server says that it takes no more on this connection.
func (s *server) askUntilTold(ctx context.Context, key string) {
	client := http.Client{Timeout: patience, Transport: &http.Transport{}}
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+"/api/departments", nil)
		if err != nil {
			s.t.Error(err)
			return
		}
		r.Header.Set("Authorization", "Token "+key)
		response, err := client.Do(r)
		if err != nil {
			s.t.Errorf("a request got no answer: %v", err)
			return
		}
		_, err = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		switch {
		case err != nil:
			s.t.Errorf("an answer was broken off: %v", err)
			return
		case response.Close:
			if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusServiceUnavailable {
				s.t.Errorf("the last answer was %d", response.StatusCode)
			}
			return
		case response.StatusCode != http.StatusOK:
			s.t.Errorf("an answer was %d, and the connection stays", response.StatusCode)
			return
		}
	}
}
