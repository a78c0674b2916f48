package api

import (
	"encoding"
	"errors"
	"reflect"
	"strconv"

	"punchclock/internal/attendance"
	"punchclock/internal/wire"
)

// namedValue is a field of a body that the struct does not have.
type namedValue struct {
	name  string
	value *wire.Value
}

// mostUnknown is how many fields of a body that the struct does not have are looked at. No record has as many that
// cannot be written, so that the rest is wrong in any case.
const mostUnknown = 2 * mostProblems

// bodyRead reads a value of a body into a field. The path says where in the body the value stands.
type bodyRead func(f *found, path string, v *wire.Value, into reflect.Value)

// bodyPlan is how a struct is read from an object.
type bodyPlan struct {
	names  []string
	byName map[string]bodyField
}

// bodyField is how one field is read.
type bodyField struct {
	index    []int
	read     bodyRead
	required bool   // it must be given
	preset   string // what it is when it is left out; empty is the zero value
}

// planBody reads the tags of a struct: json:"name", and text:"multiline" where strings may have several lines.
//
// A field may be a string, a bool, a whole number, a float64, a struct, a slice, a map with strings as keys, any, a
// type that reads itself from a text, a pointer to one of these, which may be null, or an Opt of any of these. Any
// other type is a mistake in the program, and panics.
//
// An object inside the body is always written whole. So what is left out of it becomes what its tag default says, or is
// an error when its tag says required, unless the field is an Opt, which tells the rest of the program that it was left out.
func planBody(t reflect.Type) *bodyPlan {
	fields := taggedFields(t, "json")
	p := &bodyPlan{byName: make(map[string]bodyField, len(fields))}
	for _, f := range fields {
		p.names = append(p.names, f.name)
		field := bodyField{index: f.index, read: bodyReadOf(f.field.Type, f.field.Tag.Get("text") == "multiline")}
		if !isOpt(f.field.Type) {
			field.required, field.preset = f.field.Tag.Get("required") != "", f.field.Tag.Get("default")
		}
		p.byName[f.name] = field
	}
	return p
}

// planBodyIn is the plan of the field of a parameter struct that takes the body; nil when none does.
func planBodyIn(in reflect.Type) *bodyPlan {
	for f := range in.Fields() {
		if f.Tag.Get("body") != "" {
			return planBody(f.Type)
		}
	}
	return nil
}

// bind fills a struct of the planned type from an object. Fields that the struct does not have are given back;
// everything else that is wrong is told at once.
func (p *bodyPlan) bind(v *wire.Value, into reflect.Value) (unknown []namedValue, problems []attendance.FieldError) {
	var f found
	members, ok := v.AsObject()
	if !ok {
		f.add("", "type", "The body must be an object, not %s.", v.Describe())
	}
	for _, m := range members {
		field, known := p.byName[m.Name]
		switch {
		case known:
			field.read(&f, m.Name, m.Value, into.FieldByIndex(field.index))
		case len(unknown) < mostUnknown:
			unknown = append(unknown, namedValue{m.Name, m.Value})
		}
	}
	return unknown, f.problems
}

// unknownField is the error about a field that neither the struct of a body nor the record has.
func unknownField(name string, t reflect.Type) attendance.FieldError {
	var known []string
	for _, f := range taggedFields(t, "json") {
		known = append(known, f.name)
	}
	return attendance.FieldError{Field: clip(name), Code: "unknown", Detail: unknownName("field", name, known)}
}

// textUnmarshalerType is the interface of types that read themselves from a text.
func textUnmarshalerType() reflect.Type { return reflect.TypeFor[encoding.TextUnmarshaler]() }

// bodyReadOf is how a field of a type is read.
func bodyReadOf(t reflect.Type, multiline bool) bodyRead {
	switch {
	case isOpt(t):
		return optRead(bodyReadOf(t.Field(0).Type, multiline))
	case t.Kind() == reflect.Pointer:
		return pointerRead(bodyReadOf(t.Elem(), multiline))
	case t.Kind() == reflect.Interface && t.NumMethod() == 0:
		return anyRead(multiline)
	}
	return notNull(plainRead(t, multiline))
}

// plainRead is how a value is read that is not null.
func plainRead(t reflect.Type, multiline bool) bodyRead {
	if readsText(t) {
		return textRead(func(f *found, path, text string, into reflect.Value) {
			if u, ok := unmarshaler(into); ok {
				if err := u.UnmarshalText([]byte(text)); err != nil {
					f.addError(path, err)
				}
			}
		}, multiline)
	}
	switch t.Kind() {
	case reflect.String:
		return textRead(func(_ *found, _, text string, into reflect.Value) { into.SetString(text) }, multiline)
	case reflect.Bool:
		return readBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return readInt
	case reflect.Float64:
		return readFloat
	case reflect.Slice:
		return sliceRead(bodyReadOf(t.Elem(), multiline))
	case reflect.Map:
		return mapRead(t, bodyReadOf(t.Elem(), multiline))
	case reflect.Struct:
		return structRead(planBody(t))
	default:
		panic("api: a body cannot hold a field of type " + t.String())
	}
}

// optRead reads an Opt and marks it as set.
func optRead(read bodyRead) bodyRead {
	return func(f *found, path string, v *wire.Value, into reflect.Value) {
		value, set, _ := optParts(into)
		set.SetBool(true)
		read(f, path, v, value)
	}
}

// pointerRead reads null as nil.
func pointerRead(read bodyRead) bodyRead {
	return func(f *found, path string, v *wire.Value, into reflect.Value) {
		if v.IsNull() {
			into.SetZero()
			return
		}
		into.Set(reflect.New(into.Type().Elem()))
		read(f, path, v, into.Elem())
	}
}

// notNull refuses null.
func notNull(read bodyRead) bodyRead {
	return func(f *found, path string, v *wire.Value, into reflect.Value) {
		if v.IsNull() {
			f.add(path, "null", "%s must not be null; give a value or leave it out.", path)
			return
		}
		read(f, path, v, into)
	}
}

// wrongType notes that a value is of another type than the one that is wanted.
func wrongType(f *found, path, wanted string, v *wire.Value) {
	f.add(path, "type", "%s must be %s, not %s.", path, wanted, v.Describe())
}

// textRead reads a string that holds nothing harmful, and passes it on.
func textRead(take func(f *found, path, text string, into reflect.Value), multiline bool) bodyRead {
	return func(f *found, path string, v *wire.Value, into reflect.Value) {
		text, ok := v.AsText()
		if !ok {
			wrongType(f, path, "a string", v)
			return
		}
		if problem := textProblem(text, multiline); problem != "" {
			f.add(path, "format", "%s %s.", path, problem)
			return
		}
		take(f, path, text, into)
	}
}

func readBool(f *found, path string, v *wire.Value, into reflect.Value) {
	b, ok := v.AsBool()
	if !ok {
		wrongType(f, path, "true or false", v)
		return
	}
	into.SetBool(b)
}

func readInt(f *found, path string, v *wire.Value, into reflect.Value) {
	n, err := v.AsInt()
	switch {
	case errors.Is(err, wire.ErrNotNumber):
		wrongType(f, path, "a whole number", v)
	case errors.Is(err, wire.ErrNotWhole):
		f.add(path, "type", "%s must be a whole number, without a fraction.", path)
	case err != nil || into.OverflowInt(n):
		f.add(path, "range", "%s is too large or too small.", path)
	default:
		into.SetInt(n)
	}
}

func readFloat(f *found, path string, v *wire.Value, into reflect.Value) {
	n, err := v.AsFloat()
	switch {
	case errors.Is(err, wire.ErrNotNumber):
		wrongType(f, path, "a number", v)
	case err != nil:
		f.add(path, "range", "%s is too large or too small.", path)
	default:
		into.SetFloat(n)
	}
}

// sliceRead reads a list. An empty one is not nil, so that it can be told from none.
func sliceRead(read bodyRead) bodyRead {
	return func(f *found, path string, v *wire.Value, into reflect.Value) {
		items, ok := v.AsList()
		if !ok {
			wrongType(f, path, "a list", v)
			return
		}
		list := reflect.MakeSlice(into.Type(), len(items), len(items))
		for i, item := range items {
			read(f, path+"["+strconv.Itoa(i)+"]", item, list.Index(i))
		}
		into.Set(list)
	}
}

// mapRead reads an object whose names are data.
func mapRead(t reflect.Type, read bodyRead) bodyRead {
	if t.Key().Kind() != reflect.String {
		panic("api: a body cannot hold a field of type " + t.String())
	}
	return func(f *found, path string, v *wire.Value, into reflect.Value) {
		members, ok := v.AsObject()
		if !ok {
			wrongType(f, path, "an object", v)
			return
		}
		entries := reflect.MakeMapWithSize(t, len(members))
		for _, m := range members {
			if problem := textProblem(m.Name, false); problem != "" {
				f.add(path, "format", "A name in %s %s.", path, problem)
				continue
			}
			value := reflect.New(t.Elem()).Elem()
			read(f, path+"."+m.Name, m.Value, value)
			entries.SetMapIndex(reflect.ValueOf(m.Name).Convert(t.Key()), value)
		}
		into.Set(entries)
	}
}

// structRead reads an object whose names are all known.
func structRead(p *bodyPlan) bodyRead {
	return func(f *found, path string, v *wire.Value, into reflect.Value) {
		members, ok := v.AsObject()
		if !ok {
			wrongType(f, path, "an object", v)
			return
		}
		for _, m := range members {
			at := path + "." + m.Name
			field, known := p.byName[m.Name]
			if !known {
				f.add(at, "unknown", "%s", unknownName("field", m.Name, p.names))
				continue
			}
			field.read(f, at, m.Value, into.FieldByIndex(field.index))
		}
		p.leftOut(f, path, v, into)
	}
}

// leftOut fills in the fields that an inner object was not given, and notes those that it must have.
func (p *bodyPlan) leftOut(f *found, path string, v *wire.Value, into reflect.Value) {
	for _, name := range p.names {
		field, at := p.byName[name], path+"."+name
		switch {
		case !field.required && field.preset == "" || v.Get(name) != nil:
		case field.required:
			f.add(at, "required", "%s is required.", at)
		default: // text of XML is read as whatever is wanted
			field.read(f, at, &wire.Value{Kind: wire.String, Text: field.preset, FromXML: true}, into.FieldByIndex(field.index))
		}
	}
}

// anyRead reads a value whose type is decided by its meaning: nil, bool, int64, float64, string, []any, map[string]any.
// From XML it is a string where JSON would have a number or a boolean.
func anyRead(multiline bool) bodyRead {
	return func(f *found, path string, v *wire.Value, into reflect.Value) {
		if v.IsNull() {
			into.SetZero()
			return
		}
		target := reflect.New(typeOf(v)).Elem()
		plainRead(target.Type(), multiline)(f, path, v, target)
		into.Set(target)
	}
}

// typeOf is the Go type that a value which is not null has by itself.
func typeOf(v *wire.Value) reflect.Type {
	switch v.Kind {
	case wire.Bool:
		return reflect.TypeFor[bool]()
	case wire.Number:
		if _, err := v.AsInt(); err == nil {
			return reflect.TypeFor[int64]()
		}
		return reflect.TypeFor[float64]()
	case wire.List:
		return reflect.TypeFor[[]any]()
	case wire.Object:
		return reflect.TypeFor[map[string]any]()
	default:
		return reflect.TypeFor[string]()
	}
}
