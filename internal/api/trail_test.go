package api_test

import (
	"strings"
	"testing"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// TestWhatChangesPastTheProgramIsFound changes, deletes and makes a punch without a word to the audit trail.
func TestWhatChangesPastTheProgramIsFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.found(w.key, "OWN")["/punches"]
	before, err := w.store.Punch(t.Context(), attendance.Everything(w.account.ID), id, w.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	write := func(fn func(*store.Tx) error) {
		t.Helper()
		if err := w.store.Write(t.Context(), w.account.ID, w.clock.Now(), fn); err != nil {
			t.Fatal(err)
		}
	}
	want := func(parts ...string) {
		t.Helper()
		found, err := w.store.Deviations(t.Context())
		if err != nil || len(found) != 1 {
			t.Fatalf("found %q, %v", found, err)
		}
		for _, part := range parts {
			if !strings.Contains(found[0], part) {
				t.Errorf("%q does not say %q", found[0], part)
			}
		}
	}
	longer := *before
	out := before.OutDt.Add(time.Hour)
	longer.OutDt = &out
	write(func(tx *store.Tx) error { return tx.UpdatePunch(t.Context(), &longer) })
	want("Punch", "outDt is 2026-03-02T23:30:00.000000Z, not 2026-03-02T22:30:00.000000Z")
	write(func(tx *store.Tx) error { return tx.DeletePunch(t.Context(), id) })
	want("Punch", "is lost")
	write(func(tx *store.Tx) error { return tx.InsertPunch(t.Context(), before) })
	w.delete("/punches/" + num(id))
	write(func(tx *store.Tx) error { return tx.InsertPunch(t.Context(), before) })
	want("Punch", "deleted")
	write(func(tx *store.Tx) error { return tx.DeletePunch(t.Context(), id) })
}
