package api_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"punchclock/internal/api"
)

// TestTheDocsPageNeedsNoInternet fetches the page and all that it names. Every address is one of this server, and the
// browser is forbidden to ask any other.
func TestTheDocsPageNeedsNoInternet(t *testing.T) {
	t.Parallel()
	get := func(path string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		api.ServeDocs().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		if answer.Code != http.StatusOK || answer.Body.Len() == 0 {
			t.Errorf("%s answers %d with %d bytes", path, answer.Code, answer.Body.Len())
		}
		return answer
	}
	page := get(api.Prefix + "/docs")
	names := regexp.MustCompile(`(?:href|src|spec-url)="([^"]*)"`).FindAllStringSubmatch(page.Body.String(), -1)
	if len(names) < 3 {
		t.Errorf("only %d addresses were found in the page", len(names))
	}
	for _, name := range names {
		if !strings.HasPrefix(name[1], api.Prefix+"/") {
			t.Errorf("the page names %s, which is not here", name[1])
			continue
		}
		get(name[1])
	}
	if strings.Contains(get(api.Prefix+"/docs/page.css").Body.String(), "//") {
		t.Error("the style sheet names another server")
	}
	for directive := range strings.SplitSeq(page.Header().Get("Content-Security-Policy"), "; ") {
		if strings.Contains(directive, "//") || strings.Contains(directive, "*") {
			t.Errorf("other servers may be asked: %s", directive)
		}
	}
	if !strings.HasPrefix(page.Header().Get("Content-Security-Policy"), "default-src 'none'; ") {
		t.Error("what no directive names is allowed")
	}
}
