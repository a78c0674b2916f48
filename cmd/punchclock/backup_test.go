package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// TestBackupUnderLoad backs a database up while many write to it, and wants everything in the copy that was answered
// before the backup began.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	p := &program{err: io.Discard, now: func() time.Time { return storetest.Epoch }}
	s := storetest.OpenSQLite(t)
	a, err := app.New(t.Context(), s, p.now, []byte("a secret of the tests, 32 bytes."))
	if err != nil {
		t.Fatal(err)
	}
	account, err := a.CreateAccount(t.Context(), "Acme", "UTC", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := writers(t, a, account.ID)
	path := filepath.Join(t.TempDir(), "copy.db")
	w.waitFor(500)
	before := w.answered()
	m, err := p.backup(t.Context(), s, path)
	w.stop()
	if err != nil {
		t.Fatal(err)
	}
	after := w.answered()

	if err := checkManifest(path); err != nil {
		t.Error(err)
	}
	copied := departmentsIn(t, path, account.ID)
	if int64(len(copied)) != m.Rows["departments"] || len(copied) > len(after) {
		t.Errorf("the copy has %d departments, its manifest says %d, there were at most %d", len(copied), m.Rows["departments"], len(after))
	}
	for id := range before {
		if !copied[id] {
			t.Fatalf("department %d was answered before the backup and is not in it", id)
		}
	}
}

// writing is what several writers have done so far.
type writing struct {
	mu      sync.Mutex
	ids     map[int64]bool
	enough  chan struct{}
	most    int
	stopped atomic.Bool
	all     sync.WaitGroup
}

// writers make departments until they are stopped.
func writers(t *testing.T, a *app.App, account int64) *writing {
	w := &writing{ids: make(map[int64]bool), enough: make(chan struct{}), most: -1}
	who := operator(account)
	for n := range 8 {
		w.all.Go(func() {
			for i := 0; !w.stopped.Load(); i++ {
				d, err := a.CreateDepartment(context.Background(), who, attendance.DepartmentInput{Name: attendance.Some(fmt.Sprintf("%d of %d", i, n))})
				if err != nil {
					t.Error(err)
					return
				}
				w.note(d.ID)
			}
		})
	}
	t.Cleanup(w.stop)
	return w
}

func (w *writing) note(id int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ids[id] = true
	if len(w.ids) == w.most {
		close(w.enough)
	}
}

// waitFor waits until so many more were answered.
func (w *writing) waitFor(n int) {
	w.mu.Lock()
	w.most = len(w.ids) + n
	w.mu.Unlock()
	<-w.enough
}

// answered are the ids that were answered so far.
func (w *writing) answered() map[int64]bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	ids := make(map[int64]bool, len(w.ids))
	for id := range w.ids {
		ids[id] = true
	}
	return ids
}

func (w *writing) stop() {
	w.stopped.Store(true)
	w.all.Wait()
}

// departmentsIn are the departments of an account in a database.
func departmentsIn(t *testing.T, path string, account int64) map[int64]bool {
	t.Helper()
	s, err := store.Open(t.Context(), path, store.Options{Readers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	ids := make(map[int64]bool)
	for d, err := range s.Departments(t.Context(), attendance.Everything(account), attendance.DepartmentFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		ids[d.ID] = true
	}
	return ids
}
