package demo_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/demo"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// made is a demo company at an instant.
func made(t *testing.T, now time.Time) (*store.Store, *attendance.Account) {
	t.Helper()
	s := storetest.Open(t)
	a, err := app.New(t.Context(), s, func() time.Time { return now }, []byte("a secret of the tests, 32 bytes."))
	if err != nil {
		t.Fatal(err)
	}
	account, key, err := demo.Company(t.Context(), a, now)
	if err != nil {
		t.Fatal(err)
	}
	if len(key) != 50 {
		t.Errorf("the key is %q", key)
	}
	return s, account
}

// facts are what a visitor of the demo should find.
type facts struct {
	employees, units, zones                                        int
	punches, open, missing, overnight, meals, jobs, late, overtime int
	flagged, pending, rejected, added, longest                     int
	logs, failed, duplicates, offline, timeOff, holidays           int
}

func (f *facts) punch(p *attendance.Punch) {
	f.punches++
	switch {
	case p.EntryState == attendance.EntryOpen:
		f.open++
	case p.EntryState == attendance.EntryMissingOut:
		f.missing++
	case p.OutDt.Sub(p.InDt) > attendance.LongestShift:
		f.longest++
	case p.OutDt.Sub(p.InDt) > 9*time.Hour:
		f.overtime++
	}
	count(&f.overnight, p.InLocal.Hour() >= 21 && p.OutDt != nil)
	count(&f.meals, p.OutKind != nil)
	count(&f.jobs, p.Job != nil)
	count(&f.late, p.InLocal.Hour() == 22 && p.InLocal.Minute() > 7)
	count(&f.flagged, p.Status == attendance.PunchFlagged)
	count(&f.pending, p.Status == attendance.PunchPending)
	count(&f.rejected, p.Status == attendance.PunchRejected)
	count(&f.added, p.OutExceptions.Has(attendance.ExceptionAdded))
}

func count(n *int, one bool) {
	if one {
		*n++
	}
}

func gather(t *testing.T, s *store.Store, account int64, now time.Time) facts {
	t.Helper()
	scope := attendance.Everything(account)
	var f facts
	zones := make(map[string]bool)
	for _, err := range s.Employees(t.Context(), scope, attendance.EmployeeFilter{}) {
		must(t, err)
		f.employees++
	}
	for u, err := range s.OrgUnits(t.Context(), scope, attendance.OrgUnitFilter{}) {
		must(t, err)
		f.units++
		zones[u.Timezone] = true
	}
	f.zones = len(zones)
	all := attendance.ExactRange(attendance.Range{From: now.AddDate(-1, 0, 0), To: now.AddDate(0, 0, 2)})
	for p, err := range s.Punches(t.Context(), scope, &attendance.PunchFilter{Range: all}, now) {
		must(t, err)
		f.punch(p)
		if p.InDt.After(now) || p.OutDt != nil && p.OutDt.After(now) {
			t.Errorf("punch %d is in the future: %s", p.ID, p.InDt)
		}
	}
	for l, err := range s.ClockLogs(t.Context(), scope, &attendance.ClockLogFilter{Range: all}) {
		must(t, err)
		f.logs++
		count(&f.failed, l.Status == attendance.ClockFailed)
		count(&f.duplicates, l.Status == attendance.ClockDuplicate)
		count(&f.offline, l.Offline)
	}
	for _, err := range s.DurationEntries(t.Context(), scope, &attendance.DurationEntryFilter{From: "1970-01-01", To: "2199-12-31"}) {
		must(t, err)
		f.timeOff++
	}
	for _, err := range s.Holidays(t.Context(), scope, attendance.HolidayFilter{}) {
		must(t, err)
		f.holidays++
	}
	return f
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// instants are nows at which the company is made: a working morning, a night, days around clock changes and a new year.
func instants() []time.Time {
	return []time.Time{
		storetest.Epoch,
		time.Date(2026, 7, 4, 3, 30, 0, 0, time.UTC),
		time.Date(2026, 11, 1, 6, 15, 0, 0, time.UTC),
		time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2028, 2, 29, 12, 0, 0, 0, time.UTC),
	}
}

func TestCompany(t *testing.T) {
	t.Parallel()
	for _, now := range instants() {
		t.Run(now.Format(time.RFC3339), func(t *testing.T) {
			t.Parallel()
			s, account := made(t, now)
			f := gather(t, s, account.ID, now)
			t.Logf("%+v", f)
			if f.employees != 60 || f.units != 3 || f.zones != 3 || account.Burst != attendance.DefaultBurst {
				t.Errorf("%+v", f)
			}
			for what, n := range map[string]int{
				"punches": f.punches / 3000, "missing outs": f.missing, "overnight shifts": f.overnight, "meals": f.meals, "jobs": f.jobs,
				"late arrivals": f.late, "overtime": f.overtime, "flagged": f.flagged, "pending": f.pending, "added outs": f.added,
				"long shifts": f.longest, "clock logs": f.logs / 6000, "failed logs": f.failed, "duplicate logs": f.duplicates,
				"offline logs": f.offline, "time off": f.timeOff, "holidays": f.holidays,
			} {
				if n == 0 {
					t.Errorf("too few %s: %+v", what, f)
				}
			}
		})
	}
}

func TestSameInstantSameCompany(t *testing.T) {
	t.Parallel()
	var before []string
	for range 2 {
		s, account := made(t, storetest.Epoch)
		var lines []string
		all := attendance.ExactRange(attendance.Range{From: storetest.Epoch.AddDate(-1, 0, 0), To: storetest.Epoch})
		for p, err := range s.Punches(t.Context(), attendance.Everything(account.ID), &attendance.PunchFilter{Range: all}, storetest.Epoch) {
			must(t, err)
			lines = append(lines, fmt.Sprint(p.ID, p.EmployeeFirstName, p.EmployeeLastName, p.InDt, p.OpenUntil, p.Status))
		}
		if before != nil {
			if diff := cmp.Diff(before, lines); diff != "" {
				t.Error(diff)
			}
		}
		before = lines
	}
}

// TestPayIsBelievable wants cards in every unit whose hours are mostly regular, with some overtime and premiums, and the
// ready-made pay classes to look at.
func TestPayIsBelievable(t *testing.T) {
	t.Parallel()
	now := storetest.Epoch
	s := storetest.Open(t)
	a, err := app.New(t.Context(), s, func() time.Time { return now }, []byte("a secret of the tests, 32 bytes."))
	must(t, err)
	account, _, err := demo.Company(t.Context(), a, now)
	must(t, err)
	scope := attendance.Everything(account.ID)
	classes := make(map[string]bool)
	for c, err := range s.PayClasses(t.Context(), scope, attendance.PayClassFilter{}) {
		must(t, err)
		classes[c.Name] = true
	}
	for _, name := range []string{"New York hourly", "Berlin hourly", "Pune monthly", "California", "Alberta", "British Columbia"} {
		if !classes[name] {
			t.Errorf("there is no pay class %s: %v", name, classes)
		}
	}
	today := attendance.DateOf(now)
	cards, err := a.TimeCards(t.Context(), scope, &attendance.CardFilter{From: today.AddDays(-56), To: today.AddDays(-1)})
	must(t, err)
	paid, other, premium := map[int64]int64{}, map[int64]int64{}, map[int64]int64{}
	for _, c := range cards {
		for _, total := range c.Totals {
			paid[c.OrgUnit] += total.Total
			if total.Category != "regular" {
				other[c.OrgUnit] += total.Total
			}
		}
		for _, p := range c.Premiums {
			premium[c.OrgUnit] += p.Total
		}
	}
	if len(paid) != 3 {
		t.Errorf("there are cards of %d units", len(paid))
	}
	for unit, seconds := range paid {
		if share := other[unit] * 1000 / seconds; share < 1 || share > 150 {
			t.Errorf("of unit %d %d of a thousand hours are overtime", unit, share)
		}
	}
	if len(premium) != 2 {
		t.Errorf("premiums are paid in %d units, want New York and Berlin", len(premium))
	}
}
