package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// fill makes accounts with some departments.
func fill(t *testing.T, s *store.Store, departments int) {
	t.Helper()
	ctx := context.Background()
	for i := range 2 {
		a := &attendance.Account{Name: fmt.Sprint("Account ", i), Timezone: "UTC", Created: storetest.Epoch}
		if err := s.CreateAccount(ctx, a, func(*store.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		err := s.Write(ctx, a.ID, storetest.Epoch, func(tx *store.Tx) error {
			for n := range departments {
				id, err := tx.NewID(ctx)
				if err != nil {
					return err
				}
				d := &attendance.Department{Identity: attendance.Identity{ID: id, Created: tx.Stamp(), Modified: tx.Stamp()}, Name: fmt.Sprint("Größe ", n), Active: n%2 == 0}
				if err := tx.InsertDepartment(ctx, d); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestACopyHoldsEverything(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	from, to := storetest.Open(t), storetest.OpenSQLite(t)
	fill(t, from, 3000)
	batches := 0
	broken, stop := context.WithCancel(ctx)
	_, err := from.CopyTo(broken, to, func(table string, done, _ int64) {
		if batches++; table == "departments" && done == 2000 {
			stop()
		}
	})
	if err == nil {
		t.Fatal("the copy was not broken off")
	}
	sums, err := from.CopyTo(ctx, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := int64(0)
	for _, sum := range sums {
		rows += sum.Rows
	}
	if rows < 6002 {
		t.Errorf("%d rows were copied", rows)
	}
	back := storetest.Open(t)
	if _, err := to.CopyTo(ctx, back, nil); err != nil {
		t.Fatal(err)
	}
	err = back.Write(ctx, 1, storetest.Epoch.Add(-time.Hour), func(tx *store.Tx) error {
		id, err := tx.NewID(ctx)
		if err != nil {
			return err
		}
		if _, err := tx.Department(ctx, attendance.Everything(1), id); attendance.KindOf(err) != attendance.NotFound {
			t.Errorf("the copy gives the id %d again", id)
		}
		if !tx.Stamp().After(storetest.Epoch) {
			t.Error("the stamps of the copy begin anew")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestACopyNoticesADifference(t *testing.T) {
	t.Parallel()
	from, to := storetest.Open(t), storetest.Open(t)
	fill(t, from, 3)
	fill(t, to, 4)
	if _, err := from.CopyTo(context.Background(), to, nil); err == nil {
		t.Error("a copy to a database with other rows says that both are the same")
	}
}

func TestACopyLeavesAnotherInstallationAlone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	from, to := storetest.OpenSQLite(t), storetest.Open(t)
	fill(t, from, 3)
	other := &attendance.Account{Name: "Another", Timezone: "UTC", Created: storetest.Epoch}
	if err := to.CreateAccount(ctx, other, func(*store.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := from.CopyTo(ctx, to, nil); err == nil || !strings.Contains(err.Error(), "Nothing was copied") {
		t.Errorf("a copy to a database that is in use: %v", err)
	}
	var names []string
	for a, err := range to.Accounts(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, a.Name)
	}
	if len(names) != 1 || names[0] != "Another" {
		t.Errorf("the target of a refused copy holds %v", names)
	}
}
