package api

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
)

// FuzzCursor: every position comes back from its cursor, and nothing else that a client sends opens.
func FuzzCursor(f *testing.F) {
	f.Add("", int64(1), int64(0), "", false)
	f.Add("AAIC", int64(-1), int64(1)<<62, "Ärzte\x00\xff", true)
	f.Fuzz(func(t *testing.T, sent string, id, number int64, text string, past bool) {
		seal := newCursorSeal([]byte("a secret"), 1, "punches", url.Values{"employee": {"12"}})
		want := &attendance.Position{ID: id, Number: number, Text: text, Past: past}
		cursor := seal.make(*want)
		got, err := seal.open(cursor)
		if err != nil {
			t.Fatalf("%+v: %v", want, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if p, err := seal.open(sent); err == nil && seal.make(*p) != sent {
			t.Errorf("%q opens as %+v", sent, p)
		}
		other := newCursorSeal([]byte("a secret"), 2, "punches", url.Values{"employee": {"12"}})
		if p, err := other.open(cursor); err == nil {
			t.Errorf("a cursor of another account opens as %+v", p)
		}
	})
}
