package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const roleBare = "serve-bare"

// serveBare is the program in the role of the least that an HTTP server can be: for the path /NAME it writes the file
// NAME of a directory, which it has read before. No other Go server over net/http is faster.
func serveBare(ctx context.Context, dir, address string) error {
	bodies, err := readBodies(dir)
	if err != nil {
		return err
	}
	return serveHandler(ctx, address, func(w http.ResponseWriter, r *http.Request) { writeBody(w, bodies[r.URL.Path]) })
}

// readBodies reads the files of a directory, each under the path of its name.
func readBodies(dir string) (map[string][]byte, error) {
	bodies := make(map[string][]byte)
	files, err := os.ReadDir(dir)
	for _, f := range files {
		if bodies["/"+f.Name()], err = os.ReadFile(filepath.Join(dir, f.Name())); err != nil {
			return nil, err
		}
	}
	return bodies, err
}

// writeBody answers the bytes.
func writeBody(w http.ResponseWriter, body []byte) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body)
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
