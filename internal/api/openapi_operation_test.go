package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"punchclock/internal/attendance"
)

// operation describes a route.
func (d *document) operation(r route) object {
	op := object{
		"operationId": operationID(r), "summary": strings.TrimSuffix(r.summary, "."), "tags": []string{nounOf(r).title},
		"description": strings.TrimSpace(r.notes + "\n\nNeeds the permission `" + string(r.permission) + "`."),
		"parameters":  d.parametersOf(r),
		"responses":   d.responses(r),
	}
	if body, ok := bodyType(r); ok {
		op["requestBody"] = d.requestBody(r, body)
	}
	return op
}

// requestBody describes the body of a route: something new, a change, or the rules of a simulation, for which nothing is
// required.
func (d *document) requestBody(r route, body reflect.Type) object {
	base := schemaName(body.Name())
	name, creates, record := "New"+base, true, r.record
	switch {
	case r.method == http.MethodPut:
		name, creates = base+"Change", false
	case strings.Contains(r.pattern, "/simulate"):
		name, creates, record = "Simulated"+base, false, examplePayClass()
	}
	if _, known := d.schemas[name]; !known {
		d.schemas[name] = d.input(body, creates)
	}
	return object{"required": true, "content": bothFormats(refTo(name), exampleBody(record, body))}
}

// operationID is such as listPunches, startPunches, createPunch, resetDevice: what generated clients call the function.
func operationID(r route) string {
	n := nounOf(r)
	segments := strings.Split(strings.Trim(r.pattern, "/"), "/")[1:]
	if i := slices.Index(segments, "async"); i >= 0 {
		verb := map[bool]string{true: "poll", false: "start"}[r.polls]
		if i == 0 {
			return verb + n.many
		}
		return verb + n.one + strings.NewReplacer("simulate", "Simulation").Replace(segments[0])
	}
	segments = slices.DeleteFunc(segments, func(s string) bool { return strings.HasPrefix(s, "{") })
	ofOne := strings.Contains(r.pattern, "{")
	switch {
	case len(segments) == 0 && r.method == http.MethodGet && !ofOne:
		return "list" + n.many
	case len(segments) == 0:
		return map[string]string{http.MethodGet: "get", http.MethodPost: "create", http.MethodPut: "update", http.MethodDelete: "delete"}[r.method] + n.one
	case ofOne && r.method == http.MethodGet:
		return "list" + camel(segments[0])
	case ofOne: // request-logs of a device is requestDeviceLogs
		verb, rest, _ := strings.Cut(segments[0], "-")
		return verb + n.one + camel(rest)
	}
	return segments[0] + n.many
}

// camel is allowed-employees as AllowedEmployees.
func camel(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// parametersOf describes what a route takes beside its body.
func (d *document) parametersOf(r route) []object {
	all := []object{}
	for segment := range strings.SplitSeq(r.pattern, "/") {
		switch segment {
		case "{id}":
			all = append(all, d.shared(object{"name": "id", "in": "path", "required": true, "schema": object{"type": "integer", "format": "int64", "minimum": 1.0}, "description": "Id of the record."}))
		case "{report}":
			all = append(all, d.shared(object{"name": "report", "in": "path", "required": true, "schema": object{"type": "string"}, "description": "The reportKey with which the report was accepted."}))
		}
	}
	whole := strings.HasSuffix(r.pattern, "/async") // a report has no pages
	for _, f := range taggedFields(r.in, "query") {
		if whole && slices.Contains([]string{"cursor", "direction", "limit"}, f.name) {
			continue
		}
		all = append(all, d.queryParameter(f))
	}
	all = append(all, d.shared(object{"name": "format", "in": "query", "schema": object{"type": "string", "enum": []any{"json", "xml"}}, "description": "Format of the answer. It comes before the header Accept, and after an extension of the path."}))
	header := func(name, text string, most float64) {
		all = append(all, d.shared(object{"name": name, "in": "header", "schema": object{"type": "string", "minLength": 1.0, "maxLength": most}, "description": text}))
	}
	if r.method != http.MethodGet {
		header("Idempotency-Key", "Makes the change happen once, however often the request is sent within 24 hours: any text that is new for each change, such as a UUID.", 200)
	}
	if r.method == http.MethodPut || r.method == http.MethodDelete {
		header("If-Match", "The ETag that the record must still have.", 1000)
	}
	if r.method == http.MethodGet && strings.HasSuffix(r.pattern, "{id}") {
		header("If-None-Match", "The ETag of a copy that is held already: 304 when it is still the record.", 1000)
	}
	return all
}

// queryParameter describes a parameter of the query.
func (d *document) queryParameter(f taggedField) object {
	schema := d.typed(f.field.Type, sent)
	delete(schema, "xml")
	tag := f.field.Tag
	applyTags(schema, tag)
	if items, ok := schema["items"].(object); ok {
		delete(items, "xml")
		switch {
		case items["type"] == "integer" && items["enum"] == nil:
			items["minimum"] = 1.0
		case f.name == "fields":
			items["enum"] = selectable()
		case f.name == "supplementalDataFields":
			items["enum"] = kindsOfRef()
		}
	}
	if f.has("comma") {
		allowCommas(schema)
	}
	p := object{"name": f.name, "in": "query", "schema": schema, "description": schema["description"]}
	delete(schema, "description")
	if tag.Get("required") == "true" {
		p["required"] = true
	}
	return d.shared(p)
}

// shared is a parameter that means the same wherever it occurs, as a reference; another one stays as it is.
func (d *document) shared(p object) object {
	conventions := []string{
		"path id", "path report", "query format", "query cursor", "query direction", "query limit", "query supplementalData", "query supplementalDataFields",
		"query userCustomFields", "query search", "query active", "header Idempotency-Key", "header If-Match", "header If-None-Match",
	}
	name, _ := p["name"].(string)
	if !slices.Contains(conventions, fmt.Sprint(p["in"], " ", name)) {
		return p
	}
	key := camel(name) + "Parameter"
	if known, ok := d.parameters[key]; ok && !reflect.DeepEqual(known, p) {
		return p
	}
	d.parameters[key] = p
	return object{"$ref": "#/components/parameters/" + key}
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

// selectable are the fields to which a record can be cut.
func selectable() []any {
	var names []any
	known := recordFields(exampleDurationEntry())
	for name := range known {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return names
}

func kindsOfRef() []any {
	var kinds []any
	for _, kind := range attendance.RefKinds() {
		kinds = append(kinds, string(kind))
	}
	return kinds
}

// responses describes the answers of a route.
func (d *document) responses(r route) object {
	responses := object{}
	status := "200"
	switch {
	case r.method == http.MethodDelete:
		status = "204"
	case r.status == http.StatusAccepted:
		status = "202"
	}
	response := object{"description": "Done.", "headers": headerRefs(headersOf(r))}
	if status != "204" {
		schema, example := d.answerSchema(r)
		response["content"] = bothFormats(schema, example)
	}
	responses[status] = response
	if r.polls {
		responses["202"] = d.stillMade()
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
	if r.method == http.MethodGet && strings.HasSuffix(r.pattern, "{id}") {
		responses["304"] = object{"description": "The record is still the one that If-None-Match names.", "headers": headerRefs([]string{"ETag"})}
	}
	return responses
}

// stillMade is the answer to a poll of a report that is not complete.
func (d *document) stillMade() object {
	field := func(name string, schema object) object {
		schema["description"] = fieldWords("ReportStatus", name)
		return schema
	}
	d.schemas["ReportStatus"] = object{
		"type": "object", "required": []string{"success", "reportKey", "state", "progress"}, "xml": object{"name": "root"},
		"properties": object{
			"success": field("success", object{"type": "boolean"}), "reportKey": field("reportKey", object{"type": "string"}),
			"state":    field("state", object{"type": "string", "enum": []any{"processing"}}),
			"progress": field("progress", object{"type": "number", "format": "double", "minimum": 0, "maximum": 1}),
		},
	}
	example := object{"success": true, "reportKey": "q7Ew2kPzL9sVb4Xn1RtYc8Ud", "state": "processing", "progress": 0.25}
	return object{
		"description": "The report is still being made.", "content": bothFormats(refTo("ReportStatus"), example),
		"headers": headerRefs(append(headersOf(route{method: http.MethodGet, polls: true, in: reflect.TypeFor[none]()}), "Retry-After")),
	}
}

// isList says whether a route answers a list.
func isList(r route) bool {
	return r.polls || strings.HasSuffix(r.pattern, "/simulate") || r.method == http.MethodGet && !strings.HasSuffix(r.pattern, "/explain") && !strings.Contains(r.pattern, "{id}") || strings.HasSuffix(r.pattern, "/allowed-employees")
}

// answerSchema is the schema of an answer and an example of it.
func (d *document) answerSchema(r route) (schema object, example any) {
	record := r.answers(r.record)
	name := schemaName(recordName(record))
	ref := d.record(name, record, d.words[recordName(r.record)])
	shows := exampleOf(record)
	if !isList(r) && !r.wrapped {
		return ref, shows
	}
	return d.listSchema(r, name), d.exampleList(r, shows)
}

// listSchema is the reference to the schema of a list of records of that name. A report holds what its list would, so
// that the two share one.
func (d *document) listSchema(r route, record string) object {
	name := record + "List"
	if noun := nounOf(r); record == "WorkCode" || record == "DurationEntry" {
		name = noun.one + "List"
	}
	if _, known := d.schemas[name]; known {
		return refTo(name)
	}
	in := reflect.New(r.in).Interface()
	items := refTo(record)
	if _, selects := r.in.FieldByName("fieldChoice"); selects {
		items = d.part(record)
	}
	results := listOf(items)
	results["description"] = "The records."
	properties := object{"results": results}
	if _, paged := in.(turns); paged {
		properties["cursor"] = object{"type": []string{"string", "null"}, "description": "Names the first record of the next page; null on the last one. Only pages have it."}
		properties["resumeCursor"] = object{"type": "string", "description": "On the last page of a list by modified: sent later as cursor, it goes on after the last record seen."}
	}
	if _, related := in.(choosesRelated); related {
		properties["supplementalData"] = d.supplementalData()
	}
	d.schemas[name] = object{"type": "object", "required": []string{"results"}, "properties": properties, "additionalProperties": false, "xml": object{"name": "root"}}
	return refTo(name)
}

// part is the reference to the schema of a record that is cut to some of its fields.
func (d *document) part(record string) object {
	whole, _ := d.schemas[record].(object)
	name := record + "Part"
	d.schemas[name] = object{"type": "object", "required": []string{"id"}, "properties": whole["properties"], "additionalProperties": false, "xml": whole["xml"]}
	return refTo(name)
}

// exampleList is an example of a list of one record.
func (d *document) exampleList(r route, record json.RawMessage) object {
	list := object{"results": []any{record}}
	in := reflect.New(r.in).Interface()
	if _, paged := in.(turns); paged {
		list["cursor"] = nil
	}
	return list
}

// supplementalData is the reference to the schema of related data: by kind, and then by id.
func (d *document) supplementalData() object {
	const name = "SupplementalData"
	if _, known := d.schemas[name]; known {
		return refTo(name)
	}
	kinds := object{}
	for _, kind := range attendance.RefKinds() {
		summary := d.record(summaryName(kind), &attendance.Summary{Kind: kind}, nil)
		kinds[string(kind)] = object{"type": "object", "description": "What the results refer to of the kind " + string(kind) + ", by id.", "additionalProperties": summary}
	}
	d.schemas[name] = object{
		"type": "object", "properties": kinds, "additionalProperties": false,
		"description": "Related records by kind and id: those that occur in the results. Left out with supplementalData=no.",
	}
	return refTo(name)
}

// summaryName is what the schema of a summary is called. Most kinds have the same fields.
func summaryName(kind attendance.RefKind) string {
	switch kind {
	case attendance.RefEmployee, attendance.RefDevice, attendance.RefLabel:
		return camel(string(kind)) + "Summary"
	default:
		return "Summary"
	}
}

// bothFormats are the two formats of a body or an answer, with an example of the first.
func bothFormats(schema object, example any) object {
	asJSON := object{"schema": schema}
	if example != nil {
		asJSON["example"] = example
	}
	return object{"application/json": asJSON, "application/xml": object{"schema": schema}}
}

// headersOf are the headers of a route's answer.
func headersOf(r route) []string {
	names := []string{"X-Request-Id", "X-Api-Version", "RateLimit-Policy", "RateLimit"}
	if r.method != http.MethodDelete && !r.polls && !isList(r) && r.status == 0 {
		names = append(names, "ETag")
	}
	if _, paged := reflect.TypeAssert[turns](reflect.New(r.in)); paged {
		names = append(names, "Link")
	}
	if r.method == http.MethodPost && r.status == 0 && !strings.Contains(r.pattern, "{") && !isList(r) {
		names = append(names, "Location")
	}
	if r.method != http.MethodGet && r.status == 0 && !isList(r) {
		names = append(names, "Idempotent-Replayed")
	}
	return names
}
