package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const roleBare = "serve-bare"

// serveBare is the program in the role of the least that an HTTP server can be: for the path /NAME it writes the file
// NAME of a directory, which it has read before. No other Go server over net/http is faster.
func serveBare(ctx context.Context, dir, address string) error {
	bodies := make(map[string][]byte)
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if bodies["/"+f.Name()], err = os.ReadFile(filepath.Join(dir, f.Name())); err != nil {
			return err
		}
	}
	server := &http.Server{Addr: address, ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := bodies[r.URL.Path]
		header := w.Header()
		header.Set("Content-Type", "application/json")
		header.Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(http.StatusOK)
		_, _ = w.Write(body)
	})}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// freeAddress is an address on the loopback interface that nobody listens on.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// labelText is a reference to a work label.
func labelText(id int64) string { return "work:" + strconv.FormatInt(id, 10) }

// median is the middle value, or the mean of the two in the middle.
func median(values []float64) float64 {
	sorted := sortedCopy(values)
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// lines joins lines of a file.
func lines(all []string) []byte { return []byte(strings.Join(all, "\n") + "\n") }
