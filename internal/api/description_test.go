package api_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"punchclock/internal/api"
)

// description is the router of the committed OpenAPI document.
var description = sync.OnceValues(func() (routers.Router, error) {
	text, err := os.ReadFile("openapi.json")
	if err != nil {
		return nil, err
	}
	loader := openapi3.NewLoader()
	document, err := loader.LoadFromData(text)
	if err != nil {
		return nil, err
	}
	if err := document.Validate(loader.Context, openapi3.IsOpenAPI31OrLater()); err != nil {
		return nil, err
	}
	// The schemas of a document of version 3.1 are compiled anew for every answer, which took more than half of the time of
	// all tests. Those of 3.0 are looked at as they are, and all that this document says in them is understood there too.
	document.OpenAPI = "3.0.3"
	return gorillamux.NewRouter(document)
})

func TestOpenAPIIsValid(t *testing.T) {
	t.Parallel()
	if _, err := description(); err != nil {
		t.Fatal(err)
	}
}

// checkAgainstDescription fails the test when a request that was accepted, or the response to any request, is not as
// the OpenAPI document describes it. Bodies in XML are not looked at: other tests hold them equal to the JSON.
func checkAgainstDescription(t testing.TB, r *http.Request, body string, response *http.Response, text []byte) {
	t.Helper()
	router, err := description()
	if err != nil {
		t.Fatal(err)
	}
	plain := r.Clone(context.Background())
	plain.URL.Path = withoutExtension(r.URL.Path)
	plain.Body = io.NopCloser(strings.NewReader(body))
	if plain.Method == http.MethodHead {
		return
	}
	route, params, err := router.FindRoute(plain)
	if err != nil {
		if response.StatusCode < 300 && plain.Method != http.MethodOptions {
			t.Errorf("%s %s answers %d and is not described: %v", r.Method, plain.URL.Path, response.StatusCode, err)
		}
		return
	}
	input := &openapi3filter.RequestValidationInput{
		Request: plain, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true},
	}
	isXML := strings.Contains(r.Header.Get("Content-Type"), "xml")
	if response.StatusCode < 300 && !isXML && !strings.Contains(r.URL.RawQuery, "[]=") && !strings.Contains(r.URL.RawQuery, "%5B%5D=") {
		if body != "" && plain.Header.Get("Content-Type") == "" {
			plain.Header.Set("Content-Type", "application/json")
		}
		if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
			t.Errorf("%s %s was accepted but is not as described: %v", r.Method, r.URL, err)
		}
	}
	checkResponse(t, input, response, text)
}

func checkResponse(t testing.TB, input *openapi3filter.RequestValidationInput, response *http.Response, text []byte) {
	t.Helper()
	if !strings.Contains(response.Header.Get("Content-Type"), "json") {
		if status := response.StatusCode; status >= 300 && len(text) > 0 && input.Route.Operation.Responses.Status(status) == nil && status != http.StatusMethodNotAllowed {
			t.Errorf("%s %s: the status %d is not described", input.Request.Method, input.Request.URL, status)
		}
		return
	}
	output := &openapi3filter.ResponseValidationInput{RequestValidationInput: input, Status: response.StatusCode, Header: response.Header, Options: input.Options}
	output.Body = io.NopCloser(bytes.NewReader(text))
	if err := openapi3filter.ValidateResponse(context.Background(), output); err != nil {
		t.Errorf("%s %s: the answer %d is not as described: %v\n%s", input.Request.Method, input.Request.URL, response.StatusCode, err, text)
	}
}

func withoutExtension(path string) string {
	path = strings.TrimSuffix(path, "/")
	path = strings.TrimSuffix(strings.TrimSuffix(path, ".json"), ".xml")
	if !strings.HasPrefix(path, api.Prefix) {
		return path
	}
	return path
}
