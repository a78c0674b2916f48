package attendance

import (
	"slices"
	"strings"
)

// Scope is what a caller may see at all: one account and, when OrgUnits is not empty, only what belongs to these units.
// It is the first argument of every question to the store.
type Scope struct {
	Account  int64
	OrgUnits []int64
}

// Everything is the scope of all of an account.
func Everything(account int64) Scope { return Scope{Account: account} }

// Allows says whether something of this org unit is within the scope.
func (s Scope) Allows(orgUnit int64) bool {
	return len(s.OrgUnits) == 0 || slices.Contains(s.OrgUnits, orgUnit)
}

// Actor is who asks or changes, and through which door.
type Actor struct {
	Scope
	Key         int64  // the API key's id, 0 for others
	User        *int64 // the console user's id, nil for an API key
	Name        string // shown as lastEditedBy and overrideBy
	Via         string // api, console, clock, cli
	RequestID   string
	Permissions Permissions
	Conditions  *Conditions // what the request made its change depend on; nil is nothing
}

// Conditions are what a request asks to hold before it changes anything.
type Conditions struct {
	IfMatch []string // ETags one of which the record must have; empty is no condition
	Once    *Once    // an idempotency key; nil without one
	// Problems are what is already known to be wrong with the body. A change that finds nothing else wrong fails with
	// them, so that all is told at once.
	Problems Problems
	// Unchanged names the derived fields of the request that differ from the record, which is an error. Nil when the
	// request has none.
	Unchanged func(Record) []FieldError
}

// Once makes a change happen once, however often it is sent.
type Once struct {
	Key    string                         // as the client sent it
	Method string                         // of the request
	Path   string                         // of the request, with its query
	Hash   [32]byte                       // of the body
	Answer func(result Record) SavedReply // makes the answer that is kept; result is nil for a deletion
}

// SavedReply is an answer that was given once and is given again for a repeated request.
type SavedReply struct {
	Status      int
	ContentType string
	Location    string
	ETag        string
	Body        []byte
}

// ReplayError is the error with which a change ends that was already made under the same idempotency key.
type ReplayError struct{ SavedReply }

// Error says so.
func (ReplayError) Error() string { return "this request was already answered" }

// Permission is a right in the form collection:action.
type Permission string

// The permissions that are not simply a collection and read, write or delete.
const (
	EmployeesSensitive Permission = "employees:sensitive"
	DevicesControl     Permission = "devices:control"
	PunchesApprove     Permission = "punches:approve"
	AuditRead          Permission = "audit:read"
	EventsRead         Permission = "events:read"
	WebhooksWrite      Permission = "webhooks:write"
	KeysWrite          Permission = "keys:write"
	PayPeriodsClose    Permission = "payperiods:close"
	PayPeriodsReopen   Permission = "payperiods:reopen"
)

// Read is the permission to read a collection, named by its path.
func Read(collection string) Permission { return Permission(collection + ":read") }

// Write is the permission to create and update in a collection.
func Write(collection string) Permission { return Permission(collection + ":write") }

// Delete is the permission to delete from a collection.
func Delete(collection string) Permission { return Permission(collection + ":delete") }

// Permissions is what a key may do.
type Permissions []Permission

// Collections are the paths of the collections that have permissions of their own, in alphabetical order.
func Collections() []string {
	return []string{
		"clocklogs", "costcodes", "customfields", "delete-history", "departments", "devices", "duration-entries", "employees",
		"holidays", "jobphases", "jobs", "labels", "orgunits", "payclasses", "paycodes", "payperiods", "punches", "shiftcards", "shiftclasses",
		"teamschedules", "timecards", "timeoffcodes", "timeoffentries",
	}
}

func readOnlyCollection(c string) bool {
	return c == "clocklogs" || c == "delete-history" || c == "duration-entries" || c == "shiftcards" || c == "timecards"
}

// AllPermissions lists every permission that a key can have, the wildcards last.
func AllPermissions() []Permission {
	var all []Permission
	for _, c := range Collections() {
		all = append(all, Read(c))
		if !readOnlyCollection(c) {
			all = append(all, Write(c))
		}
	}
	return append(all, Delete("employees"), Delete("punches"), Delete("timeoffentries"), EmployeesSensitive, DevicesControl, PunchesApprove,
		PayPeriodsClose, PayPeriodsReopen, AuditRead, EventsRead, WebhooksWrite, KeysWrite, "*:read", "*")
}

// ParsePermissions reads a comma-separated list.
func ParsePermissions(list string) (Permissions, error) {
	known := AllPermissions()
	var out Permissions
	for word := range strings.SplitSeq(list, ",") {
		p := Permission(strings.TrimSpace(word))
		if p == "" {
			continue
		}
		if !slices.Contains(known, p) {
			return nil, InvalidField("permissions", "unknown", "There is no permission %q. A permission is a collection and an action, such as punches:read; *:read and * are wildcards.", p)
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return nil, InvalidField("permissions", "required", "At least one permission is required, such as punches:read.")
	}
	return out, nil
}

// String is the list with commas.
func (ps Permissions) String() string {
	words := make([]string, len(ps))
	for i, p := range ps {
		words[i] = string(p)
	}
	return strings.Join(words, ",")
}

// Holds says whether p is granted, by itself or by a wildcard.
func (ps Permissions) Holds(p Permission) bool {
	for _, have := range ps {
		if have == p || have == "*" || have == "*:read" && isCollectionRead(p) {
			return true
		}
	}
	return false
}

func isCollectionRead(p Permission) bool {
	collection, ok := strings.CutSuffix(string(p), ":read")
	return ok && slices.Contains(Collections(), collection)
}
