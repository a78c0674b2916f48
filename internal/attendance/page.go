package attendance

// Position is a place in a list: the sort value of a record and its id. Lists sort by a text or by a number, never both.
type Position struct {
	Text   string
	Number int64
	ID     int64
	Past   bool // the place just after the record, rather than the record
}

// Page asks for a part of a list.
type Page struct {
	Limit    int       // 1 to 200
	Backward bool      // the records up to and including Start, else those from Start on
	Start    *Position // nil is the beginning, or the end when Backward
}
