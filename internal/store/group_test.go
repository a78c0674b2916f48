package store_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/limit"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// TestChangesThatGoTogetherDrawTheirOwn draws ids and stamps in changes that write nothing else: none is given twice.
func TestChangesThatGoTogetherDrawTheirOwn(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	ctx := t.Context()
	var mu sync.Mutex
	ids, stamps := make(map[int64]bool), make(map[time.Time]bool)
	commits, changes := c.here.Written()
	c.together(40, func(int) error {
		var id int64
		var stamp time.Time
		err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) (err error) {
			stamp = tx.Stamp()
			id, err = tx.NewID(ctx)
			return err
		})
		mu.Lock()
		defer mu.Unlock()
		ids[id], stamps[stamp] = true, true
		return err
	})
	if len(ids) != 40 || len(stamps) != 40 {
		t.Errorf("40 changes drew %d ids and %d stamps", len(ids), len(stamps))
	}
	commits, changes = since(c.here, commits, changes)
	if changes != 41 || commits > 10 { // with the one that the others waited for
		t.Errorf("%d commits were made for %d changes that came together", commits, changes)
	}
}

// since is what was written since then.
func since(s *store.Store, commits, changes int64) (moreCommits, moreChanges int64) {
	nowCommits, nowChanges := s.Written()
	return nowCommits - commits, nowChanges - changes
}

// TestAStatementThatFailsHarmsNoOther lets the last statement of every other change fail, which the next change may be the
// first to notice.
func TestAStatementThatFailsHarmsNoOther(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	ctx := t.Context()
	c.together(40, func(i int) error {
		unit := attendance.NewOrgUnit()
		unit.ID, unit.Name, unit.Timezone = int64(1_000_000+i), "Bronx", "UTC"
		if i%2 == 1 {
			unit.ID = c.unit.ID // which is taken
		}
		err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
			if _, err := tx.OrgUnit(ctx, attendance.Everything(c.account), c.unit.ID); err != nil {
				return err
			}
			tx.Stamp()
			return tx.InsertOrgUnit(ctx, unit)
		})
		if i%2 == 0 {
			return err
		}
		if err == nil {
			t.Error("an id was taken twice")
		}
		return nil
	})
	found := 0
	for _, err := range c.there.OrgUnits(ctx, attendance.Everything(c.account), attendance.OrgUnitFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		found++
	}
	if found != 1+20 { // the crew's own is another
		t.Errorf("%d org units are there, want 21", found)
	}
}

// TestAConnectionLostWithinAChange ends the session of a change between a statement and a question. The change is made
// again, once, as if nothing had been.
func TestAConnectionLostWithinAChange(t *testing.T) {
	t.Parallel()
	address := storetest.PostgresAddress(t)
	s := storetest.OpenServersOn(t, address, nil, nil)[0]
	ctx, account, tries := t.Context(), busy(t, s), 0
	err := s.Write(ctx, account, storetest.Epoch, func(tx *store.Tx) error {
		tries++
		id, err := tx.NewID(ctx)
		if err != nil {
			return err
		}
		unit := attendance.NewOrgUnit()
		unit.ID, unit.Name, unit.Timezone = id, "Bronx", "UTC"
		if err := tx.InsertOrgUnit(ctx, unit); err != nil {
			return err
		}
		if tries == 1 {
			const end = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
				WHERE datname = current_database() AND state = 'idle in transaction'`
			if ended := ask(ctx, t, address, end); ended != 1 {
				t.Errorf("%d sessions were ended", ended)
			}
		}
		_, err = tx.Account(ctx, account)
		return err
	})
	if units := ask(ctx, t, address, "SELECT count(*) FROM org_units"); err != nil || tries != 2 || units != 1 {
		t.Errorf("after %d tries there are %d org units: %v", tries, units, err)
	}
}

// TestARequestOfACallerWhoLeavesIsCounted gives up a request that would have been counted together with others.
func TestARequestOfACallerWhoLeavesIsCounted(t *testing.T) {
	t.Parallel()
	s := storetest.OpenServers(t, nil, nil)[0]
	account, rates := busy(t, s), limit.Rates{Burst: 50}
	gone, leave := context.WithCancel(t.Context())
	leave()
	_, _ = s.CountRequest(gone, account, rates) // counted or not, it may say that the caller has left
	count, err := s.CountRequest(t.Context(), account, rates)
	if err != nil || count.Number != 2 {
		t.Errorf("the next request has the number %d: %v", count.Number, err)
	}
}
