package main

import (
	"net"
	"sync/atomic"
	"time"
)

// writePatience is how long a client may take no byte of an answer before its connection is closed. It is renewed as
// long as the client reads, so a list of any length can be read, and one that nobody reads holds nothing for long.
const writePatience = 30 * time.Second

// pieceSize is how much is written under one deadline.
const pieceSize = 64 << 10

// listener gives its connections a deadline for each write.
type listener struct {
	net.Listener
	patience time.Duration
}

// Accept waits for the next connection.
func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &connection{Conn: c, patience: l.patience}, nil
}

// connection is closed when a write makes no progress.
type connection struct {
	net.Conn
	patience time.Duration
	renewed  atomic.Int64 // when the deadline was last set, in nanoseconds
}

// Write writes in pieces, each with its own deadline.
func (c *connection) Write(b []byte) (n int, err error) {
	for {
		if err := c.renew(); err != nil {
			return n, err
		}
		written, err := c.Conn.Write(b[:min(len(b), pieceSize)])
		n, b = n+written, b[written:]
		if err != nil || len(b) == 0 {
			return n, err
		}
	}
}

// renew sets the deadline, unless it was set a moment ago: setting it costs more than asking for the time.
func (c *connection) renew() error {
	now := time.Now()
	if now.UnixNano()-c.renewed.Load() < int64(c.patience/30) {
		return nil
	}
	c.renewed.Store(now.UnixNano())
	return c.SetWriteDeadline(now.Add(c.patience))
}

// CloseWrite says that nothing more is written. The server uses it so that a client which is still sending reads the
// answer before the connection is closed.
func (c *connection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
