package api

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/golden"
	"punchclock/internal/store"
	"punchclock/internal/wire"
)

// TestGoldenOpenAPI makes the OpenAPI document of the route table and compares it with the committed one, which the
// server serves.
func TestGoldenOpenAPI(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(describeAPI()); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "openapi.json", out.Bytes())
}

// describeAPI is the OpenAPI document.
func describeAPI() object {
	routes := allRoutes()
	d := document{schemas: object{}, parameters: object{}, words: inputWords(routes)}
	return d.describe(routes)
}

// allRoutes is the route table, with the routes of reports. Its handlers are not to be called.
func allRoutes() []route {
	s := &Server{app: &app.App{}, store: &store.Store{}}
	return s.withReports(s.table())
}

// document is the OpenAPI document in the making.
type document struct {
	schemas    object
	parameters object                            // those that several operations share
	words      map[string]map[string]taggedField // by type of record, the tags of what may be written to it
}

// inputWords finds, for each type of record, the tagged fields of its bodies.
func inputWords(routes []route) map[string]map[string]taggedField {
	all := make(map[string]map[string]taggedField)
	for _, r := range routes {
		body, ok := bodyType(r)
		if !ok || r.record == nil || strings.Contains(r.pattern, "/simulate") {
			continue
		}
		name := recordName(r.record)
		if all[name] == nil {
			all[name] = make(map[string]taggedField)
		}
		for _, f := range taggedFields(body, "json") {
			all[name][f.name] = f
		}
	}
	return all
}

func bodyType(r route) (reflect.Type, bool) {
	for f := range r.in.Fields() {
		if f.Tag.Get("body") != "" {
			return f.Type, true
		}
	}
	return nil, false
}

// recordName is the name of a record's type.
func recordName(record attendance.Record) string {
	t := reflect.TypeOf(record)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Name()
}

func (d *document) describe(routes []route) object {
	paths := object{}
	for _, r := range routes {
		path, _ := paths[r.pattern].(object)
		if path == nil {
			path = object{}
			paths[r.pattern] = path
		}
		path[strings.ToLower(r.method)] = d.operation(r)
	}
	maps.Copy(d.schemas, errorSchemas())
	return object{
		"openapi": "3.1.0",
		"info": object{
			"title": "Punchclock", "version": Version, "summary": "Time and attendance", "description": introduction,
			"license": object{"name": "Apache-2.0", "identifier": "Apache-2.0"},
		},
		"servers":  []object{{"url": Prefix}},
		"security": []object{{"key": []string{}}},
		"tags":     tags(routes),
		"paths":    paths,
		"components": object{
			"schemas": d.schemas, "parameters": d.parameters, "responses": errorResponses(), "headers": commonHeaders(),
			"securitySchemes": object{"key": securityScheme()},
		},
	}
}

func tags(routes []route) []object {
	var all []object
	for _, r := range routes {
		n := nounOf(r)
		tag := object{"name": n.title, "description": n.text}
		if !slices.ContainsFunc(all, func(o object) bool { return reflect.DeepEqual(o, tag) }) {
			all = append(all, tag)
		}
	}
	return all
}

func securityScheme() object {
	return object{"type": "apiKey", "in": "header", "name": "Authorization", "description": "The word `Token`, a space and the API key: `Token pck_…`."}
}

// exampleOf is the example record as JSON.
func exampleOf(record attendance.Record) json.RawMessage {
	w := wire.NewWriter(nil, wire.JSON)
	w.Open("")
	record.Fields(w)
	w.Close()
	return w.Bytes()
}

// exampleBody is what of the example record may be written, without what says nothing.
func exampleBody(record attendance.Record, body reflect.Type) any {
	var whole map[string]any
	if err := json.Unmarshal(exampleOf(record), &whole); err != nil {
		panic(err)
	}
	written := object{}
	for _, f := range taggedFields(body, "json") {
		value, shown := whole[f.name]
		if list, ok := value.([]any); shown && value != nil && value != false && (!ok || len(list) > 0) {
			written[f.name] = value
		}
	}
	return written
}

func commonHeaders() object {
	header := func(text, example string) object {
		return object{"description": text, "schema": object{"type": "string"}, "example": example}
	}
	return object{
		"X-Request-Id":        header("Names the request in the server's log.", "5f1d8a6c0b7e4f3a9c2d1e0f"),
		"X-Api-Version":       header("The version that was served.", Version),
		"RateLimit-Policy":    header("The rates of the account: how many requests (q) pass in how many seconds (w).", `"burst";q=50;w=60, "sustained";q=1000;w=3600`),
		"RateLimit":           header("What is left of each rate (r), and in how many seconds (t) there is more.", `"burst";r=49;t=60, "sustained";r=999;t=3600`),
		"ETag":                header("Names the version of the record, for If-Match and If-None-Match.", `"1a2b3c4d5e6f7a8b-json"`),
		"Link":                header("The next page, with rel next.", `</api/jobs?cursor=AAoAYQ>; rel="next"`),
		"Location":            header("Path of the new record.", "/api/jobs/21"),
		"Retry-After":         object{"description": "After how many seconds to send the request again.", "schema": object{"type": "integer", "minimum": 0}, "example": 10},
		"Idempotent-Replayed": object{"description": "true when this is the first answer again, because the Idempotency-Key was used before.", "schema": object{"type": "string", "enum": []any{"true"}}},
		"WWW-Authenticate":    header("How to authenticate: with the word Token and an API key.", "Token"),
	}
}

func errorSchemas() object {
	field := func(schema, name string) object {
		return object{"type": "string", "description": fieldWords(schema, name)}
	}
	return object{
		"Error": object{
			"type": "object", "required": []string{"detail", "code", "errors"}, "xml": object{"name": "root"},
			"properties": object{
				"detail": field("Error", "detail"), "code": field("Error", "code"),
				"errors": object{"type": "array", "description": fieldWords("Error", "errors"), "xml": object{"wrapped": true}, "items": object{"$ref": "#/components/schemas/FieldError", "xml": object{"name": "list-item"}}},
			},
		},
		"FieldError": object{
			"type": "object", "required": []string{"field", "code", "detail"},
			"properties": object{"field": field("FieldError", "field"), "code": field("FieldError", "code"), "detail": field("FieldError", "detail")},
		},
	}
}

// errorExample is an answer with an error.
func errorExample(code, detail string, fields ...object) object {
	return object{"detail": detail, "code": code, "errors": append([]object{}, fields...)}
}

// errorResponses are the answers with errors, by status.
func errorResponses() object {
	beforeIn := object{"field": "outDt", "code": "beforeIn", "detail": "outDt must be after inDt."}
	all := object{}
	for status, r := range map[string]struct {
		text    string
		example object
		headers []string
	}{
		"400": {"The request is wrong; errors says in which fields.", errorExample("beforeIn", "outDt must be after inDt.", beforeIn), nil},
		"401": {"The key is missing, unknown, revoked or expired.", errorExample("unauthenticated", "A valid API key is required. Send it as: Authorization: Token YOUR_KEY."), []string{"WWW-Authenticate"}},
		"403": {"The key lacks the permission.", errorExample("forbidden", "This key lacks the permission punches:read. Give it that permission, or use another key."), nil},
		"404": {"There is no such record.", errorExample("notFound", "There is no such record."), nil},
		"409": {"The state does not allow it, or the Idempotency-Key was used for another request.", errorExample("idempotencyKeyReused", "This Idempotency-Key was used for another request."), nil},
		"412": {"The record is not the one that If-Match names.", errorExample("precondition", "The record was changed since. Read it again."), nil},
		"413": {"The body is larger than 1 MiB.", errorExample("tooLarge", "The body must be at most 1048576 bytes. Split the work over several requests."), nil},
		"429": {"The account is over its rates.", errorExample("throttled", "More than 50 requests in a minute."), []string{"Retry-After"}},
		"500": {"Something is wrong in the server.", errorExample("internal", "Something went wrong in the server. Its operator finds the reason in the log under 5f1d8a6c0b7e4f3a9c2d1e0f."), nil},
		"503": {"The server cannot take the request now.", errorExample("draining", "The server is shutting down. Send the request again."), []string{"Retry-After"}},
	} {
		response := object{"description": r.text, "content": bothFormats(refTo("Error"), r.example)}
		if r.headers != nil {
			response["headers"] = headerRefs(r.headers)
		}
		all[status] = response
	}
	return all
}

// headerRefs are references to headers that the document describes once, by name.
func headerRefs(names []string) object {
	refs := object{}
	for _, name := range names {
		refs[name] = object{"$ref": "#/components/headers/" + name}
	}
	return refs
}
