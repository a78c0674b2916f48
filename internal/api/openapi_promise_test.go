package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// readDocument is the committed OpenAPI document.
func readDocument(t testing.TB) *openapi3.T {
	t.Helper()
	text, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	document, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// TestExamplesAreAsDescribed holds the examples of bodies and answers against their schemas.
func TestExamplesAreAsDescribed(t *testing.T) {
	t.Parallel()
	document := readDocument(t)
	n := 0
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			contents := map[string]openapi3.Content{}
			if body := operation.RequestBody; body != nil {
				contents["body"] = body.Value.Content
			}
			for status, response := range operation.Responses.Map() {
				contents[status] = response.Value.Content
			}
			for what, content := range contents {
				media := content.Get("application/json")
				if media == nil {
					continue
				}
				n++
				if err := checkExample(media); err != nil {
					t.Errorf("%s %s, example of %s: %v", method, path, what, err)
				}
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d bodies and answers were found", n)
	}
}

func checkExample(media *openapi3.MediaType) error {
	if media.Example == nil {
		return fmt.Errorf("there is none")
	}
	return media.Schema.Value.VisitJSON(media.Example, openapi3.EnableJSONSchema2020(), openapi3.MultiErrors())
}

// TestEverythingIsDescribed asks for words about every field and parameter.
func TestEverythingIsDescribed(t *testing.T) {
	t.Parallel()
	document := readDocument(t)
	for name, schema := range document.Components.Schemas {
		for field, property := range schema.Value.Properties {
			if property.Value.Description == "" {
				t.Errorf("%s.%s is not described: give it words in fieldWords, or a doc tag", name, field)
			}
		}
	}
	plain := regexp.MustCompile(`^[a-z][A-Za-z]+$`)
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			if operation.Summary == "" || !plain.MatchString(operation.OperationID) {
				t.Errorf("%s %s: summary %q, name %q", method, path, operation.Summary, operation.OperationID)
			}
			for _, p := range operation.Parameters {
				if p.Value.Description == "" {
					t.Errorf("%s %s: the parameter %s is not described", method, path, p.Value.Name)
				}
			}
		}
	}
}

// TestBoundsAreKept sends to every collection, for each field that has bounds, a value just beyond them, and expects to
// be told of the field.
func TestBoundsAreKept(t *testing.T) {
	t.Parallel()
	document := readDocument(t)
	w := newWorld(t)
	n := 0
	for path, item := range document.Paths.Map() {
		if item.Post == nil || item.Post.RequestBody == nil || strings.Contains(path, "async") {
			continue
		}
		if strings.HasSuffix(path, "/simulate") {
			path += "?from=2026-03-01&to=2026-03-02"
		}
		for field, property := range item.Post.RequestBody.Value.Content.Get("application/json").Schema.Value.Properties {
			for what, value := range beyond(property.Value) {
				n++
				body, err := json.Marshal(map[string]any{field: value})
				if err != nil {
					t.Fatal(err)
				}
				if answer := w.post(path, string(body)); answer.status != http.StatusBadRequest || !mentions(answer, field) {
					t.Errorf("POST %s with %s of %s: %d %s", path, field, what, answer.status, answer.body)
				}
			}
		}
	}
	if n < 150 {
		t.Errorf("only %d bounds were found", n)
	}
}

// beyond are values that a schema does not allow, by what is wrong with them.
func beyond(s *openapi3.Schema) map[string]any {
	wrong := map[string]any{}
	if s.MinLength > 0 {
		wrong["no character"] = ""
	}
	if s.MaxLength != nil {
		wrong["too many characters"] = strings.Repeat("x", int(*s.MaxLength)+1)
	}
	if s.Min != nil {
		wrong["too little"] = *s.Min - 1
	}
	if s.Max != nil {
		wrong["too much"] = *s.Max * 2
	}
	if s.MinItems > 0 {
		wrong["no item"] = []any{}
	}
	if s.MaxItems != nil && s.Items.Value.Type.Is("string") {
		items := make([]string, *s.MaxItems+1)
		for i := range items {
			items[i] = fmt.Sprintf("user:%d", i+1)
		}
		wrong["too many items"] = items
	}
	if s.Pattern != "" {
		wrong["another pattern"] = "?"
	}
	return wrong
}

// mentions says whether an answer lists the field, or something in it, among the errors.
func mentions(a *response, field string) bool {
	var told struct{ Errors []struct{ Field string } }
	if err := json.Unmarshal([]byte(a.body), &told); err != nil {
		return false
	}
	return slices.ContainsFunc(told.Errors, func(e struct{ Field string }) bool {
		return e.Field == field || strings.HasPrefix(e.Field, field+"[") || strings.HasPrefix(e.Field, field+".")
	})
}
