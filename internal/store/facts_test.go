package store_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// told is what a change learns at one server of the records that a punch takes from.
type told struct {
	Worker, Unit, Zone, Door, Closed string
	Longest                          int64
}

// asks makes a change at the server that remembers, and gives what it learnt.
func (c *crew) asks(payClass int64) (found told) {
	c.t.Helper()
	ctx, scope := c.t.Context(), attendance.Everything(c.account)
	err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
		w, err := tx.Worker(ctx, scope, c.ada.ID)
		found = told{Worker: "nobody"}
		if err == nil {
			found.Worker, found.Unit = w.Name(), w.OrgUnitName
		} else if attendance.KindOf(err) != attendance.NotFound {
			return err
		}
		zone, err := tx.UnitZone(ctx, c.unit.ID)
		door, failed := tx.Referable(ctx, scope, attendance.RefDevice, c.door.ID)
		closed, unknown := tx.ClosedUntil(ctx)
		shift, missing := tx.ShiftRules(ctx, payClass)
		if err := errors.Join(err, failed, unknown, missing); err != nil {
			return err
		}
		found.Zone, found.Door, found.Closed = zone, door.Name, string(closed)
		if shift != nil {
			found.Longest = int64(*shift.Maximum)
		}
		return nil
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return found
}

// TestFactsAreNeverStale changes what a punch takes from at one server, and asks for it in a change at another one that
// remembers.
func TestFactsAreNeverStale(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	ctx, pay := t.Context(), attendance.NewPayClass()
	period := &attendance.PayPeriod{Start: "2026-01-05", End: "2026-01-11", State: attendance.PeriodOpen}
	c.write(func(tx *store.Tx) error {
		for _, i := range []*attendance.Identity{&pay.Identity, &period.Identity} {
			id, err := tx.NewID(ctx)
			if err != nil {
				return err
			}
			i.ID, i.Modified = id, tx.Stamp()
		}
		period.PayClass = pay.ID
		return errors.Join(tx.InsertPayClass(ctx, pay), tx.InsertPayPeriod(ctx, period))
	})
	want := told{Worker: "Ada Byron", Unit: "Brooklyn", Zone: "UTC", Door: "Front door"}
	for _, step := range []struct {
		what   string
		change func(tx *store.Tx) error
	}{
		{"nothing", func(*store.Tx) error { return nil }},
		{"the employee's name", func(tx *store.Tx) error {
			c.ada.LastName, want.Worker = "Lovelace", "Ada Lovelace"
			return tx.UpdateEmployee(ctx, c.ada)
		}},
		{"the org unit", func(tx *store.Tx) error {
			c.unit.Name, c.unit.Timezone, want.Unit, want.Zone = "Queens", "America/New_York", "Queens", "America/New_York"
			return tx.UpdateOrgUnit(ctx, c.unit)
		}},
		{"the device", func(tx *store.Tx) error {
			c.door.Name, want.Door = "Back door", "Back door"
			return tx.UpdateDevice(ctx, c.door)
		}},
		{"the shift rules", func(tx *store.Tx) error {
			longest := attendance.Span(3600)
			pay.Shift, want.Longest = &attendance.ShiftRules{Maximum: &longest}, 3600
			return tx.UpdatePayClass(ctx, pay)
		}},
		{"the pay period", func(tx *store.Tx) error {
			period.State, want.Closed = attendance.PeriodClosed, "2026-01-11"
			return tx.UpdatePayPeriod(ctx, period)
		}},
		{"that the employee is there", func(tx *store.Tx) error {
			want.Worker, want.Unit = "nobody", ""
			return tx.DeleteEmployee(ctx, c.ada.ID)
		}},
	} {
		c.write(step.change)
		for range 2 { // the second time from memory
			if diff := cmp.Diff(want, c.asks(pay.ID)); diff != "" {
				t.Errorf("after a change of %s (-want +got):\n%s", step.what, diff)
			}
		}
	}
}

// TestFactsAreAskedForOnce holds that a second change asks for nothing but its account's clock.
func TestFactsAreAskedForOnce(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	pay := attendance.NewPayClass()
	c.write(func(tx *store.Tx) error {
		id, err := tx.NewID(t.Context())
		pay.ID = id
		return errors.Join(err, tx.InsertPayClass(t.Context(), pay))
	})
	c.asks(pay.ID)
	c.statements()
	c.asks(pay.ID)
	for _, sql := range c.statements() {
		if strings.HasPrefix(sql, "SELECT") && !strings.Contains(sql, "FROM accounts") {
			t.Errorf("asked again: %s", sql)
		}
	}
}

// TestFactsOfAnUndoneChangeAreForgotten reads, in a change that is then given up, what it changed itself.
func TestFactsOfAnUndoneChangeAreForgotten(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	ctx, giveUp := t.Context(), errors.New("given up")
	worker := func(rename bool) (name string) {
		err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
			if rename {
				changed := *c.ada
				changed.LastName = "King"
				if err := tx.UpdateEmployee(ctx, &changed); err != nil {
					return err
				}
			}
			w, err := tx.Worker(ctx, attendance.Everything(c.account), c.ada.ID)
			if err != nil {
				return err
			}
			if name = w.Name(); rename {
				return giveUp
			}
			return nil
		})
		if err != nil && !errors.Is(err, giveUp) {
			t.Fatal(err)
		}
		return name
	}
	for _, rename := range []bool{false, true, false} {
		want := map[bool]string{true: "Ada King", false: "Ada Byron"}[rename]
		if got := worker(rename); got != want {
			t.Errorf("renaming %t: the employee is %q, not %q", rename, got, want)
		}
	}
}

// TestNeighbours asks which punches of an employee can stand in the way of another.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	ctx := t.Context()
	hours := func(h int) time.Time { return storetest.Epoch.Add(time.Duration(h) * time.Hour) }
	ids := make(map[int64]int) // the hour at which each begins
	c.write(func(tx *store.Tx) error {
		for _, h := range []int{10, 20, 30, 40, 50} {
			p := attendance.NewPunch()
			id, err := tx.NewID(ctx)
			if err != nil {
				return err
			}
			p.ID, p.Employee, p.OrgUnit, p.Timezone, p.InDt, p.OutDt = id, c.ada.ID, c.unit.ID, "UTC", hours(h), new(hours(h+5))
			if h == 30 {
				p.Status = attendance.PunchRejected
			}
			ids[id] = h
			if err := tx.InsertPunch(ctx, p); err != nil {
				return err
			}
		}
		return nil
	})
	forty := int64(0)
	for id, h := range ids {
		if h == 40 {
			forty = id
		}
	}
	for _, test := range []struct {
		in, before int
		id         int64
		want       []int
	}{
		{in: 25, before: 26, want: []int{20}},
		{in: 20, before: 26, want: []int{20}},
		{in: 35, before: 60, want: []int{20, 40, 50}}, // past the rejected one
		{in: 41, before: 60, id: forty, want: []int{20, 50}},
		{in: 5, before: 6},
	} {
		p := &attendance.Punch{Employee: c.ada.ID, InDt: hours(test.in)}
		p.ID = test.id
		found, err := c.here.Neighbours(ctx, c.account, p, hours(1), hours(test.before))
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, s := range found {
			got = append(got, ids[s.ID])
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("of a punch from %d to %d the neighbours begin at %v, not %v", test.in, test.before, got, test.want)
		}
	}
}

// TestChangesThatFailAfterTheyWrote lets every third of many changes fail when it has written already: none of it may
// stay, and nothing of the others may go.
func TestChangesThatFailAfterTheyWrote(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	ctx, failed := t.Context(), errors.New("failed")
	var mu sync.Mutex
	var all sync.WaitGroup
	want := []int64{c.unit.ID}
	for i := range 90 {
		all.Go(func() {
			unit := attendance.NewOrgUnit()
			unit.Name, unit.Timezone = "Bronx", "UTC"
			err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
				id, err := tx.NewID(ctx)
				unit.ID, unit.Modified = id, tx.Stamp()
				if err = errors.Join(err, tx.InsertOrgUnit(ctx, unit)); err == nil && i%3 == 0 {
					panicOrFail(i, failed)
					return failed
				}
				return err
			})
			mu.Lock()
			defer mu.Unlock()
			if (err != nil) != (i%3 == 0) {
				t.Errorf("change %d: %v", i, err)
			}
			if err == nil {
				want = append(want, unit.ID)
			}
		})
	}
	all.Wait()
	var got []int64
	for u, err := range c.there.OrgUnits(ctx, attendance.Everything(c.account), attendance.OrgUnitFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, u.ID)
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the changes that were answered and those that are there (-want +got):\n%s", diff)
	}
}

// panicOrFail panics in some of the changes that fail.
func panicOrFail(i int, failed error) {
	if i%2 == 0 {
		panic(failed)
	}
}
