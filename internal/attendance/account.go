package attendance

import "time"

// Account is a customer of the installation: everything belongs to exactly one.
type Account struct {
	ID             int64
	Name           string
	Timezone       string // IANA name
	Burst          int64  // requests that pass in any minute; 0 is no limit
	Sustained      int64  // requests that pass in any hour; 0 is no limit
	RegularPayCode int64
	Created        time.Time
}

// The rates of an account for which nothing else was set.
const (
	DefaultBurst     = 50
	DefaultSustained = 1000
)

// Fields passes every field of the account.
func (a *Account) Fields(f Fields) {
	f.Int("id", a.ID)
	f.Text("name", a.Name)
	f.Text("timezone", a.Timezone)
	f.Int("burst", a.Burst)
	f.Int("sustained", a.Sustained)
	f.Int("regularPayCode", a.RegularPayCode)
	f.Time("created", a.Created)
}

// Validate says what is wrong with the account, apart from its zone and its pay code.
func (a *Account) Validate(p *Problems) {
	p.CheckName("name", &a.Name)
	checkRate(p, "burst", a.Burst)
	checkRate(p, "sustained", a.Sustained)
}

// mostRate bounds the rates: every request that counts takes memory until its hour is over.
const mostRate = 1_000_000

func checkRate(p *Problems, field string, rate int64) {
	if rate < 0 || rate > mostRate {
		p.Add(field, "range", "%s must be 0 to %d requests; 0 is no limit.", field, mostRate)
	}
}
