package store

import "sync/atomic"

// tally counts what an engine has written since it was opened.
type tally struct{ commits, changes atomic.Int64 }

// count notes a group of changes that was committed. Those that failed were undone alone.
func (t *tally) count(group []*writeJob) {
	done := int64(0)
	for _, job := range group {
		if job.err == nil {
			done++
		}
	}
	if done > 0 {
		t.commits.Add(1)
		t.changes.Add(done)
	}
}

func (t *tally) written() (commits, changes int64) { return t.commits.Load(), t.changes.Load() }

// Written says how many transactions were committed here since the store was opened, and how many changes they had:
// those that wait for the disk at the same time go together.
func (s *Store) Written() (commits, changes int64) { return s.engine.written() }
