package main

import (
	"fmt"
	"maps"
	"path"
	"slices"
)

// narrow makes of the document one that can be tested by generated requests in minutes. It is without XML, which the
// tests do not speak, and without what every operation takes. Parameters and fields are only those that the example of
// the operation gives, and parameters are required, because there would be a request for every choice among optional
// ones. A report is polled when it is complete. It changes the document.
func narrow(document object, given map[string]example) object {
	dropXML(document)
	components := sub(document, "components")
	for where, item := range sub(document, "paths") {
		for _, described := range item.(object) { //nolint:forcetypeassert // the document was judged before
			o := described.(object) //nolint:forcetypeassert // the same
			of := given[fmt.Sprint(o["operationId"])]
			o["parameters"] = narrowParameters(o["parameters"], of.query, sub(components, "parameters"))
			if body := sub(sub(sub(o, "requestBody"), "content"), "application/json"); body != nil {
				body["schema"] = narrowSchema(sub(body, "schema"), of.body, sub(components, "schemas"), of.once)
				delete(body, "example")
			}
			if path.Base(where) == "poll" {
				delete(sub(o, "responses"), "202")
			}
		}
	}
	delete(components, "parameters")
	return document
}

func narrowParameters(all any, query, shared object) []any {
	list, _ := all.([]any)
	kept := []any{}
	for _, p := range list {
		p := followed(p.(object), shared) //nolint:forcetypeassert // the document was judged before
		_, isGiven := query[fmt.Sprint(p["name"])]
		switch {
		case p["in"] == "path":
			kept = append(kept, p)
		case p["in"] == "query" && isGiven:
			if items := sub(sub(p, "schema"), "items"); items != nil { // one value, as the example gives it
				p["schema"] = items
			}
			kept = append(kept, p)
		}
	}
	return kept
}

// followed is a copy of a part of the document, or of the shared one that it refers to.
func followed(o, shared object) object {
	if ref, isRef := o["$ref"].(string); isRef {
		o = sub(shared, path.Base(ref))
	}
	return maps.Clone(o)
}

// narrowSchema is the schema of a value that has the fields of the example and no others. With once set all of them are
// required, so that there is one request with good values and not another with fewer fields.
func narrowSchema(schema object, value any, schemas object, once bool) object {
	s := followed(schema, schemas)
	if options, ok := s["anyOf"].([]any); ok && value != nil {
		return narrowSchema(options[0].(object), value, schemas, once) //nolint:forcetypeassert // the document was judged before
	}
	switch v := value.(type) {
	case object:
		properties, required := object{}, []any{}
		all, _ := s["required"].([]any)
		for name, inner := range v {
			properties[name] = narrowSchema(sub(sub(s, "properties"), name), inner, schemas, once)
			if once || slices.Contains(all, any(name)) {
				required = append(required, name)
			}
		}
		return object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	case []any:
		return object{"type": "array", "items": narrowSchema(sub(s, "items"), v[0], schemas, once)}
	}
	return s
}

// withoutWords is a body without its lists of words and ids. None of them may hold a value twice, and requests are
// generated that do.
func withoutWords(body any) any {
	switch v := body.(type) {
	case object:
		out := object{}
		for name, inner := range v {
			if list, isList := inner.([]any); isList && !isOfObjects(list) {
				continue
			}
			out[name] = withoutWords(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = withoutWords(inner)
		}
		return out
	}
	return body
}

func isOfObjects(list []any) bool {
	if len(list) == 0 {
		return false
	}
	_, ok := list[0].(object)
	return ok
}

func dropXML(v any) {
	switch v := v.(type) {
	case object:
		delete(v, "application/xml")
		delete(v, "xml")
		for _, inner := range v {
			dropXML(inner)
		}
	case []any:
		for _, inner := range v {
			dropXML(inner)
		}
	}
}
