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
	const each, most = 2 << 20, 400 << 20 // a disk that does not keep up lets the log grow to 256 MB
	text := strings.Repeat("x", each)
	written, logged := int64(0), int64(0)
	for written < 120<<20 || logged > written*3/4 {
		err := s.Write(t.Context(), account.ID, storetest.Epoch, func(tx *store.Tx) error {
			return tx.Audit(t.Context(), store.Audited{At: storetest.Epoch, Action: "create", Kind: "punch", RecordID: 1, Became: &text})
		})
		if err != nil {
			t.Fatal(err)
		}
		log, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		written, logged = written+each, log.Size()
		if written > most {
			t.Fatalf("the log has %d bytes after %d were written", logged, written)
		}
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if database, err := os.Stat(path); err != nil || database.Size() < written {
		t.Errorf("the database has %d bytes after %d were written, %v", database.Size(), written, err)
	}
}
