package main

import (
	"encoding/json"
	"time"
)

// kind is how a field is kept in PocketBase.
type kind int

const (
	aText kind = iota
	aNumber
	aTime
	aList
)

// flatField is a field of a record, its value as PocketBase keeps it in SQLite.
type flatField struct {
	name  string
	kind  kind
	value any
}

// flat takes the fields of a record that has lists of words but nothing deeper. What is unset becomes the zero value, as
// PocketBase has it.
type flat struct {
	fields []flatField
	list   []string // words of the list that was opened
	inList bool
}

func (f *flat) add(name string, k kind, value any) {
	if name == "id" {
		name = "number" // PocketBase has ids of its own
	}
	f.fields = append(f.fields, flatField{name, k, value})
}

// Int takes a whole number.
func (f *flat) Int(name string, v int64) { f.add(name, aNumber, v) }

// IntOrNull takes a whole number or nil.
func (f *flat) IntOrNull(name string, v *int64) {
	if v == nil {
		v = new(int64)
	}
	f.Int(name, *v)
}

// Float takes a number.
func (f *flat) Float(name string, v float64) { f.add(name, aNumber, v) }

// Bool takes true or false.
func (f *flat) Bool(name string, v bool) { f.add(name, aNumber, v) }

// Text takes a string, or a word of a list.
func (f *flat) Text(name, v string) {
	if f.inList {
		f.list = append(f.list, v)
		return
	}
	f.add(name, aText, v)
}

// TextOrNull takes a string or nil.
func (f *flat) TextOrNull(name string, v *string) {
	if v == nil {
		v = new(string)
	}
	f.Text(name, *v)
}

// pocketTime is how PocketBase writes an instant.
const pocketTime = "2006-01-02 15:04:05.000Z"

// Time takes an instant.
func (f *flat) Time(name string, v time.Time) { f.add(name, aTime, v.UTC().Format(pocketTime)) }

// TimeOrNull takes an instant or nil.
func (f *flat) TimeOrNull(name string, v *time.Time) {
	if v == nil {
		f.add(name, aTime, "")
		return
	}
	f.Time(name, *v)
}

// Null takes what is unset.
func (f *flat) Null(name string) { f.add(name, aText, "") }

// Texts takes a list of words.
func (f *flat) Texts(name string, v []string) {
	f.add(name, aList, asJSON(append([]string{}, v...)))
}

// Ints takes a list of numbers.
func (f *flat) Ints(name string, v []int64) {
	f.add(name, aList, asJSON(append([]int64{}, v...)))
}

// OpenList begins a list of words.
func (f *flat) OpenList(name string) {
	f.inList, f.list = true, nil
	f.add(name, aList, "[]")
}

// CloseList ends it.
func (f *flat) CloseList() {
	f.fields[len(f.fields)-1].value = asJSON(append([]string{}, f.list...))
	f.inList = false
}

// Open has no place in a flat record.
func (f *flat) Open(string) { panic("bench: a punch holds no objects") }

// Close belongs to Open.
func (f *flat) Close() {}

// OpenMap has no place in a flat record.
func (f *flat) OpenMap(name string) { f.Open(name) }

// CloseMap belongs to OpenMap.
func (f *flat) CloseMap() {}

// asJSON is a list as PocketBase keeps it.
func asJSON(list any) string {
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // lists of strings and numbers always marshal
	}
	return string(text)
}
