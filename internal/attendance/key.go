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
