package test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestWrongKeysTakeNoMemory tries a great many keys that do not exist.
func TestWrongKeysTakeNoMemory(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it sends very many requests")
	}
	onBothEngines(t, func(t *testing.T, i *installation) {
		key := i.key(i.account(), "*")
		s := i.serve()
		tries := func(n int) {
			var all sync.WaitGroup
			for side := range 4 {
				all.Go(func() {
					random := rand.New(rand.NewPCG(uint64(n), uint64(side)))
					for range n / 4 {
						a, err := s.as(fmt.Sprintf("pck_%020d%020d%06d", random.Uint64(), random.Uint64(), random.IntN(1_000_000))).send(http.MethodGet, "/departments", "")
						if err != nil || a.status != http.StatusUnauthorized {
							t.Errorf("a wrong key is answered with %d: %v", a.status, err)
							return
						}
					}
				})
			}
			all.Wait()
		}
		tries(4_000) // the server has what it needs to work
		before := s.resident()
		tries(40_000 * more(t))
		if grown := s.resident() - before; grown > 20<<20 {
			t.Errorf("the server grew by %d MiB", grown>>20)
		}
		s.as(key).get("/departments")
	})
}

// TestHostileRequestsFitIntoASmallMachine sends everything that takes memory at once: large bodies, deep ones, long
// lists, many connections. The server never has more than 256 MiB.
func TestHostileRequestsFitIntoASmallMachine(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it needs the large database")
	}
	onBothLarge(t, func(t *testing.T, i *installation, key string) {
		c := i.serve().as(key)
		bodies := []string{
			strings.Repeat(`{"name":`, 120_000), `{"name": ` + strings.Repeat("[", 500_000) + strings.Repeat("]", 500_000) + "}", "{" + strings.Repeat(`"a":1,`, 150_000) + `"name": "x"}`,
			`{"labels": [` + strings.Repeat(`"user:1",`, 100_000) + `"user:2"]}`, `{"name": "` + strings.Repeat("é", 500_000) + `"}`, `{"geoRules": [` + strings.Repeat("{},", 300_000) + `{}]}`,
		}
		xml := []string{
			"<a>" + strings.Repeat("<b/>", 250_000) + "</a>", strings.Repeat("<a>", 300_000), "<a><labels>" + strings.Repeat("<list-item>user:1</list-item>", 30_000) + "</labels></a>", "<a " + strings.Repeat("b='c' ", 150_000) + "/>",
		}
		var all sync.WaitGroup
		for side := range 16 {
			all.Go(func() {
				for round := range 3 {
					for _, path := range []string{"/departments", "/employees", "/payclasses", "/devices"} {
						if side%2 == 0 {
							c.do(http.StatusBadRequest, http.MethodPost, path, bodies[(side+round)%len(bodies)], "Content-Type: application/json")
						} else {
							c.do(http.StatusBadRequest, http.MethodPost, path, xml[(side+round)%len(xml)], "Content-Type: application/xml")
						}
					}
				}
			})
		}
		for _, list := range []string{"/punches", "/punches.xml", "/shiftcards", "/timecards.xml"} {
			all.Go(func() {
				for range 2 {
					c.get(list + "?" + largeRange)
				}
				c.do(http.StatusAccepted, http.MethodPost, strings.TrimSuffix(list, ".xml")+"/async?"+largeRange, "")
			})
		}
		all.Wait()
		if most := c.mostResident(); most > 256<<20 {
			t.Errorf("the server had %d MiB", most>>20)
		} else {
			t.Logf("the server had at most %d MiB", most>>20)
		}
	})
}

// TestTooManyConnectionsPass opens more connections than the server may have files. It does not spin meanwhile, and it
// serves again when they are gone.
func TestTooManyConnectionsPass(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		key := i.key(i.account(), "*")
		c := i.serveUnder([]string{"prlimit", "--nofile=64"}).as(key)
		c.get("/departments") // keeps its connection
		var open []net.Conn
		for range 200 {
			conn, err := net.DialTimeout("tcp", c.address, patience)
			if err != nil {
				break // the queue of connections that wait is full
			}
			open = append(open, conn)
		}
		<-c.says("too many open files")
		before, began := c.processorTime(), time.Now()
		for range 10 {
			c.get("/departments")
			c.create("/departments", `{"name": "x"}`)
		}
		time.Sleep(time.Second) // whether it spins shows in time
		if spent, passed := c.processorTime()-before, time.Since(began); spent > passed/2 {
			t.Errorf("in %s the server spent %s", passed, spent)
		}
		for _, conn := range open {
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
		}
		c.client.CloseIdleConnections()
		eventually(t, "new connections are served", func() bool {
			a, err := c.send(http.MethodGet, "/departments", "")
			return err == nil && a.status == http.StatusOK
		})
		c.stop()
	})
}

// processorTime is how long the server has kept processors busy.
func (s *server) processorTime() time.Duration {
	s.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.command.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // from the third on
	ticks := 0
	for _, field := range fields[11:13] {
		n, err := strconv.Atoi(field)
		if err != nil {
			s.t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond // a tick is a hundredth of a second on every Linux
}

// TestZonesAreInTheProgram serves where the system has no time zones.
func TestZonesAreInTheProgram(t *testing.T) {
	t.Parallel()
	i := install(t)
	key := i.key(i.account(), "*")
	c := i.serveUnder(inNamespace("mkdir -p /usr/share/zoneinfo && mount -t tmpfs tmpfs /usr/share/zoneinfo && mount -t tmpfs tmpfs " + goZones(t))).as(key)
	c.create("/orgunits", `{"name": "x", "timezone": "Pacific/Chatham"}`)
	if err := c.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
}

// goZones is where the Go tree keeps its own zones, in which the program would look too.
func goZones(t *testing.T) string {
	t.Helper()
	for _, dir := range []string{os.Getenv("GOROOT"), "/usr/local/go", "/usr/lib/go"} {
		if _, err := os.Stat(dir + "/lib/time"); dir != "" && err == nil {
			return dir + "/lib/time"
		}
	}
	return "/mnt"
}
