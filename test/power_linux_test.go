package test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// TestPowerLossLosesNothingAcknowledged traces the system calls of a server under load and replays them up to the moments
// at which an answer left the server: what was not synced by then is dropped, or kept in part. The program must find
// everything in those files that it had acknowledged.
func TestPowerLossLosesNothingAcknowledged(t *testing.T) {
	t.Parallel()
	i := install(t)
	key := i.key(i.account(), "*")
	before, err := os.ReadFile(i.db)
	if err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(i.dir, "trace")
	c := i.serveUnder([]string{
		"strace", "-D", "-f", "--seccomp-bpf", "-yy", "-xx", "-s", "70000", "-e", "signal=none",
		"-e", "trace=pwrite64,pwritev,pwritev2,write,fsync,fdatasync,ftruncate", "-o", trace,
	}).as(key)
	makeDepartments(c, 4, 60)
	c.kill()

	r := &replay{disk: map[string]*tracedFile{i.db: {synced: before}, i.db + "-wal": {}}, waiting: map[string]func(){}, every: 20}
	file, err := os.Open(trace)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if err := r.run(file); err != nil {
		t.Fatal(err)
	}
	if len(r.acknowledged) != 240 || len(r.cuts) != 12 {
		t.Fatalf("the trace shows %d answers and %d moments, want 240 and 12", len(r.acknowledged), len(r.cuts))
	}
	for _, cut := range r.cuts {
		for _, files := range []map[string][]byte{cut.synced, cut.partly} {
			survives(t, key, files, r.acknowledged[:cut.acknowledged])
		}
	}
}

// makeDepartments makes departments from several sides at once.
func makeDepartments(c caller, sides, each int) {
	c.t.Helper()
	var all sync.WaitGroup
	for side := range sides {
		all.Go(func() {
			for n := range each {
				a, err := c.send(http.MethodPost, "/departments", fmt.Sprintf(`{"name": "department %d of %d"}`, n, side))
				if err != nil || a.status != http.StatusOK {
					c.t.Errorf("%d %s: %v", a.status, a.body, err)
				}
			}
		})
	}
	all.Wait()
}

// survives starts the program on what was left on a disk and looks for the departments.
func survives(t *testing.T, key string, files map[string][]byte, names []string) {
	t.Helper()
	i := install(t)
	for path, content := range files {
		if err := os.WriteFile(filepath.Join(i.dir, filepath.Base(path)), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := i.serve()
	there := map[string]bool{}
	for _, d := range s.as(key).get("/departments").results(t) {
		there[fmt.Sprint(d["name"])] = true
	}
	s.stop()
	i.sound()
	for _, name := range names {
		if !there[name] {
			t.Errorf("%s was acknowledged and is lost", name)
		}
	}
}

// tracedFile is a file on a disk that may lose what was not synced.
type tracedFile struct {
	synced  []byte
	pending []func([]byte) []byte
}

// cut is the disk at a moment at which the power fails.
type cut struct {
	synced, partly map[string][]byte // without what was not synced, and with some of it
	acknowledged   int               // how many answers had left by then
}

// replay carries out the writes of a trace.
type replay struct {
	disk         map[string]*tracedFile
	waiting      map[string]func() // what is to be done when the system call of a thread ends well
	acknowledged []string          // names of departments in answers
	every        int               // how many answers lie between two cuts
	cuts         []cut
}

var (
	traceLine = regexp.MustCompile(`^(\d+) +(\w+)\(\d+<((?:->|[^>])*)>(?:, "([^"]*)", (\d+))?(?:, (\d+))?(.*)$`)
	resumed   = regexp.MustCompile(`^(\d+) +<\.\.\. \w+ resumed>.*= (-?\d+)`)
	named     = regexp.MustCompile(`"name":"([^"]*)"`)
)

// run goes through a trace.
func (r *replay) run(trace io.Reader) error {
	for lines := bufio.NewReader(trace); ; {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		line = strings.TrimSuffix(line, "\n")
		if m := resumed.FindStringSubmatch(line); m != nil {
			if then := r.waiting[m[1]]; then != nil && m[2] == "0" {
				then()
			}
			delete(r.waiting, m[1])
		} else if m := traceLine.FindStringSubmatch(line); m != nil {
			if err := r.call(m[1], m[2], unhex(m[3]), m[4], m[6], m[7]); err != nil {
				return fmt.Errorf("%w: %.200s", err, line)
			}
		}
	}
}

// call carries out one system call on a file or connection.
func (r *replay) call(thread, name, on, data, number, end string) error {
	file := r.disk[on]
	at, _ := strconv.Atoi(number)
	switch name {
	case "write":
		if file == nil {
			r.answered([]byte(unhex(data)))
			return nil
		}
	case "pwrite64":
		if file == nil {
			return nil // the shared index, which is made anew
		}
		content := []byte(unhex(data))
		file.pending = append(file.pending, func(b []byte) []byte {
			if missing := at + len(content) - len(b); missing > 0 {
				b = append(b, make([]byte, missing)...)
			}
			copy(b[at:], content)
			return b
		})
		return nil
	case "ftruncate":
		if file != nil {
			file.pending = append(file.pending, func(b []byte) []byte { return b[:min(at, len(b))] })
		}
		return nil
	case "fsync", "fdatasync":
		if file == nil {
			return nil
		}
		writes := len(file.pending)
		sync := func() { file.keep(writes) }
		if strings.Contains(end, "unfinished") {
			r.waiting[thread] = sync
		} else if strings.HasSuffix(strings.TrimSpace(end), "= 0") {
			sync()
		}
		return nil
	}
	if file != nil {
		return fmt.Errorf("the test does not know what %s does", name)
	}
	return nil
}

// keep puts the first writes on the disk.
func (f *tracedFile) keep(writes int) {
	for _, write := range f.pending[:writes] {
		f.synced = write(f.synced)
	}
	f.pending = f.pending[writes:]
}

// answered notes an answer that leaves the server, and now and then cuts the power.
func (r *replay) answered(sent []byte) {
	m := named.FindSubmatch(sent)
	if !bytes.HasPrefix(sent, []byte("HTTP/1.1 200")) || m == nil {
		return
	}
	r.acknowledged = append(r.acknowledged, string(m[1]))
	if len(r.acknowledged)%r.every > 0 {
		return
	}
	c := cut{map[string][]byte{}, map[string][]byte{}, len(r.acknowledged)}
	for path, file := range r.disk {
		c.synced[path] = slices.Clone(file.synced)
		c.partly[path] = slices.Clone(file.synced)
		for _, write := range file.pending {
			if rand.IntN(2) == 0 {
				c.partly[path] = write(c.partly[path])
			}
		}
	}
	r.cuts = append(r.cuts, c)
}

// unhex is what strace wrote as \x41\x42.
func unhex(text string) string {
	b, err := hex.DecodeString(strings.ReplaceAll(text, `\x`, ""))
	if err != nil {
		return text // an address
	}
	return string(b)
}
