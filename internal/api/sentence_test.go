package api_test

import (
	"fmt"
	"strings"
	"testing"
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
