package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// employeeRows are rows of the form "first last payrollId email", where - is nothing.
func employeeRows(unit int64, lines ...string) []app.EmployeeRow {
	rows := make([]app.EmployeeRow, len(lines))
	for i, line := range lines {
		words := strings.Fields(line)
		r := &rows[i]
		r.OrgUnit, r.FirstName, r.LastName = attendance.Some(unit), attendance.Some(words[0]), attendance.Some(words[1])
		if len(words) > 2 && words[2] != "-" {
			r.PayrollID = attendance.Some(&words[2])
		}
		if len(words) > 3 && words[3] != "-" {
			r.Email = attendance.Some(&words[3])
		}
	}
	return rows
}

// outcome is what became of each row, in a word.
func outcome(r *app.ImportResult) string {
	var words []string
	for _, row := range r.Rows {
		switch {
		case row.Duplicate:
			words = append(words, "there")
		case len(row.Problems) > 0:
			words = append(words, row.Problems[0].Field+" "+row.Problems[0].Code)
		default:
			words = append(words, "added")
		}
	}
	return strings.Join(words, ", ")
}

func TestImportEmployees(t *testing.T) {
	t.Parallel()
	a, s := newApp(t)
	account, err := a.CreateAccount(t.Context(), "Acme", "UTC", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	who := attendance.Actor{Scope: attendance.Everything(account.ID), Name: "test", Via: "cli", Permissions: attendance.Permissions{"*"}}
	unit, err := a.CreateOrgUnit(t.Context(), who, attendance.OrgUnitInput{Name: attendance.Some("Main")})
	if err != nil {
		t.Fatal(err)
	}
	other, err := a.CreateOrgUnit(t.Context(), who, attendance.OrgUnitInput{Name: attendance.Some("Other")})
	if err != nil {
		t.Fatal(err)
	}
	load := func(want string, done bool, load app.EmployeeImport) *app.ImportResult {
		t.Helper()
		r, err := a.ImportEmployees(t.Context(), who, load)
		if err != nil {
			t.Fatal(err)
		}
		if got := outcome(r); got != want || r.Done != done {
			t.Errorf("%s (done %t), want %s (done %t)", got, r.Done, want, done)
		}
		if made := slices.ContainsFunc(r.Rows, func(row app.ImportedRow) bool { return row.ID != 0 }); made && !done {
			t.Errorf("there are ids of employees who were not added: %+v", r.Rows)
		}
		return r
	}
	people := func() int {
		t.Helper()
		n := 0
		for _, err := range s.Employees(context.Background(), who.Scope, attendance.EmployeeFilter{}) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}

	first := employeeRows(unit.ID, "Ann Lee E1 ann@x.example", "Ann Lee E2 -", "Bob Ray - bob@x.example", "Cy Fox - -")
	load("added, added, added, added", false, app.EmployeeImport{Rows: first, DryRun: true})
	if n := people(); n != 0 {
		t.Fatalf("a dry run added %d", n)
	}
	seen := 0
	r := load("added, added, added, added", true, app.EmployeeImport{Rows: first, Progress: func(done int) { seen = done }})
	if r.Added != 4 || seen != 4 || people() != 4 {
		t.Errorf("added %d, seen %d, there are %d", r.Added, seen, people())
	}
	load("there, there, there, there", true, app.EmployeeImport{Rows: first})

	// By any mark that tells people apart, but never against a payroll id.
	load("there, there, there, added, added", true, app.EmployeeImport{Rows: append(
		employeeRows(unit.ID, "Anna Lee e1 -", "Robert Ray - BOB@x.example", "CY fox - -", "Ann Lee E9 ann@x.example"),
		employeeRows(other.ID, "Cy Fox - -")...,
	)})
	known := employeeRows(other.ID, "Bob Ray - -", "Bob Ray - -")
	known[0].ID, known[1].ID = r.Rows[2].ID, r.Rows[2].ID
	known[0].OrgUnit = attendance.Some(unit.ID)
	load("there, added", true, app.EmployeeImport{Rows: known})

	// One wrong row, and nobody is added.
	before := people()
	bad := employeeRows(unit.ID, "Dee Orr - -", "Dee Orr - -", "Eve Poe E7 not-an-address", "Flo Rey - -", "Gil Sax - -")
	bad[3].PIN, bad[4].PIN = attendance.Some(new("4711")), attendance.Some(new("4711"))
	r = load("added, payrollId duplicate, email format, added, pin notUnique", false, app.EmployeeImport{Rows: bad})
	if r.Wrong != 3 || r.Added != 2 || people() != before {
		t.Errorf("%+v, and there are %d, before %d", r, people(), before)
	}
	if !strings.Contains(r.Rows[1].Problems[0].Detail, "line 1") {
		t.Error(r.Rows[1].Problems)
	}
}
