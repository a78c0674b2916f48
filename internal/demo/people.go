package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"punchclock/internal/attendance"
)

// person is an employee.
type person struct {
	id         int64
	unit       *unit
	department string
	schedule   *schedule
	partTime   bool
	late       float64 // how often, in a hundred shifts, the person comes late
	off        map[attendance.Date]bool
}

// posts are what the people of a unit do, in turn.
func posts() []struct{ department, shift, title string } {
	return []struct{ department, shift, title string }{
		{"Production", "Early", "Baker"},
		{"Production", "Early", "Shift lead"},
		{"Logistics", "Day", "Driver"},
		{"Production", "Night", "Baker"},
		{"Customer service", "Day", "Service agent"},
		{"Logistics", "Late", "Warehouse clerk"},
		{"Customer service", "Short day", "Shop assistant"},
		{"Administration", "Day", "Bookkeeper"},
	}
}

// makePeople makes the employees.
func (c *company) makePeople(ctx context.Context) {
	for _, u := range c.units {
		for i := range u.place.people {
			p := c.newPerson(u, i)
			p.id = create(ctx, c, c.app.CreateEmployee, c.describe(p, i, len(c.people)))
			c.people = append(c.people, p)
		}
	}
}

func (c *company) newPerson(u *unit, i int) *person {
	post := posts()[i%len(posts())]
	return &person{
		unit: u, department: post.department, schedule: c.schedules[post.shift], partTime: post.shift == "Short day",
		late: pick(c, []float64{1, 2, 3, 4, 6, 15}), off: make(map[attendance.Date]bool),
	}
}

// describe is what is known of the n-th employee of the company, the i-th of the unit.
func (c *company) describe(p *person, i, n int) attendance.EmployeeInput {
	place := p.unit.place
	first, last := place.firstNames[i], place.lastNames[(i*3+2)%len(place.lastNames)] // 3 divides no number of names
	hired := attendance.DateOf(c.now.AddDate(0, 0, -200-c.random.IntN(4000)))
	in := attendance.EmployeeInput{
		FirstName: some(first), LastName: some(last), OrgUnit: some(p.unit.id), Department: somePtr(c.departments[p.department]),
		PayClass: somePtr(p.unit.payClass), TeamSchedule: somePtr(p.schedule.id), PayrollID: somePtr(fmt.Sprintf("%s-%03d", place.payrollID, i+1)),
		PIN: somePtr(fmt.Sprintf("%04d", (1234+n*1571)%10000)), // 1571 and 10000 have no common divisor
	}
	in.JobTitle = somePtr(posts()[i%len(posts())].title)
	in.HireDate = somePtr(hired)
	in.HirePeriods = some([]attendance.HirePeriod{{HireDate: hired}})
	in.Email = somePtr(address(first, last))
	in.MobilePhone = somePtr(fmt.Sprintf(place.phone, 1000+n))
	in.Phones = some([]attendance.Phone{{Type: new("mobile"), Number: fmt.Sprintf(place.phone, 1000+n)}})
	in.Accepted, in.Inducted, in.Roles = some(true), some(true), some([]string{"worker"})
	in.WorkerAllowLabels = some([]attendance.LabelRef{"device:all"})
	in.PayRates = somePtr([]attendance.PayRate{{
		Type: new("hourly"), Amount: attendance.Decimal(fmt.Sprintf("%d.%02d", place.wage+c.random.IntN(place.wage), 25*c.random.IntN(4))),
		Currency: &place.currency, Effective: &hired,
	}})
	in.CustomFieldValues = some(c.fieldValues(p))
	in.Labels = some(c.labelsOf(p, i))
	return in
}

// address is an e-mail address, which has ASCII letters only.
func address(first, last string) string {
	letters := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "é", "e", "í", "i", "ç", "c", "ğ", "g", "ł", "l", "i̇", "i", "'", "", "-", "")
	return letters.Replace(strings.ToLower(first)) + "." + letters.Replace(strings.ToLower(last)) + "@harborpine.example"
}

func (c *company) labelsOf(p *person, i int) []attendance.LabelRef {
	labels := []attendance.LabelRef{}
	if p.partTime {
		labels = append(labels, c.labels["Part-time"])
	}
	if i%9 == 1 {
		labels = append(labels, c.labels["First aider"])
	}
	return labels
}

func (c *company) fieldValues(p *person) []attendance.FieldValueInput {
	values := []attendance.FieldValueInput{{CustomField: some(c.fields["shirt"]), Value: some[any](pick(c, []string{"S", "M", "L", "XL"}))}}
	if p.department == "Logistics" {
		values = append(values, attendance.FieldValueInput{CustomField: some(c.fields["forklift"]), Value: some[any](c.chance(50))})
	}
	return values
}

// makeJobs makes what people work on.
func (c *company) makeJobs(ctx context.Context) {
	c.jobs = make(map[string][]int64)
	for i, j := range []struct{ department, name, description string }{
		{"Production", "Sourdough line", "Loaves for the shops and for wholesale."},
		{"Production", "Pastry line", "Croissants, rolls and cakes."},
		{"Production", "Espresso roast", "The house blend, 60 kg a batch."},
		{"Logistics", "Morning delivery", "Shops and cafés before opening time."},
		{"Logistics", "Wholesale delivery", "Supermarkets and hotels."},
	} {
		in := attendance.JobInput{Name: some(j.name), Description: somePtr(j.description), PayrollID: somePtr(fmt.Sprintf("J%02d", i+1))}
		var team []int64
		for _, p := range c.people {
			if p.department == j.department {
				team = append(team, p.id)
			}
		}
		in.OrgUsers = some(team)
		if i == 4 {
			in.Labels = some([]attendance.LabelRef{c.labels["Rush order"]})
		}
		c.jobs[j.department] = append(c.jobs[j.department], create(ctx, c, c.app.CreateJob, in))
	}
}

// makeTimeOff sends half of the people on vacation, lets many be sick for a day or two, and gives some a day of unpaid
// leave to come.
func (c *company) makeTimeOff(ctx context.Context) {
	for _, p := range c.people {
		if c.chance(50) {
			c.away(ctx, p, "Vacation", c.random.IntN(7*weeks), 3+c.random.IntN(4))
		}
		if c.chance(40) {
			c.away(ctx, p, "Sick", c.random.IntN(7*weeks), 1+c.random.IntN(2))
		}
		if c.chance(10) {
			c.away(ctx, p, "Unpaid", -7-c.random.IntN(20), 1)
		}
	}
}

// away takes a person off for so many of the days that follow the one so many days ago, as far as they would be worked.
func (c *company) away(ctx context.Context, p *person, code string, ago, days int) {
	today := attendance.DateOf(c.now.In(p.unit.zone))
	for i := range days {
		date := today.AddDays(i - ago)
		s := p.schedule.days[date.Weekday()]
		if s == nil || p.off[date] || p.unit.holidays[date] {
			continue
		}
		p.off[date] = true
		create(ctx, c, c.app.CreateTimeOffEntry, attendance.TimeOffEntryInput{
			Employee: some(p.id), Date: some(date), TimeOffCode: some(c.timeOff[code]), Duration: some(int64(min(s.length(), 8*time.Hour) / time.Second)),
		})
	}
}
