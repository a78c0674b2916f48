package test

import (
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// proxy stands between a server and its database, and does what networks do.
type proxy struct {
	t      testing.TB
	on     net.Listener
	target string

	mu      sync.Mutex
	changed *sync.Cond
	weather weather
	pairs   map[net.Conn]net.Conn
}

// weather is what a proxy does to what passes through it.
type weather struct {
	stalled bool          // nothing passes, and nobody is told
	refused bool          // new connections are closed at once
	latency time.Duration // what the database says comes later
}

// newProxy starts a proxy to an address.
func newProxy(t testing.TB, target string) *proxy {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{t: t, on: on, target: target, pairs: map[net.Conn]net.Conn{}}
	p.changed = sync.NewCond(&p.mu)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			near, err := on.Accept()
			if err != nil {
				return
			}
			all.Go(func() { p.join(near) })
		}
	})
	t.Cleanup(func() {
		_ = on.Close()
		p.become(weather{refused: true})
		p.reset()
		all.Wait()
	})
	return p
}

// port is where the proxy listens.
func (p *proxy) port() string {
	p.t.Helper()
	_, port, err := net.SplitHostPort(p.on.Addr().String())
	if err != nil {
		p.t.Fatal(err)
	}
	return port
}

// become changes the weather.
func (p *proxy) become(w weather) {
	p.mu.Lock()
	p.weather = w
	p.changed.Broadcast()
	p.mu.Unlock()
}

// reset breaks every connection off.
func (p *proxy) reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for near, far := range p.pairs {
		for _, c := range []net.Conn{near, far} {
			if tcp, ok := c.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0) // so that the other side is told with a reset
			}
			_ = c.Close()
		}
	}
}

// join passes on what two sides say, until one of them has ended.
func (p *proxy) join(near net.Conn) {
	defer func() { _ = near.Close() }()
	if p.now().refused {
		return
	}
	far, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	p.mu.Lock()
	p.pairs[near] = far
	p.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { p.pass(far, near, false); _ = far.Close() })
	both.Go(func() { p.pass(near, far, true); _ = near.Close() })
	both.Wait()
	p.mu.Lock()
	delete(p.pairs, near)
	p.mu.Unlock()
}

// now is the weather once nothing is stalled.
func (p *proxy) now() weather {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.weather.stalled {
		p.changed.Wait()
	}
	return p.weather
}

func (p *proxy) pass(to, from net.Conn, late bool) {
	for b := make([]byte, 32<<10); ; {
		n, err := from.Read(b)
		w := p.now()
		if late && w.latency > 0 {
			<-time.After(w.latency)
		}
		if _, failed := to.Write(b[:n]); errors.Join(err, failed) != nil {
			if !errors.Is(err, io.EOF) {
				_ = from.Close()
			}
			return
		}
	}
}
