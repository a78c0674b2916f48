package store_test

import (
	"errors"
	"testing"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// TestWhatIsWrittenIsCounted counts changes that are done, and none that fail.
func TestWhatIsWrittenIsCounted(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	account := &attendance.Account{Name: "Counted", Timezone: "UTC", Created: storetest.Epoch}
	if err := s.CreateAccount(t.Context(), account, func(*store.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	commits, changes := s.Written()
	refused := errors.New("refused")
	for _, err := range []error{nil, refused, nil, nil} {
		if got := s.Write(t.Context(), account.ID, storetest.Epoch, func(*store.Tx) error { return err }); !errors.Is(got, err) {
			t.Fatal(got)
		}
	}
	if commits, changes = since(s, commits, changes); changes != 3 || commits != 3 {
		t.Errorf("%d commits of %d changes were counted, want 3 of 3", commits, changes)
	}
}
