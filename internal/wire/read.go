package wire

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	// maxDepth is how deep objects and lists may be nested in what is read.
	maxDepth = 32
	// maxValues is how many values one document may hold, so that a small body cannot fill the memory.
	maxValues = 100_000
)

// SyntaxError says why a document cannot be read.
type SyntaxError struct {
	// Detail is a sentence with the place and what to do.
	Detail string
	// Offset is the place in bytes from the beginning.
	Offset int
	// Field is the path of a name that is given twice, such as phones[0].number; else it is empty.
	Field string
}

// Error is the detail.
func (e *SyntaxError) Error() string { return e.Detail }

// Read reads a document in either format. The error is a *SyntaxError.
func Read(document []byte, format Format) (*Value, error) {
	if format == XML {
		return ParseXML(document)
	}
	return ParseJSON(document)
}

// reader is what reading JSON and reading XML share: a text and a place in it.
type reader struct {
	format string
	text   string
	pos    int
	values int
}

// fail is the error that something is wrong at a place; the arguments make a sentence without its capital and period.
func (r *reader) fail(offset int, format string, args ...any) *SyntaxError {
	before := r.text[:min(offset, len(r.text))]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return &SyntaxError{
		Detail: fmt.Sprintf("The %s is wrong at line %d, column %d: %s.", r.format, line, column, fmt.Sprintf(format, args...)),
		Offset: offset,
	}
}

// check refuses what is wrong with the text whatever it says: nothing in it, or bytes that are not UTF-8.
func (r *reader) check() error {
	if strings.Trim(r.text, xmlSpace) == "" {
		return &SyntaxError{Detail: "The body is empty; send " + r.format + "."}
	}
	if !utf8.ValidString(r.text) {
		for i, c := range r.text {
			if _, size := utf8.DecodeRuneInString(r.text[i:]); c == utf8.RuneError && size == 1 {
				return r.fail(i, "this is not UTF-8; encode the text in UTF-8")
			}
		}
	}
	return nil
}

// count notes one more value.
func (r *reader) count() error {
	r.values++
	if r.values > maxValues {
		return r.fail(r.pos, "there are more than %d values; send them in several requests", maxValues)
	}
	return nil
}

// spaces skips white space.
func (r *reader) spaces() {
	for r.pos < len(r.text) && isSpace(r.text[r.pos]) {
		r.pos++
	}
}

// takes skips what stands here when it is this literal.
func (r *reader) takes(literal string) bool {
	if !strings.HasPrefix(r.text[r.pos:], literal) {
		return false
	}
	r.pos += len(literal)
	return true
}

// xmlSpace is the white space of both formats.
const xmlSpace = " \t\r\n"

// isSpace says whether c is white space in both formats.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// names finds the names of an object that are given twice. Most objects are small; a map would cost more than it saves.
type names struct {
	seen map[string]bool
}

// repeats says whether the name is among members; it is to be asked before each one is added.
func (n *names) repeats(members []Member, name string) bool {
	if len(members) <= 16 {
		for i := range members {
			if members[i].Name == name {
				return true
			}
		}
		return false
	}
	if n.seen == nil {
		n.seen = make(map[string]bool, 2*len(members))
		for _, m := range members {
			n.seen[m.Name] = true
		}
	}
	again := n.seen[name]
	n.seen[name] = true
	return again
}

// twice is the error about a name that is given twice.
func (r *reader) twice(offset int, name, advice string) *SyntaxError {
	err := r.fail(offset, "%.60q is given twice; %s", name, advice)
	err.Field = name
	return err
}

// inMember puts the name of an object's member before the path of an error inside it.
func inMember(err error, name string) error {
	return inside(err, name, ".")
}

// inItem puts the index of a list's item before the path of an error inside it.
func inItem(err error, index int) error {
	return inside(err, fmt.Sprintf("[%d]", index), ".")
}

// inside lengthens the path of an error, when it has one, by what surrounds it.
func inside(err error, step, separator string) error {
	e, ok := err.(*SyntaxError) //nolint:errorlint // the parsers return this type unwrapped
	if !ok || e.Field == "" {
		return err
	}
	if strings.HasPrefix(e.Field, "[") {
		separator = ""
	}
	e.Field = step + separator + e.Field
	return e
}
