package test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// quick is how soon a server answers whatever others do to it.
const quick = 2 * time.Second

// staysQuick asks the server again and again until done is closed. Each answer must come soon.
func (c caller) staysQuick(done <-chan struct{}) {
	c.t.Helper()
	for {
		select {
		case <-done:
			return
		case <-time.After(200 * time.Millisecond): // not busier than a few clients
		}
		for _, path := range []string{"/departments", "/employees?limit=3"} {
			c.promptly(http.StatusOK, http.MethodGet, path, "")
		}
	}
}

// promptly is do for a request that must be answered soon. A request that took long is sent again: a busy machine is slow
// now and then, a server that can be held up is slow again.
func (c caller) promptly(status int, method, path, body string, headers ...string) (a answer) {
	c.t.Helper()
	for range 3 {
		if a = c.do(status, method, path, body, headers...); a.took <= quick {
			return a
		}
	}
	c.t.Errorf("%s took %s", a.what, a.took)
	return a
}

// TestSlowSendersHoldNobodyUp opens 200 connections that send their header or their body byte by byte. Others are served
// meanwhile, and after a while all of the slow ones are closed.
func TestSlowSendersHoldNobodyUp(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it waits for the server's patience to end")
	}
	onBothEngines(t, func(t *testing.T, i *installation) {
		key := i.key(i.account(), "*")
		c := i.serve().as(key)
		began := time.Now()
		closed := make(chan time.Duration, 200)
		for n := range 200 {
			begin := "GET /api/departments HTTP/1.1\r\nHost: x\r\nX-Slow: "
			if n%2 == 0 {
				begin = "POST /api/departments HTTP/1.1\r\nHost: x\r\nAuthorization: Token " + key + "\r\nContent-Length: 100000\r\n\r\n{\"name\": \""
			}
			go func() {
				defer func() { closed <- time.Since(began) }()
				sendSlowly(c.address, begin)
			}()
		}
		done := make(chan struct{})
		var last time.Duration
		go func() {
			defer close(done)
			for range 200 {
				last = <-closed
			}
		}()
		c.staysQuick(done)
		if last > 40*time.Second {
			t.Errorf("the last slow connection was closed after %s", last)
		}
		if n := c.inFlight(); n != 0 {
			t.Errorf("%d requests are still in flight", n)
		}
	})
}

// sendSlowly sends a beginning and then a byte now and then, until the server ends the connection.
func sendSlowly(address, begin string) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer func() { _ = c.Close() }()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(io.Discard, c) // until the server has closed it
	}()
	if _, err := io.WriteString(c, begin); err != nil {
		return
	}
	for {
		select {
		case <-ended:
			return
		case <-time.After(3 * time.Second):
			if _, err := io.WriteString(c, "x"); err != nil {
				return
			}
		}
	}
}

// TestWhoStopsReadingHoldsNobodyUp opens a list of some 50 MB more often than there are connections in the pool, and stops
// to read. Others are served meanwhile, and after a while the lists are broken off and nothing of them is left.
func TestWhoStopsReadingHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it waits for the server's patience to end")
	}
	i, key := installLarge(t)
	c := i.serve("--db-readers", "3").as(key)
	c.outlastsStalledReaders()
	c.stop()
	i.sound()
}

// TestWhoStopsReadingHoldsNobodyUpOnPostgreSQL is the same there, where no transaction may be left open either.
func TestWhoStopsReadingHoldsNobodyUpOnPostgreSQL(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it waits for the server's patience to end")
	}
	i, key := installLargeOnPostgres(t)
	c := i.serve("--db-pool", "8").as(key)
	c.outlastsStalledReaders()
	if open := query(t, i.db, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()"); open[0] != "0" {
		t.Errorf("%s transactions are left open", open[0])
	}
	c.stop()
}

// outlastsStalledReaders has eight clients stop reading a long list.
func (c caller) outlastsStalledReaders() {
	c.t.Helper()
	began := time.Now()
	for range 8 {
		c.stopReading()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for c.inFlight() > 0 && time.Since(began) < patience {
			time.Sleep(100 * time.Millisecond) // it is asked, not told
		}
	}()
	c.staysQuick(done)
	if took := time.Since(began); took > 45*time.Second {
		c.t.Errorf("the lists were broken off after %s", took)
	}
	if broken := strings.Count(c.logged(), "list broken off"); broken != 8 {
		c.t.Errorf("the log tells of %d lists that were broken off, want 8", broken)
	}
	c.create("/departments", `{"name": "afterwards"}`)
}

// stopReading asks for the whole large list and reads its header only.
func (c caller) stopReading() {
	c.t.Helper()
	conn, err := net.Dial("tcp", c.address)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = conn.Close() })
	if err := conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
		c.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(conn, "GET /api/punches?%s HTTP/1.1\r\nHost: x\r\nAuthorization: Token %s\r\n\r\n", largeRange, c.key); err != nil {
		c.t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil) //nolint:bodyclose // its body is what nobody reads
	if err != nil || response.StatusCode != http.StatusOK {
		c.t.Fatalf("%v: %v", response, err)
	}
}

// TestLongListsOfOneAccountAreBounded holds that an account whose readers do not read gets no further long list, but all
// else.
func TestLongListsOfOneAccountAreBounded(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it needs the large database")
	}
	onBothLarge(t, func(t *testing.T, i *installation, key string) {
		c := i.serve("--db-readers", "3").as(key)
		for range 8 {
			c.stopReading()
		}
		refused := make(chan answer)
		for range 4 {
			go func() {
				a, _ := c.send(http.MethodGet, "/punches?"+largeRange, "")
				refused <- a
			}()
		}
		c.promptly(http.StatusOK, http.MethodGet, "/punches?from=2024-01-01&to=2024-01-01&employee="+fmt.Sprint(c.get("/employees?limit=1").results(t)[0]["id"]), "")
		c.do(http.StatusAccepted, http.MethodPost, "/punches/async?"+largeRange, "")
		for range 4 {
			if a := <-refused; a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") != "10" || !strings.Contains(a.body, "/async") {
				t.Errorf("one long list too many is answered with %d: %s", a.status, a.body)
			}
		}
	})
}

// TestLongListsSideBySideAreAllServed asks for more long lists at once than are sent at once.
func TestLongListsSideBySideAreAllServed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it needs the large database")
	}
	onBothLarge(t, func(t *testing.T, i *installation, key string) {
		c := i.serve("--db-readers", "3").as(key)
		var all sync.WaitGroup
		for range 30 {
			all.Go(func() {
				if n := len(c.get("/punches?from=2024-01-01&to=2024-01-05").results(t)); n != 5*largeEmployees {
					t.Errorf("a list has %d punches", n)
				}
			})
		}
		all.Wait()
	})
}
