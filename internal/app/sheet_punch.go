package app

import (
	"context"
	"io"
	"strconv"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/sheet"
)

// punchRow is a punch as a row names it.
type punchRow struct {
	attendance.PunchInput
	payrollID, employee, employeeName string
	date, in, out                     string
}

type punchColumn = column[punchRow, attendance.Punch]

// PunchColumns are the columns of a sheet of punches that are read.
func PunchColumns() []sheet.Column { return readable(punchColumns()) }

func punchColumns() []punchColumn {
	return append(append(punchPersonColumns(), punchTimeColumns()...), punchWorkColumns()...)
}

// punchText is a column that is read as it stands, to be understood with the rest of the row.
func punchText(name, help string, field func(*punchRow) *string, show func(*directories, *attendance.Punch) string, also ...string) punchColumn {
	return punchColumn{
		Column: sheet.Column{Name: name, Also: also, Help: help},
		read:   func(_ *cells, in *punchRow, text string) { *field(in) = text },
		show:   show,
	}
}

func punchPersonColumns() []punchColumn {
	return []punchColumn{
		{
			Column: sheet.Column{Name: "id"},
			show:   func(_ *directories, p *attendance.Punch) string { return strconv.FormatInt(p.ID, 10) },
		},
		punchText("payrollId", "Payroll id of the employee; it goes before the other ways to name one.", func(in *punchRow) *string { return &in.payrollID },
			func(_ *directories, p *attendance.Punch) string { return shownText(p.EmployeePayrollID) }, "personnel number", "Personalnummer"),
		punchText("employee", "Id, payroll id or name of the employee.", func(in *punchRow) *string { return &in.employee },
			func(_ *directories, p *attendance.Punch) string { return strconv.FormatInt(p.Employee, 10) },
			"employee id", "employee number", "employee no", "emp id", "staff id", "badge", "worker"),
		punchText("employeeName", "Name of the employee, when there is no other column.", func(in *punchRow) *string { return &in.employeeName },
			func(_ *directories, p *attendance.Punch) string {
				return p.EmployeeFirstName + " " + p.EmployeeLastName
			}, "name", "full name"),
	}
}

func punchTimeColumns() []punchColumn {
	return []punchColumn{
		punchText("date", "Day of the in, when the times stand alone.", func(in *punchRow) *string { return &in.date }, nil, "work date", "day", "shift date", "Datum"),
		{
			Column: sheet.Column{
				Name: "inDt", Also: []string{"in", "clock in", "clocked in", "time in", "in time", "punch in", "start", "start time", "Kommen"}, Required: true,
				Help: "When the work begins. Without an offset it is read in the zone of the org unit.",
			},
			read: func(_ *cells, in *punchRow, text string) { in.in = text },
			show: func(d *directories, p *attendance.Punch) string { return d.local(p.InDt, p.Timezone) },
		},
		{
			Column: sheet.Column{
				Name: "outDt", Also: []string{"out", "clock out", "clocked out", "time out", "out time", "punch out", "end", "end time", "Gehen"},
				Help: "When it ends; empty is not yet. A time alone that is not after the in is on the next day.",
			},
			read: func(_ *cells, in *punchRow, text string) { in.out = text },
			show: func(d *directories, p *attendance.Punch) string {
				if p.OutDt == nil {
					return ""
				}
				return d.local(*p.OutDt, p.Timezone)
			},
		},
	}
}

// local is an instant as the wall clock of the zone shows it, with its offset.
func (d *directories) local(t time.Time, zone string) string {
	if l, err := d.zones.Load(zone); err == nil {
		t = t.In(l)
	}
	return t.Format("2006-01-02T15:04:05Z07:00")
}

// punchRef is a column of a record to which the punch may refer.
func punchRef(name, help string, of func(*directories) *directory, field func(*punchRow) *attendance.Opt[*int64], value func(*attendance.Punch) *int64, also ...string) punchColumn {
	return punchColumn{
		Column: sheet.Column{Name: name, Also: also, Help: help},
		read:   idCell(name, of, field),
		show:   func(d *directories, p *attendance.Punch) string { return shownID(of(d), value(p)) },
	}
}

func punchWorkColumns() []punchColumn {
	units := func(d *directories) *directory { return d.units }
	devices := func(d *directories) *directory { return d.devices }
	return []punchColumn{
		punchRef("inOrgUnit", "Org unit where the work begins.", units, func(in *punchRow) *attendance.Opt[*int64] { return &in.InOrgUnit },
			func(p *attendance.Punch) *int64 { return p.InOrgUnit }, "org unit", "location", "site", "store", "branch"),
		punchRef("outOrgUnit", "Org unit where it ends.", units, func(in *punchRow) *attendance.Opt[*int64] { return &in.OutOrgUnit },
			func(p *attendance.Punch) *int64 { return p.OutOrgUnit }),
		punchRef("inClock", "Device at which the in was punched.", devices, func(in *punchRow) *attendance.Opt[*int64] { return &in.InClock },
			func(p *attendance.Punch) *int64 { return p.InClock }, "clock", "device", "terminal"),
		punchRef("outClock", "Device at which the out was punched.", devices, func(in *punchRow) *attendance.Opt[*int64] { return &in.OutClock },
			func(p *attendance.Punch) *int64 { return p.OutClock }),
		{
			Column: sheet.Column{Name: "outKind", Help: "What the out begins: meal, break, or nothing."},
			read: func(c *cells, in *punchRow, text string) {
				kind := attendance.OutKind("")
				if err := kind.UnmarshalText([]byte(text)); err != nil {
					c.unknownWord("outKind", text, "meal and break")
				}
				in.OutKind = attendance.Some(&kind)
			},
			show: func(_ *directories, p *attendance.Punch) string { return shownText((*string)(p.OutKind)) },
		},
		{
			Column: sheet.Column{Name: "status", Help: "approved, flagged, pending or rejected; what the rules say when left out."},
			read: func(c *cells, in *punchRow, text string) {
				if err := in.Status.Value.UnmarshalText([]byte(text)); err != nil {
					c.unknownWord("status", text, "approved, flagged, pending and rejected")
				}
				in.Status.Set = true
			},
			show: func(_ *directories, p *attendance.Punch) string { return string(p.Status) },
		},
		punchRef("job", "Name, payroll id or id of the job.", func(d *directories) *directory { return d.jobs },
			func(in *punchRow) *attendance.Opt[*int64] { return &in.Job }, func(p *attendance.Punch) *int64 { return p.Job }, "project"),
		punchRef("jobPhase", "Name, payroll id or id of the job phase.", func(d *directories) *directory { return d.phases },
			func(in *punchRow) *attendance.Opt[*int64] { return &in.JobPhase }, func(p *attendance.Punch) *int64 { return p.JobPhase }, "phase", "task"),
		punchRef("costCode", "Name, payroll id or id of the cost code.", func(d *directories) *directory { return d.costCodes },
			func(in *punchRow) *attendance.Opt[*int64] { return &in.CostCode }, func(p *attendance.Punch) *int64 { return p.CostCode }, "cost center", "cost centre"),
		punchRef("department", "Department; that of the employee when left out.", func(d *directories) *directory { return d.departments },
			func(in *punchRow) *attendance.Opt[*int64] { return &in.Department }, func(p *attendance.Punch) *int64 { return p.Department }, "dept"),
		punchRef("payClass", "Pay class; that of the employee when left out.", func(d *directories) *directory { return d.payClasses },
			func(in *punchRow) *attendance.Opt[*int64] { return &in.PayClass }, func(p *attendance.Punch) *int64 { return p.PayClass }),
		{
			Column: sheet.Column{Name: "labels", Help: "Names or ids of work labels, separated by semicolons."},
			read: func(c *cells, in *punchRow, text string) {
				in.Labels = c.labels("labels", c.known.workLabels, attendance.LabelWork, text)
			},
			show: func(d *directories, p *attendance.Punch) string { return shownLabels(d.workLabels, p.Labels) },
		},
		{
			Column: sheet.Column{Name: "notes", Also: []string{"note", "comment", "comments", "remarks"}, Help: "Notes."},
			read:   textCell(func(in *punchRow) *attendance.Opt[*string] { return &in.Notes }),
			show:   func(_ *directories, p *attendance.Punch) string { return shownText(p.Notes) },
		},
	}
}

// finish finds the employee of the row and reads its times.
func (in *punchRow) finish(c *cells) {
	in.InDt, in.OutDt = c.stay(in.date, in.in, in.out)
	name, text, where := "payrollId", in.payrollID, c.known.payrollIDs
	if text == "" {
		name, text, where = "employee", in.employee, c.known.employees
	}
	if text == "" {
		name, text = "employeeName", in.employeeName
	}
	if text == "" {
		c.bad("employee", "required", "employee is required.")
		return
	}
	if id, ok := c.find(name, where, text); ok {
		in.Employee = attendance.Some(id)
	}
}

// ImportPunchSheet makes the punches of a sheet, all of them or none. The error is about the sheet as a whole; what is
// wrong with a row stands in the result.
func (a *App) ImportPunchSheet(ctx context.Context, who attendance.Actor, s Sheet) (*SheetResult, error) {
	result, read, err := readSheet(ctx, a.store.Reads, who.Scope, &s, punchColumns(), func(c *cells, in *punchRow) { in.finish(c) })
	if err != nil {
		return nil, err
	}
	load := PunchImport{DryRun: s.DryRun || result.Wrong > 0, AsPunched: s.AsPunched, Progress: s.progress(len(read.inputs))}
	for i := range read.inputs {
		load.Rows = append(load.Rows, read.inputs[i].PunchInput)
	}
	done, err := a.ImportPunches(ctx, who, load)
	if err != nil {
		return nil, err
	}
	result.merge(read.at, done)
	return result, nil
}

// ExportPunches writes punches as a sheet that ImportPunchSheet reads, in the order of their ins.
func (a *App) ExportPunches(ctx context.Context, who attendance.Actor, to io.Writer, filter *attendance.PunchFilter) error {
	known, err := readDirectories(ctx, a.store.Reads, who.Scope)
	if err != nil {
		return err
	}
	known.zones = a.zones
	w, err := newSheetWriter(to, punchColumns(), known, false)
	if err != nil {
		return err
	}
	for p, err := range a.store.Punches(ctx, who.Scope, filter, a.now()) {
		if err != nil {
			return err
		}
		if err := w.write(p); err != nil {
			return err
		}
	}
	return w.to.Flush()
}
