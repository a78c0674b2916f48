package app_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// works is an account with an org unit in New York and employees.
type works struct {
	t         testing.TB
	app       *app.App
	store     *store.Store
	who       attendance.Actor
	unit      int64
	employees []int64
}

func newWorks(t testing.TB, employees int) *works {
	t.Helper()
	return newWorksOn(t, storetest.Open(t), employees)
}

// newWorksOn is newWorks in a database that is there.
func newWorksOn(t testing.TB, s *store.Store, employees int) *works {
	t.Helper()
	a, err := app.New(t.Context(), s, func() time.Time { return storetest.Epoch }, []byte("a secret of the tests, 32 bytes."))
	if err != nil {
		t.Fatal(err)
	}
	account, err := a.CreateAccount(t.Context(), "Acme", "America/New_York", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := &works{t: t, app: a, store: s, who: attendance.Actor{Scope: attendance.Everything(account.ID), Name: "Importer", Via: "cli", Permissions: attendance.Permissions{"*"}}}
	unit, err := a.CreateOrgUnit(t.Context(), w.who, attendance.OrgUnitInput{Name: attendance.Some("Brooklyn")})
	if err != nil {
		t.Fatal(err)
	}
	w.unit = unit.ID
	for i := range employees {
		e, err := a.CreateEmployee(t.Context(), w.who, attendance.EmployeeInput{
			FirstName: attendance.Some("Ada"), LastName: attendance.Some(fmt.Sprint("No ", i)), OrgUnit: attendance.Some(unit.ID),
		})
		if err != nil {
			t.Fatal(err)
		}
		w.employees = append(w.employees, e.ID)
	}
	return w
}

// row is a row of an import; an empty out is none.
func row(t testing.TB, employee int64, in, out string) attendance.PunchInput {
	t.Helper()
	r := attendance.PunchInput{Employee: attendance.Some(employee)}
	var m attendance.Moment
	if err := m.UnmarshalText([]byte(in)); err != nil {
		t.Fatal(err)
	}
	r.InDt = attendance.Some(m)
	if out != "" {
		if err := m.UnmarshalText([]byte(out)); err != nil {
			t.Fatal(err)
		}
		r.OutDt = attendance.Some(&m)
	}
	return r
}

// load imports the rows and gives what became of each: added, duplicate, or its problems.
func (w *works) load(options app.PunchImport) (*app.ImportResult, []string) {
	w.t.Helper()
	result, err := w.app.ImportPunches(w.t.Context(), w.who, options)
	if err != nil {
		w.t.Fatal(err)
	}
	var fates []string
	for _, r := range result.Rows {
		var problems []string
		for _, p := range r.Problems {
			problems = append(problems, p.Field+" "+p.Code)
		}
		switch {
		case r.Duplicate:
			problems = append(problems, "duplicate")
		case r.ID != 0:
			problems = append(problems, "added")
		}
		fates = append(fates, strings.Join(problems, ", "))
	}
	return result, fates
}

// punches are the stored punches, as employee number, in and out.
func (w *works) punches() (all []string) {
	w.t.Helper()
	for p, err := range w.store.Punches(w.t.Context(), w.who.Scope, &attendance.PunchFilter{}, storetest.Epoch) {
		if err != nil {
			w.t.Fatal(err)
		}
		out := "open"
		if p.OutDt != nil {
			out = p.OutDt.Format("02 15:04")
		}
		all = append(all, fmt.Sprint(slices.Index(w.employees, p.Employee), " ", p.InDt.Format("02 15:04"), " ", out, " ", p.InExceptions))
	}
	return all
}

func TestImportPunches(t *testing.T) {
	t.Parallel()
	w := newWorks(t, 2)
	a, b := w.employees[0], w.employees[1]
	rows := []attendance.PunchInput{
		row(t, b, "2026-03-03T09:00", "2026-03-03T17:00"), row(t, a, "2026-03-02T12:00Z", "2026-03-02T16:00Z"),
		row(t, a, "2026-03-01T12:00Z", ""), row(t, a, "2026-03-02T12:00Z", "2026-03-02T16:00Z"),
	}
	var told []int
	result, fates := w.load(app.PunchImport{Rows: rows, DryRun: true, Progress: func(done int) { told = append(told, done) }})
	if want := []string{"", "", "", "duplicate"}; result.Done || result.Added != 3 || result.Duplicates != 1 || !cmp.Equal(fates, want) || !cmp.Equal(told, []int{4}) {
		t.Errorf("a dry run gave %+v, %q, told %v", result, fates, told)
	}
	if got := w.punches(); len(got) != 0 {
		t.Errorf("a dry run added %q", got)
	}
	result, fates = w.load(app.PunchImport{Rows: rows})
	if want := []string{"added", "added", "added", "duplicate"}; !result.Done || result.Added != 3 || !cmp.Equal(fates, want) {
		t.Errorf("an import gave %+v, %q", result, fates)
	}
	want := []string{"0 01 12:00 open added", "0 02 12:00 02 16:00 added", "1 03 14:00 03 22:00 added"}
	if diff := cmp.Diff(want, w.punches()); diff != "" {
		t.Error(diff)
	}
	p, err := w.store.Punch(t.Context(), w.who.Scope, result.Rows[0].ID, storetest.Epoch)
	if err != nil || p.Employee != b || p.OrgUnitName != "Brooklyn" || p.Timezone != "America/New_York" {
		t.Errorf("the punch of the first row is %+v, %v", p, err)
	}
	e, err := w.store.Employee(t.Context(), w.who.Scope, b)
	if err != nil || e.LastPunch == nil || e.LastPunch.Format("02 15:04") != "03 22:00" {
		t.Errorf("last punch %v, %v", e.LastPunch, err)
	}
	if result, fates = w.load(app.PunchImport{Rows: rows}); !result.Done || result.Added != 0 || result.Duplicates != 4 {
		t.Errorf("the same import again gave %+v, %q", result, fates)
	}
	if diff := cmp.Diff(want, w.punches()); diff != "" {
		t.Errorf("the same import again: %s", diff)
	}
}

func TestImportIsAllOrNothing(t *testing.T) {
	t.Parallel()
	w := newWorks(t, 1)
	a := w.employees[0]
	if _, fates := w.load(app.PunchImport{Rows: []attendance.PunchInput{row(t, a, "2026-02-02T12:00Z", "2026-02-02T16:00Z")}, AsPunched: true}); !cmp.Equal(fates, []string{"added"}) {
		t.Fatalf("import: %q", fates)
	}
	unknownJob := row(t, a, "2026-02-05T12:00Z", "")
	unknownJob.Job = attendance.Some(new(int64(7)))
	result, fates := w.load(app.PunchImport{Rows: []attendance.PunchInput{
		row(t, a, "2026-02-03T12:00Z", "2026-02-03T16:00Z"), row(t, a, "2026-02-03T15:00Z", "2026-02-03T17:00Z"), row(t, a, "2026-02-02T13:00Z", ""),
		row(t, 7, "2026-02-03T12:00Z", ""), row(t, a, "2026-02-04T12:00Z", "2026-02-04T11:00Z"), row(t, a, "2026-03-12T12:00Z", ""), unknownJob,
		{},
		row(t, a, "2026-02-02T12:00Z", "2026-02-02T16:00Z"), row(t, a, "2026-03-08T02:30", ""), row(t, a, "2026-02-26T00:00Z", "2026-03-05T00:00Z"),
		row(t, a, "2026-03-04T23:00Z", "2026-03-05T01:00Z"),
	}})
	want := []string{
		"added", "inDt overlap", "inDt overlap", "employee unknownReference", "outDt beforeIn", "inDt future", "job unknownReference",
		"employee required, inDt required", "duplicate", "inDt localTime", "added", "inDt overlap",
	}
	for i := range want {
		if want[i] == "added" {
			want[i] = ""
		}
	}
	if result.Done || result.Wrong != 9 || result.Added != 2 || result.Duplicates != 1 || !cmp.Equal(fates, want) {
		t.Errorf("the import gave %+v\n%s", result, cmp.Diff(want, fates))
	}
	if got := w.punches(); !cmp.Equal(got, []string{"0 02 12:00 02 16:00 "}) {
		t.Errorf("punches %q", got)
	}
}

func TestImportOfManyPunches(t *testing.T) {
	t.Parallel()
	w := newWorks(t, 3)
	var rows []attendance.PunchInput
	for day := range 700 {
		at := storetest.Epoch.AddDate(0, 0, -800+day)
		for _, e := range w.employees {
			rows = append(rows, row(t, e, at.Format(time.RFC3339), at.Add(8*time.Hour).Format(time.RFC3339)))
		}
	}
	told := 0
	if result, _ := w.load(app.PunchImport{Rows: rows, Progress: func(int) { told++ }}); result.Added != 2100 || told != 3 {
		t.Errorf("added %d of 2100, told %d times", result.Added, told)
	}
	var last *attendance.Punch
	for p, err := range w.store.Punches(t.Context(), w.who.Scope, &attendance.PunchFilter{ByModified: true}, storetest.Epoch) {
		if err != nil {
			t.Fatal(err)
		}
		if last != nil && !p.Modified.After(last.Modified) {
			t.Fatalf("punch %d was modified at %s, the one before at %s", p.ID, p.Modified, last.Modified)
		}
		last = p
	}
}

func BenchmarkImportPunches(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		w := newWorks(b, 100)
		var rows []attendance.PunchInput
		for day := range 1000 {
			at := storetest.Epoch.AddDate(0, 0, -1100+day)
			for _, e := range w.employees {
				rows = append(rows, row(b, e, at.Format(time.RFC3339), at.Add(8*time.Hour).Format(time.RFC3339)))
			}
		}
		b.StartTimer()
		if result, _ := w.load(app.PunchImport{Rows: rows}); !result.Done {
			b.Fatalf("not done: %+v", result.Rows[0])
		}
	}
}

// TestAnImportHoldsUpNoOtherAccount makes another account, which needs new ids, while an import on PostgreSQL goes on.
func TestAnImportHoldsUpNoOtherAccount(t *testing.T) {
	t.Parallel()
	w := newWorksOn(t, storetest.OpenServers(t, nil, nil)[0], 1)
	rows := make([]attendance.PunchInput, 1200)
	for i := range rows {
		in := storetest.Epoch.Add(time.Duration(i-len(rows)) * time.Hour).UTC()
		rows[i] = row(t, w.employees[0], in.Format(time.RFC3339), in.Add(time.Minute).Format(time.RFC3339))
	}
	told := 0
	result, err := w.app.ImportPunches(t.Context(), w.who, app.PunchImport{Rows: rows, Progress: func(int) {
		told++
		soon, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if _, err := w.app.CreateAccount(soon, "Other", "UTC", 0, 0); err != nil {
			t.Errorf("while an import goes on another account is told %v", err)
		}
	}})
	if err != nil || result.Added != len(rows) || told == 0 {
		t.Errorf("the import told %d times how far it is, and ends with %+v: %v", told, result, err)
	}
}
