package main

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

func TestCount(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		events []string
		want   tally
		shows  []string
		hides  []string
	}{
		{
			name: "subtests count and the passing are quiet",
			events: []string{
				`{"Action":"start","Package":"p"}`,
				`{"Action":"run","Package":"p","Test":"TestA"}`,
				`{"Action":"run","Package":"p","Test":"TestA/one"}`,
				`{"Action":"output","Package":"p","Test":"TestA/one","Output":"chatter\n"}`,
				`{"Action":"pass","Package":"p","Test":"TestA/one"}`,
				`{"Action":"pass","Package":"p","Test":"TestA"}`,
				`{"Action":"pass","Package":"p","Elapsed":0.5}`,
			},
			want:  tally{passed: 2},
			shows: []string{"ok    p", "Go: 2 passed, 0 failed\n"},
			hides: []string{"chatter"},
		},
		{
			name: "a failed test is heard",
			events: []string{
				`{"Action":"run","Package":"p","Test":"TestA"}`,
				`{"Action":"output","Package":"p","Test":"TestA","Output":"a_test.go:7: wrong\n"}`,
				`{"Action":"fail","Package":"p","Test":"TestA"}`,
				`{"Action":"output","Package":"p","Output":"FAIL\n"}`,
				`{"Action":"fail","Package":"p"}`,
			},
			want:  tally{failed: 1},
			shows: []string{"a_test.go:7: wrong", "Go: 0 passed, 1 failed\n"},
		},
		{
			name:   "a test that failed without a word",
			events: []string{`{"Action":"fail","Package":"p","Test":"TestA"}`, `{"Action":"fail","Package":"p"}`},
			want:   tally{failed: 1},
			hides:  []string{"nil"},
		},
		{
			name: "a crash fails the test that was running",
			events: []string{
				`{"Action":"run","Package":"p","Test":"TestA"}`,
				`{"Action":"output","Package":"p","Test":"TestA","Output":"panic: oh\n"}`,
				`{"Action":"fail","Package":"p"}`,
			},
			want:  tally{failed: 1},
			shows: []string{"TestA did not end", "panic: oh"},
		},
		{
			name: "a package that does not build is a failure",
			events: []string{
				`{"ImportPath":"p","Action":"build-output","Output":"p.go:1: syntax error\n"}`,
				`{"ImportPath":"p","Action":"build-fail"}`,
				`{"Action":"fail","Package":"p","FailedBuild":"p"}`,
			},
			want:  tally{failed: 1},
			shows: []string{"p.go:1: syntax error", "FAIL  p"},
		},
		{
			name: "a package without tests counts nothing",
			events: []string{
				`{"Action":"output","Package":"p","Output":"?   \tp\t[no test files]\n"}`,
				`{"Action":"skip","Package":"p"}`,
			},
			want: tally{},
		},
		{
			name:   "a stream that is cut off is a failure",
			events: []string{`{"Action":"run","Package":"p","Test":"TestA"}`, `go: out of memory`},
			want:   tally{failed: 1},
			shows:  []string{"p was cut off", "go: out of memory"},
		},
		{
			name: "skipped tests are named apart",
			events: []string{
				`{"Action":"skip","Package":"p","Test":"TestA"}`,
				`{"Action":"pass","Package":"p"}`,
			},
			want:  tally{skipped: 1},
			shows: []string{"Go: 1 skipped\nGo: 0 passed, 0 failed\n"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			got, err := count(strings.NewReader(strings.Join(test.events, "\n")), &out)
			if err != nil || got != test.want {
				t.Errorf("count = %+v, %v; want %+v", got, err, test.want)
			}
			for _, text := range test.shows {
				if !strings.Contains(out.String(), text) {
					t.Errorf("output lacks %q:\n%s", text, out.String())
				}
			}
			for _, text := range test.hides {
				if strings.Contains(out.String(), text) {
					t.Errorf("output has %q:\n%s", text, out.String())
				}
			}
		})
	}
}

func TestCountTellsOfABrokenPipe(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken pipe")
	if _, err := count(iotest.ErrReader(broken), &strings.Builder{}); !errors.Is(err, broken) {
		t.Errorf("count = %v, want %v", err, broken)
	}
}
