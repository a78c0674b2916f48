package store_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// traced is a SQLite store and the statements that were run on it.
func traced(t *testing.T) (s *store.Store, statements func() []string) {
	t.Helper()
	var mu sync.Mutex
	var all []string
	s, err := store.Open(t.Context(), storetest.Path(t), store.Options{Readers: 1, Trace: func(sql string) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, sql)
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, func() []string {
		mu.Lock()
		defer mu.Unlock()
		taken := all
		all = nil
		return taken
	}
}

// read goes through a list and fails the test on an error.
func read[R any](t *testing.T, list func(func(R, error) bool)) {
	t.Helper()
	for _, err := range list {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestListsTakeTheirIndex holds which index serves which list: that of employees for one employee, and for several the
// one that has the list's order, so that nothing is sorted.
func TestListsTakeTheirIndex(t *testing.T) {
	t.Parallel()
	s, statements := traced(t)
	account := attendance.Everything(1)
	var from, to attendance.Bound
	if err := from.UnmarshalText([]byte("2026-03-01")); err != nil {
		t.Fatal(err)
	}
	if err := to.UnmarshalText([]byte("2026-03-31")); err != nil {
		t.Fatal(err)
	}
	wall, err := attendance.WallRangeOf(from, to)
	if err != nil {
		t.Fatal(err)
	}
	exact := attendance.ExactRange(wall.Range)
	check := func(index string) {
		t.Helper()
		table, _, _ := strings.Cut(index, "_by_")
		lists := slices.DeleteFunc(statements(), func(sql string) bool { return !strings.Contains(sql, "FROM "+table) })
		if len(lists) != 1 {
			t.Errorf("the list of %s is read by %q", table, lists)
		}
		for _, sql := range lists {
			plan, err := s.Plan(t.Context(), sql)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(plan, "\n")
			if !strings.Contains(first, "USING INDEX "+index+" (") || strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("want the index %s\n%s\n%s", index, sql, plan)
			}
		}
		statements() // Plan is traced too
	}
	statements() // of the start
	page := &attendance.Page{Limit: 25, Start: &attendance.Position{Number: 7, ID: 7}}
	for _, employees := range [][]int64{nil, {7}, {7, 8, 9}} {
		indexes := []string{"punches_by_in", "clock_logs_by_time", "duration_entries_by_date"}
		if len(employees) == 1 {
			indexes = []string{"punches_by_employee", "clock_logs_by_employee", "duration_entries_by_employee"}
		}
		for _, r := range []attendance.WallRange{wall, exact} {
			read(t, s.Punches(t.Context(), account, &attendance.PunchFilter{Employees: employees, Range: r}, storetest.Epoch))
			check(indexes[0])
			read(t, s.ClockLogs(t.Context(), account, &attendance.ClockLogFilter{Employees: employees, Range: r}))
			check(indexes[1])
		}
		read(t, s.DurationEntries(t.Context(), account, &attendance.DurationEntryFilter{Employees: employees, From: "2026-03-01", To: "2026-03-31"}))
		check(indexes[2])
		read(t, s.Punches(t.Context(), account, &attendance.PunchFilter{Employees: employees, Range: exact, ByModified: true, Page: page}, storetest.Epoch))
		check("punches_by_modified")
		read(t, s.DurationEntries(t.Context(), account, &attendance.DurationEntryFilter{Employees: employees, Modified: exact.Range, ByModified: true, Page: page}))
		check("duration_entries_by_modified")
	}
	if _, err := s.Stays(t.Context(), 1, 7, storetest.Epoch, attendance.Forever()); err != nil {
		t.Fatal(err)
	}
	check("punches_by_employee")
}

// BenchmarkPunches reads punches with all their names.
func BenchmarkPunches(b *testing.B) {
	s, account := manyPunches(b, 20_000)
	for _, limit := range []int{25, 200, 0} {
		b.Run(strconv.Itoa(limit), func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for i := 0; b.Loop(); i++ {
				f := &attendance.PunchFilter{ByModified: true}
				if limit > 0 {
					at := storetest.Epoch.Add(time.Duration(i%10_000) * time.Microsecond)
					f.Page = &attendance.Page{Limit: limit, Start: &attendance.Position{Number: at.UnixMicro()}}
				}
				for _, err := range s.Punches(b.Context(), attendance.Everything(account), f, storetest.Epoch) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/punch")
		})
	}
}

// manyPunches is a store with an account of so many punches, by a hundred employees, made at a device.
func manyPunches(b *testing.B, n int) (*store.Store, int64) {
	b.Helper()
	s, err := store.Open(b.Context(), storetest.Path(b), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	account := &attendance.Account{Name: "Acme", Timezone: "UTC", Created: storetest.Epoch.Add(-time.Hour)}
	err = s.CreateAccount(b.Context(), account, func(*store.Tx) error { return nil })
	if err != nil {
		b.Fatal(err)
	}
	err = s.Write(b.Context(), account.ID, storetest.Epoch, func(tx *store.Tx) error {
		identity := func() attendance.Identity {
			id, err := tx.NewID(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			stamp := tx.Stamp()
			return attendance.Identity{ID: id, Created: stamp, Modified: stamp}
		}
		unit := &attendance.OrgUnit{Identity: identity(), Name: "Brooklyn", Active: true, Timezone: "America/New_York"}
		if err := tx.InsertOrgUnit(b.Context(), unit); err != nil {
			return err
		}
		door := attendance.NewDevice()
		door.Identity, door.Name, door.OrgUnit = identity(), "Front door", unit.ID
		if err := tx.InsertDevice(b.Context(), door); err != nil {
			return err
		}
		var employees []int64
		for i := range 100 {
			e := attendance.NewEmployee()
			e.Identity, e.FirstName, e.LastName, e.OrgUnit, e.PayrollID = identity(), "Ada", fmt.Sprint("Lovelace ", i), unit.ID, new(fmt.Sprint("E-", i))
			if err := tx.InsertEmployee(b.Context(), e); err != nil {
				return err
			}
			employees = append(employees, e.ID)
		}
		for i := range n {
			in := storetest.Epoch.Add(time.Duration(i/100-n/100) * 12 * time.Hour)
			p := &attendance.Punch{
				Identity: identity(), Employee: employees[i%100], OrgUnit: unit.ID, Timezone: unit.Timezone, InDt: in, InLocal: in, InClock: &door.ID,
				InOrgUnit: &unit.ID, OutDt: new(in.Add(8 * time.Hour)), OutClock: &door.ID, OutOrgUnit: &unit.ID, Status: attendance.PunchApproved,
				OpenUntil: in.Add(attendance.LongestShift), InExceptions: attendance.ExceptionAdded,
			}
			if err := tx.LoadPunch(b.Context(), p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return s, account.ID
}
