package attendance

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// DeletedKind names a kind of record in delete history.
type DeletedKind string

// The kinds of records that can be deleted. There are no punch codes yet, but they can be asked for.
const (
	DeletedDurationEntry DeletedKind = "durationEntry"
	DeletedEmployee      DeletedKind = "employee"
	DeletedPunch         DeletedKind = "punch"
	DeletedPunchCode     DeletedKind = "punchCode"
)

// UnmarshalText takes the known kinds.
func (k *DeletedKind) UnmarshalText(text []byte) error {
	known := []string{string(DeletedDurationEntry), string(DeletedEmployee), string(DeletedPunch), string(DeletedPunchCode)}
	if !slices.Contains(known, string(text)) {
		return FieldError{Code: "unknown", Detail: fmt.Sprintf("There is no kind %.40q. The kinds are %s.", text, strings.Join(known, ", "))}
	}
	*k = DeletedKind(text)
	return nil
}

// Deletion is an item of delete history: what was deleted, when, and by whom.
type Deletion struct {
	ID        int64
	Timestamp time.Time // strictly increasing within an account, together with the stamps of changes
	Kind      DeletedKind
	DeletedID int64
	User      *int64  // the console user
	APIKey    *string // the name of the API key
	OrgUnit   *int64  // what the record belonged to; not shown
}

// Fields passes every field of the deletion.
func (d *Deletion) Fields(f Fields) {
	f.Int("id", d.ID)
	f.Time("timestamp", d.Timestamp)
	f.Text("kind", string(d.Kind))
	f.Int("deletedId", d.DeletedID)
	f.IntOrNull("user", d.User)
	f.TextOrNull("apiKey", d.APIKey)
}

// Place is where the deletion stands in delete history.
func (d *Deletion) Place() Position { return Position{Number: d.Timestamp.UnixMicro(), ID: d.ID} }

// Deletable is a record that can be deleted. Who may see only some org units sees only the deletions of their records.
type Deletable interface {
	Record
	// HomeUnit is the org unit that the record belongs to.
	HomeUnit() int64
}

// HomeUnit is the org unit of the employee.
func (e *Employee) HomeUnit() int64 { return e.OrgUnit }

// HomeUnit is the org unit that the employee had when punching.
func (p *Punch) HomeUnit() int64 { return p.OrgUnit }

// HomeUnit is the org unit that the employee had when the entry was written.
func (d *DurationEntry) HomeUnit() int64 { return d.OrgUnit }

// DeletionFilter narrows delete history.
type DeletionFilter struct {
	Range      Range
	Kinds      []DeletedKind
	DeletedIDs []int64
	Page       *Page
}
