package attendance

import "time"

// Fields receives the fields of a record, one after the other, in the order in which the record shows them.
// Whoever wants a record in some form (JSON, XML, a snapshot for the audit trail, a schema) passes its own Fields.
//
// Every method takes the field's name. Inside a list the name is empty. Null says that an optional value is unset;
// a nil pointer given to one of the …OrNull methods says the same.
type Fields interface {
	// Int is a whole number, ids and totals in seconds included.
	Int(name string, v int64)
	// IntOrNull is a whole number that may be unset.
	IntOrNull(name string, v *int64)
	// Float is a number with a fraction; it is finite.
	Float(name string, v float64)
	// Bool is true or false.
	Bool(name string, v bool)
	// Text is a string.
	Text(name, v string)
	// TextOrNull is a string that may be unset.
	TextOrNull(name string, v *string)
	// Time is an instant, shown in UTC with six fraction digits.
	Time(name string, v time.Time)
	// TimeOrNull is an instant that may be unset.
	TimeOrNull(name string, v *time.Time)
	// Null is an optional value that is unset.
	Null(name string)
	// Texts is a list of strings; nil is the empty list.
	Texts(name string, v []string)
	// Ints is a list of whole numbers; nil is the empty list.
	Ints(name string, v []int64)
	// Open begins an object, Close ends it.
	Open(name string)
	// Close ends what the last Open began.
	Close()
	// OpenList begins a list, CloseList ends it. Its items are fields with an empty name.
	OpenList(name string)
	// CloseList ends what the last OpenList began.
	CloseList()
	// OpenMap begins a dictionary keyed by id, CloseMap ends it. Its entries are fields named by their id.
	OpenMap(name string)
	// CloseMap ends what the last OpenMap began.
	CloseMap()
}

// Record is anything that can show its fields.
type Record interface {
	// Fields passes every field of the record to f.
	Fields(f Fields)
}

// Discreet is the record without what only some may see and the audit trail must not hold: sensitive fields are null.
// A record without such fields is given as it is.
func Discreet(record Record) Record {
	if r, ok := record.(interface{ Discreet() Record }); ok {
		return r.Discreet()
	}
	return record
}
