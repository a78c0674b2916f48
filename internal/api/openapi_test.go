package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
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
	s := &Server{app: &app.App{}, store: &store.Store{}}
	d := document{schemas: object{}, words: inputWords(s.withReports(s.table()))}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(d.describe(s.withReports(s.table()))); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "openapi.json", out.Bytes())
}

// document is the OpenAPI document in the making.
type document struct {
	schemas object
	words   map[string]map[string]taggedField // by type of record, the tags of what may be written to it
}

// inputWords finds, for each type of record, the tagged fields of its bodies.
func inputWords(routes []route) map[string]map[string]taggedField {
	all := make(map[string]map[string]taggedField)
	for _, r := range routes {
		body, ok := bodyType(r)
		if !ok || r.record == nil {
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
	for i := range r.in.NumField() {
		if r.in.Field(i).Tag.Get("body") != "" {
			return r.in.Field(i).Type, true
		}
	}
	return nil, false
}

// recordName is what a schema is called: the name of the record's type.
func recordName(record attendance.Record) string {
	t := reflect.TypeOf(record)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := t.Name()
	return strings.ToUpper(name[:1]) + name[1:]
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
	maps.Copy(d.schemas, object{"Error": errorSchema()})
	return object{
		"openapi": "3.1.0",
		"info": object{
			"title": "Punchclock", "version": Version, "summary": "Time and attendance",
			"description": "Clock logs, punches, shift cards, time cards, employees, devices, jobs, time off and their structure.\n\n" +
				"Every path also takes the extension `.json` or `.xml`, which comes before the parameter `format`, which comes before the `Accept` header. " +
				"A parameter that takes several values is sent as `name=a&name=b` or `name[]=a&name[]=b`.",
			"license": object{"name": "Apache-2.0", "identifier": "Apache-2.0"},
		},
		"servers":    []object{{"url": Prefix}},
		"security":   []object{{"key": []string{}}},
		"tags":       tags(routes),
		"paths":      paths,
		"components": object{"schemas": d.schemas, "responses": errorResponses(), "headers": commonHeaders(), "securitySchemes": object{"key": securityScheme()}},
	}
}

func tags(routes []route) []object {
	var all []object
	for _, r := range routes {
		tag := object{"name": r.collection()}
		if !slices.ContainsFunc(all, func(o object) bool { return reflect.DeepEqual(o, tag) }) {
			all = append(all, tag)
		}
	}
	return all
}

func securityScheme() object {
	return object{"type": "apiKey", "in": "header", "name": "Authorization", "description": "The word `Token`, a space and the API key: `Token pck_…`."}
}

func (d *document) operation(r route) object {
	op := object{
		"operationId": operationID(r), "summary": r.summary, "tags": []string{r.collection()},
		"description": strings.TrimSpace(r.notes + "\n\nNeeds the permission `" + string(r.permission) + "`."),
		"parameters":  d.parameters(r),
		"responses":   d.responses(r),
	}
	if body, ok := bodyType(r); ok {
		name, creates := "New"+recordName(r.record), true
		switch {
		case strings.Contains(r.pattern, "/simulate"): // nothing is created, so nothing is required
			name, creates = "ProposedPayClass", false
		case r.method == http.MethodPut:
			name, creates = recordName(r.record)+"Change", false
		}
		d.schemas[name] = inputSchema(body, creates)
		op["requestBody"] = object{"required": true, "content": bothFormats(object{"$ref": "#/components/schemas/" + name}, nil)}
	}
	return op
}

// operationID is such as listPunches, startPunches, createPunch.
func operationID(r route) string {
	var b strings.Builder
	verb := map[string]string{http.MethodGet: "get", http.MethodPost: "create", http.MethodPut: "update", http.MethodDelete: "delete"}[r.method]
	if r.method == http.MethodGet && !strings.Contains(r.pattern, "{") {
		verb = "list"
	}
	b.WriteString(verb)
	for segment := range strings.SplitSeq(strings.Trim(r.pattern, "/"), "/") {
		if strings.HasPrefix(segment, "{") {
			continue
		}
		for word := range strings.SplitSeq(segment, "-") {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	if strings.HasSuffix(r.pattern, "{id}") && r.method == http.MethodGet {
		b.WriteString("ByID")
	}
	return b.String()
}

// allowCommas lets each item of a list be several words joined by commas.
func allowCommas(schema object) {
	items, ok := schema["items"].(object)
	if !ok {
		return
	}
	words, ok := items["enum"].([]any)
	if !ok {
		return
	}
	word := "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(words), " ", "|"), "[]") + ")"
	items["pattern"], items["examples"] = "^"+word+"(,"+word+")*$", words[:1]
	delete(items, "enum")
}

func (d *document) parameters(r route) []object {
	var all []object
	for _, segment := range strings.Split(r.pattern, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			name = strings.TrimSuffix(name, "}")
			schema := object{"type": "integer", "format": "int64", "minimum": 1}
			if name != "id" {
				schema = object{"type": "string"}
			}
			all = append(all, object{"name": name, "in": "path", "required": true, "schema": schema, "description": "Names the " + map[bool]string{true: "record", false: name}[name == "id"] + "."})
		}
	}
	for _, f := range taggedFields(r.in, "query") {
		schema := typeSchema(f.field.Type)
		p := object{"name": f.name, "in": "query", "schema": schema}
		tag := f.field.Tag
		if items, ok := schema["items"].(object); ok && items["type"] == "integer" {
			items["minimum"] = 1
		}
		applyTags(schema, tag)
		if f.has("comma") {
			allowCommas(schema)
		}
		if text, ok := schema["description"]; ok {
			p["description"] = text
			delete(schema, "description")
		}
		if tag.Get("required") == "true" {
			p["required"] = true
		}
		all = append(all, p)
	}
	all = append(all, object{"name": "format", "in": "query", "schema": object{"type": "string", "enum": []any{"json", "xml"}}, "description": "The format of the answer."})
	if r.method != http.MethodGet {
		all = append(all,
			object{"name": "Idempotency-Key", "in": "header", "schema": object{"type": "string", "maxLength": 200}, "description": "Makes the change happen once, however often the request is sent within 24 hours."})
	}
	if r.method == http.MethodPut || r.method == http.MethodDelete {
		all = append(all,
			object{"name": "If-Match", "in": "header", "schema": object{"type": "string"}, "description": "The ETag that the record must still have."})
	}
	return all
}

func (d *document) responses(r route) object {
	responses := object{}
	status := "200"
	switch {
	case r.method == http.MethodDelete:
		status = "204"
	case r.status == http.StatusAccepted:
		status = "202"
	}
	response := object{"description": "Done.", "headers": headerRefs(r)}
	if status != "204" {
		schema, example := d.answerSchema(r)
		response["content"] = bothFormats(schema, example)
	}
	responses[status] = response
	if r.polls {
		d.schemas["ReportStatus"] = reportStatusSchema()
		responses["202"] = object{"description": "The report is still being made.", "content": bothFormats(object{"$ref": "#/components/schemas/ReportStatus"}, nil)}
	}
	codes := []string{"400", "401", "403", "404", "429", "500", "503"}
	if r.method != http.MethodGet {
		codes = append(codes, "409", "413")
	}
	if r.method == http.MethodPut || r.method == http.MethodDelete {
		codes = append(codes, "412")
	}
	for _, code := range codes {
		responses[code] = object{"$ref": "#/components/responses/" + code}
	}
	return responses
}

func reportStatusSchema() object {
	return object{"type": "object", "required": []string{"success", "reportKey", "state", "progress"}, "properties": object{
		"success": object{"type": "boolean"}, "reportKey": object{"type": "string"},
		"state": object{"type": "string", "enum": []any{"processing"}}, "progress": object{"type": "number", "minimum": 0, "maximum": 1},
	}}
}

// isList says whether a route answers a list.
func isList(r route) bool {
	return r.polls || strings.HasSuffix(r.pattern, "/simulate") || r.method == http.MethodGet && !strings.HasSuffix(r.pattern, "/explain") && !strings.Contains(r.pattern, "{id}") || strings.HasSuffix(r.pattern, "/allowed-employees")
}

// answerSchema is the schema of an answer and an example of it.
func (d *document) answerSchema(r route) (schema object, example any) {
	shown := r.answers(r.record)
	name := recordName(shown)
	if _, made := d.schemas[name]; !made {
		d.schemas[name] = schemaOf(shown, d.words[recordName(r.record)])
	}
	ref := object{"$ref": "#/components/schemas/" + name}
	record := exampleOf(shown)
	if !isList(r) && !r.wrapped {
		return ref, record
	}
	list := object{"results": []any{record}}
	properties := object{"results": object{"type": "array", "items": ref}}
	if _, paged := reflect.New(r.in).Interface().(turns); paged {
		properties["cursor"] = object{"type": []string{"string", "null"}, "description": "Names the first record of the next page; null on the last one."}
		properties["resumeCursor"] = object{"type": "string", "description": "On the last page of a list by modified: sent later, it goes on after the last record seen."}
		list["cursor"] = nil
	}
	if _, related := reflect.New(r.in).Interface().(choosesRelated); related || r.polls {
		properties["supplementalData"] = object{"type": "object", "description": "Related records by kind and id.", "additionalProperties": object{"type": "object", "additionalProperties": object{"type": "object"}}}
	}
	if _, selects := reflect.New(r.in).Interface().(interface{ selected() []string }); selects {
		properties["results"] = object{"type": "array", "items": object{"type": "object"}, "description": "Records as " + name + ", with the selected fields."}
	}
	return object{"type": "object", "required": []string{"results"}, "properties": properties}, list
}

// exampleOf is the example record as JSON.
func exampleOf(record attendance.Record) any {
	w := wire.NewWriter(nil, wire.JSON)
	w.Open("")
	record.Fields(w)
	w.Close()
	return json.RawMessage(w.Bytes())
}

func bothFormats(schema object, example any) object {
	asJSON := object{"schema": schema}
	if example != nil {
		asJSON["example"] = example
	}
	return object{"application/json": asJSON, "application/xml": object{"schema": schema}}
}

func headerRefs(r route) object {
	headers := object{}
	names := []string{"X-Request-Id", "X-Api-Version", "RateLimit-Policy", "RateLimit"}
	if r.method != http.MethodDelete && !isList(r) && r.status == 0 {
		names = append(names, "ETag")
	}
	if _, paged := reflect.New(r.in).Interface().(turns); paged {
		names = append(names, "Link")
	}
	for _, name := range names {
		headers[name] = object{"$ref": "#/components/headers/" + name}
	}
	return headers
}

func commonHeaders() object {
	header := func(text string) object {
		return object{"description": text, "schema": object{"type": "string"}}
	}
	return object{
		"X-Request-Id":     header("Names the request in the server's log."),
		"X-Api-Version":    header("The version that was served."),
		"RateLimit-Policy": header("The rates of the account: how many requests (q) pass in how many seconds (w)."),
		"RateLimit":        header("What is left of each rate (r), and in how many seconds (t) there is more."),
		"ETag":             header("Names the version of the record, for If-Match and If-None-Match."),
		"Link":             header("The next page, with rel next."),
		"Retry-After":      header("After how many seconds to send the request again."),
	}
}

func errorSchema() object {
	text := object{"type": "string"}
	return object{
		"type": "object", "required": []string{"detail", "code", "errors"},
		"properties": object{
			"detail": object{"type": "string", "description": "What was wrong, and what to do."},
			"code":   object{"type": "string", "description": "The kind of error, stable."},
			"errors": object{"type": "array", "description": "Every field that was wrong.", "items": object{
				"type": "object", "required": []string{"field", "code", "detail"}, "properties": object{"field": text, "code": text, "detail": text},
			}},
		},
	}
}

func errorResponses() object {
	all := object{}
	for code, text := range map[string]string{
		"400": "The request is wrong; errors says in which fields.", "401": "The key is missing, unknown, revoked or expired.",
		"403": "The key lacks the permission.", "404": "There is no such record.",
		"409": "The state does not allow it, or the Idempotency-Key was used for another request.",
		"412": "The record is not the one that If-Match names.", "413": "The body is larger than 1 MiB.",
		"429": "The account is over its rates.", "500": "Something is wrong in the server.", "503": "The server cannot take the request now.",
	} {
		response := object{"description": text, "content": bothFormats(object{"$ref": "#/components/schemas/Error"}, nil)}
		if code == "429" || code == "503" {
			response["headers"] = object{"Retry-After": object{"$ref": "#/components/headers/Retry-After"}}
		}
		all[code] = response
	}
	return all
}
