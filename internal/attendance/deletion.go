package attendance

import "time"

// DeletedKind names a kind of record in delete history.
type DeletedKind string

// The kinds of records that can be deleted. There are no punch codes yet, but they can be asked for.
const (
	DeletedDurationEntry DeletedKind = "durationEntry"
	DeletedEmployee      DeletedKind = "employee"
	DeletedPunch         DeletedKind = "punch"
	DeletedPunchCode     DeletedKind = "punchCode"
)

// Deletion is an item of delete history: what was deleted, when, and by whom.
type Deletion struct {
	ID        int64
	Timestamp time.Time // strictly increasing within an account, together with the stamps of changes
	Kind      DeletedKind
	DeletedID int64
	User      *int64  // the console user
	APIKey    *string // the name of the API key
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
