package app

import (
	"context"
	"io"
	"strconv"
	"strings"

	"punchclock/internal/attendance"
	"punchclock/internal/sheet"
)

type employeeColumn = column[EmployeeRow, attendance.Employee]

// EmployeeColumns are the columns of a sheet of employees that are read.
func EmployeeColumns() []sheet.Column { return readable(employeeColumns()) }

func employeeColumns() []employeeColumn {
	return append(append(employeeNameColumns(), employeeWorkColumns()...), employeeDataColumns()...)
}

func employeeNameColumns() []employeeColumn {
	return []employeeColumn{
		{
			Column: sheet.Column{Name: "id", Help: "Id in this installation, by which an export is recognised. A new employee gets another."},
			read: func(_ *cells, in *EmployeeRow, text string) {
				in.ID, _ = strconv.ParseInt(text, 10, 64) // of another system it can be anything
			},
			show: func(_ *directories, e *attendance.Employee) string { return strconv.FormatInt(e.ID, 10) },
		},
		{
			Column: sheet.Column{Name: "firstName", Also: []string{"first", "given name", "forename", "Vorname", "prénom", "nombre"}, Required: true, Help: "First name."},
			read:   func(_ *cells, in *EmployeeRow, text string) { in.FirstName = attendance.Some(text) },
			show:   func(_ *directories, e *attendance.Employee) string { return e.FirstName },
		},
		employeeText("middleName", "Middle name.", func(in *EmployeeRow) *attendance.Opt[*string] { return &in.MiddleName },
			func(e *attendance.Employee) *string { return e.Profile.MiddleName }, "middle"),
		{
			Column: sheet.Column{Name: "lastName", Also: []string{"last", "surname", "family name", "Nachname", "nom", "apellido"}, Required: true, Help: "Last name."},
			read:   func(_ *cells, in *EmployeeRow, text string) { in.LastName = attendance.Some(text) },
			show:   func(_ *directories, e *attendance.Employee) string { return e.LastName },
		},
		{
			Column: sheet.Column{Name: "active", Also: []string{"status", "employment status"}, Help: "yes or no; active when left out."},
			read:   readActive,
			show:   func(_ *directories, e *attendance.Employee) string { return yesOrNo(e.Active) },
		},
		employeeText("payrollId", "What the payroll system calls the employee. By it an employee is recognised.",
			func(in *EmployeeRow) *attendance.Opt[*string] { return &in.PayrollID }, func(e *attendance.Employee) *string { return e.PayrollID },
			"employee number", "employee no", "employee id", "emp id", "personnel number", "staff id", "badge", "Personalnummer"),
	}
}

// employeeText is a column of a text of the employee that may be unset.
func employeeText(name, help string, field func(*EmployeeRow) *attendance.Opt[*string], value func(*attendance.Employee) *string, also ...string) employeeColumn {
	return employeeColumn{
		Column: sheet.Column{Name: name, Also: also, Help: help},
		read:   textCell(field),
		show:   func(_ *directories, e *attendance.Employee) string { return shownText(value(e)) },
	}
}

// employeeDate is a column of a date of the employee that may be unset.
func employeeDate[D ~string](name, help string, parse func(string) (D, error), field func(*EmployeeRow) *attendance.Opt[*D], value func(*attendance.Employee) *D, also ...string) employeeColumn {
	return employeeColumn{
		Column: sheet.Column{Name: name, Also: also, Help: help},
		read: func(c *cells, in *EmployeeRow, text string) {
			if d, ok := dateCell(c, name, text, parse); ok {
				*field(in) = attendance.Some(&d)
			}
		},
		show: func(_ *directories, e *attendance.Employee) string {
			if d := value(e); d != nil {
				return string(*d)
			}
			return ""
		},
	}
}

// employeeRef is a column of a record to which the employee may refer.
func employeeRef(name, help string, of func(*directories) *directory, field func(*EmployeeRow) *attendance.Opt[*int64], value func(*attendance.Employee) *int64, also ...string) employeeColumn {
	return employeeColumn{
		Column: sheet.Column{Name: name, Also: also, Help: help},
		read:   idCell(name, of, field),
		show:   func(d *directories, e *attendance.Employee) string { return shownID(of(d), value(e)) },
	}
}

// employeeWorkColumns are where and how the employee works.
func employeeWorkColumns() []employeeColumn {
	return []employeeColumn{
		{
			Column: sheet.Column{Name: "orgUnit", Also: []string{"org unit", "organization unit", "location", "site", "store", "branch", "Standort"}, Required: true, Help: "Name, payroll id or id of the org unit."},
			read: func(c *cells, in *EmployeeRow, text string) {
				if id, ok := c.find("orgUnit", c.known.units, text); ok {
					in.OrgUnit = attendance.Some(id)
				}
			},
			show: func(d *directories, e *attendance.Employee) string { return d.units.show(e.OrgUnit) },
		},
		employeeRef("department", "Name, payroll id or id of the department.", func(d *directories) *directory { return d.departments },
			func(in *EmployeeRow) *attendance.Opt[*int64] { return &in.Department }, func(e *attendance.Employee) *int64 { return e.Department }, "dept", "Abteilung"),
		employeeRef("payClass", "Name or id of the pay class.", func(d *directories) *directory { return d.payClasses },
			func(in *EmployeeRow) *attendance.Opt[*int64] { return &in.PayClass }, func(e *attendance.Employee) *int64 { return e.PayClass }),
		employeeRef("teamSchedule", "Name or id of the team schedule.", func(d *directories) *directory { return d.schedules },
			func(in *EmployeeRow) *attendance.Opt[*int64] { return &in.TeamSchedule }, func(e *attendance.Employee) *int64 { return e.TeamSchedule }, "schedule"),
		employeeText("jobTitle", "Job title.", func(in *EmployeeRow) *attendance.Opt[*string] { return &in.JobTitle },
			func(e *attendance.Employee) *string { return e.Profile.JobTitle }, "title", "position", "role"),
		employeeDate("hireDate", "First day of work.", attendance.ParseDate, func(in *EmployeeRow) *attendance.Opt[*attendance.Date] { return &in.HireDate },
			func(e *attendance.Employee) *attendance.Date { return e.Profile.HireDate }, "hired", "start date", "hired on", "Eintritt"),
		employeeDate("termDate", "Last day of work.", attendance.ParseDate, func(in *EmployeeRow) *attendance.Opt[*attendance.Date] { return &in.TermDate },
			func(e *attendance.Employee) *attendance.Date { return e.Profile.TermDate }, "termination date", "end date", "Austritt"),
		{
			Column: sheet.Column{Name: "labels", Help: "Names or ids of user labels, separated by semicolons."},
			read: func(c *cells, in *EmployeeRow, text string) {
				in.Labels = c.labels("labels", c.known.userLabels, attendance.LabelUser, text)
			},
			show: func(d *directories, e *attendance.Employee) string { return shownLabels(d.userLabels, e.Labels) },
		},
	}
}

// employeeDataColumns are personal data.
func employeeDataColumns() []employeeColumn {
	columns := []employeeColumn{
		employeeText("email", "E-mail address.", func(in *EmployeeRow) *attendance.Opt[*string] { return &in.Email },
			func(e *attendance.Employee) *string { return e.Profile.Email }, "e-mail", "mail", "email address"),
		employeeText("mobilePhone", "Mobile telephone: a + and 8 to 15 digits.", func(in *EmployeeRow) *attendance.Opt[*string] { return &in.MobilePhone },
			func(e *attendance.Employee) *string { return e.Profile.MobilePhone }, "mobile", "cell", "cell phone"),
		{
			Column: sheet.Column{Name: "phone", Also: []string{"telephone", "phone number"}, Help: "Telephone: a + and 8 to 15 digits, or as it is dialled."},
			read: func(_ *cells, in *EmployeeRow, text string) {
				in.Phones = attendance.Some([]attendance.Phone{{Number: text}})
			},
			show: func(_ *directories, e *attendance.Employee) string {
				if len(e.Profile.Phones) > 0 {
					return e.Profile.Phones[0].Number
				}
				return ""
			},
		},
		employeeText("address", "Postal address.", func(in *EmployeeRow) *attendance.Opt[*string] { return &in.Address },
			func(e *attendance.Employee) *string { return e.Profile.Address }),
		employeeText("gender", "Gender.", func(in *EmployeeRow) *attendance.Opt[*string] { return &in.Gender },
			func(e *attendance.Employee) *string { return e.Profile.Gender }, "sex"),
		employeeText("nationality", "ISO 3166-1 alpha-2 code, such as US.", func(in *EmployeeRow) *attendance.Opt[*string] { return &in.Nationality },
			func(e *attendance.Employee) *string { return e.Profile.Nationality }),
		employeeText("notes", "Notes.", func(in *EmployeeRow) *attendance.Opt[*string] { return &in.Notes },
			func(e *attendance.Employee) *string { return e.Profile.Notes }, "comment", "comments", "remarks"),
		sensitive(employeeDate("birthDate", "Date of birth.", attendance.ParseBirthday, func(in *EmployeeRow) *attendance.Opt[*attendance.Birthday] { return &in.BirthDate },
			func(e *attendance.Employee) *attendance.Birthday { return e.Profile.BirthDate }, "date of birth", "dob", "birthday", "Geburtsdatum")),
		sensitive(employeeText("nationalId", "National id.", func(in *EmployeeRow) *attendance.Opt[*string] { return &in.NationalID },
			func(e *attendance.Employee) *string { return e.Profile.NationalID }, "ssn", "social security number")),
		sensitive(employeeText("pin", "4 to 8 digits with which the employee punches.", func(in *EmployeeRow) *attendance.Opt[*string] { return &in.PIN },
			func(e *attendance.Employee) *string { return e.PIN }, "pin code", "clock pin")),
	}
	return columns
}

func sensitive(c employeeColumn) employeeColumn {
	c.sensitive = true
	c.Help += " Exported only when sensitive data are asked for."
	return c
}

func readActive(c *cells, in *EmployeeRow, text string) {
	switch strings.ToLower(text) {
	case "yes", "y", "true", "1", "active", "ja", "oui", "x":
		in.Active = attendance.Some(true)
	case "no", "n", "false", "0", "inactive", "terminated", "nein", "non":
		in.Active = attendance.Some(false)
	default:
		c.unknownWord("active", text, "yes, no, active, inactive, true, false")
	}
}

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// ImportEmployeeSheet makes the employees of a sheet, all of them or none. The error is about the sheet as a whole; what
// is wrong with a row stands in the result.
func (a *App) ImportEmployeeSheet(ctx context.Context, who attendance.Actor, s Sheet) (*SheetResult, error) {
	result, read, err := readSheet(ctx, a.store.Reads, who.Scope, &s, employeeColumns(), func(c *cells, in *EmployeeRow) { in.Line = c.row.Line })
	if err != nil {
		return nil, err
	}
	load := EmployeeImport{Rows: read.inputs, DryRun: s.DryRun || result.Wrong > 0, Progress: s.progress(len(read.inputs))}
	done, err := a.ImportEmployees(ctx, who, load)
	if err != nil {
		return nil, err
	}
	result.merge(read.at, done)
	return result, nil
}

// ExportEmployees writes the employees of an account as a sheet that ImportEmployeeSheet reads, ordered by name. PINs and
// other sensitive data are written only when asked for and allowed.
func (a *App) ExportEmployees(ctx context.Context, who attendance.Actor, to io.Writer, sensitive bool) error {
	known, err := readDirectories(ctx, a.store.Reads, who.Scope)
	if err != nil {
		return err
	}
	w, err := newSheetWriter(to, employeeColumns(), known, sensitive && who.Permissions.Holds(attendance.EmployeesSensitive))
	if err != nil {
		return err
	}
	for e, err := range a.Employees(ctx, who, attendance.EmployeeFilter{}) {
		if err != nil {
			return err
		}
		if err := w.write(e); err != nil {
			return err
		}
	}
	return w.to.Flush()
}
