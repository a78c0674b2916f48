package store_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// filled is the path of a closed database with an account in it.
func filled(t *testing.T) string {
	t.Helper()
	path := storetest.Path(t)
	s, err := store.Open(t.Context(), path, store.Options{Readers: 1})
	if err != nil {
		t.Fatal(err)
	}
	account := &attendance.Account{Name: "Acme", Timezone: "UTC", Created: storetest.Epoch}
	err = s.CreateAccount(t.Context(), account, func(tx *store.Tx) error {
		for range 500 {
			id, err := tx.NewID(t.Context())
			if err != nil {
				return err
			}
			d := &attendance.Department{Identity: attendance.Identity{ID: id, Created: tx.Stamp(), Modified: tx.Stamp()}, Name: "Department of a rather long name"}
			if err := tx.InsertDepartment(t.Context(), d); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// alter runs a statement behind the back of the store.
func alter(t *testing.T, path, sql string) {
	t.Helper()
	c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sqlitex.ExecuteTransient(c, sql, nil), c.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestInspectSound(t *testing.T) {
	t.Parallel()
	path := filled(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found, err := store.Inspect(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Problems) > 0 || found.Rows["departments"] != 500 || found.Rows["accounts"] != 1 || found.Rows["punches"] != 0 {
		t.Errorf("found %+v", found)
	}
	if found.SchemaHas != found.SchemaKnows || found.SchemaHas == 0 || found.LastChange.Before(storetest.Epoch) {
		t.Errorf("found %+v", found)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed, or cannot be read: %v", err)
	}
}

func TestInspectDamaged(t *testing.T) {
	t.Parallel()
	path := filled(t)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(content) / 2; i < len(content)/2+8192; i += 7 {
		content[i] ^= 0xff
	}
	for name, damaged := range map[string][]byte{"changed": content, "cut off": content[:len(content)/2], "text": []byte(strings.Repeat("text ", 500)), "empty": nil} {
		path := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := store.Inspect(t.Context(), path)
		if err == nil && len(found.Problems) == 0 {
			t.Errorf("%s: nothing was found wrong", name)
		}
	}
}

func TestInspectWithoutFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "none.db")
	if _, err := store.Inspect(context.Background(), path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want that there is no file", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a file was made")
	}
}

func TestInspectNewerSchema(t *testing.T) {
	t.Parallel()
	path := filled(t)
	alter(t, path, "INSERT INTO schema_migrations (version, name, checksum, applied) VALUES (99, 'future', 'x', 0)")
	found, err := store.Inspect(t.Context(), path)
	if err != nil || len(found.Problems) != 1 || !strings.Contains(found.Problems[0], "newer") {
		t.Errorf("found %+v, error %v", found, err)
	}
}

func TestInspectOrphans(t *testing.T) {
	t.Parallel()
	path := filled(t)
	alter(t, path, "UPDATE departments SET account_id = 77")
	found, err := store.Inspect(t.Context(), path)
	if err != nil || len(found.Problems) != 1 || !strings.Contains(found.Problems[0], "500 rows of departments refer to accounts") {
		t.Errorf("found %+v, error %v", found, err)
	}
}
