package store_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// laneOf opens a PostgreSQL database, whichever engine the tests run on, for which nothing waits longer than patience.
func laneOf(t *testing.T, patience time.Duration) *crew {
	t.Helper()
	address := storetest.PostgresAddress(t)
	s, err := store.Open(t.Context(), address, store.Options{Pool: 2, Patience: patience})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &crew{t: t, address: address, here: s, account: busy(t, s)}
}

// inTurn makes changes that wait behind another one, in this order, so that they go together. It gives their errors.
func (c *crew) inTurn(changes ...func(tx *store.Tx) error) []error {
	c.t.Helper()
	var all sync.WaitGroup
	errs := make([]error, len(changes))
	queue := sync.OnceFunc(func() {
		for i, change := range changes {
			all.Go(func() { errs[i] = c.here.Write(c.t.Context(), c.account, storetest.Epoch, change) })
			for c.here.Waiting(c.account) <= i {
				runtime.Gosched()
			}
		}
	})
	_ = c.here.Write(c.t.Context(), c.account, storetest.Epoch, func(*store.Tx) error { // which may go with them, or before
		queue()
		return nil
	})
	all.Wait()
	return errs
}

// TestAChangeWaitsForOthersNoLongerThanItMay lets changes wait behind one that takes long. One is refused when its patience
// ends, and one returns when its caller gives up, neither as late as the long one ends. They are never begun.
func TestAChangeWaitsForOthersNoLongerThanItMay(t *testing.T) {
	t.Parallel()
	c := laneOf(t, 300*time.Millisecond)
	ctx, late := t.Context(), time.After(10*time.Second)
	wait := func(ctx context.Context) error {
		return c.here.Write(ctx, c.account, storetest.Epoch, func(*store.Tx) error {
			t.Error("a change was begun for which nobody waits")
			return nil
		})
	}
	err := c.here.Write(ctx, c.account, storetest.Epoch, func(*store.Tx) error {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			if err := wait(ctx); attendance.KindOf(err) != attendance.Unavailable || !strings.Contains(err.Error(), "other changes") {
				t.Errorf("a change that waited: %v", err)
			}
			left, leave := context.WithCancel(ctx)
			leave()
			if err := wait(left); !errors.Is(err, context.Canceled) {
				t.Errorf("a change that was given up: %v", err)
			}
		}()
		select {
		case <-ended:
		case <-late:
			t.Error("they wait as long as the one before them takes")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestALongChangeIsMadeAgain ends the session of a change that takes longer than any may wait for others, as it is about to
// be committed. It is made again and not refused, for it has waited for nobody.
func TestALongChangeIsMadeAgain(t *testing.T) {
	t.Parallel()
	c := laneOf(t, 500*time.Millisecond)
	tries := 0
	err := c.changes(0, "never", fault{make: func(ctx context.Context, tx *store.Tx) error {
		if tries++; tries > 1 {
			return nil
		}
		for range 2 {
			if err := tx.Ask(ctx, "SELECT pg_sleep(0.3)"); err != nil {
				return err
			}
		}
		return tx.Exec(ctx, "SELECT pg_terminate_backend(pg_backend_pid())")
	}})
	if err != nil || tries != 2 {
		t.Errorf("after %d tries: %v", tries, err)
	}
	c.holdsUnits(1)
}

// TestASilentDatabaseIsNotAskedAgain lets the database say nothing to a change. Those that go together with it are told so,
// and none is tried again, for that would take as long.
func TestASilentDatabaseIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	c := laneOf(t, 500*time.Millisecond)
	ctx, tries := t.Context(), 0
	errs := c.inTurn(func(tx *store.Tx) error {
		tries++
		if err := tx.Exec(ctx, "SET LOCAL statement_timeout = 0"); err != nil {
			return err
		}
		return tx.Ask(ctx, "SELECT pg_sleep(5)")
	}, func(tx *store.Tx) error { return c.insertUnit(ctx, tx, 3) })
	for i, err := range errs {
		if attendance.KindOf(err) != attendance.Unavailable || !strings.Contains(err.Error(), "does not answer") {
			t.Errorf("change %d: %v", i, err)
		}
	}
	if tries != 1 {
		t.Errorf("it was tried %d times", tries)
	}
	c.holdsUnits(0)
}

// TestALongChangeKeepsNoIDsFromOthers has a change draw a block of ids, of which all accounts draw, and another one of the same
// account wait behind it, which takes long. Another account need not wait for that one to draw its own.
func TestALongChangeKeepsNoIDsFromOthers(t *testing.T) {
	t.Parallel()
	c := laneOf(t, 500*time.Millisecond)
	ctx := t.Context()
	errs := c.inTurn(func(tx *store.Tx) error {
		return errors.Join(tx.ReserveIDs(ctx, 5000), c.insertUnit(ctx, tx, 0))
	}, func(tx *store.Tx) error {
		other := &attendance.Account{Name: "Other", Timezone: "UTC", Created: storetest.Epoch}
		return errors.Join(c.here.CreateAccount(ctx, other, func(*store.Tx) error { return nil }), c.insertUnit(ctx, tx, 2))
	}, func(tx *store.Tx) error { return c.insertUnit(ctx, tx, 3) })
	for i, err := range errs {
		if err != nil {
			t.Errorf("change %d: %v", i, err)
		}
	}
	c.holdsUnits(3)
}
