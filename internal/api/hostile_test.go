package api_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"punchclock/internal/api"
)

// hostileValues are JSON values that break naive servers.
func hostileValues() []string {
	return []string{
		`null`, `true`, `false`, `0`, `-1`, `1`, `1.5`, `1e400`, `-0`, `9223372036854775807`, `9223372036854775808`, `1099511627776`, `1e2`,
		`""`, `" "`, `"x"`, `"0"`, `"null"`, `"\u0000"`, `"\ud800"`, `"\u202e\ufeff"`, `"%"`, `"_"`, `"' OR 1=1 --"`, `"\"; DROP TABLE punches"`,
		`"2026-02-30"`, `"0000-01-01"`, `"9999-12-31T23:59:60Z"`, `"2026-03-08T02:30:00"`, `"2026-03-08T02:30:00+24:00"`, `"2026-13-01T00:00:00Z"`,
		`"24:00:01"`, `"99999999:00:00"`, `"-01:00"`, `"user:all"`, `"user:0"`, `"user:99999999999999999999"`, `"posixrules"`, `"../../etc/passwd"`,
		`[]`, `[null]`, `[[]]`, `[{}]`, `[1, 1]`, `["x", "x"]`, `{}`, `{"x": {}}`, `{"payCode": 1}`, `{"a": [[[[[[]]]]]]}`, `"` + strings.Repeat("a", 5000) + `"`,
		`[{"type": "mobile", "number": "+1"}]`, `[{"customField": 1, "value": {"a": 1}}]`, `[{"start": "25:00", "end": "1"}]`, `{"interval": "00:00:00", "mode": "up"}`,
		`{"gap": "-1", "maximum": null, "date": "x", "dayStartsAt": "24:00"}`, `{"in": {"mode": "snap"}, "total": {"interval": "00:00:00", "mode": "nearest"}}`,
	}
}

// TestHostileBodies writes hostile values to every field of every collection. None is a server error, and whatever is
// accepted can be read again.
func TestHostileBodies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for path, id := range w.found(w.key, "OWN") {
		one := fmt.Sprintf("%s/%d", path, id)
		before := w.get(one).object()
		for field := range before {
			for _, value := range hostileValues() {
				body := fmt.Sprintf(`{%q: %s}`, field, value)
				w.hostile(http.MethodPut, one, body)
				w.hostile(http.MethodPost, path, body)
			}
		}
		if path != "/employees" && path != "/punches" && path != "/timeoffentries" {
			w.get(one).want(http.StatusOK)
		}
	}
	for _, list := range everyList(t) {
		w.get(list).want(http.StatusOK)
		w.get(list + "&format=xml").want(http.StatusOK)
	}
}

// hostile sends a request and fails the test when the answer is a server error.
func (w *world) hostile(method, path, body string) {
	w.t.Helper()
	r := httptest.NewRequest(method, api.Prefix+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Token "+w.key)
	recorder := httptest.NewRecorder()
	w.server.ServeHTTP(recorder, r)
	if recorder.Code >= 500 {
		w.t.Errorf("%s %s with %s answers %d: %s", method, path, body, recorder.Code, recorder.Body)
	}
}

// TestHostileParameters gives hostile values to every parameter of every list.
func TestHostileParameters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.found(w.key, "OWN")
	values := []string{
		"", " ", "%", "_", `\`, "'", `"`, "' OR '1'='1", "1; DROP TABLE punches", "\x00", "\xff", "\u202e", "-1", "0", "1.5", "9223372036854775808", "1,2,3", "user:1", "user:all",
		"yes", "no", "modified", "2026-02-30", "0000-01-01", "9999-12-31", "2026-03-08", "2026-03-08T02:30:00", "2026-03-08T02:30:00+24:00", "a=1;b", "shirt~%;shirt!=;shirt>1", ";;;", "shirt=" + strings.Repeat("x,", 500),
		"-tardy,-,open", strings.Repeat("a ", 90), strings.Repeat("(a+)+$", 20), "active", "é́", "İ",
	}
	for path, operations := range readDescribed(t).Paths {
		list, ok := operations["get"]
		if !ok || strings.Contains(path, "{") {
			continue
		}
		for _, p := range list.Parameters {
			for _, value := range values {
				w.hostile(http.MethodGet, path+"?from=2026-01-01&to=2026-12-31&"+p.Name+"="+url.QueryEscape(value), "")
				w.hostile(http.MethodGet, path+"?"+p.Name+"[]="+url.QueryEscape(value)+"&"+p.Name+"="+value2(value), "")
			}
		}
	}
}

// value2 is the value as a careless client would send it: without escaping what a URL cannot hold.
func value2(value string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == '%' || r > '~' || r == '#' {
			return -1
		}
		return r
	}, value)
}

// FuzzRequest sends any method, path, headers and body. No request whatsoever may be a server error, and every answer
// is well-formed text.
func FuzzRequest(f *testing.F) {
	w := newWorld(f)
	c := w.found(w.key, "OWN")
	for _, list := range everyList(f) {
		f.Add("GET", list, "application/json", "", "")
	}
	for path, id := range c {
		record := w.get(fmt.Sprintf("%s/%d", path, id)).body
		f.Add("PUT", fmt.Sprintf("%s/%d", path, id), "application/json", "application/json", record)
		f.Add("POST", path, "application/xml", "application/xml", "<a><name>x</name></a>")
	}
	f.Fuzz(func(t *testing.T, method, path, accept, contentType, body string) {
		target, err := url.Parse("http://localhost" + api.Prefix + "/" + strings.TrimPrefix(path, "/"))
		if err != nil || !validMethod(method) {
			return
		}
		r := &http.Request{Method: method, URL: target, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Host: "localhost"}
		r.Header.Set("Authorization", "Token "+w.key)
		r.Header.Set("Accept", accept)
		r.Header.Set("Content-Type", contentType)
		recorder := httptest.NewRecorder()
		w.server.ServeHTTP(recorder, r.WithContext(t.Context()))
		if recorder.Code >= 500 {
			t.Fatalf("%s %s answers %d: %s", method, path, recorder.Code, recorder.Body)
		}
		if !utf8.Valid(recorder.Body.Bytes()) {
			t.Fatalf("%s %s answers bytes that are no UTF-8", method, path)
		}
	})
}

func validMethod(method string) bool {
	return method != "" && !strings.ContainsFunc(method, func(r rune) bool { return r < 'A' || r > 'Z' })
}
