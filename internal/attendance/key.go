package attendance

import "time"

// Key is an API key as it is kept: its secret is known only by its hash.
type Key struct {
	Account     int64
	ID          int64
	Name        string
	Prefix      string // the first characters of the secret, for display
	Last4       string // its last four, for display
	Permissions Permissions
	OrgUnits    []int64    // what it is limited to; empty is no limit
	Expires     *time.Time // nil is never
	Revoked     *time.Time // nil is not revoked
	LastUsed    *time.Time
	Created     time.Time
}

// Valid says whether the key opens anything at that instant.
func (k *Key) Valid(now time.Time) bool {
	return k.Revoked == nil && (k.Expires == nil || now.Before(*k.Expires))
}

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

// Fields passes what may be shown of the key, which is all but its secret.
func (k *Key) Fields(f Fields) {
	f.Int("id", k.ID)
	f.Text("name", k.Name)
	f.Text("prefix", k.Prefix)
	f.Text("last4", k.Last4)
	words := make([]string, len(k.Permissions))
	for i, p := range k.Permissions {
		words[i] = string(p)
	}
	f.Texts("permissions", words)
	f.Ints("orgUnits", k.OrgUnits)
	f.TimeOrNull("expires", k.Expires)
	f.TimeOrNull("revoked", k.Revoked)
	f.TimeOrNull("lastUsed", k.LastUsed)
	f.Time("created", k.Created)
}

// Validate says what is wrong with a key that is to be made at that instant.
func (k *Key) Validate(p *Problems, now time.Time) {
	p.CheckName("name", &k.Name)
	if len(k.Permissions) == 0 {
		p.Add("permissions", "required", "At least one permission is required, such as punches:read.")
	}
	if k.Expires != nil && !k.Expires.After(now) {
		p.Add("expires", "range", "expires must be in the future.")
	}
}

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
