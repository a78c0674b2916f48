package arch

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"
)

// foreignPath matches absolute paths that exist only on the machine of one developer: homes and work directories.
// The pieces are spelt apart so that this file does not match itself.
var foreignPath = regexp.MustCompile(
	`(^|[^A-Za-z0-9_.$}/-])` + // The path begins here, and is not the tail of an address or of a variable.
		`(/` + `home/[a-z]|/` + `Users/[A-Za-z]|/` + `root/|/` + `work/|[A-Za-z]:\\+` + `Users\\)`)

func TestNoPathsOfAMachine(t *testing.T) {
	t.Parallel()
	for _, name := range files(t, func(string) bool { return true }) {
		report(t, foreignPaths(name, read(t, name)))
	}
}

// foreignPaths returns the lines of a text that name such a path. A file with a zero byte is no text.
func foreignPaths(name string, content []byte) []string {
	if bytes.IndexByte(content, 0) >= 0 {
		return nil
	}
	var found []string
	number := 0
	for line := range bytes.Lines(content) {
		number++
		if match := foreignPath.Find(line); match != nil {
			found = append(found, fmt.Sprintf("%s:%d: the path %q exists on one machine only", name, number, match))
		}
	}
	return found
}

func TestPathsOfAMachineAreFound(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"see /" + "home/ada/src":             1,
		"\"/" + "Users/ada\"\n/" + "root/x":  2,
		"C:\\" + "Users\\ada":                1,
		"cd /" + "work/main":                 1,
		"https://example.com/" + "work/home": 0,
		"${DIR}/" + "work/":                  0,
		"/var/lib/punchclock":                0,
		"\x00/" + "root/":                    0,
	} {
		if got := foreignPaths("a.md", []byte(text)); len(got) != want {
			t.Errorf("foreignPaths(%q) = %q, want %d", text, got, want)
		}
	}
}
