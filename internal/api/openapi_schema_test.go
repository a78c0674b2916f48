package api

import (
	"reflect"
	"strings"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/wire"
)

// object is a JSON object of the OpenAPI document. Go sorts its keys, so the document is the same each time.
type object = map[string]any

// schemaOf is the schema of a record: its fields as its example shows them, described by the tags of what may be
// written to it.
func schemaOf(record attendance.Record, words map[string]taggedField) object {
	s := &schemaFields{stack: []*shape{{kind: "object", properties: object{}, words: words}}}
	record.Fields(s)
	return s.stack[0].schema()
}

// shape is a schema in the making.
type shape struct {
	kind       string // object, array or map
	properties object
	required   []string
	items      object
	words      map[string]taggedField // what may be written to it, or to each of its items
}

func (s *shape) schema() object {
	switch s.kind {
	case "array":
		items := s.items
		if items == nil {
			items = object{}
		}
		return object{"type": "array", "items": items}
	case "map":
		items := s.items
		if items == nil {
			items = object{}
		}
		return object{"type": "object", "additionalProperties": items}
	}
	return object{"type": "object", "properties": s.properties, "required": s.required, "additionalProperties": false}
}

// schemaFields is an attendance.Fields that makes a schema.
type schemaFields struct {
	stack []*shape
	names []string
}

func (s *schemaFields) add(name string, schema object) {
	top := s.stack[len(s.stack)-1]
	if top.kind != "object" {
		if top.items == nil {
			top.items = schema
		}
		return
	}
	if len(s.stack) == 1 || top.words != nil {
		describeField(schema, name, top.words)
	}
	top.properties[name] = schema
	top.required = append(top.required, name)
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
func (s *schemaFields) Float(name string, _ float64)      { s.scalar(name, "number", false) }
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
		schema = typeSchema(f.field.Type)
	}
	s.add(name, schema)
}

func (s *schemaFields) Texts(name string, _ []string) {
	s.add(name, object{"type": "array", "items": object{"type": "string"}})
}

func (s *schemaFields) Ints(name string, _ []int64) {
	s.add(name, object{"type": "array", "items": object{"type": "integer", "format": "int64"}})
}

func (s *schemaFields) open(name, kind string) {
	top := s.stack[len(s.stack)-1]
	words := top.words
	if top.kind == "object" {
		words = nil
		if f, ok := top.words[name]; ok {
			words = wordsIn(f.field.Type)
		}
	}
	s.stack = append(s.stack, &shape{kind: kind, properties: object{}, words: words})
	s.names = append(s.names, name)
}

// wordsIn is what may be written to an object inside a body, or to each object of a list; nil when it is neither.
func wordsIn(t reflect.Type) map[string]taggedField {
	for isOpt(t) || t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		if isOpt(t) {
			t = t.Field(0).Type
		} else {
			t = t.Elem()
		}
	}
	if t.Kind() != reflect.Struct || readsText(t) {
		return nil
	}
	words := map[string]taggedField{}
	for _, f := range taggedFields(t, "json") {
		words[f.name] = f
	}
	return words
}

func (s *schemaFields) close() {
	last := len(s.stack) - 1
	closed, name := s.stack[last], s.names[len(s.names)-1]
	schema := closed.schema()
	s.stack, s.names = s.stack[:last], s.names[:len(s.names)-1]
	if f, ok := s.stack[last-1].words[name]; ok && closed.kind == "array" && closed.items == nil { // the example is empty
		schema = typeSchema(f.field.Type)
	}
	s.add(name, schema)
}

func (s *schemaFields) Open(name string)     { s.open(name, "object") }
func (s *schemaFields) Close()               { s.close() }
func (s *schemaFields) OpenList(name string) { s.open(name, "array") }
func (s *schemaFields) CloseList()           { s.close() }
func (s *schemaFields) OpenMap(name string)  { s.open(name, "map") }
func (s *schemaFields) CloseMap()            { s.close() }

// describeField adds what the tags of the field's input say, or what is known of fields that nobody writes.
func describeField(schema object, name string, words map[string]taggedField) {
	if f, ok := words[name]; ok {
		applyTags(schema, f.field.Tag)
		if nullable(f.field.Type) {
			allowNull(schema)
		}
		return
	}
	if text := derivedWords(name); text != "" {
		schema["description"] = text
	}
	schema["readOnly"] = true
}

// derivedWords describes the fields that are derived.
func derivedWords(name string) string {
	known := map[string]string{
		"id":             "Identifies the record. Ids are unique over all collections.",
		"created":        "When the record was made, UTC.",
		"modified":       "When the record was last changed, UTC. It rises with every change within the account.",
		"lastPunch":      "When the employee last punched, UTC.",
		"displayName":    "First and last name.",
		"sortName":       "Last name, first name: by it the list is sorted.",
		"entryState":     "1 open, 2 complete, 3 without an in, 4 without an out.",
		"lastEditedBy":   "Who last wrote it: a person, or the name of an API key.",
		"shiftDate":      "The day to which the shift belongs.",
		"rawTotal":       "Unrounded time in seconds.",
		"processedTotal": "Paid time in seconds.",
	}
	if text, ok := known[name]; ok {
		return text
	}
	if base, ok := strings.CutSuffix(name, "Name"); ok && base != "" {
		return "The name of " + base + "."
	}
	return ""
}

// nullable says whether a field may be null: it is a pointer, alone or in an Opt.
func nullable(t reflect.Type) bool {
	if isOpt(t) {
		t = t.Field(0).Type
	}
	return t.Kind() == reflect.Pointer
}

func allowNull(schema object) {
	kind, ok := schema["type"].(string)
	if ok {
		schema["type"] = []string{kind, "null"}
	}
	if values, ok := schema["enum"].([]any); ok {
		schema["enum"] = append(values, nil)
	}
}

// applyTags adds what a struct's tags say to a schema.
func applyTags(schema object, tag reflect.StructTag) {
	if text := tag.Get("doc"); text != "" {
		schema["description"] = text
	}
	if words := tag.Get("enum"); words != "" {
		target := schema
		if items, ok := schema["items"].(object); ok {
			target = items
		}
		var values []any
		for word := range strings.SplitSeq(words, ",") {
			values = append(values, typedWord(target["type"], word))
		}
		target["enum"] = values
	}
	if value := tag.Get("default"); value != "" {
		schema["default"] = typedWord(schema["type"], value)
	}
}

// typedWord is a word of a tag as a value of the schema's type.
func typedWord(kind any, word string) any {
	v := &wire.Value{Kind: wire.String, FromXML: true, Text: word}
	switch kind {
	case "integer":
		n, _ := v.AsInt()
		return n
	case "boolean":
		return word == "true"
	}
	return word
}

// inputSchema is the schema of a body: partial for an update, with what is required for a new record.
func inputSchema(t reflect.Type, creates bool) object {
	properties, required := object{}, []string{}
	for _, f := range taggedFields(t, "json") {
		schema := typeSchema(f.field.Type)
		applyTags(schema, f.field.Tag)
		if nullable(f.field.Type) {
			allowNull(schema)
		}
		properties[f.name] = schema
		if creates && f.field.Tag.Get("required") == "true" {
			required = append(required, f.name)
		}
	}
	out := object{"type": "object", "properties": properties}
	if len(required) > 0 {
		out["required"] = required
	}
	if creates {
		out["additionalProperties"] = false
	}
	return out
}

// typeSchema is the schema of a Go type that a request can fill.
func typeSchema(t reflect.Type) object {
	if isOpt(t) {
		return typeSchema(t.Field(0).Type)
	}
	if t.Kind() == reflect.Pointer {
		return typeSchema(t.Elem())
	}
	if readsText(t) {
		return textSchema(t.Name())
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int64, reflect.Int:
		return object{"type": "integer", "format": "int64"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Slice:
		return object{"type": "array", "items": typeSchema(t.Elem())}
	case reflect.Struct:
		return inputSchema(t, true) // an object inside a body is always written whole
	case reflect.Map:
		return object{"type": "object", "additionalProperties": typeSchema(t.Elem())}
	case reflect.String:
		return object{"type": "string"}
	default:
		return object{}
	}
}

// textSchema is the schema of a type that reads itself from a text.
func textSchema(name string) object {
	switch name {
	case "Date":
		return object{"type": "string", "format": "date", "examples": []any{"2026-03-02"}}
	case "Moment":
		return object{"type": "string", "examples": []any{"2026-03-02T08:00:00-05:00", "2026-03-02T08:00:00"}}
	case "Bound":
		return object{"type": "string", "examples": []any{"2026-03-02", "2026-03-02T08:00:00Z"}}
	case "Span":
		return object{"type": "string", "pattern": `^[0-9]{1,6}:[0-5][0-9](:[0-5][0-9])?$`, "examples": []any{"08:00:00"}}
	case "TimeOfDay":
		return object{"type": "string", "pattern": `^[0-9]{1,2}:[0-5][0-9](:[0-5][0-9])?$`, "examples": []any{"08:00"}}
	case "LabelRef":
		return object{"type": "string", "pattern": `^(user|work|device):([1-9][0-9]*|all)$`, "examples": []any{"user:12"}}
	case "Decimal":
		return object{"type": "string", "pattern": `^-?[0-9]+(\.[0-9]+)?$`, "examples": []any{"1.5"}}
	case "yesOrNo":
		return object{"type": "string", "enum": []any{"yes", "no"}}
	}
	return object{"type": "string"}
}
