package store_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// crew is an account with one punch, as two servers see it.
type crew struct {
	t          *testing.T
	here       *store.Store
	there      *store.Store
	statements func() []string // that here ran since it was asked last
	account    int64
	address    string
	unit       *attendance.OrgUnit
	door       *attendance.Device
	ada        *attendance.Employee
}

func newCrew(t *testing.T) *crew {
	t.Helper()
	var mu sync.Mutex
	var ran []string
	address := storetest.Address(t)
	open := func(options store.Options) *store.Store {
		s, err := store.Open(t.Context(), address, options)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s
	}
	c := &crew{t: t, address: address, there: open(store.Options{Readers: 1}), unit: attendance.NewOrgUnit(), door: attendance.NewDevice(), ada: attendance.NewEmployee()}
	c.here = open(store.Options{Readers: 1, Trace: func(sql string) {
		mu.Lock()
		defer mu.Unlock()
		ran = append(ran, sql)
	}})
	c.statements = func() []string {
		mu.Lock()
		defer mu.Unlock()
		all := ran
		ran = nil
		return all
	}
	account := &attendance.Account{Name: "Acme", Timezone: "UTC", Created: storetest.Epoch}
	if err := c.there.CreateAccount(t.Context(), account, func(*store.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	c.account = account.ID
	c.write(func(tx *store.Tx) error {
		p := attendance.NewPunch()
		for _, i := range []*attendance.Identity{&c.unit.Identity, &c.door.Identity, &c.ada.Identity, &p.Identity} {
			id, err := tx.NewID(t.Context())
			if err != nil {
				return err
			}
			stamp := tx.Stamp()
			*i = attendance.Identity{ID: id, Created: stamp, Modified: stamp}
		}
		c.unit.Name, c.unit.Timezone, c.door.Name, c.door.OrgUnit = "Brooklyn", "UTC", "Front door", c.unit.ID
		c.ada.FirstName, c.ada.LastName, c.ada.OrgUnit, c.ada.PayrollID = "Ada", "Byron", c.unit.ID, new("E-1")
		p.Employee, p.OrgUnit, p.InOrgUnit, p.InClock, p.Timezone, p.InDt, p.InLocal = c.ada.ID, c.unit.ID, &c.unit.ID, &c.door.ID, "UTC", storetest.Epoch, storetest.Epoch
		for _, err := range []error{tx.InsertOrgUnit(t.Context(), c.unit), tx.InsertDevice(t.Context(), c.door), tx.InsertEmployee(t.Context(), c.ada), tx.InsertPunch(t.Context(), p)} {
			if err != nil {
				return err
			}
		}
		return nil
	})
	return c
}

// write changes something at the other server.
func (c *crew) write(fn func(*store.Tx) error) {
	c.t.Helper()
	if err := c.there.Write(c.t.Context(), c.account, storetest.Epoch, fn); err != nil {
		c.t.Fatal(err)
	}
}

// page is the names on the account's page of punches, and those in the supplement.
func (c *crew) page() []string {
	c.t.Helper()
	var found []string
	scope := attendance.Everything(c.account)
	for p, err := range c.here.Punches(c.t.Context(), scope, &attendance.PunchFilter{ByModified: true, Page: &attendance.Page{Limit: 25}}, storetest.Epoch) {
		if err != nil {
			c.t.Fatal(err)
		}
		found = append(found, p.EmployeeFirstName, p.EmployeeLastName, *p.EmployeePayrollID, p.OrgUnitName, *p.InOrgUnitName, *p.InClockName)
		if p.OutClockName != nil || p.OutOrgUnitName != nil {
			c.t.Error("what the punch does not refer to has a name")
		}
	}
	names, err := c.here.Names(c.t.Context(), scope)
	if err != nil {
		c.t.Fatal(err)
	}
	for kind, id := range map[attendance.RefKind]int64{attendance.RefEmployee: c.ada.ID, attendance.RefOrgUnit: c.unit.ID, attendance.RefDevice: c.door.ID} {
		err := names.Each(c.t.Context(), kind, []int64{id}, func(s *attendance.Summary) error {
			if !slices.Contains(found, s.Name) && s.Name != strings.Join(found[:2], " ") {
				c.t.Errorf("the supplement calls the %s %q, the punch says %q", kind, s.Name, found)
			}
			return nil
		})
		if err != nil {
			c.t.Fatal(err)
		}
	}
	return found
}

// TestNamesAreNeverStale renames what a punch refers to at one server, and reads the punch at another one that has the
// names in memory.
func TestNamesAreNeverStale(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	want := []string{"Ada", "Byron", "E-1", "Brooklyn", "Brooklyn", "Front door"}
	check := func(what string) {
		t.Helper()
		for range 2 { // the second time from memory
			if diff := cmp.Diff(want, c.page()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", what, diff)
			}
		}
	}
	check("at first")
	c.ada.LastName, want[1] = "Lovelace", "Lovelace"
	c.write(func(tx *store.Tx) error { return tx.UpdateEmployee(t.Context(), c.ada) })
	check("after the employee was renamed")
	c.ada.PayrollID, want[2] = new("E-2"), "E-2"
	c.write(func(tx *store.Tx) error { return tx.UpdateEmployee(t.Context(), c.ada) })
	check("after the payroll id was changed")
	c.unit.Name, want[3], want[4] = "Queens", "Queens", "Queens"
	c.write(func(tx *store.Tx) error { return tx.UpdateOrgUnit(t.Context(), c.unit) })
	check("after the org unit was renamed")
	c.door.Name, want[5] = "Back door", "Back door"
	c.write(func(tx *store.Tx) error { return tx.UpdateDevice(t.Context(), c.door) })
	check("after the device was renamed")
	c.write(func(tx *store.Tx) error { return tx.DeleteEmployee(t.Context(), c.ada.ID) })
	check("after the employee was deleted")
}

// TestNamesAreAskedForOnce holds that a page takes two questions when its names are in memory.
func TestNamesAreAskedForOnce(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	c.page()
	c.statements()
	c.page()
	for _, sql := range c.statements() {
		if strings.Contains(sql, "employees") || strings.Contains(sql, "org_units") || strings.Contains(sql, "devices") {
			t.Errorf("asked again: %s", sql)
		}
	}
}

// TestNamesOfNobody asks for a record that is not there, and for one that is of another kind.
func TestNamesOfNobody(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	c.page()
	names, err := c.here.Names(t.Context(), attendance.Everything(c.account))
	if err != nil {
		t.Fatal(err)
	}
	err = names.Each(t.Context(), attendance.RefDevice, []int64{c.ada.ID, 999_999_999}, func(s *attendance.Summary) error {
		t.Errorf("there is a device %d: %s", s.ID, s.Name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNamesOfATransactionAreItsOwn reads names that are changed but not committed.
func TestNamesOfATransactionAreItsOwn(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	c.page()
	c.write(func(tx *store.Tx) error {
		c.unit.Name = "Queens"
		if err := tx.UpdateOrgUnit(t.Context(), c.unit); err != nil {
			return err
		}
		names, err := tx.Names(t.Context(), attendance.Everything(c.account))
		if err != nil {
			return err
		}
		return names.Each(t.Context(), attendance.RefOrgUnit, []int64{c.unit.ID}, func(s *attendance.Summary) error {
			if s.Name != "Queens" {
				t.Errorf("the transaction reads %q", s.Name)
			}
			return nil
		})
	})
}
