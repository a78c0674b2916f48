package app

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// directory finds the records of one kind by what people write: an id, a name, a payroll id.
type directory struct {
	kind  string // as messages call one of them
	known map[string][]entry
	names map[int64]string
}

// entry is a record that goes by some name.
type entry struct {
	id     int64
	active bool
}

func newDirectory(kind string) *directory {
	return &directory{kind: kind, known: make(map[string][]entry), names: make(map[int64]string)}
}

// add makes a record known by its id and by each of the names. The first name is the one by which it is shown.
func (d *directory) add(id int64, active bool, names ...string) {
	d.names[id] = names[0]
	d.addAs(id, active, append([]string{strconv.FormatInt(id, 10)}, names...)...)
}

// addAs makes a record known by the names alone.
func (d *directory) addAs(id int64, active bool, names ...string) {
	for _, name := range names {
		key := attendance.Fold(strings.TrimSpace(name))
		if e := (entry{id, active}); key != "" && !slices.Contains(d.known[key], e) {
			d.known[key] = append(d.known[key], e)
		}
	}
}

// find is the only record that goes by the name, or the only active one. When there is none, problem says so.
func (d *directory) find(name string) (id int64, problem string) {
	all := d.known[attendance.Fold(strings.TrimSpace(name))]
	if len(all) > 1 {
		if active := slices.DeleteFunc(slices.Clone(all), func(e entry) bool { return !e.active }); len(active) == 1 {
			all = active
		}
	}
	switch len(all) {
	case 0:
		return 0, fmt.Sprintf("there is no %s %q.", d.kind, fmt.Sprintf("%.60s", name))
	case 1:
		return all[0].id, ""
	default:
		return 0, fmt.Sprintf("%q can be the %s %d or %d. Write the id.", fmt.Sprintf("%.60s", name), d.kind, all[0].id, all[1].id)
	}
}

// show is the name of a record when it is found by it, else its id.
func (d *directory) show(id int64) string {
	name := d.names[id]
	if found, problem := d.find(name); problem == "" && found == id && !strings.Contains(name, ";") {
		return name
	}
	return strconv.FormatInt(id, 10)
}

// directories are those of an account.
type directories struct {
	units, departments, payClasses, schedules, jobs, phases, costCodes, devices, userLabels, workLabels *directory
	employees, payrollIDs                                                                               *directory
	zones                                                                                               *attendance.Zones // to show times
}

// readDirectories reads what cells of sheets can name.
func readDirectories(ctx context.Context, r store.Reads, scope attendance.Scope) (*directories, error) {
	d := &directories{
		units: newDirectory("org unit"), departments: newDirectory("department"), payClasses: newDirectory("pay class"), schedules: newDirectory("team schedule"),
		jobs: newDirectory("job"), phases: newDirectory("job phase"), costCodes: newDirectory("cost code"), devices: newDirectory("device"),
		userLabels: newDirectory("user label"), workLabels: newDirectory("work label"), employees: newDirectory("employee"),
		payrollIDs: newDirectory("employee with the payroll id"),
	}
	for _, err := range []error{
		enter(r.OrgUnits(ctx, scope, attendance.OrgUnitFilter{}), func(u *attendance.OrgUnit) { d.units.add(u.ID, u.Active, u.Name, shownText(u.PayrollID)) }),
		enter(r.Departments(ctx, scope, attendance.DepartmentFilter{}), func(p *attendance.Department) {
			d.departments.add(p.ID, p.Active, p.Name, shownText(p.PayrollID))
		}),
		enter(r.PayClasses(ctx, scope, attendance.PayClassFilter{}), func(c *attendance.PayClass) { d.payClasses.add(c.ID, c.Active, c.Name) }),
		enter(r.TeamSchedules(ctx, scope, attendance.TeamScheduleFilter{}), func(s *attendance.TeamSchedule) { d.schedules.add(s.ID, s.Active, s.Name) }),
		enter(r.Jobs(ctx, scope, attendance.JobFilter{}), func(j *attendance.Job) { d.jobs.add(j.ID, j.Active, j.Name, shownText(j.PayrollID)) }),
		enter(r.JobPhases(ctx, scope, attendance.WorkCodeFilter{}), func(p *attendance.WorkCode) { d.phases.add(p.ID, p.Active, p.Name, shownText(p.PayrollID)) }),
		enter(r.CostCodes(ctx, scope, attendance.WorkCodeFilter{}), func(c *attendance.WorkCode) { d.costCodes.add(c.ID, c.Active, c.Name, shownText(c.PayrollID)) }),
		enter(r.Devices(ctx, scope, attendance.DeviceFilter{}), func(v *attendance.Device) { d.devices.add(v.ID, v.Active, v.Name) }),
		enter(r.Labels(ctx, scope, attendance.LabelFilter{}), d.addLabel),
		enter(r.Employees(ctx, scope, attendance.EmployeeFilter{}), d.addEmployee),
	} {
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

func enter[R any](records iter.Seq2[R, error], add func(R)) error {
	for r, err := range records {
		if err != nil {
			return err
		}
		add(r)
	}
	return nil
}

func (d *directories) addLabel(l *attendance.Label) {
	switch l.Kind {
	case attendance.LabelUser:
		d.userLabels.add(l.ID, l.Active, l.Name, l.Kind+":"+strconv.FormatInt(l.ID, 10))
	case attendance.LabelWork:
		d.workLabels.add(l.ID, l.Active, l.Name, l.Kind+":"+strconv.FormatInt(l.ID, 10))
	}
}

func (d *directories) addEmployee(e *attendance.Employee) {
	d.employees.add(e.ID, e.Active, e.DisplayName(), e.SortName(), shownText(e.PayrollID))
	d.payrollIDs.addAs(e.ID, e.Active, shownText(e.PayrollID))
}

// splitCell is the words of a cell, separated by semicolons.
func splitCell(text string) []string {
	var words []string
	for word := range strings.SplitSeq(text, ";") {
		if word = strings.TrimSpace(word); word != "" {
			words = append(words, word)
		}
	}
	return words
}
