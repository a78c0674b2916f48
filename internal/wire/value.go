package wire

import (
	"errors"
	"strconv"
	"strings"
)

// Kind is the type of a value.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Object
)

// Value is a tree that was read from JSON or XML, or built by a Tree.
//
// XML knows no types. A value from there is Null, List, Object or String, and such a String may be read as whatever is
// wanted: true as a boolean, 12 as a number, an empty one as an empty string, list or object. The methods that read a
// value take care of that.
type Value struct {
	Kind    Kind
	FromXML bool
	Text    string   // of a String; of a Number its exact JSON text; of a Bool true or false
	Items   []*Value // of a List
	Members []Member // of an Object, in the order in which they were given; names are unique
}

// Member is a named value of an object.
type Member struct {
	Name  string
	Value *Value
}

// Why a value cannot be read as a number.
var (
	ErrNotNumber  = errors.New("not a number")
	ErrNotWhole   = errors.New("not a whole number")
	ErrOutOfRange = errors.New("a number that is too large or too small")
)

// Get is the member of that name, or nil when there is none or the value is no object.
func (v *Value) Get(name string) *Value {
	if v == nil {
		return nil
	}
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// IsNull says whether the value is null.
func (v *Value) IsNull() bool { return v.Kind == Null }

// AsText is the value read as a string.
func (v *Value) AsText() (string, bool) { return v.Text, v.Kind == String }

// AsBool is the value read as a boolean; the second result says whether it is one.
func (v *Value) AsBool() (value, ok bool) {
	if v.Kind != Bool && !v.untyped() {
		return false, false
	}
	return v.Text == "true", v.Text == "true" || v.Text == "false"
}

// AsNumber is the exact text of the value read as a number, in the grammar of JSON.
func (v *Value) AsNumber() (string, bool) {
	if v.Kind == Number {
		return v.Text, true
	}
	return v.Text, v.untyped() && v.Text != "" && numberLength(v.Text) == len(v.Text)
}

// AsInt is the value read as a whole number. 12.0 and 1e3 are whole numbers; 1.5 is not. The error is ErrNotNumber,
// ErrNotWhole or ErrOutOfRange.
func (v *Value) AsInt() (int64, error) {
	text, ok := v.AsNumber()
	if !ok {
		return 0, ErrNotNumber
	}
	return decimalOf(text).whole()
}

// AsFloat is the value read as a number. The error is ErrNotNumber, or ErrOutOfRange when a float64 cannot hold it.
func (v *Value) AsFloat() (float64, error) {
	text, ok := v.AsNumber()
	if !ok {
		return 0, ErrNotNumber
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f == 0 && decimalOf(text).digits != "" {
		return 0, ErrOutOfRange
	}
	return f, nil
}

// AsList is the items of the value read as a list.
func (v *Value) AsList() ([]*Value, bool) { return v.Items, v.Kind == List || v.blank() }

// AsObject is the members of the value read as an object.
func (v *Value) AsObject() ([]Member, bool) { return v.Members, v.Kind == Object || v.blank() }

// Describe names the kind of the value with its article, for messages: "a number".
func (v *Value) Describe() string {
	switch v.Kind {
	case Null:
		return "null"
	case Bool:
		return "a boolean"
	case Number:
		return "a number"
	case List:
		return "a list"
	case Object:
		return "an object"
	default:
		if v.blank() {
			return "empty"
		}
		return "a string"
	}
}

// untyped says whether the value is text of XML, which may be read as another kind.
func (v *Value) untyped() bool { return v.FromXML && v.Kind == String }

// blank says whether the value is an XML element that may be an empty list or object.
func (v *Value) blank() bool { return v.untyped() && strings.Trim(v.Text, xmlSpace) == "" }

// Value writes a whole tree.
func (w *Writer) Value(name string, v *Value) {
	switch v.Kind {
	case Null:
		w.Null(name)
	case Bool:
		w.Bool(name, v.Text == "true")
	case Number:
		w.Number(name, v.Text)
	case String:
		w.Text(name, v.Text)
	case List:
		w.OpenList(name)
		for _, item := range v.Items {
			w.Value("", item)
		}
		w.CloseList()
	case Object:
		w.OpenMap(name)
		for _, m := range v.Members {
			w.Value(m.Name, m.Value)
		}
		w.CloseMap()
	}
}

// Equal says whether two trees mean the same. Numbers are compared by value, objects without regard to the order of
// their members. Text from XML equals a typed value that it can be read as. A missing value (nil) equals only another.
func Equal(a, b *Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.untyped() && !b.untyped() {
		a, b = b, a
	}
	if b.untyped() {
		return equalUntyped(a, b)
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Null:
		return true
	case Number:
		return decimalOf(a.Text) == decimalOf(b.Text)
	case List:
		return equalItems(a.Items, b.Items)
	case Object:
		return equalMembers(a.Members, b.Members)
	default:
		return a.Text == b.Text
	}
}

// equalUntyped says whether the XML text b can be read as a.
func equalUntyped(a, b *Value) bool {
	switch a.Kind {
	case Number:
		text, ok := b.AsNumber()
		return ok && decimalOf(a.Text) == decimalOf(text)
	case List:
		return len(a.Items) == 0 && b.blank()
	case Object:
		return len(a.Members) == 0 && b.blank()
	case Null:
		return false
	default:
		return a.Text == b.Text
	}
}

// equalItems compares two lists.
func equalItems(a, b []*Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// equalMembers compares two objects. Names are unique, so equal size and every name found means equal.
func equalMembers(a, b []Member) bool {
	if len(a) != len(b) {
		return false
	}
	byName := make(map[string]*Value, len(b))
	for _, m := range b {
		byName[m.Name] = m.Value
	}
	for _, m := range a {
		if !Equal(m.Value, byName[m.Name]) {
			return false
		}
	}
	return true
}
