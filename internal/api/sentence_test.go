package api_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/api"
)

// TestBodyThatIsNoObjectIsOneProblem guards that a body of the wrong type is told as that alone: nothing in it was
// given, and the body has no name that could stand in a list of wrong fields.
func TestBodyThatIsNoObjectIsOneProblem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, body := range []string{`null`, `[]`, `"name"`, `1`} {
		got := w.post("/departments", body).want(400).object()
		if got["code"] != "type" || !strings.HasPrefix(got["detail"].(string), "The body must be an object") || len(got["errors"].([]any)) != 1 {
			t.Errorf("%s: %v", body, got)
		}
	}
}

// TestSentencesNameTheValueAndTheChoice guards that what is wrong with a parameter can be read from its sentence alone.
func TestSentencesNameTheValueAndTheChoice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for path, want := range map[string]string{
		"/employees?hasFaceModel=maybe":                           `"maybe" is neither yes nor no. Write one of them.`,
		"/jobs?supplementalData=1":                                `"1" is neither yes nor no. Write one of them.`,
		"/jobs?supplementalDataFields[]=users":                    `The kinds are employee, device, orgUnit,`,
		"/duration-entries?from=2026-01-01&to=2026-01-02&limit=2": `only with orderBy=modified`,
	} {
		if detail := w.get(path).want(400).object()["detail"].(string); !strings.Contains(detail, want) {
			t.Errorf("%s: %s", path, detail)
		}
	}
}

// TestBodiesAreNotIgnored guards that filters which were sent as the body of a report, where parameters are wanted, do
// not widen it in silence. An empty body or object says nothing, and is taken.
func TestBodiesAreNotIgnored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	start := "/punches/async?from=2026-01-01&to=2026-01-02"
	for _, body := range []string{`{"employee": 1}`, `[]`, `employee=1`} {
		if got := w.post(start, body).want(400).object(); got["code"] != "unknown" {
			t.Errorf("%s: %v", body, got)
		}
	}
	for _, body := range []string{"", "{}"} {
		w.post(start, body).want(202)
	}
	w.post(start, "<root/>", "Content-Type: application/xml").want(202)
}

// TestJobsDoNotNameEmployeesOutsideOfTheKey guards that a key with a limit to org units does not learn the names of the
// employees of other units from the jobs, which belong to no unit.
func TestJobsDoNotNameEmployeesOutsideOfTheKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, other := w.create("/orgunits", `{"name": "Mine"}`), w.create("/orgunits", `{"name": "Other"}`)
	known := w.create("/employees", fmt.Sprintf(`{"firstName": "Ann", "lastName": "Known", "orgUnit": %d}`, mine))
	hidden := w.create("/employees", fmt.Sprintf(`{"firstName": "Bob", "lastName": "Hidden", "orgUnit": %d}`, other))
	w.create("/jobs", fmt.Sprintf(`{"name": "Shared", "orgUsers": [%d, %d]}`, known, hidden))
	limited := as(w.newKey(w.account.ID, "*", mine))
	for key, want := range map[string]int{limited: 1, as(w.key): 2} {
		related := w.get("/jobs", key).want(200).object()["supplementalData"].(map[string]any)["employee"].(map[string]any)
		if len(related) != want {
			t.Errorf("got %v, want %d employees", related, want)
		}
	}
}

// TestNestedSentencesNameTheirField guards that what is wrong inside of a list says where, and is said once.
func TestNestedSentencesNameTheirField(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Here"}`)
	field := w.create("/customfields", `{"key": "shirt", "name": "Shirt", "type": "text"}`)
	start := fmt.Sprintf(`{"firstName": "Ann", "lastName": "Lee", "orgUnit": %d, `, unit)
	for body, want := range map[string]string{
		fmt.Sprintf(`"customFieldValues": [{"customField": %d, "value": 5}]}`, field): "customFieldValues[0].value must be a string.",
		`"phones": [null]}`: "phones[0] must not be null; give a value or leave it out.",
	} {
		if got := w.post("/employees", start+body).want(400).object()["detail"]; got != want {
			t.Errorf("%s: %s", body, got)
		}
	}
}

// TestBirthdaysAreOlderThanTheEpoch guards that whoever was born before 1970 can be entered, while what is worked or
// planned keeps to the years that the product knows.
func TestBirthdaysAreOlderThanTheEpoch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Here"}`)
	made := w.post("/employees", fmt.Sprintf(`{"firstName": "Ann", "lastName": "Lee", "orgUnit": %d, "birthDate": "1958-02-28"}`, unit)).want(200)
	id := int64(made.results()[0]["id"].(float64))
	one := fmt.Sprintf("/employees/%d", id)
	if got := w.get(one).object()["birthDate"]; got != "1958-02-28" {
		t.Errorf("birthDate is %v", got)
	}
	for _, field := range []string{`"birthDate": "1899-12-31"`, `"birthDate": "1958-02-29"`, `"hireDate": "1969-12-31"`} {
		w.put(one, "{"+field+"}").want(400)
	}
}

// TestEmptyConditionsAreNotIgnored guards that a guard against lost updates or repeats which a client meant to send, and
// left empty by mistake, is not taken for none.
func TestEmptyConditionsAreNotIgnored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one := fmt.Sprintf("/departments/%d", w.create("/departments", `{"name": "Bakery"}`))
	for _, header := range []string{"If-Match: ", `If-Match: ""`, "Idempotency-Key: "} {
		w.put(one, `{"name": "Sales"}`, header).want(400)
	}
	if got := w.get(one).object()["name"]; got != "Bakery" {
		t.Errorf("the name was changed to %v", got)
	}
}

// TestExplainKnowsWhoHasLeft guards that the last time card of an employee who was deleted can be explained like any
// other, since the card stays.
func TestExplainKnowsWhoHasLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit, other := w.create("/orgunits", `{"name": "Here"}`), w.create("/orgunits", `{"name": "There"}`)
	gone := w.create("/employees", fmt.Sprintf(`{"firstName": "Ann", "lastName": "Lee", "orgUnit": %d}`, unit))
	w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-02T08:00", "outDt": "2026-03-02T16:00"}`, gone))
	path := fmt.Sprintf("/timecards/explain?employee=%d&date=2026-03-02", gone)
	before := w.get(path).want(200).object()
	w.delete(fmt.Sprintf("/employees/%d", gone)).want(204)
	if diff := cmp.Diff(before, w.get(path).want(200).object()); diff != "" {
		t.Error(diff)
	}
	w.get(path, as(w.newKey(w.account.ID, "*", other))).want(404)
}

// TestShuttingDownIsNoFailure guards that a server which is told to stop under load does not write an error for each
// request that it sends on its way, as an operator would be woken by each restart.
func TestShuttingDownIsNoFailure(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var log bytes.Buffer
	server, err := api.New(t.Context(), w.app, slog.New(slog.NewJSONHandler(&log, nil)), func(string, string, int, time.Duration) {})
	if err != nil {
		t.Fatal(err)
	}
	w.server = server
	w.server.Drain()
	w.get("/departments").want(http.StatusServiceUnavailable)
	if said := log.String(); !strings.Contains(said, `"status":503`) || strings.Contains(said, "ERROR") {
		t.Error(said)
	}
}

// TestDescriptionKeepsTheConventions guards that the documents below the API's prefix carry the headers of all answers
// and know OPTIONS.
func TestDescriptionKeepsTheConventions(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/openapi.json", "/docs"} {
		for method, want := range map[string]int{http.MethodGet: 200, http.MethodHead: 200, http.MethodOptions: 204, http.MethodPut: 405} {
			answer := httptest.NewRecorder()
			r := httptest.NewRequest(method, api.Prefix+path, nil)
			r.Header.Set("X-Request-Id", "mine")
			api.ServeDocs().ServeHTTP(answer, r)
			if header := answer.Header(); answer.Code != want || header.Get("X-Request-Id") != "mine" || header.Get("X-Api-Version") != api.Version {
				t.Errorf("%s %s answers %d with %v", method, path, answer.Code, header)
			}
		}
	}
}
