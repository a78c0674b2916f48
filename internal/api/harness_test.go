package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"punchclock/internal/api"
	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
	"punchclock/internal/wire"
)

// world is a server with an account of its own and, beside it, a decoy account that must never be seen.
type world struct {
	t       testing.TB
	clock   *testClock
	store   *store.Store
	app     *app.App
	server  *api.Server
	account *attendance.Account
	key     string // may do everything, without limits
	decoy   *attendance.Account
	decoys  string // the decoy account's key
}

// testClock is a clock that a test sets.
type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *testClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func newWorld(t testing.TB) *world {
	t.Helper()
	clock := &testClock{now: storetest.Epoch}
	return newWorldOn(t, storetest.OpenAt(t, clock.Now), clock)
}

func newWorldOn(t testing.TB, s *store.Store, clock *testClock) *world {
	t.Helper()
	w := &world{t: t, clock: clock, store: s}
	var err error
	if w.app, err = app.New(context.Background(), w.store, w.clock.Now, []byte("a secret of the tests, 32 bytes.")); err != nil {
		t.Fatal(err)
	}
	if w.server, err = api.New(context.Background(), w.app, slog.New(slog.DiscardHandler), func(string, string, int, time.Duration) {}); err != nil {
		t.Fatal(err)
	}
	w.account, w.key = w.newAccount("Acme", "America/New_York")
	w.decoy, w.decoys = w.newAccount("Decoy", "America/New_York")
	t.Cleanup(w.wantTrail)
	return w
}

// wantTrail fails the test when a punch or a duration entry is not what the audit trail says.
func (w *world) wantTrail() {
	w.t.Helper()
	deviations, err := w.store.Deviations(context.Background())
	if err != nil || len(deviations) > 0 {
		w.t.Errorf("the audit trail does not say what was done: %q, %v", deviations, err)
	}
}

// newAccount makes an account without limits and a key that may do everything.
func (w *world) newAccount(name, zone string) (*attendance.Account, string) {
	w.t.Helper()
	a, err := w.app.CreateAccount(context.Background(), name, zone, 0, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	return a, w.newKey(a.ID, "*")
}

// newKey makes a key of an account with the comma-separated permissions, limited to the org units if there are any.
func (w *world) newKey(account int64, permissions string, orgUnits ...int64) string {
	w.t.Helper()
	ps, err := attendance.ParsePermissions(permissions)
	if err != nil {
		w.t.Fatal(err)
	}
	_, secret, err := w.app.CreateKey(context.Background(), account, attendance.Key{Name: "Test key", Permissions: ps, OrgUnits: orgUnits})
	if err != nil {
		w.t.Fatal(err)
	}
	return secret
}

// response is what the server answered.
type response struct {
	t      testing.TB
	what   string
	status int
	header http.Header
	body   string
}

// do sends a request with the world's key. Headers are given as "Name: value"; an Authorization header
// replaces the key, and a + before the name adds one.
func (w *world) do(method, path, body string, headers ...string) *response {
	w.t.Helper()
	r := httptest.NewRequest(method, api.Prefix+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Token "+w.key)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if more, ok := strings.CutPrefix(name, "+"); ok {
			r.Header.Add(more, value)
		} else {
			r.Header.Set(name, value)
		}
	}
	recorder := httptest.NewRecorder()
	w.server.ServeHTTP(recorder, r)
	result := recorder.Result()
	text, err := io.ReadAll(result.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	checkAgainstDescription(w.t, r, body, result, text)
	return &response{w.t, method + " " + path, result.StatusCode, result.Header, string(text)}
}

func (w *world) get(path string, headers ...string) *response {
	w.t.Helper()
	return w.do(http.MethodGet, path, "", headers...)
}

func (w *world) post(path, body string, headers ...string) *response {
	w.t.Helper()
	return w.do(http.MethodPost, path, body, headers...)
}

func (w *world) put(path, body string, headers ...string) *response {
	w.t.Helper()
	return w.do(http.MethodPut, path, body, headers...)
}

func (w *world) delete(path string, headers ...string) *response {
	w.t.Helper()
	return w.do(http.MethodDelete, path, "", headers...)
}

// create posts the body and gives the id of the new record.
func (w *world) create(path, body string, headers ...string) int64 {
	w.t.Helper()
	record := w.post(path, body, headers...).want(http.StatusOK).object()
	if results, ok := record["results"].([]any); ok {
		record = results[0].(map[string]any)
	}
	return int64(record["id"].(float64))
}

// as is the header that sends another key.
func as(key string) string { return "Authorization: Token " + key }

// want fails the test when the status is another one.
func (r *response) want(status int) *response {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("%s: status %d, want %d\n%s", r.what, r.status, status, r.body)
	}
	return r
}

// object is the JSON body.
func (r *response) object() map[string]any {
	r.t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(r.body), &v); err != nil {
		r.t.Fatalf("%s: %v\n%s", r.what, err, r.body)
	}
	return v
}

// results are the records of a list.
func (r *response) results() []map[string]any {
	r.t.Helper()
	list, ok := r.want(http.StatusOK).object()["results"].([]any)
	if !ok {
		r.t.Fatalf("%s: no results\n%s", r.what, r.body)
	}
	records := make([]map[string]any, len(list))
	for i := range list {
		records[i] = list[i].(map[string]any)
	}
	return records
}

// ids are the ids of the records of a list, in order.
func (r *response) ids() []int64 {
	r.t.Helper()
	ids := []int64{}
	for _, record := range r.results() {
		ids = append(ids, int64(record["id"].(float64)))
	}
	return ids
}

// wantError fails the test unless the answer is a 400 with exactly these "field code" pairs, in any order.
func (r *response) wantError(pairs ...string) *response {
	r.t.Helper()
	r.want(http.StatusBadRequest)
	got := map[string]bool{}
	list, _ := r.object()["errors"].([]any)
	for _, e := range list {
		e := e.(map[string]any)
		got[fmt.Sprint(e["field"], " ", e["code"])] = true
	}
	for _, pair := range pairs {
		if !got[pair] {
			r.t.Fatalf("%s: no error %q\n%s", r.what, pair, r.body)
		}
	}
	if len(got) != len(pairs) {
		r.t.Fatalf("%s: want the errors %q\n%s", r.what, pairs, r.body)
	}
	return r
}

func contains(text, part string) bool { return strings.Contains(text, part) }

// sameTree fails the test when a text in JSON and one in XML are not the same tree.
func sameTree(t testing.TB, jsonText, xmlText string) {
	t.Helper()
	fromJSON, err := wire.ParseJSON([]byte(jsonText))
	if err != nil {
		t.Fatal(err)
	}
	fromXML, err := wire.ParseXML([]byte(xmlText))
	if err != nil {
		t.Fatalf("%v\n%s", err, xmlText)
	}
	if !wire.Equal(fromJSON, fromXML) {
		t.Errorf("these are not the same:\n%s\n%s", jsonText, xmlText)
	}
}
