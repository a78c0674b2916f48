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

// Fields passes what may be shown of the key, which is all but its secret.
func (k *Key) Fields(f Fields) {
	f.Int("id", k.ID)
	f.Text("name", k.Name)
	f.Text("prefix", k.Prefix)
	f.Text("last4", k.Last4)
	textsOf(f, "permissions", k.Permissions)
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
