package store_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// TestGatheredRowsAreWritten loads more punches than are kept back at once and finds every one.
func TestGatheredRowsAreWritten(t *testing.T) {
	t.Parallel()
	const many = 5001
	c := newCrew(t)
	ctx, scope := t.Context(), attendance.Everything(c.account)
	punch := func(i int) *attendance.Punch {
		in := storetest.Epoch.Add(time.Duration(i) * time.Hour)
		return &attendance.Punch{
			Employee: c.ada.ID, OrgUnit: c.unit.ID, Timezone: "UTC", InDt: in, InLocal: in, OpenUntil: in,
			OutDt: new(in.Add(time.Minute)), Status: attendance.PunchApproved, Notes: new("a\tb\\n"),
		}
	}
	err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
		tx.Gather()
		for i := range many {
			p := punch(i)
			id, err := tx.NewID(ctx)
			if err != nil {
				return err
			}
			stamp := tx.Stamp()
			p.Identity = attendance.Identity{ID: id, Created: stamp, Modified: stamp}
			if err := tx.LoadPunch(ctx, p); err != nil {
				return err
			}
			if err := tx.Audit(ctx, store.Audited{At: stamp, Action: "create", Kind: "punch", RecordID: id, Became: new("{}")}); err != nil {
				return err
			}
		}
		return tx.WriteGathered(ctx)
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for p, err := range c.here.Punches(ctx, scope, &attendance.PunchFilter{}, storetest.Epoch) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Notes == nil { // the crew's own
			continue
		}
		want := punch(found)
		if diff := cmp.Diff([]any{want.InDt, want.OutDt, want.Notes}, []any{p.InDt, p.OutDt, p.Notes}); diff != "" {
			t.Fatalf("punch %d (-want +got):\n%s", found, diff)
		}
		found++
	}
	if found != many {
		t.Errorf("%d punches are there, want %d", found, many)
	}
}

// together makes many changes of the crew's account at once, so that most wait for one another and go together.
func (c *crew) together(many int, change func(i int) error) {
	c.t.Helper()
	var ready, all sync.WaitGroup
	ready.Add(many)
	start := sync.OnceFunc(func() {
		for i := range many {
			all.Go(func() {
				ready.Done()
				if err := change(i); err != nil {
					c.t.Errorf("change %d: %v", i, err)
				}
			})
		}
	})
	err := c.here.Write(c.t.Context(), c.account, storetest.Epoch, func(*store.Tx) error {
		start() // once, for this change may be run again
		ready.Wait()
		return nil
	})
	if err != nil {
		c.t.Error(err)
	}
	all.Wait()
}

// TestALoadThatIsGivenUpLeavesNothing gives up loads that go together with other changes, after their rows were written.
func TestALoadThatIsGivenUpLeavesNothing(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	ctx, givenUp := t.Context(), errors.New("given up")
	c.together(40, func(i int) error {
		err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
			tx.Gather()
			p := attendance.NewPunch()
			p.Employee, p.OrgUnit, p.Timezone, p.InDt = c.ada.ID, c.unit.ID, "UTC", storetest.Epoch.Add(time.Duration(i)*time.Hour)
			p.Identity = attendance.Identity{ID: int64(1_000_000 + i), Modified: tx.Stamp()} // a drawn one is drawn again by the next
			if err := errors.Join(tx.LoadPunch(ctx, p), tx.WriteGathered(ctx)); err != nil || i%2 == 0 {
				return err
			}
			return givenUp
		})
		if i%2 == 0 || !errors.Is(err, givenUp) {
			return err
		}
		return nil
	})
	found := 0
	for p, err := range c.there.Punches(ctx, attendance.Everything(c.account), &attendance.PunchFilter{}, storetest.Epoch) {
		if err != nil {
			t.Fatal(err)
		}
		if hour := p.InDt.Sub(storetest.Epoch) / time.Hour; hour%2 != 0 {
			t.Errorf("the punch of the load %d, which was given up, is there", hour)
		}
		found++
	}
	if found != 1+20 { // the crew's own is another
		t.Errorf("%d punches are there, want 21", found)
	}
}

// TestWhatIsWrittenIsWhatWasGiven changes what a statement was given afterwards.
func TestWhatIsWrittenIsWhatWasGiven(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	ctx, unit := t.Context(), attendance.NewOrgUnit()
	err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
		id, err := tx.NewID(ctx)
		if err != nil {
			return err
		}
		unit.ID, unit.Name, unit.Timezone, unit.PayrollID = id, "Bronx", "UTC", new("was")
		err = tx.InsertOrgUnit(ctx, unit)
		*unit.PayrollID = "is"
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := c.there.OrgUnit(ctx, attendance.Everything(c.account), unit.ID)
	if err != nil || *kept.PayrollID != "was" {
		t.Errorf("%q was kept: %v", *kept.PayrollID, err)
	}
}

// TestAStatementThatFailsIsNoticedSoon makes a change of many statements, none of which is a question. The first one fails:
// not all of the others are gathered before that is noticed.
func TestAStatementThatFailsIsNoticedSoon(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	ctx, noticed := t.Context(), 0
	err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
		for i := range 1000 {
			unit := attendance.NewOrgUnit()
			unit.ID, unit.Name, unit.Timezone = c.unit.ID+int64(i), "Brooklyn again", "UTC"
			if err := tx.InsertOrgUnit(ctx, unit); err != nil {
				noticed = i + 1
				return err
			}
		}
		return nil
	})
	if err == nil || noticed == 0 || noticed > 300 {
		t.Errorf("of 1000 statements the failure of the first was noticed at %d: %v", noticed, err)
	}
}
