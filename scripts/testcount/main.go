// Command testcount reads the events that "go test -json" writes and prints what a person wants of them: a line for
// each package, everything that a failed test had to say, and at the end how many tests passed and failed. Subtests
// count. It exits with 1 when a test failed or when there was none.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

func main() {
	total, err := count(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testcount:", err)
		os.Exit(1)
	}
	if total.failed > 0 || total.passed == 0 {
		os.Exit(1)
	}
}

// count reads events to the end, reports them on out, and returns the sum over all packages.
func count(events io.Reader, out io.Writer) (tally, error) {
	r := newReport(out)
	in := bufio.NewReader(events)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			r.line(line)
		}
		if err == io.EOF {
			r.end()
			return r.total, nil
		}
		if err != nil {
			return r.total, fmt.Errorf("reading the events of go test: %w", err)
		}
	}
}
