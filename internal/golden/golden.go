// Package golden compares what the code makes with files that are committed: documents, answers, help pages. Whoever
// reviews a change sees there what it does to them. "make golden" rewrites the files; it runs the tests with Golden in
// their name and UPDATE_GOLDEN=1 in the environment, so a test that uses this package has Golden in its name.
package golden

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Check fails the test when the file called name, relative to the package under test, does not hold exactly got. With
// UPDATE_GOLDEN=1 it writes the file instead, and the directories that lead to it.
func Check(t testing.TB, name string, got []byte) {
	t.Helper()
	if err := check(name, got, os.Getenv("UPDATE_GOLDEN") == "1"); err != nil {
		t.Error(err)
	}
}

// check compares got with the file, or writes it there.
func check(name string, got []byte, update bool) error {
	if update {
		return write(name, got)
	}
	want, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("reading the golden file: %w; if it is new, run make golden", err)
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("%s differs, first in %s\nif the change is meant, run make golden", name, difference(got, want))
	}
	return nil
}

// write keeps got as the new content of the file, all at once: another test may be reading it.
func write(name string, got []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil { //nolint:gosec // the files are public sources
		return fmt.Errorf("making room for a golden file: %w", err)
	}
	passing := fmt.Sprintf("%s.%d.new", name, os.Getpid())
	err := os.WriteFile(passing, got, 0o644) //nolint:gosec // the files are public sources
	if err == nil {
		err = os.Rename(passing, name)
	}
	if err != nil {
		return fmt.Errorf("writing a golden file: %w", err)
	}
	return nil
}

// difference shows the first line in which two different texts differ.
func difference(got, want []byte) string {
	gotLines, wantLines := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	same := 0
	for same < min(len(gotLines), len(wantLines)) && bytes.Equal(gotLines[same], wantLines[same]) {
		same++
	}
	return fmt.Sprintf("line %d:\n\tgot  %s\n\twant %s", same+1, quote(gotLines, same), quote(wantLines, same))
}

// quote shows one line of a text, or that the text has ended before it.
func quote(lines [][]byte, i int) string {
	if i >= len(lines) {
		return "the end of the text"
	}
	return fmt.Sprintf("%q", lines[i])
}
