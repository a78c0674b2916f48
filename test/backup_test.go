package test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// ledger is what clients were told to be done.
type ledger struct {
	mu    sync.Mutex
	names []string
}

func (l *ledger) note(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.names = append(l.names, name)
}

// soFar is everything that was acknowledged by now.
func (l *ledger) soFar() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clip(l.names)
}

// keepWriting makes departments from several sides until ctx ends.
func keepWriting(ctx context.Context, c caller, sides int, done *ledger) (wait func()) {
	var all sync.WaitGroup
	for side := range sides {
		all.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				name := fmt.Sprintf("department %d of %d", n, side)
				a, err := c.send(http.MethodPost, "/departments", fmt.Sprintf(`{"name": %q}`, name)) //nolint:contextcheck // a request that was begun is waited for
				if err != nil || a.status != http.StatusOK {
					c.t.Errorf("%d %s: %v", a.status, a.body, err)
					return
				}
				done.note(name)
			}
		})
	}
	return all.Wait
}

// TestBackupsUnderLoadHoldWhatWasAcknowledged makes backups while clients write, restores them elsewhere and looks for
// everything that was acknowledged before the backup began.
func TestBackupsUnderLoadHoldWhatWasAcknowledged(t *testing.T) {
	t.Parallel()
	i := install(t)
	key := i.key(i.account(), "*")
	c := i.serve().as(key)
	var done ledger
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	wait := keepWriting(ctx, c, 4, &done)
	var copies []string
	var before [][]string
	for n := range 3 {
		seen := len(done.soFar())
		eventually(t, "more is written", func() bool { return len(done.soFar()) > seen+50 })
		before = append(before, done.soFar())
		copies = append(copies, filepath.Join(t.TempDir(), fmt.Sprint("copy", n)))
		i.run("backup", copies[n])
	}
	stop()
	wait()
	c.stop()
	for n, copied := range copies {
		rows := checkManifest(t, copied)
		elsewhere := install(t)
		elsewhere.run("restore", copied)
		elsewhere.sound()
		restored := elsewhere.serve().as(key)
		there := departments(restored)
		if int64(len(there)) != rows {
			t.Errorf("the manifest of backup %d tells of %d departments, restored are %d", n, rows, len(there))
		}
		for _, name := range before[n] {
			if there[name] != 1 {
				t.Errorf("backup %d does not hold %s, which was acknowledged before it began", n, name)
			}
		}
		restored.create("/departments", `{"name": "a new life"}`)
		restored.stop()
	}
}

// checkManifest compares a backup with its manifest and gives the number of departments that it tells of.
func checkManifest(t *testing.T, path string) int64 {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path + ".manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Bytes  int
		SHA256 string
		Rows   map[string]int64
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content)
	if m.Bytes != len(content) || m.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("the manifest of %s does not describe it: %s", path, text)
	}
	return m.Rows["departments"]
}
