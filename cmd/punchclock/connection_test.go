package main

import (
	"errors"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// pair is the two ends of a connection, that of the server with the patience of the server.
func pair(t *testing.T) (server *connection, client net.Conn) {
	t.Helper()
	s, c := net.Pipe()
	t.Cleanup(func() { _ = s.Close(); _ = c.Close() })
	return &connection{Conn: s, patience: writePatience}, c
}

func TestWhoReadsNothingIsCutOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, _ := pair(t)
		began := time.Now()
		n, err := server.Write(make([]byte, 1<<20))
		if n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("wrote %d, error %v", n, err)
		}
		if took := time.Since(began); took != writePatience {
			t.Errorf("it took %s", took)
		}
	})
}

func TestWhoReadsSlowlyIsServed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, client := pair(t)
		const size = 10 * pieceSize
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			piece := make([]byte, pieceSize)
			for {
				time.Sleep(20 * time.Second)
				if _, err := client.Read(piece); err != nil {
					return
				}
			}
		}()
		began := time.Now()
		if n, err := server.Write(make([]byte, size)); n != size || err != nil {
			t.Errorf("wrote %d, error %v", n, err)
		}
		if took := time.Since(began); took < 3*time.Minute {
			t.Errorf("it took only %s", took)
		}
		_ = server.Close()
		<-gone
	})
}

func TestWhoStopsReadingIsCutOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, client := pair(t)
		go func() { _, _ = client.Read(make([]byte, pieceSize)) }()
		n, err := server.Write(make([]byte, 4*pieceSize))
		if n != pieceSize || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("wrote %d, error %v", n, err)
		}
	})
}
