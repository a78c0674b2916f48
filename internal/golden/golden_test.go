package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "new", "page.md")
	tests := []struct {
		step   string
		got    string
		update bool
		want   string
	}{
		{"a missing file tells how to make it", "one\ntwo\n", false, "run make golden"},
		{"an update makes it", "one\ntwo\n", true, ""},
		{"the same text passes", "one\ntwo\n", false, ""},
		{"another line is shown", "one\nzwei\n", false, "line 2:\n\tgot  \"zwei\"\n\twant \"two\""},
		{"a missing end is shown", "one\ntwo", false, "line 3:\n\tgot  the end of the text\n\twant \"\""},
		{"a longer text is shown", "one\ntwo\n\n", false, "line 4:\n\tgot  \"\"\n\twant the end of the text"},
		{"an update replaces it", "three\n", true, ""},
		{"the new text passes", "three\n", false, ""},
	}
	for _, test := range tests {
		err := check(name, []byte(test.got), test.update)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.step, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: error = %v, want %q", test.step, err, test.want)
		}
	}
}

func TestCheckTellsOfAFileThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := check(filepath.Join(blocked, "page.md"), nil, true); err == nil {
		t.Error("a path through a file was written")
	}
	if err := check(filepath.Dir(blocked), nil, true); err == nil {
		t.Error("a directory was written as a file")
	}
}
