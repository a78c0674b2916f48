package api

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"punchclock/internal/attendance"
	"punchclock/internal/wire"
)

// The binder fills parameter structs. Which fields there are, their names and types are all said by the structs: tag
// query names a parameter, tag json a field of a body; the fields of embedded structs count as the struct's own.

// mostProblems is how many wrong fields of one request are told. A request with more of them is not made by a mistake,
// and must not be answered with megabytes.
const mostProblems = 100

// taggedField is a field that a request may fill.
type taggedField struct {
	name    string
	options []string // what follows the name in the tag
	index   []int    // where it is, for reflect.Value.FieldByIndex
	field   reflect.StructField
}

// has says whether the tag has an option.
func (f *taggedField) has(option string) bool { return slices.Contains(f.options, option) }

// taggedFields are the fields of a struct, and of the structs embedded in it, that have a tag.
func taggedFields(t reflect.Type, tag string) []taggedField {
	var fields []taggedField
	for i := range t.NumField() {
		f := t.Field(i)
		if name, given := f.Tag.Lookup(tag); given {
			parts := strings.Split(name, ",")
			fields = append(fields, taggedField{name: parts[0], options: parts[1:], index: []int{i}, field: f})
			continue
		}
		if !f.Anonymous || f.Type.Kind() != reflect.Struct {
			continue
		}
		for _, inner := range taggedFields(f.Type, tag) {
			inner.index = append([]int{i}, inner.index...)
			fields = append(fields, inner)
		}
	}
	return fields
}

// found collects what is wrong with a request.
type found struct{ problems []attendance.FieldError }

// add notes one problem.
func (f *found) add(field, code, format string, args ...any) {
	if len(f.problems) < mostProblems {
		f.problems = append(f.problems, attendance.FieldError{Field: clip(field), Code: code, Detail: fmt.Sprintf(format, args...)})
	}
}

// addError notes why a text was not taken: with the error's own words when it is a FieldError or names no field.
func (f *found) addError(field string, err error) {
	if e, ok := errors.AsType[attendance.FieldError](err); ok {
		f.add(field, e.Code, "%s", e.Detail)
		return
	}
	f.add(field, "format", "%s", err)
}

// textProblem says why a string is not accepted, as the end of a sentence; empty when it is. Control characters do harm
// in logs, exports and databases, and some characters cannot be written as XML.
func textProblem(s string, multiline bool) string {
	if !utf8.ValidString(s) {
		return "must be encoded in UTF-8"
	}
	for _, r := range s {
		if multiline && (r == '\t' || r == '\n' || r == '\r') {
			continue
		}
		if r < ' ' || r == 0x7f || !wire.Carries(r) {
			return fmt.Sprintf("must not contain the character %U", r)
		}
	}
	return ""
}

// unmarshaler is the value as one that reads itself from a text.
func unmarshaler(v reflect.Value) (encoding.TextUnmarshaler, bool) {
	return reflect.TypeAssert[encoding.TextUnmarshaler](v.Addr())
}

// optParts are the two fields of an attendance.Opt; false when the type is none.
func optParts(v reflect.Value) (value, set reflect.Value, ok bool) {
	if !isOpt(v.Type()) {
		return value, set, false
	}
	return v.Field(0), v.Field(1), true
}

// isOpt says whether a type is an attendance.Opt of something.
func isOpt(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[attendance.Opt[int]]().PkgPath() && strings.HasPrefix(t.Name(), "Opt[")
}

// clip shortens a name that somebody made up.
func clip(name string) string {
	const most = 100
	if len(name) <= most {
		return name
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(name[cut]) {
		cut--
	}
	return name[:cut] + "…"
}

// unknownName is the sentence about a name that does not exist, with the one that was probably meant.
func unknownName(what, name string, known []string) string {
	sentence := "There is no " + what + " " + strconv.Quote(clip(name)) + "."
	if meant := nearest(name, known); meant != "" {
		sentence += " Did you mean " + strconv.Quote(meant) + "?"
	}
	return sentence
}

// nearest is the known name that differs least from a name; empty when none is near.
func nearest(name string, known []string) string {
	const longest = 40 // of the names that anybody would know
	if len(name) > longest {
		return ""
	}
	lower := strings.ToLower(name)
	best, least := "", 1+max(1, len(name)/3)
	for _, k := range known {
		if d := distance(lower, strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is how many bytes have to be put in, taken out, replaced or swapped with their neighbour to make a into b
// (optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(last[j]+1, row[j-1]+1, replace)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
