package api_test

import (
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
