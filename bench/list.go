package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// stream is what came of reading a long list once.
type stream struct {
	first   time.Duration // until the first byte of the body
	whole   time.Duration
	bytes   int64
	all     int64 // memory at most, above the idle server
	private int64 // the same without pages of files that the system caches
}

// measureList reads a list of a million punches that is not paged.
func measureList(ctx context.Context, o *options, t *table) (err error) {
	const rows = 1_000_000
	db, err := seedDatabase(ctx, o, fmt.Sprintf("one-%d", rows), 1, rows)
	if err != nil {
		return err
	}
	var first, memory, private, whole []float64
	for range o.rounds {
		s, err := listOnce(ctx, o, db)
		if err != nil {
			return err
		}
		first, whole = append(first, s.first.Seconds()), append(whole, s.whole.Seconds())
		memory, private = append(memory, float64(s.all)), append(private, float64(s.private))
	}
	t.list(rows, median(first), median(whole), median(memory), median(private))
	return nil
}

// listOnce starts a server, warms it up with a page, and reads the list.
func listOnce(ctx context.Context, o *options, db *seeded) (s stream, err error) {
	server, err := startServer(ctx, o, db.Path)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	key := "Token " + db.Companies[0].Key
	if _, err := get(ctx, server, fmt.Sprintf("/api/punches?from=%s&to=%s&orderBy=modified", pagesFrom, pagesTo), key); err != nil {
		return s, err
	}
	idle, idlePrivate, err := server.memory()
	if err != nil {
		return s, err
	}
	var most, mostPrivate atomic.Int64
	done := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for tick := time.NewTicker(5 * time.Millisecond); ; {
			if all, private, err := server.memory(); err == nil {
				most.Store(max(most.Load(), all))
				mostPrivate.Store(max(mostPrivate.Load(), private))
			}
			select {
			case <-done:
				tick.Stop()
				return
			case <-tick.C:
			}
		}
	}()
	err = s.read(ctx, server, fmt.Sprintf("/api/punches?from=%s&to=%s", pagesFrom, pagesTo), key)
	close(done)
	<-watched
	s.all, s.private = most.Load()-idle, mostPrivate.Load()-idlePrivate
	return s, err
}

// read reads the list to its end.
func (s *stream) read(ctx context.Context, server *process, path, authorization string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+server.address+path, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", authorization)
	began := time.Now()
	response, err := (&http.Client{Timeout: 10 * time.Minute}).Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the list answers %s", response.Status)
	}
	if _, err := io.ReadFull(response.Body, make([]byte, 1)); err != nil {
		return err
	}
	s.first = time.Since(began)
	rest, err := io.Copy(io.Discard, response.Body)
	s.bytes, s.whole = rest+1, time.Since(began)
	return err
}
