package wire

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The names of the elements that stand for no field.
const (
	rootTag  = "root"
	itemTag  = "list-item"
	entryTag = "entry"
)

const xmlHeader = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// level is an object or list that is being written.
type level struct {
	tag  string // the XML element that ends it
	item string // what values inside are called when they have no names: root or list-item; empty in an object
	free bool   // the names inside are data
}

// Writer appends values to a buffer as JSON or XML. The first value, written with an empty name, is the whole
// document. What Open or OpenList begins must be ended.
//
// The names of fields inside Open are those that the program gives them: ASCII letters and digits, beginning with a
// letter. They are written as they are. Names that are data, and so may be anything, belong inside OpenMap.
//
// A document of any length can be written through a small buffer: whenever Bytes has grown long enough, hand it on
// and call Emptied.
type Writer struct {
	buf    []byte
	xml    bool
	comma  bool     // a value stands before the next one
	tag    string   // the XML element of the value begun last
	levels []level  // the last is the one being written, the first the document
	room   [6]level // for levels that are not many
	dates  calendar
}

// NewWriter appends to buf, which may be nil.
func NewWriter(buf []byte, format Format) *Writer {
	w := &Writer{buf: buf}
	w.begun(format)
	return w
}

// Reset begins a new document in the same memory.
func (w *Writer) Reset(format Format) {
	w.buf = w.buf[:0]
	w.begun(format)
}

// begun sets the state before the first value.
func (w *Writer) begun(format Format) {
	w.xml, w.comma = format == XML, false
	w.levels = append(w.room[:0], level{item: rootTag})
}

// Bytes is what was written since the last Reset or Emptied. It is valid until the next call of any other method.
func (w *Writer) Bytes() []byte { return w.buf }

// Emptied says that Bytes has been handed on. The buffer is empty then, and the document goes on where it was.
func (w *Writer) Emptied() { w.buf = w.buf[:0] }

// Int writes a whole number.
func (w *Writer) Int(name string, v int64) { w.end(strconv.AppendInt(w.begin(name), v, 10)) }

// IntOrNull writes a whole number, or null for nil.
func (w *Writer) IntOrNull(name string, v *int64) {
	if v == nil {
		w.Null(name)
		return
	}
	w.Int(name, *v)
}

// Float writes a number with a fraction. A number that is not finite has no form in either format; it becomes null.
func (w *Writer) Float(name string, v float64) {
	if !isFinite(v) {
		w.Null(name)
		return
	}
	w.end(appendFloat(w.begin(name), v))
}

// isFinite says whether v is a number.
func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// appendFloat writes the shortest form that reads back equal, with an exponent only where the plain one is long.
func appendFloat(b []byte, v float64) []byte {
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e21) {
		return strconv.AppendFloat(b, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, v, 'f', -1, 64)
}

// Number writes a number by its JSON text, which the caller vouches for.
func (w *Writer) Number(name, text string) { w.end(append(w.begin(name), text...)) }

// Bool writes true or false.
func (w *Writer) Bool(name string, v bool) { w.end(strconv.AppendBool(w.begin(name), v)) }

// Text writes a string. What a format cannot carry becomes U+FFFD: broken UTF-8, and in XML control characters.
func (w *Writer) Text(name, v string) {
	b := w.begin(name)
	if w.xml {
		w.end(appendXMLText(b, v))
		return
	}
	w.end(appendJSONText(b, v))
}

// TextOrNull writes a string, or null for nil.
func (w *Writer) TextOrNull(name string, v *string) {
	if v == nil {
		w.Null(name)
		return
	}
	w.Text(name, *v)
}

// Time writes an instant in UTC with six fraction digits: 2026-03-08T06:30:00.000000Z.
func (w *Writer) Time(name string, v time.Time) {
	b := w.begin(name)
	if w.xml {
		w.end(w.dates.appendTime(b, v))
		return
	}
	w.end(append(w.dates.appendTime(append(b, '"'), v), '"'))
}

// TimeOrNull writes an instant, or null for nil.
func (w *Writer) TimeOrNull(name string, v *time.Time) {
	if v == nil {
		w.Null(name)
		return
	}
	w.Time(name, *v)
}

// Null writes a value that is unset.
func (w *Writer) Null(name string) {
	b := w.begin(name)
	if w.xml {
		b = append(b[:len(b)-1], ` nil="true"/>`...) // in place of the > that ended the tag
		w.buf = b
		return
	}
	w.end(append(b, "null"...))
}

// Texts writes a list of strings.
func (w *Writer) Texts(name string, v []string) {
	w.OpenList(name)
	for _, text := range v {
		w.Text("", text)
	}
	w.CloseList()
}

// Ints writes a list of whole numbers.
func (w *Writer) Ints(name string, v []int64) {
	w.OpenList(name)
	for _, n := range v {
		w.Int("", n)
	}
	w.CloseList()
}

// Open begins an object.
func (w *Writer) Open(name string) { w.open(name, '{', level{}) }

// Close ends what the last Open began.
func (w *Writer) Close() { w.close('}') }

// OpenList begins a list.
func (w *Writer) OpenList(name string) { w.open(name, '[', level{item: itemTag}) }

// CloseList ends what the last OpenList began.
func (w *Writer) CloseList() { w.close(']') }

// OpenMap begins a dictionary: an object whose names are data. In XML a name that cannot be that of an element, such as
// an id, becomes <entry key="12">.
func (w *Writer) OpenMap(name string) { w.open(name, '{', level{free: true}) }

// CloseMap ends what the last OpenMap began.
func (w *Writer) CloseMap() { w.Close() }

// open begins an object or a list.
func (w *Writer) open(name string, bracket byte, inside level) {
	b := w.begin(name)
	if !w.xml {
		b = append(b, bracket)
	}
	w.buf = b
	w.comma = false
	inside.tag = w.tag
	w.levels = append(w.levels, inside)
}

// close ends an object or a list.
func (w *Writer) close(bracket byte) {
	last := len(w.levels) - 1
	if w.xml {
		w.tag = w.levels[last].tag
		w.end(w.buf)
	} else {
		w.end(append(w.buf, bracket))
	}
	w.levels = w.levels[:last]
}

// begin writes what stands before a value: comma and name, or the opening tag. It returns the buffer to append to.
func (w *Writer) begin(name string) []byte {
	at := &w.levels[len(w.levels)-1]
	if w.xml {
		return w.beginXML(name, at)
	}
	b := w.buf
	if w.comma {
		b = append(b, ',')
	}
	if at.item != "" {
		return b
	}
	if at.free {
		return append(appendJSONText(b, name), ':')
	}
	return append(append(append(b, '"'), name...), '"', ':')
}

// beginXML writes the opening tag and remembers its name for the closing one.
func (w *Writer) beginXML(name string, at *level) []byte {
	b := w.buf
	w.tag = name
	switch {
	case at.item != "":
		if len(w.levels) == 1 {
			b = append(b, xmlHeader...)
		}
		w.tag = at.item
	case at.free && !isElementName(name):
		w.tag = entryTag
		b = append(b, `<entry key="`...)
		b = appendXMLAttribute(b, name)
		return append(b, '"', '>')
	}
	n := len(b)
	b = slices.Grow(b, len(w.tag)+2)[:n+len(w.tag)+2]
	b[n] = '<'
	copy(b[n+1:], w.tag)
	b[len(b)-1] = '>'
	return b
}

// end writes what stands after a value and keeps the buffer.
func (w *Writer) end(b []byte) {
	if w.xml {
		n := len(b)
		b = slices.Grow(b, len(w.tag)+3)[:n+len(w.tag)+3]
		b[n], b[n+1] = '<', '/'
		copy(b[n+2:], w.tag)
		b[len(b)-1] = '>'
	}
	w.buf = b
	w.comma = true
}

// isPlain says whether a name consists of ASCII letters, digits, _ - and . and begins with a letter or _: the names of
// XML elements that we use.
func isPlain(name string) bool {
	if name == "" {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'; letter {
			continue
		}
		if mark := c >= '0' && c <= '9' || c == '-' || c == '.'; !mark || i == 0 {
			return false
		}
	}
	return true
}

// isElementName says whether a name that is data can be the name of an element and would mean nothing else there:
// entry and list-item do, and the XML standard keeps names beginning with xml for itself (section 2.3).
func isElementName(name string) bool {
	xml := len(name) >= 3 && strings.EqualFold(name[:3], "xml")
	return isPlain(name) && !xml && name != entryTag && name != itemTag
}
