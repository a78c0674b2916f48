package store_test

import (
	"os"
	"strings"
	"testing"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// TestLogIsCarried writes much more than the write-ahead log may hold: it must have been begun anew meanwhile, and
// nothing may be lost.
func TestLogIsCarried(t *testing.T) {
	t.Parallel()
	path := storetest.Path(t)
	s, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	account := &attendance.Account{Name: "Acme", Timezone: "UTC", Created: storetest.Epoch}
	if err := s.CreateAccount(t.Context(), account, func(*store.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	const changes, each = 60, 2 << 20
	text := strings.Repeat("x", each)
	for range changes {
		err := s.Write(t.Context(), account.ID, storetest.Epoch, func(tx *store.Tx) error {
			return tx.Audit(t.Context(), store.Audited{At: storetest.Epoch, Action: "create", Kind: "punch", RecordID: 1, Became: &text})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	log, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if log.Size() > changes*each*3/4 {
		t.Errorf("the log has %d bytes after %d were written", log.Size(), changes*each)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if database, err := os.Stat(path); err != nil || database.Size() < changes*each {
		t.Errorf("the database has %d bytes after %d were written, %v", database.Size(), changes*each, err)
	}
}
