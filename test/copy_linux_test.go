package test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// terminal gives both ends of a terminal: what a program writes to the second can be read from the first.
func terminal(t *testing.T) (watcher, program *os.File) {
	t.Helper()
	watcher, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = watcher.Close() }) // it may be closed already
	number, err := unix.IoctlGetInt(int(watcher.Fd()), unix.TIOCGPTN)
	if err := errors.Join(err, unix.IoctlSetPointerInt(int(watcher.Fd()), unix.TIOCSPTLCK, 0)); err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return watcher, program
}

// drawn is a progress bar.
var drawn = regexp.MustCompile(`(\w+) \[(#*)(\.*)\] +(\d+) % of (\d+) `)

// copyWatched copies at a terminal and gives the percentages that were shown of a table, in their order. At the first one
// that is atLeast or more the program is killed.
func (i *installation) copyWatched(t *testing.T, other *installation, table string, atLeast int) (shown []int, log string) {
	t.Helper()
	watcher, end := terminal(t)
	c := i.command(nil, "copy", "--from", i.db, "--to", other.db)
	c.Stderr = end
	if err := errors.Join(c.Start(), end.Close()); err != nil {
		t.Fatal(err)
	}
	for bars := bufio.NewReader(watcher); ; {
		text, err := bars.ReadString(' ')
		log += text
		if err != nil { // the program has ended
			break
		}
		at := log[strings.LastIndex(log, "\r")+1:]
		found := drawn.FindStringSubmatch(at)
		if found == nil || found[1] != table || !strings.HasSuffix(at, found[0]) {
			continue
		}
		percent, _ := strconv.Atoi(found[4])
		if len(found[2]) != 40*percent/100 || len(found[2]+found[3]) != 40 {
			t.Errorf("the bar does not show %d %%: %s", percent, at)
		}
		if shown = append(shown, percent); percent >= atLeast {
			_ = c.Process.Kill() // it may have ended already
		}
	}
	_ = c.Wait() // what it shows tells how it ended
	return shown, log
}

// TestACopyThatIsKilledGoesOn watches a large copy at a terminal, in both directions, and kills it again and again: in the
// table of punches, and in another that comes before. Each bar begins where the one before was broken off; in the end
// everything is there.
func TestACopyThatIsKilledGoesOn(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it copies the large database")
	}
	file, key := installLarge(t)
	server, back := installOnPostgres(t), install(t)
	for _, way := range [][2]*installation{{file, server}, {server, back}} {
		before := 0
		for _, kill := range []struct {
			table   string
			atLeast int
		}{{"audit", 30}, {"punches", 10}, {"punches", 50}} {
			shown, log := way[0].copyWatched(t, way[1], kill.table, kill.atLeast)
			if len(shown) == 0 || strings.Contains(log, "hold the same") {
				t.Fatalf("the copy was not killed at %d %% of %s: %q", kill.atLeast, kill.table, log)
			}
		}
		shown, log := way[0].copyWatched(t, way[1], "punches", 101)
		if len(shown) == 0 || shown[0] <= 50 || shown[len(shown)-1] != 100 || !strings.Contains(log, "hold the same") || strings.Contains(log, "audit [") {
			t.Errorf("after it was killed at 50 %% the copy shows %v: %q", shown, log)
		}
		for _, percent := range shown {
			if percent <= before {
				t.Errorf("the bar goes back: %v", shown)
			}
			before = percent
		}
	}
	if diff := cmp.Diff(file.copyTo(server), server.copyTo(back)); diff != "" {
		t.Errorf("the copies differ: %s", diff)
	}
	want := file.serve().as(key).get("/punches?" + largeRange).body
	for _, i := range []*installation{server, back} {
		if got := i.serve().as(key).get("/punches?" + largeRange).body; got != want {
			t.Errorf("%s answers another list of punches, of %d bytes instead of %d", i.db, len(got), len(want))
		}
	}
}
