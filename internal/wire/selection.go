package wire

import "time"

// Selection writes only the chosen fields of a record; what is inside a chosen field is written whole. It can be used
// for one record after the other.
type Selection struct {
	to     *Writer
	chosen map[string]bool
	depth  int  // how many objects and lists of the record are open
	skip   bool // the open ones belong to a field that is not wanted
}

// Only is a selection of the fields that chosen maps to true, written to w.
func Only(w *Writer, chosen map[string]bool) *Selection {
	return &Selection{to: w, chosen: chosen}
}

// wants says whether a field is to be written.
func (s *Selection) wants(name string) bool {
	if s.depth == 0 {
		return s.chosen[name]
	}
	return !s.skip
}

// opens notes that an object or a list begins and says whether it is to be written.
func (s *Selection) opens(name string) bool {
	wanted := s.wants(name)
	s.skip = !wanted
	s.depth++
	return wanted
}

// closes notes that an object or a list ends and says whether it was written.
func (s *Selection) closes() bool {
	s.depth--
	return !s.skip
}

// Int is a whole number.
func (s *Selection) Int(name string, v int64) {
	if s.wants(name) {
		s.to.Int(name, v)
	}
}

// IntOrNull is a whole number that may be unset.
func (s *Selection) IntOrNull(name string, v *int64) {
	if s.wants(name) {
		s.to.IntOrNull(name, v)
	}
}

// Float is a number with a fraction.
func (s *Selection) Float(name string, v float64) {
	if s.wants(name) {
		s.to.Float(name, v)
	}
}

// Bool is true or false.
func (s *Selection) Bool(name string, v bool) {
	if s.wants(name) {
		s.to.Bool(name, v)
	}
}

// Text is a string.
func (s *Selection) Text(name, v string) {
	if s.wants(name) {
		s.to.Text(name, v)
	}
}

// TextOrNull is a string that may be unset.
func (s *Selection) TextOrNull(name string, v *string) {
	if s.wants(name) {
		s.to.TextOrNull(name, v)
	}
}

// Time is an instant.
func (s *Selection) Time(name string, v time.Time) {
	if s.wants(name) {
		s.to.Time(name, v)
	}
}

// TimeOrNull is an instant that may be unset.
func (s *Selection) TimeOrNull(name string, v *time.Time) {
	if s.wants(name) {
		s.to.TimeOrNull(name, v)
	}
}

// Null is an optional value that is unset.
func (s *Selection) Null(name string) {
	if s.wants(name) {
		s.to.Null(name)
	}
}

// Texts is a list of strings.
func (s *Selection) Texts(name string, v []string) {
	if s.wants(name) {
		s.to.Texts(name, v)
	}
}

// Ints is a list of whole numbers.
func (s *Selection) Ints(name string, v []int64) {
	if s.wants(name) {
		s.to.Ints(name, v)
	}
}

// Open begins an object.
func (s *Selection) Open(name string) {
	if s.opens(name) {
		s.to.Open(name)
	}
}

// Close ends what the last Open began.
func (s *Selection) Close() {
	if s.closes() {
		s.to.Close()
	}
}

// OpenList begins a list.
func (s *Selection) OpenList(name string) {
	if s.opens(name) {
		s.to.OpenList(name)
	}
}

// CloseList ends what the last OpenList began.
func (s *Selection) CloseList() {
	if s.closes() {
		s.to.CloseList()
	}
}

// OpenMap begins a dictionary.
func (s *Selection) OpenMap(name string) {
	if s.opens(name) {
		s.to.OpenMap(name)
	}
}

// CloseMap ends what the last OpenMap began.
func (s *Selection) CloseMap() {
	if s.closes() {
		s.to.CloseMap()
	}
}
