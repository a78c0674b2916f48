package demo

import (
	"context"
	"fmt"
	"time"

	"punchclock/internal/attendance"
)

// place is what an org unit is like.
type place struct {
	name, payrollID string
	timezone        string
	people          int
	devices         []string
	currency        string
	wage            int // of the least paid, in whole units of the currency an hour
	phone           string
	holidays        []feast
	firstNames      []string
	lastNames       []string
}

// feast is a holiday of every year.
type feast struct {
	month time.Month
	day   int
	name  string
}

// places are the three places of the company: 26, 20 and 14 people.
func places() []*place { return []*place{bakery(), roastery(), support()} }

// bakery is in New York.
func bakery() *place {
	return &place{
		name: "Red Hook Bakery", payrollID: "NYC", timezone: "America/New_York", people: 26,
		devices: []string{"Bakery front door", "Bakery loading dock"}, currency: "USD", wage: 18, phone: "+1718555%04d",
		holidays: []feast{
			{time.January, 1, "New Year's Day"},
			{time.March, 17, "Founders' Day"},
			{time.June, 19, "Juneteenth"},
			{time.July, 4, "Independence Day"},
			{time.September, 12, "Bakers' Day"},
			{time.November, 11, "Veterans Day"},
			{time.December, 25, "Christmas Day"},
		},
		firstNames: []string{
			"Maria", "James", "Denise", "Robert", "Aisha", "Kevin", "Luz", "Thomas", "Grace", "Andre", "Patricia", "Miguel", "Sofía",
			"Daniel", "Yolanda", "Brian", "Nadia", "Carlos", "Heather", "Terrence", "Rosa", "Eugene", "Joy", "Samuel", "Beatriz", "Walter",
		},
		lastNames: []string{
			"Alvarez", "Bennett", "Chen", "Douglas", "Estrada", "Freeman", "García", "Hughes", "Ivanova", "Johnson", "Kowalski", "Lopez", "Mitchell",
			"Nguyen", "O'Brien", "Peterson", "Quintero", "Robinson", "Smith-Jones", "Torres", "Underwood", "Vasquez", "Washington", "Xu", "Young", "Zimmerman",
		},
	}
}

// roastery is in Berlin.
func roastery() *place {
	return &place{
		name: "Rösterei am Kanal", payrollID: "BER", timezone: "Europe/Berlin", people: 20,
		devices: []string{"Rösterei Eingang", "Rösterei Lager"}, currency: "EUR", wage: 14, phone: "+4930555%04d",
		holidays: []feast{
			{time.January, 1, "Neujahr"},
			{time.March, 8, "Frauentag"},
			{time.May, 1, "Tag der Arbeit"},
			{time.October, 3, "Tag der Deutschen Einheit"},
			{time.December, 25, "1. Weihnachtstag"},
			{time.December, 26, "2. Weihnachtstag"},
		},
		firstNames: []string{
			"Anke", "Bernd", "Çağla", "Dieter", "Elif", "Frank", "Greta", "Holger", "İbrahim", "Jürgen",
			"Katrin", "Lukas", "Małgorzata", "Nils", "Özlem", "Petra", "René", "Sabine", "Tim", "Ute",
		},
		lastNames: []string{
			"Albrecht", "Böhm", "Çelik", "Dietrich", "Engel", "Fuchs", "Groß", "Hoffmann", "Jäger", "Krüger",
			"Lehmann", "Müller", "Nowak", "Özdemir", "Pfeiffer", "Richter", "Schröder", "Thiel", "Vogel", "Weiß",
		},
	}
}

// support is in Pune.
func support() *place {
	return &place{
		name: "Pune Support Centre", payrollID: "PNQ", timezone: "Asia/Kolkata", people: 14,
		devices: []string{"Pune reception", "Pune second floor"}, currency: "INR", wage: 320, phone: "+9120555%04d",
		holidays: []feast{
			{time.January, 26, "Republic Day"},
			{time.May, 1, "Maharashtra Day"},
			{time.August, 15, "Independence Day"},
			{time.October, 2, "Gandhi Jayanti"},
			{time.December, 25, "Christmas"},
		},
		firstNames: []string{
			"Aarav", "Bhavna", "Chetan", "Divya", "Farhan", "Gauri", "Harish", "Isha", "Kiran", "Lakshmi", "Manoj", "Neha", "Pooja", "Rohan",
		},
		lastNames: []string{
			"Apte", "Bhosale", "Chavan", "Deshpande", "Fernandes", "Gaikwad", "Iyer", "Joshi", "Kulkarni", "Mehta", "Naik", "Patil", "Rao", "Shaikh",
		},
	}
}

// makeUnits makes the org units with their devices and holidays.
func (c *company) makeUnits(ctx context.Context) {
	for _, p := range places() {
		zone, err := c.app.Zones().Load(p.timezone)
		if err != nil {
			c.err = err
			return
		}
		u := &unit{place: p, zone: zone, holidays: make(map[attendance.Date]bool)}
		u.id = create(ctx, c, c.app.CreateOrgUnit, attendance.OrgUnitInput{
			Name: some(p.name), PayrollID: somePtr(p.payrollID), Timezone: some(p.timezone),
		})
		for n, name := range p.devices {
			in := attendance.DeviceInput{Name: some(name), OrgUnit: some(u.id)}
			if n > 0 {
				in.Labels = some([]attendance.LabelRef{c.labels["Back entrance"]})
			}
			u.devices = append(u.devices, create(ctx, c, c.app.CreateDevice, in))
		}
		c.makeHolidays(ctx, u)
		c.units = append(c.units, u)
	}
}

// makeHolidays makes the holidays of the org unit from the year of the first punch to the next one.
func (c *company) makeHolidays(ctx context.Context, u *unit) {
	for year := c.now.AddDate(0, 0, -7*weeks).Year(); year <= c.now.Year()+1; year++ {
		for _, f := range u.place.holidays {
			date := attendance.Date(fmt.Sprintf("%04d-%02d-%02d", year, f.month, f.day))
			u.holidays[date] = true
			create(ctx, c, c.app.CreateHoliday, attendance.HolidayInput{Name: some(f.name), Date: some(date), OrgUnit: somePtr(u.id)})
		}
	}
}
