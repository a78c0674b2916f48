package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"punchclock/internal/attendance"
)

func TestFormatIsChosenByExtensionThenParameterThenAccept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.create("/departments", `{"name": "Assembly"}`)
	for _, c := range []struct{ path, accept, want string }{
		{"/departments", "", "json"},
		{"/departments", "application/xml", "xml"},
		{"/departments", "text/html, application/xml;q=0.5, application/json;q=0.4", "xml"},
		{"/departments", "application/xml;q=0.4, application/json", "json"},
		{"/departments", "text/html", "json"},
		{"/departments?format=xml", "application/json", "xml"},
		{"/departments.json?format=xml", "application/xml", "json"},
		{"/departments.xml?format=json", "application/json", "xml"},
		{"/departments/?format=xml", "", "xml"},
		{fmt.Sprintf("/departments/%d.xml", id), "", "xml"},
		{fmt.Sprintf("/departments/%d/", id), "", "json"},
	} {
		r := w.get(c.path, "Accept: "+c.accept).want(http.StatusOK)
		if !contains(r.header.Get("Content-Type"), c.want) {
			t.Errorf("%s with Accept %q is %s, want %s", c.path, c.accept, r.header.Get("Content-Type"), c.want)
		}
	}
	w.get("/departments?format=yaml").wantError("format format")
	xml := w.get("/nothing.xml").want(http.StatusNotFound)
	if !contains(xml.body, "<root><detail>") {
		t.Errorf("an error in XML is %s", xml.body)
	}
}

func TestStrangePathsNameNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.create("/departments", `{"name": "Assembly"}`)
	for _, path := range []string{
		"/", "//departments", "/departments//", "/departments.yaml", fmt.Sprintf("/departments.json/%d", id),
		fmt.Sprintf("/departments//%d", id), fmt.Sprintf("/departments%%2f%d", id), fmt.Sprintf("/departments/%d;x=1", id), fmt.Sprintf("/departments/0%d", id),
		fmt.Sprintf("/departments/+%d", id), fmt.Sprintf("/departments/%d%%20", id), "/departments/-1", "/departments/0", "/departments/1.0", "/departments/1e0",
		"/departments/99999999999999999999", "/departments/٣", "/Departments", "/departments/../departments", "/departments/async/x/poll",
	} {
		if got := w.do(http.MethodGet, path, ""); got.status != http.StatusNotFound {
			t.Errorf("GET %s answers %d: %s", path, got.status, got.body)
		}
	}
}

func TestWhoMayNotAskLearnsNothingElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	revoked := w.newKey(w.account.ID, "*")
	keys := map[string]string{"missing": "", "malformed": "Authorization: Bearer " + w.key, "unknown": as("pck_" + strings.Repeat("0", 46)), "revoked": as(revoked)}
	hash := w.lastKey()
	if _, err := w.app.RevokeKey(context.Background(), attendance.Actor{Scope: attendance.Everything(w.account.ID), Via: "cli"}, w.account.ID, hash); err != nil {
		t.Fatal(err)
	}
	for name, header := range keys {
		if header == "" {
			header = "Authorization: "
		}
		for _, path := range []string{"/departments", "/departments/1", "/departments/x", "/nothing", "/departments?format=yaml"} {
			for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodOptions} {
				r := w.do(method, path, "{", header)
				if r.status != http.StatusUnauthorized || r.header.Get("WWW-Authenticate") != "Token" {
					t.Errorf("%s %s with a key that is %s answers %d", method, path, name, r.status)
				}
			}
		}
	}
}

// lastKey is the id of the key of the account that was made last.
func (w *world) lastKey() int64 {
	w.t.Helper()
	var id int64
	for k, err := range w.store.Keys(context.Background(), w.account.ID) {
		if err != nil {
			w.t.Fatal(err)
		}
		id = k.ID
	}
	return id
}

func TestARevokedKeyStopsWithinASecond(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key := w.newKey(w.account.ID, "departments:read")
	id := w.lastKey()
	w.get("/departments", as(key)).want(http.StatusOK)
	if _, err := w.app.RevokeKey(context.Background(), attendance.Actor{Scope: attendance.Everything(w.account.ID), Via: "cli"}, w.account.ID, id); err != nil {
		t.Fatal(err)
	}
	w.clock.advance(time.Second)
	w.get("/departments", as(key)).want(http.StatusUnauthorized)
}

func TestTwoAuthorizationHeadersAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.do(http.MethodGet, "/departments", "", "+Authorization: Token "+w.key).want(http.StatusUnauthorized)
}

func TestWithoutThePermissionEverythingIsForbidden(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.create("/departments", `{"name": "Assembly"}`)
	decoy := w.create("/departments", `{"name": "Decoy"}`, as(w.decoys))
	reader := w.newKey(w.account.ID, "departments:read")
	for _, path := range []string{fmt.Sprint("/departments/", id), fmt.Sprint("/departments/", decoy), "/departments/424242", "/departments/x", "/departments/1?format=yaml"} {
		r := w.put(path, `{"name": 5`, as(reader)).want(http.StatusForbidden)
		if !contains(r.body, "departments:write") {
			t.Errorf("the answer does not name the permission: %s", r.body)
		}
	}
	w.get(fmt.Sprint("/departments/", id), as(reader)).want(http.StatusOK)
	w.get("/jobs", as(reader)).want(http.StatusForbidden)
}

func TestMethods(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.create("/departments", `{"name": "Assembly"}`)
	path := fmt.Sprint("/departments/", id)
	if got := w.do(http.MethodDelete, path, "").want(http.StatusMethodNotAllowed).header.Get("Allow"); got != "GET, HEAD, OPTIONS, PUT" {
		t.Errorf("Allow is %q", got)
	}
	if got := w.do(http.MethodOptions, path, "").want(http.StatusNoContent).header.Get("Allow"); got != "GET, HEAD, OPTIONS, PUT" {
		t.Errorf("Allow is %q", got)
	}
	w.do(http.MethodPost, path, "", "X-HTTP-Method-Override: PUT").want(http.StatusMethodNotAllowed)
	w.do(http.MethodHead, path, "").want(http.StatusOK)
}

func TestVersions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if got := w.get("/departments", "X-Api-Version: 0.2").want(http.StatusOK).header.Get("X-Api-Version"); got != "0.2" {
		t.Errorf("X-Api-Version is %q", got)
	}
	r := w.get("/departments", "X-Api-Version: 0.3").wantError("X-Api-Version unknown")
	if !contains(r.body, "0.2") {
		t.Errorf("the answer does not say what is supported: %s", r.body)
	}
}

func TestRequestIDs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if got := w.get("/departments", "X-Request-Id: order-17.a").header.Get("X-Request-Id"); got != "order-17.a" {
		t.Errorf("a sane id became %q", got)
	}
	if got := w.get("/departments", "X-Request-Id: a b").header.Get("X-Request-Id"); got == "a b" || got == "" {
		t.Errorf("an id with a space became %q", got)
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post("/departments", `{"name": "x"}`, "Content-Type: text/plain").wantError("Content-Type format")
	w.post("/departments", `{"name": "x"}`, "Content-Encoding: gzip").wantError("Content-Encoding format")
	w.post("/departments", ``).want(http.StatusBadRequest)
	w.post("/departments", `[]`).want(http.StatusBadRequest)
	w.post("/departments", `{"name": "x", "name": "y"}`).wantError("name duplicate")
	w.post("/departments", `{"name": "x"} {}`).want(http.StatusBadRequest)
	w.post("/departments", `{"name": "a\u0000b"}`).want(http.StatusBadRequest)
	w.post("/departments", `{"name": "a\u0001b"}`).wantError("name format")
	w.post("/departments", `{"Name": "x"}`).wantError("Name unknown", "name required")
	w.post("/departments", `{"name": "`+strings.Repeat("x", 1<<20)+`"}`).want(http.StatusRequestEntityTooLarge)
	w.post("/departments", `{"name": "`+strings.Repeat("é", 201)+`"}`).wantError("name range")
	if n := len(w.get("/departments").results()); n != 0 {
		t.Errorf("bad bodies made %d departments", n)
	}
}

func TestETags(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	path := fmt.Sprint("/departments/", w.create("/departments", `{"name": "Assembly"}`))
	tag := w.get(path).header.Get("ETag")
	w.get(path, "If-None-Match: "+tag).want(http.StatusNotModified)
	if xml := w.get(path + ".xml").header.Get("ETag"); xml == tag {
		t.Error("JSON and XML have the same strong tag")
	}
	w.put(path, `{"name": "Packing"}`, "If-Match: "+tag).want(http.StatusOK)
	w.put(path, `{"name": "Shipping"}`, "If-Match: "+tag).want(http.StatusPreconditionFailed)
	w.get(path, "If-None-Match: "+tag).want(http.StatusOK)
	w.put(path, `{"name": "Shipping"}`, "If-Match: *").want(http.StatusOK)
}

func TestRatesAreExact(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	account, err := w.app.CreateAccount(context.Background(), "Slow", "UTC", 50, 1000)
	if err != nil {
		t.Fatal(err)
	}
	one, other := w.newKey(account.ID, "*"), w.newKey(account.ID, "*")
	for i := range 50 {
		w.get("/departments", as([]string{one, other}[i%2])).want(http.StatusOK)
	}
	refused := w.get("/departments", as(other)).want(http.StatusTooManyRequests)
	if refused.header.Get("Retry-After") != "60" {
		t.Errorf("Retry-After is %q", refused.header.Get("Retry-After"))
	}
	if got := refused.header.Get("RateLimit"); got != `"burst";r=0;t=60, "sustained";r=949;t=3600` {
		t.Errorf("RateLimit is %s", got)
	}
	w.get("/departments").want(http.StatusOK)
	w.get("/departments", as("pck_"+strings.Repeat("0", 46))).want(http.StatusUnauthorized)
	w.clock.advance(time.Minute)
	w.get("/departments", as(one)).want(http.StatusOK)
	w.get("/nothing", as(one)).want(http.StatusNotFound)
	w.do(http.MethodDelete, "/departments", "", as(one)).want(http.StatusMethodNotAllowed)
	if got := w.get("/departments", as(one)).header.Get("RateLimit"); !contains(got, `"burst";r=46;`) {
		t.Errorf("404 and 405 did not count: RateLimit is %s", got)
	}
}

func TestLimitsThatChangeHoldWithinASecond(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	account, err := w.app.CreateAccount(context.Background(), "Slow", "UTC", 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	key := w.newKey(account.ID, "*")
	w.get("/departments", as(key)).want(http.StatusOK)
	w.get("/departments", as(key)).want(http.StatusTooManyRequests)
	if _, err := w.app.UpdateAccount(context.Background(), account.ID, func(a *attendance.Account) { a.Burst = 10 }); err != nil {
		t.Fatal(err)
	}
	w.clock.advance(time.Second)
	w.get("/departments", as(key)).want(http.StatusOK)
}
