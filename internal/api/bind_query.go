package api

import (
	"errors"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"punchclock/internal/attendance"
)

// parameter is a query parameter of a route.
type parameter struct {
	Name     string
	Type     reflect.Type // of one value
	Multi    bool         // it may be given more than once: name=a or name[]=a&name[]=b
	Required bool
	Doc      string

	comma bool // commas separate values too
	index []int
}

// queryPlan is which parameters a struct takes.
type queryPlan struct {
	parameters []parameter // format first: every operation knows it
	byName     map[string]*parameter
}

// planQuery reads the tags of a struct: query:"name" or query:"name,comma", doc:"…" and required:"true".
//
// A slice takes several values, each of its elements one. A value is a string, a bool, a whole number, or whatever
// reads itself from a text. Whole numbers in slices are ids and so positive. A pointer or an Opt tells whether the
// parameter was given.
func planQuery(t reflect.Type) *queryPlan {
	p := &queryPlan{parameters: []parameter{{Name: "format", Type: reflect.TypeFor[string](), Doc: "Format of the answer, json or xml. It comes before the Accept header."}}}
	for _, f := range taggedFields(t, "query") {
		one, multi := f.field.Type, false
		if one.Kind() == reflect.Slice && !readsText(one) {
			one, multi = one.Elem(), true
		}
		p.parameters = append(p.parameters, parameter{
			Name: f.name, Type: one, Multi: multi, Required: f.field.Tag.Get("required") == "true", Doc: f.field.Tag.Get("doc"),
			comma: f.has("comma"), index: f.index,
		})
	}
	p.byName = make(map[string]*parameter, len(p.parameters))
	for i := range p.parameters {
		p.byName[p.parameters[i].Name] = &p.parameters[i]
	}
	return p
}

// readsText says whether values of a type read themselves from a text.
func readsText(t reflect.Type) bool { return reflect.PointerTo(t).Implements(textUnmarshalerType()) }

// bind fills a struct of the planned type and says all that is wrong with the query.
func (p *queryPlan) bind(query url.Values, into reflect.Value) []attendance.FieldError {
	var f found
	for _, name := range slices.Sorted(maps.Keys(query)) {
		plain, isList := strings.CutSuffix(name, "[]")
		param := p.byName[plain]
		switch {
		case param == nil || isList && !param.Multi:
			f.add(name, "unknown", "%s", unknownName("parameter", name, p.names()))
		case param.index != nil:
			param.bind(&f, query[name], into.FieldByIndex(param.index))
		}
	}
	for i := range p.parameters {
		if param := &p.parameters[i]; param.Required && !query.Has(param.Name) && !query.Has(param.Name+"[]") {
			f.add(param.Name, "required", "%s is required.", param.Name)
		}
	}
	return f.problems
}

// names are the names of all parameters.
func (p *queryPlan) names() []string {
	names := make([]string, len(p.parameters))
	for i := range p.parameters {
		names[i] = p.parameters[i].Name
	}
	return names
}

// bind sets the field of a parameter to its values; to those already there it adds.
func (p *parameter) bind(f *found, values []string, into reflect.Value) {
	for _, value := range values {
		if problem := textProblem(value, false); problem != "" {
			f.add(p.Name, "format", "%s %s.", p.Name, problem)
			return
		}
	}
	if !p.Multi {
		if len(values) != 1 {
			f.add(p.Name, "duplicate", "%s is given %d times. Give it once.", p.Name, len(values))
			return
		}
		p.set(f, values[0], into)
		return
	}
	if p.comma {
		values = strings.Split(strings.Join(values, ","), ",")
	}
	into.Grow(len(values))
	for _, value := range values {
		if p.comma && value == "" {
			f.add(p.Name, "format", "%s must not have an empty value. Leave out the comma, or the whole parameter.", p.Name)
			return
		}
		one := reflect.New(p.Type).Elem()
		if p.set(f, value, one) {
			into.Set(reflect.Append(into, one))
		}
	}
}

// set sets one value and says whether it could.
func (p *parameter) set(f *found, text string, into reflect.Value) bool {
	if value, given, ok := optParts(into); ok {
		given.SetBool(true)
		into = value
	}
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	if u, ok := unmarshaler(into); ok {
		if err := u.UnmarshalText([]byte(text)); err != nil {
			f.addError(p.Name, err)
			return false
		}
		return true
	}
	switch {
	case into.Kind() == reflect.String:
		into.SetString(text)
	case into.Kind() == reflect.Bool && (text == "true" || text == "false"):
		into.SetBool(text == "true")
	case into.Kind() == reflect.Bool:
		f.add(p.Name, "type", "%s must be true or false, not %q.", p.Name, clip(text))
		return false
	default:
		return p.setInt(f, text, into)
	}
	return true
}

// setInt sets a whole number, written with plain digits.
func (p *parameter) setInt(f *found, text string, into reflect.Value) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		f.add(p.Name, "range", "%s is too large or too small: %s.", p.Name, clip(text))
	case err != nil || strconv.FormatInt(n, 10) != text:
		f.add(p.Name, "type", "%s must be a whole number in plain digits, not %q.", p.Name, clip(text))
	case p.Multi && n < 1:
		f.add(p.Name, "range", "%s must be a positive whole number, not %d.", p.Name, n)
	case into.OverflowInt(n):
		f.add(p.Name, "range", "%s is too large or too small: %d.", p.Name, n)
	default:
		into.SetInt(n)
		return true
	}
	return false
}
