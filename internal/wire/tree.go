package wire

import (
	"strconv"
	"time"
)

// Tree builds a Value from the fields of a record.
type Tree struct {
	dates calendar
	stack []*Value // the object itself, then what is open inside it
}

// NewTree is an empty object that takes the fields it is given.
func NewTree() *Tree { return &Tree{stack: []*Value{{Kind: Object}}} }

// Value is what was built. The tree is not to be used after it.
func (t *Tree) Value() *Value { return t.stack[0] }

// add puts a value into the innermost open object or list.
func (t *Tree) add(name string, v *Value) {
	top := t.stack[len(t.stack)-1]
	if top.Kind == List {
		top.Items = append(top.Items, v)
		return
	}
	top.Members = append(top.Members, Member{Name: name, Value: v})
}

// open adds a value that takes what follows, up to shut.
func (t *Tree) open(name string, kind Kind) {
	v := &Value{Kind: kind}
	t.add(name, v)
	t.stack = append(t.stack, v)
}

// shut ends what the last open began.
func (t *Tree) shut() { t.stack = t.stack[:len(t.stack)-1] }

// Int is a whole number.
func (t *Tree) Int(name string, v int64) {
	t.add(name, &Value{Kind: Number, Text: strconv.FormatInt(v, 10)})
}

// IntOrNull is a whole number that may be unset.
func (t *Tree) IntOrNull(name string, v *int64) {
	if v == nil {
		t.Null(name)
		return
	}
	t.Int(name, *v)
}

// Float is a number with a fraction; one that is not finite becomes null.
func (t *Tree) Float(name string, v float64) {
	if !isFinite(v) {
		t.Null(name)
		return
	}
	t.add(name, &Value{Kind: Number, Text: string(appendFloat(nil, v))})
}

// Bool is true or false.
func (t *Tree) Bool(name string, v bool) {
	t.add(name, &Value{Kind: Bool, Text: strconv.FormatBool(v)})
}

// Text is a string.
func (t *Tree) Text(name, v string) { t.add(name, &Value{Kind: String, Text: v}) }

// TextOrNull is a string that may be unset.
func (t *Tree) TextOrNull(name string, v *string) {
	if v == nil {
		t.Null(name)
		return
	}
	t.Text(name, *v)
}

// Time is an instant; it becomes the string that a Writer shows.
func (t *Tree) Time(name string, v time.Time) { t.Text(name, string(t.dates.appendTime(nil, v))) }

// TimeOrNull is an instant that may be unset.
func (t *Tree) TimeOrNull(name string, v *time.Time) {
	if v == nil {
		t.Null(name)
		return
	}
	t.Time(name, *v)
}

// Null is an optional value that is unset.
func (t *Tree) Null(name string) { t.add(name, &Value{Kind: Null}) }

// Texts is a list of strings.
func (t *Tree) Texts(name string, v []string) {
	t.OpenList(name)
	for _, text := range v {
		t.Text("", text)
	}
	t.CloseList()
}

// Ints is a list of whole numbers.
func (t *Tree) Ints(name string, v []int64) {
	t.OpenList(name)
	for _, n := range v {
		t.Int("", n)
	}
	t.CloseList()
}

// Open begins an object.
func (t *Tree) Open(name string) { t.open(name, Object) }

// Close ends what the last Open began.
func (t *Tree) Close() { t.shut() }

// OpenList begins a list.
func (t *Tree) OpenList(name string) { t.open(name, List) }

// CloseList ends what the last OpenList began.
func (t *Tree) CloseList() { t.shut() }

// OpenMap begins a dictionary.
func (t *Tree) OpenMap(name string) { t.open(name, Object) }

// CloseMap ends what the last OpenMap began.
func (t *Tree) CloseMap() { t.shut() }
