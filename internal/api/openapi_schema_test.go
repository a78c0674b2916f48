package api

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"punchclock/internal/wire"
)

// object is a JSON object of the OpenAPI document. Go sorts its keys, so the document is the same each time.
type object = map[string]any

// refTo is a reference to a schema of the document.
func refTo(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// orNull lets a schema be null too, if it is not that already.
func orNull(schema object) object {
	if _, isRef := schema["$ref"]; isRef {
		return object{"anyOf": []object{schema, {"type": "null"}}}
	}
	if kind, ok := schema["type"].(string); ok {
		schema["type"] = []string{kind, "null"}
	}
	if values, ok := schema["enum"].([]any); ok && !slices.Contains(values, nil) {
		schema["enum"] = append(slices.Clip(values), nil)
	}
	return schema
}

// listOf is the schema of a list. In XML its items are elements called list-item.
func listOf(items object) object {
	items = maps.Clone(items)
	items["xml"] = object{"name": "list-item"}
	return object{"type": "array", "items": items, "xml": object{"wrapped": true}}
}

// nullable says whether a field may be null: it is a pointer, alone or in an Opt, or anything at all.
func nullable(t reflect.Type) bool {
	if isOpt(t) {
		t = t.Field(0).Type
	}
	return t.Kind() == reflect.Pointer
}

// direction says whether a type is described as it is shown or as it is sent.
type direction bool

const (
	shown direction = false
	sent  direction = true
)

// input is the schema of a struct that a body fills: partial for a change, with what is required for something new. A
// change may also hold what nobody writes, as it was read.
func (d *document) input(t reflect.Type, creates bool) object {
	properties, required := object{}, []string{}
	for _, f := range taggedFields(t, "json") {
		schema := d.typed(f.field.Type, sent)
		applyTags(schema, f.field.Tag)
		if items, ok := schema["items"].(object); ok && items["$ref"] == nil {
			schema["uniqueItems"] = true // no list of words or ids may hold one twice
		}
		if nullable(f.field.Type) {
			description := schema["description"]
			delete(schema, "description")
			schema = orNull(schema)
			schema["description"] = description
		}
		properties[f.name] = schema
		if creates && f.field.Tag.Get("required") == "true" {
			required = append(required, f.name)
		}
	}
	out := object{"type": "object", "properties": properties, "xml": object{"name": "root"}}
	if len(required) > 0 {
		out["required"] = required
	}
	if creates {
		out["additionalProperties"] = false
	}
	return out
}

// typed is the schema of a Go type that a request can fill.
func (d *document) typed(t reflect.Type, way direction) object {
	switch {
	case isOpt(t):
		return d.typed(t.Field(0).Type, way)
	case t.Kind() == reflect.Pointer:
		return d.typed(t.Elem(), way)
	case readsText(t):
		return textSchema(t.Name())
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int64, reflect.Int:
		return object{"type": "integer", "format": "int64"}
	case reflect.Float64:
		return object{"type": "number", "format": "double"}
	case reflect.Slice:
		return listOf(d.typed(t.Elem(), way))
	case reflect.Struct:
		return d.inner(t, way)
	case reflect.Map:
		return object{"type": "object", "additionalProperties": d.typed(t.Elem(), way)}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Interface:
		return object{"oneOf": []object{{"type": "string"}, {"type": "number"}, {"type": "boolean"}, {"type": "null"}}}
	default:
		panic("a request cannot fill a " + t.String())
	}
}

// inner is the reference to the schema of an object inside a body, which is always written whole. As it is shown it has
// a schema of its own, which the example of its record makes.
func (d *document) inner(t reflect.Type, way direction) object {
	name := schemaName(t.Name())
	if way == shown {
		return refTo(name)
	}
	name += "Input"
	if _, known := d.schemas[name]; !known {
		d.schemas[name] = nil // for a type that holds itself
		d.schemas[name] = d.input(t, true)
	}
	return refTo(name)
}

// applyTags adds what a struct's tags say to a schema.
func applyTags(schema object, tag reflect.StructTag) {
	if text := tag.Get("doc"); text != "" {
		schema["description"] = text
	}
	addEnum(schema, tag)
	if value := tag.Get("default"); value != "" {
		schema["default"] = typedWord(schema["type"], value)
	}
	for _, key := range []string{"pattern", "format"} {
		if value := tag.Get(key); value != "" {
			schema[key] = value
			delete(schema, "examples") // they are of the type's own pattern
		}
	}
	addBounds(schema, tag.Get("bounds"))
	for _, of := range []string{"items", "additionalProperties"} {
		if each, ok := schema[of].(object); ok {
			addBounds(each, tag.Get("each"))
		}
	}
}

func addEnum(schema object, tag reflect.StructTag) {
	words := tag.Get("enum")
	if words == "" {
		return
	}
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

// addBounds adds the least and the most of a tag such as bounds:"1..200": of the characters of a string, of the items
// of a list, of the names of a dictionary, of the value of a number. Either may be left out; a least that begins with >
// is itself too little.
func addBounds(schema object, bounds string) {
	if bounds == "" {
		return
	}
	least, most, ok := strings.Cut(bounds, "..")
	if !ok {
		panic(fmt.Sprintf("%q are no bounds: write them as 1..200", bounds))
	}
	atLeast, atMost := "minimum", "maximum"
	switch schema["type"] {
	case "string":
		atLeast, atMost = "minLength", "maxLength"
	case "array":
		atLeast, atMost = "minItems", "maxItems"
	case "object":
		atLeast, atMost = "minProperties", "maxProperties"
	}
	if over, exclusive := strings.CutPrefix(least, ">"); exclusive {
		least, atLeast = over, "exclusiveMinimum"
	}
	setNumber(schema, atLeast, least)
	setNumber(schema, atMost, most)
}

func setNumber(schema object, name, text string) {
	if text == "" {
		return
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	schema[name] = value
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

// Patterns of the texts that requests hold. They say what a text looks like; the server also checks what it means.
const (
	datePattern  = `[0-9]{4}-[0-9]{2}-[0-9]{2}`
	clockPattern = `T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?`
)

// textSchema is the schema of a type that reads itself from a text.
func textSchema(name string) object {
	text := func(pattern string, examples ...any) object {
		return object{"type": "string", "pattern": "^" + pattern + "$", "examples": examples}
	}
	switch name {
	case "Date", "Birthday":
		return object{"type": "string", "format": "date", "examples": []any{"2026-03-02"}}
	case "Moment":
		return text(datePattern+clockPattern, "2026-03-02T08:00:00-05:00", "2026-03-02T08:00:00")
	case "Bound":
		return text(datePattern+"("+clockPattern+")?", "2026-03-02", "2026-03-02T08:00:00Z")
	case "Span":
		return text(`[0-9]{1,6}:[0-5][0-9](:[0-5][0-9])?`, "08:00:00")
	case "TimeOfDay":
		return text(`[0-9]{1,2}:[0-5][0-9](:[0-5][0-9])?`, "08:00")
	case "LabelRef":
		return text(`(user|work|device):([1-9][0-9]{0,18}|all)`, "user:12")
	case "Decimal":
		return text(`(0|[1-9][0-9]{0,11})(\.[0-9]{1,4})?`, "1.5")
	case "TagFilter":
		word := `-?(tardy|exception|flagged|open|missing|overtime|edited)`
		return text(word+`(,`+word+`)*`, "tardy,-edited")
	case "FieldQuery":
		return object{"type": "string", "minLength": 1, "examples": []any{"shirt=L,XL;years>=3;badge!="}}
	case "EntryState":
		return object{"type": "integer"}
	case "yesOrNo":
		return object{"type": "string", "enum": []any{"yes", "no"}}
	}
	return object{"type": "string"}
}
