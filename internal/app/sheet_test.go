package app_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// office is an account into which sheets are imported.
type office struct {
	t   *testing.T
	app *app.App
	who attendance.Actor
}

func newOffice(t *testing.T) *office {
	t.Helper()
	a, _ := newApp(t)
	account, err := a.CreateAccount(t.Context(), "Acme", "America/New_York", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	o := &office{t, a, attendance.Actor{Scope: attendance.Everything(account.ID), Name: "test", Via: "cli", Permissions: attendance.Permissions{"*"}}}
	o.must(a.CreateOrgUnit(t.Context(), o.who, attendance.OrgUnitInput{Name: attendance.Some("Main"), PayrollID: attendance.Some(new("M1"))}))
	o.must(a.CreateOrgUnit(t.Context(), o.who, attendance.OrgUnitInput{Name: attendance.Some("Berlin"), Timezone: attendance.Some("Europe/Berlin")}))
	o.must(a.CreateDepartment(t.Context(), o.who, attendance.DepartmentInput{Name: attendance.Some("=Kitchen")}))
	o.must(a.CreateJob(t.Context(), o.who, attendance.JobInput{Name: attendance.Some("Line")}))
	o.must(a.CreateLabel(t.Context(), o.who, attendance.LabelInput{Kind: attendance.Some("user"), Name: attendance.Some("Part-time")}))
	o.must(a.CreateLabel(t.Context(), o.who, attendance.LabelInput{Kind: attendance.Some("work"), Name: attendance.Some("Rush")}))
	return o
}

func (o *office) must(_ attendance.Record, err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// employees imports a sheet of employees and gives what became of the rows.
func (o *office) employees(s app.Sheet) string {
	return o.report(o.app.ImportEmployeeSheet(o.t.Context(), o.who, s))
}

// punches imports a sheet of punches and gives what became of the rows.
func (o *office) punches(s app.Sheet) string {
	return o.report(o.app.ImportPunchSheet(o.t.Context(), o.who, s))
}

func (o *office) report(r *app.SheetResult, err error) string {
	o.t.Helper()
	if err != nil {
		return "error: " + err.Error()
	}
	var lines []string
	for i, row := range r.Rows {
		line := fmt.Sprintf("%d: added", r.Lines[i])
		if row.Duplicate {
			line = fmt.Sprintf("%d: there", r.Lines[i])
		}
		for n, p := range row.Problems {
			if n == 0 {
				line = fmt.Sprintf("%d:", r.Lines[i])
			}
			line += " " + p.Field + " " + p.Code
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + fmt.Sprintf("\ndone %t", r.Done)
}

func (o *office) want(got string, lines ...string) {
	o.t.Helper()
	if diff := cmp.Diff(strings.Join(lines, "\n"), got); diff != "" {
		o.t.Error(diff)
	}
}

const people = `First name;Surname;Location;Dept;Personnel Number;Hired;Date of birth;Active;labels;PIN;Notes
Zoë;Müller;main;=kitchen;E1;08.03.2020;1990-02-03;yes;Part-time;4711;"two
lines"
Bob;O'Brien;M1;;E2;2021-01-02;;no;;;'=1+1
Cy;Fox;Berlin;;;;;;;;
`

func TestEmployeeSheet(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	s := app.Sheet{Content: []byte(people)}
	o.want(o.employees(app.Sheet{Content: s.Content, DryRun: true}), "2: added", "4: added", "5: added", "done false")
	o.want(o.employees(s), "2: added", "4: added", "5: added", "done true")
	o.want(o.employees(s), "2: there", "4: there", "5: there", "done true")

	// What is exported is what was imported, and is recognised.
	var b bytes.Buffer
	if err := o.app.ExportEmployees(t.Context(), o.who, &b, true); err != nil {
		t.Fatal(err)
	}
	export := b.String()
	for _, want := range []string{"Zoë,,Müller,yes,E1,Main,'=Kitchen,", ",2020-03-08,", ",1990-02-03,", ",4711\n", "\"two\nlines\"", "Bob,,O'Brien,no,E2,", "'=1+1", "Part-time"} {
		if !strings.Contains(export, want) {
			t.Errorf("the export lacks %q:\n%s", want, export)
		}
	}
	o.want(o.employees(app.Sheet{Content: b.Bytes()}), "2: there", "3: there", "5: there", "done true")
	b.Reset()
	if err := o.app.ExportEmployees(t.Context(), o.who, &b, false); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "4711") || strings.Contains(b.String(), "1990") || strings.Contains(b.String(), "pin") {
		t.Errorf("the export holds sensitive data:\n%s", b.String())
	}

	// The export makes the same people in another account.
	second := newOffice(t)
	second.want(second.employees(app.Sheet{Content: []byte(export)}), "2: added", "3: added", "5: added", "done true")
	b.Reset()
	if err := second.app.ExportEmployees(t.Context(), second.who, &b, true); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(withoutFirstCells(export), withoutFirstCells(b.String())); diff != "" {
		t.Error(diff)
	}
}

// withoutFirstCells is a sheet without its first column, the ids.
func withoutFirstCells(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if _, rest, ok := strings.Cut(line, ","); ok {
			lines[i] = rest
		}
	}
	return strings.Join(lines, "\n")
}

func TestWrongEmployeeSheets(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.want(o.employees(app.Sheet{Content: []byte("first,last,site,dept,hired,active,labels\nA,B,Main,,,,\nC,D,Nowhere,x,3/8/2026,perhaps,Part-time;no\nE,,Main,,,,\n")}),
		"2: added", "3: active unknown orgUnit unknownReference department unknownReference hireDate format labels unknownReference", "4: lastName required", "done false")
	for _, tt := range []struct{ content, want string }{
		{"", "is empty"},
		{"first,last\nA,B\n", "no column for orgUnit"},
		{"first,vorname,last,site\n", `"first" and "vorname" both mean firstName`},
		{"first,last,site\n\"A,B,Main\n", "line"},
		{"first,last,site\nA,B,\x00\n", "NUL"},
	} {
		if got := o.employees(app.Sheet{Content: []byte(tt.content)}); !strings.HasPrefix(got, "error: ") || !strings.Contains(got, tt.want) {
			t.Errorf("%q: %s, want %q", tt.content, got, tt.want)
		}
	}
	o.want(o.employees(app.Sheet{Content: []byte("a,b,c\nA,B,Main\n"), Columns: map[string]string{"firstName": "a", "lastName": "B", "orgUnit": "c"}}), "2: added", "done true")
}

func TestPunchSheet(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.want(o.employees(app.Sheet{Content: []byte(people)}), "2: added", "4: added", "5: added", "done true")
	const punches = "Personnel number\tName\tDate\tIn\tOut\tLocation\tjob\toutKind\tlabels\tnotes\n" +
		"E1\t\t2026-03-02\t8:00\t12:00\t\tline\tmeal\tRush\tearly\n" +
		"E1\t\t2026-03-02\t12:30\t5:00 PM\t\t\t\t\t\n" +
		"E1\t\t2026-03-03\t22:00\t6:00\tBerlin\t\t\t\t\n" +
		"\tFox, Cy\t\t2026-03-04T09:00:00+01:00\t2026-03-04 17:00\t\t\t\t\t\n"
	s := app.Sheet{Content: []byte(punches), AsPunched: true}
	o.want(o.punches(s), "2: added", "3: added", "4: added", "5: added", "done true")
	o.want(o.punches(s), "2: there", "3: there", "4: there", "5: there", "done true")

	var b bytes.Buffer
	all, err := attendance.WallRangeOf(bound(t, "2026-03-01"), bound(t, "2026-03-10"))
	if err != nil {
		t.Fatal(err)
	}
	if err := o.app.ExportPunches(t.Context(), o.who, &b, &attendance.PunchFilter{Range: all}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Zoë Müller,2026-03-02T08:00:00-05:00,2026-03-02T12:00:00-05:00,,,,,meal,approved,Line,,,'=Kitchen,,Rush,early\n",
		",2026-03-02T12:30:00-05:00,2026-03-02T17:00:00-05:00,",
		",2026-03-03T22:00:00+01:00,2026-03-04T06:00:00+01:00,Berlin,",
		"Cy Fox,2026-03-04T09:00:00+01:00,2026-03-04T17:00:00+01:00,",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the export lacks %q:\n%s", want, b.String())
		}
	}
	o.want(o.punches(app.Sheet{Content: b.Bytes()}), "2: there", "3: there", "4: there", "5: there", "done true")
}

func bound(t *testing.T, text string) (b attendance.Bound) {
	t.Helper()
	if err := b.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestWrongPunchSheet(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.want(o.employees(app.Sheet{Content: []byte(people)}), "2: added", "4: added", "5: added", "done true")
	o.want(o.punches(app.Sheet{Content: []byte("payrollId,employee,in,out,status,outKind\n" +
		"E1,,2026-03-02 08:00,2026-03-02 12:00,,\n" + // fits, but the others do not
		"E1,,2026-03-02 11:00,2026-03-02 13:00,,\n" +
		"E9,,2026-03-02 08:00,,,\n" +
		",,2026-03-02 08:00,,,\n" +
		"E1,,08:00,09:00,,\n" +
		"E1,,2026-03-05 08:00,2026-03-05 07:00,,\n" +
		"E1,,2026-03-08 02:30,,,\n" + // the clocks skip it
		"E1,,2026-02-30 08:00,x,perhaps,lunch\n" +
		",Nobody,2026-03-05,,,\n")}),
		"2: added", "3: inDt overlap", "4: payrollId unknownReference", "5: employee required", "6: inDt format", "7: outDt beforeIn", "8: inDt localTime",
		"9: outKind unknown status unknown inDt format outDt format", "10: inDt format employee unknownReference", "done false")
	if got := o.punches(app.Sheet{Content: []byte("employee,out\n1,2\n")}); !strings.Contains(got, "no column for inDt") {
		t.Error(got)
	}
}
