package test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long a test waits for what must come. A busy machine is slow; a hang is for ever.
const patience = time.Minute

// server is a running server.
type server struct {
	t       testing.TB
	command *exec.Cmd
	address string // host:port
	client  *http.Client
	ended   chan struct{} // closed when the process has ended and its log is complete
	err     error         // how it ended

	mu     sync.Mutex
	log    strings.Builder
	waiter map[string]chan struct{} // closed when a log line with that text has come
}

// serve starts a server and waits until it listens.
func (i *installation) serve(flags ...string) *server {
	i.t.Helper()
	return i.serveUnder(nil, flags...)
}

// serveUnder is serve with words before the program on the command line. They must replace themselves by the program.
func (i *installation) serveUnder(wrapper []string, flags ...string) *server {
	i.t.Helper()
	return i.begin(i.command(wrapper, append([]string{"serve", "--listen", "127.0.0.1:0", "--shutdown-delay", "0s"}, flags...)...)).up()
}

// begin starts a server.
func (i *installation) begin(c *exec.Cmd) *server {
	i.t.Helper()
	s := &server{
		t: i.t, command: c, ended: make(chan struct{}), waiter: map[string]chan struct{}{},
		client: &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 256, DisableCompression: true}},
	}
	log, err := c.StderrPipe()
	if err != nil {
		i.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		i.t.Fatal(err)
	}
	go s.follow(log)
	i.t.Cleanup(s.kill)
	return s
}

// up waits until the server listens.
func (s *server) up() *server {
	s.t.Helper()
	if !s.listens() {
		s.t.Fatalf("the server ended: %v\n%s", s.err, s.logged())
	}
	return s
}

// listens waits until the server listens or has ended.
func (s *server) listens() bool {
	s.t.Helper()
	select {
	case <-s.says(`"msg":"listening"`):
		return true
	case <-s.ended:
		return false
	case <-time.After(patience):
		s.t.Fatalf("the server does not listen: %s", s.logged())
		return false
	}
}

// follow reads the log to its end.
func (s *server) follow(log io.Reader) {
	defer close(s.ended)
	for lines := bufio.NewReader(log); ; {
		line, err := lines.ReadString('\n')
		s.mu.Lock()
		s.log.WriteString(line)
		var entry struct{ Msg, Address string }
		if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == "listening" {
			s.address = entry.Address
		}
		for text, said := range s.waiter {
			if strings.Contains(line, text) {
				close(said)
				delete(s.waiter, text)
			}
		}
		s.mu.Unlock()
		if err != nil {
			break
		}
	}
	s.err = s.command.Wait()
}

// says gives a channel that is closed once the log holds the text.
func (s *server) says(text string) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	said := s.waiter[text]
	if said == nil {
		said = make(chan struct{})
		if strings.Contains(s.log.String(), text) {
			close(said)
		} else {
			s.waiter[text] = said
		}
	}
	return said
}

// logged is the log so far.
func (s *server) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// kill ends the server as a crash would.
func (s *server) kill() {
	_ = s.command.Process.Kill() // it may have ended already
	<-s.ended
	s.client.CloseIdleConnections()
}

// stop ends the server as an operator would; it must exit with 0.
func (s *server) stop() {
	s.t.Helper()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	select {
	case <-s.ended:
	case <-time.After(patience):
		s.t.Fatalf("the server does not stop: %s", s.logged())
	}
	if s.err != nil {
		s.t.Errorf("the server stopped with: %v\n%s", s.err, s.logged())
	}
	s.client.CloseIdleConnections()
}

// caller sends requests with a key.
type caller struct {
	*server
	key string
}

func (s *server) as(key string) caller { return caller{s, key} }

// answer is what the server answered.
type answer struct {
	what   string
	status int
	header http.Header
	body   string
	took   time.Duration
}

// send sends a request to the API. Headers are given as "Name: value". The error says that no whole answer came.
func (c caller) send(method, path, body string, headers ...string) (answer, error) {
	a := answer{what: method + " " + path}
	r, err := http.NewRequestWithContext(context.Background(), method, "http://"+c.address+"/api"+path, strings.NewReader(body))
	if err != nil {
		return a, err
	}
	r.Header.Set("Authorization", "Token "+c.key)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	began := time.Now()
	response, err := c.client.Do(r)
	if err != nil {
		return a, err
	}
	text, err := io.ReadAll(response.Body)
	a.status, a.header, a.body, a.took = response.StatusCode, response.Header, string(text), time.Since(began)
	return a, errors.Join(err, response.Body.Close())
}

// do sends a request that must be answered with the status; 0 is any.
func (c caller) do(status int, method, path, body string, headers ...string) answer {
	c.t.Helper()
	a, err := c.send(method, path, body, headers...)
	if err != nil {
		c.t.Fatalf("%s: %v\n%s", a.what, err, c.logged())
	}
	if status != 0 && a.status != status {
		c.t.Fatalf("%s with %.300s: status %d, want %d: %s", a.what, body, a.status, status, a.body)
	}
	return a
}

func (c caller) get(path string) answer {
	c.t.Helper()
	return c.do(http.StatusOK, http.MethodGet, path, "")
}

// create posts a record and gives its id.
func (c caller) create(path, body string) int64 {
	c.t.Helper()
	record := c.do(http.StatusOK, http.MethodPost, path, body).object(c.t)
	if results, ok := record["results"].([]any); ok {
		record = results[0].(map[string]any)
	}
	return number(record["id"])
}

// plain is a request outside the API.
func (s *server) plain(path string) (status int, body string) {
	s.t.Helper()
	response, err := s.client.Get("http://" + s.address + path)
	if err != nil {
		s.t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		s.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// object is the JSON body.
func (a answer) object(t testing.TB) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		t.Fatalf("%s: %v\n%s", a.what, err, a.body)
	}
	return v
}

// results are the records of a list.
func (a answer) results(t testing.TB) []map[string]any {
	t.Helper()
	var v struct{ Results []map[string]any }
	if err := json.Unmarshal([]byte(a.body), &v); err != nil || a.status != http.StatusOK {
		t.Fatalf("%s: status %d: %v\n%.500s", a.what, a.status, err, a.body)
	}
	return v.Results
}

// number is a whole number in a JSON body.
func number(v any) int64 {
	f, _ := v.(float64)
	return int64(f)
}

// eventually waits until fn gives true.
func eventually(t testing.TB, what string, fn func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); <-tick.C {
		if fn() {
			return
		}
	}
	t.Fatalf("%s: not within %s", what, patience)
}

// crew makes an org unit and n employees in it, whose names end in numbers, and gives their ids.
func (c caller) crew(n int) (employees []int64) {
	c.t.Helper()
	unit := c.create("/orgunits", `{"name": "North"}`)
	for k := range n {
		employees = append(employees, c.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Worker %d", "orgUnit": %d}`, k, unit)))
	}
	return employees
}

// idIn is the id of the record in a JSON body; 0 when there is none.
func idIn(body string) int64 {
	var v struct{ ID int64 }
	_ = json.Unmarshal([]byte(body), &v) // then there is none
	return v.ID
}
