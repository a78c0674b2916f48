package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// event is one line of "go test -json", as "go doc test2json" and "go help buildjson" describe it.
type event struct {
	Action     string  // run, output, pass, fail, skip, build-output and others.
	Package    string  // the package under test.
	ImportPath string  // the package being built, in build-output.
	Test       string  // the test or subtest; empty in what concerns a whole package.
	Output     string  // text, in output and build-output.
	Elapsed    float64 // seconds, in pass and fail.
}

// tally is how many tests ended in which way.
type tally struct{ passed, failed, skipped int }

// progress is what is known of a package while its tests run.
type progress struct {
	tally
	said map[string]*strings.Builder // what each unfinished test has printed; "" is the package itself.
}

// report turns events into lines for people.
type report struct {
	out      io.Writer
	total    tally
	packages map[string]*progress
}

func newReport(out io.Writer) *report {
	return &report{out: out, packages: map[string]*progress{}}
}

// line takes one line of input. What is no event is passed on, because it is a message of the go command.
func (r *report) line(line []byte) {
	var e event
	if err := json.Unmarshal(line, &e); err != nil || e.Action == "" {
		fmt.Fprint(r.out, string(line))
		return
	}
	switch {
	case e.Action == "build-output":
		fmt.Fprint(r.out, e.Output)
	case e.Package == "":
	case e.Test != "":
		r.of(e.Package).test(r.out, e)
	default:
		r.whole(e)
	}
}

// of returns the progress of a package.
func (r *report) of(name string) *progress {
	if r.packages[name] == nil {
		r.packages[name] = &progress{said: map[string]*strings.Builder{}}
	}
	return r.packages[name]
}

// test takes an event of one test and shows what it said if it failed.
func (p *progress) test(out io.Writer, e event) {
	switch e.Action {
	case "run", "output":
		p.hear(e)
		return
	case "pass":
		p.passed++
	case "skip":
		p.skipped++
	case "fail":
		p.failed++
		fmt.Fprint(out, p.heard(e.Test))
	default:
		return
	}
	delete(p.said, e.Test)
}

// hear keeps what a test, or the package itself, has printed, but not the marks that say when a test ran or waited.
func (p *progress) hear(e event) {
	if p.said[e.Test] == nil {
		p.said[e.Test] = &strings.Builder{}
	}
	if !strings.HasPrefix(e.Output, "=== ") {
		p.said[e.Test].WriteString(e.Output)
	}
}

// heard returns what a test has printed so far.
func (p *progress) heard(test string) string {
	if p.said[test] == nil {
		return ""
	}
	return p.said[test].String()
}

// whole takes an event of a package as a whole and prints its line when it has ended.
func (r *report) whole(e event) {
	p := r.of(e.Package)
	switch e.Action {
	case "output":
		p.hear(e)
	case "pass":
		fmt.Fprintf(r.out, "ok    %-40s %5d tests %7.1f s\n", e.Package, p.passed, e.Elapsed)
		r.close(e.Package)
	case "skip":
		r.close(e.Package)
	case "fail":
		p.broken(r.out)
		fmt.Fprintf(r.out, "FAIL  %-40s %5d tests, %d failed\n", e.Package, p.passed+p.failed, p.failed)
		r.close(e.Package)
	}
}

// broken handles the failure of a whole package. A test that began and never ended has failed, by a crash or a
// timeout; and if no test failed, the package itself has.
func (p *progress) broken(out io.Writer) {
	own := p.heard("")
	delete(p.said, "")
	for _, name := range slices.Sorted(maps.Keys(p.said)) {
		p.failed++
		fmt.Fprintf(out, "--- FAIL: %s did not end\n%s", name, p.heard(name))
	}
	if p.failed == 0 {
		p.failed = 1
		fmt.Fprint(out, own)
	}
}

// close adds a package that has ended to the total.
func (r *report) close(name string) {
	p := r.of(name)
	r.total.passed += p.passed
	r.total.failed += p.failed
	r.total.skipped += p.skipped
	delete(r.packages, name)
}

// end prints the sum. A package that is still open was cut off, and that is a failure too.
func (r *report) end() {
	for _, name := range slices.Sorted(maps.Keys(r.packages)) {
		fmt.Fprintf(r.out, "FAIL  %s was cut off\n", name)
		r.packages[name].broken(r.out)
		r.close(name)
	}
	if r.total.skipped > 0 {
		fmt.Fprintf(r.out, "Go: %d skipped\n", r.total.skipped)
	}
	fmt.Fprintf(r.out, "Go: %d passed, %d failed\n", r.total.passed, r.total.failed)
}
