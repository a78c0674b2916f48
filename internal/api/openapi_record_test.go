package api

import (
	"reflect"
	"time"

	"punchclock/internal/attendance"
)

// record is the reference to the schema of a record: its fields as its example shows them, described by the tags of
// what may be written to it.
func (d *document) record(name string, record attendance.Record, words map[string]taggedField) object {
	s := &schemaFields{d: d, stack: []*shape{{kind: "object", name: name, properties: object{}, words: words}}}
	record.Fields(s)
	return s.stack[0].schema(d)
}

// shape is a schema in the making.
type shape struct {
	kind       string // object or array
	name       string // of the schema of the object, or of the objects of the array
	field      string // of the object that holds it
	properties object
	required   []string
	items      object
	words      map[string]taggedField // what may be written to it, or to each of its items
}

// schema is the schema of a list, or the reference to that of an object.
func (s *shape) schema(d *document) object {
	if s.kind == "array" {
		if s.items == nil {
			panic("the example of " + s.name + " has an empty list that nobody can write: give it an item")
		}
		return listOf(s.items)
	}
	if _, known := d.schemas[s.name]; !known {
		d.schemas[s.name] = object{"type": "object", "properties": s.properties, "required": s.required, "additionalProperties": false, "xml": object{"name": "root"}}
	}
	return refTo(s.name)
}

// schemaFields is an attendance.Fields that makes a schema.
type schemaFields struct {
	d     *document
	stack []*shape
}

// add puts a field into the innermost object, or makes it the item of the innermost list.
func (s *schemaFields) add(name string, schema object) {
	top := s.stack[len(s.stack)-1]
	if top.kind == "array" {
		if top.items == nil {
			top.items = schema
		}
		return
	}
	top.properties[name] = s.d.described(schema, top, name)
	top.required = append(top.required, name)
}

// described is the schema of a field with what the tags of its input say, or with what is known of fields that nobody
// writes.
func (d *document) described(schema object, in *shape, name string) object {
	text := fieldWords(in.name, name)
	if f, ok := in.words[name]; ok {
		schema = d.asWritten(schema, f)
		if ownWords()[in.name+"."+name] == "" {
			text = f.field.Tag.Get("doc")
		}
	} else {
		schema["readOnly"] = true
	}
	if words := derivedEnum(in.name, name); words != nil {
		schema["enum"] = words
		if _, nullable := schema["type"].([]string); nullable {
			schema = orNull(schema)
		}
	}
	schema["description"] = text
	return schema
}

// asWritten gives the schema of a field what is known of it from what may be written to it: words, patterns and
// whether it may be null.
func (d *document) asWritten(schema object, f taggedField) object {
	input := d.typed(f.field.Type, shown)
	addEnum(input, f.field.Tag)
	for _, key := range []string{"pattern", "enum", "items"} {
		if value, ok := input[key]; ok {
			schema[key] = value
		}
	}
	if input["format"] == "date" {
		schema["format"] = "date"
	}
	if f.field.Type == reflect.TypeFor[attendance.Opt[any]]() {
		schema = object{"oneOf": []object{{"type": "string"}, {"type": "number"}, {"type": "boolean"}}}
	}
	if innermost(f.field.Type) == reflect.TypeFor[attendance.Moment]() {
		delete(schema, "pattern") // it is shown in one form
	}
	if nullable(f.field.Type) {
		schema = orNull(schema)
	}
	return schema
}

func (s *schemaFields) scalar(name, kind string, nullable bool, more ...string) {
	schema := object{"type": kind}
	if nullable {
		schema["type"] = []string{kind, "null"}
	}
	for i := 0; i < len(more); i += 2 {
		schema[more[i]] = more[i+1]
	}
	s.add(name, schema)
}

func (s *schemaFields) Int(name string, _ int64) { s.scalar(name, "integer", false, "format", "int64") }

func (s *schemaFields) IntOrNull(name string, _ *int64) {
	s.scalar(name, "integer", true, "format", "int64")
}

func (s *schemaFields) Float(name string, _ float64) {
	s.scalar(name, "number", false, "format", "double")
}
func (s *schemaFields) Bool(name string, _ bool)          { s.scalar(name, "boolean", false) }
func (s *schemaFields) Text(name, _ string)               { s.scalar(name, "string", false) }
func (s *schemaFields) TextOrNull(name string, _ *string) { s.scalar(name, "string", true) }
func (s *schemaFields) Time(name string, _ time.Time) {
	s.scalar(name, "string", false, "format", "date-time")
}

func (s *schemaFields) TimeOrNull(name string, _ *time.Time) {
	s.scalar(name, "string", true, "format", "date-time")
}

// Null is a field that the example leaves unset: its type is known from what may be written to it.
func (s *schemaFields) Null(name string) {
	schema := object{"type": "null"}
	if f, ok := s.stack[len(s.stack)-1].words[name]; ok {
		schema = orNull(s.d.typed(f.field.Type, shown))
	}
	s.add(name, schema)
}

func (s *schemaFields) Texts(name string, _ []string) {
	s.add(name, listOf(object{"type": "string"}))
}

func (s *schemaFields) Ints(name string, _ []int64) {
	s.add(name, listOf(object{"type": "integer", "format": "int64"}))
}

// open begins a list, or an object, whose schema has the name of the type that may be written to it. The objects of a
// list have the name that the list was given.
func (s *schemaFields) open(field, kind string) {
	top := s.stack[len(s.stack)-1]
	in := &shape{kind: kind, field: field, properties: object{}}
	if top.kind == "array" {
		in.name, in.words = top.name, top.words
	} else {
		in.name = itemName(top.name, field)
		if f, ok := top.words[field]; ok {
			in.name, in.words = structIn(f.field.Type)
		}
	}
	s.stack = append(s.stack, in)
}

// structIn is the struct inside a type: what its schema is called, and its fields; nothing when there is none.
func structIn(t reflect.Type) (name string, words map[string]taggedField) {
	t = innermost(t)
	if t.Kind() != reflect.Struct || readsText(t) {
		return "", nil
	}
	words = map[string]taggedField{}
	for _, f := range taggedFields(t, "json") {
		words[f.name] = f
	}
	return schemaName(t.Name()), words
}

// innermost is a type without what may wrap it: an Opt, a pointer, a list.
func innermost(t reflect.Type) reflect.Type {
	for isOpt(t) || t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice && !readsText(t) {
		if isOpt(t) {
			t = t.Field(0).Type
		} else {
			t = t.Elem()
		}
	}
	return t
}

func (s *schemaFields) close() {
	last := len(s.stack) - 1
	closed := s.stack[last]
	s.stack = s.stack[:last]
	if f, ok := s.stack[last-1].words[closed.field]; ok && closed.kind == "array" && closed.items == nil { // the example is empty
		s.add(closed.field, s.d.typed(f.field.Type, shown))
		return
	}
	s.add(closed.field, closed.schema(s.d))
}

func (s *schemaFields) Open(name string)     { s.open(name, "object") }
func (s *schemaFields) Close()               { s.close() }
func (s *schemaFields) OpenList(name string) { s.open(name, "array") }
func (s *schemaFields) CloseList()           { s.close() }
func (s *schemaFields) OpenMap(name string)  { panic("no record shows a dictionary: " + name) }
func (s *schemaFields) CloseMap()            {}
