package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// guided is a block of commands in a page of documentation, and what it prints according to the page: the block that
// follows, when nothing stands between.
type guided struct {
	commands string
	kind     string // of what it prints: json, text, or empty when the page does not say
	printed  string
}

var (
	commandBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```\n")
	printedBlock = regexp.MustCompile("(?ms)\\A\n```(json|text)\n(.*?)^```\n")
)

// guidedBlocks are the blocks of commands of a page.
func guidedBlocks(page string) []guided {
	var blocks []guided
	for _, at := range commandBlock.FindAllStringSubmatchIndex(page, -1) {
		b := guided{commands: page[at[2]:at[3]]}
		if next := printedBlock.FindStringSubmatch(page[at[1]:]); next != nil {
			b.kind, b.printed = next[1], next[2]
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// afterBlock is printed after every block of commands; nothing else prints it.
const afterBlock = "\x1e\n"

// guide runs the commands of pages of documentation as one script, against a server in place of the one that a reader
// has started: guide ADDRESS PAGES...
func guide(ts *testscript.TestScript, _ bool, args []string) {
	var blocks []guided
	for _, name := range args[1:] {
		page, err := os.ReadFile(name)
		ts.Check(err)
		blocks = append(blocks, guidedBlocks(string(page))...)
	}
	script := strings.Builder{}
	script.WriteString("set -euo pipefail\n")
	for _, b := range blocks {
		script.WriteString(strings.ReplaceAll(b.commands, "127.0.0.1:8080", args[0]) + "printf '\\036\\n'\n")
	}
	ts.Check(os.WriteFile(ts.MkAbs("guide.sh"), []byte(script.String()), 0o600))
	ts.Check(ts.Exec("bash", "guide.sh"))
	printed := strings.Split(ts.ReadFile("stdout"), afterBlock)
	for i, b := range blocks {
		if diff := b.compare(printed[i]); diff != "" {
			ts.Fatalf("%s\nprints other things than the page says:\n%s", b.commands, diff)
		}
	}
}

// compare says how what was printed differs from the page. The layout of JSON does not matter.
func (b guided) compare(printed string) string {
	if b.kind != "json" {
		if b.kind == "" {
			return ""
		}
		return cmp.Diff(b.printed, printed)
	}
	want, err := jsonValues(b.printed)
	if err != nil {
		return err.Error()
	}
	got, err := jsonValues(printed)
	if err != nil {
		return err.Error()
	}
	return cmp.Diff(want, got)
}

// jsonValues are the values of a stream.
func jsonValues(stream string) (values []any, err error) {
	for from := json.NewDecoder(strings.NewReader(stream)); ; {
		var v any
		switch err := from.Decode(&v); {
		case errors.Is(err, io.EOF):
			return values, nil
		case err != nil:
			return nil, fmt.Errorf("this is not JSON: %w:\n%s", err, stream)
		}
		values = append(values, v)
	}
}

func TestGuidedBlocks(t *testing.T) {
	t.Parallel()
	const page = "Text.\n\n```sh\na\nb\n```\n\n```json\n{\"n\": 1}\n{}\n```\n\n```sh\nc\n```\n\nMore.\n\n```text\nd\n```\n\n```console\n$ e\n```\n"
	blocks := guidedBlocks(page)
	want := []guided{{"a\nb\n", "json", "{\"n\": 1}\n{}\n"}, {commands: "c\n"}}
	if diff := cmp.Diff(want, blocks, cmp.AllowUnexported(guided{})); diff != "" {
		t.Fatal(diff)
	}
	for printed, same := range map[string]bool{"{\n\"n\":1}{}": true, "{\"n\":2}{}": false, "{\"n\":1}": false, "[": false} {
		if diff := blocks[0].compare(printed); (diff == "") != same {
			t.Errorf("compare(%q) = %q, same is %v", printed, diff, same)
		}
	}
	if blocks[1].compare("anything") != "" || (guided{kind: "text", printed: "d\n"}).compare("e\n") == "" {
		t.Error("text is not compared as the page says")
	}
}
