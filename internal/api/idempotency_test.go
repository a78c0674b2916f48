package api_test

import (
	"net/http"
	"sync"
	"testing"
	"time"
)

const once = "Idempotency-Key: 3f1c"

func TestARepeatedRequestGetsTheFirstAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.post("/departments", `{"name": "Assembly"}`, once).want(http.StatusOK)
	if first.header.Get("Idempotent-Replayed") != "" {
		t.Error("the first answer says that it is a repeated one")
	}
	again := w.post("/departments", `{"name": "Assembly"}`, once).want(http.StatusOK)
	if again.body != first.body || again.header.Get("Idempotent-Replayed") != "true" || again.header.Get("Location") != first.header.Get("Location") {
		t.Errorf("the repeated request got %s, the first %s", again.body, first.body)
	}
	w.post("/departments", `{"name": "Packing"}`, once).want(http.StatusConflict)
	w.post("/labels", `{"name": "Assembly", "kind": "user"}`, once).want(http.StatusConflict)
	other := w.newKey(w.account.ID, "*")
	if w.post("/departments", `{"name": "Assembly"}`, once, as(other)).want(http.StatusOK).body == first.body {
		t.Error("another key got the answer of the first")
	}
	if n := len(w.get("/departments").results()); n != 2 {
		t.Errorf("there are %d departments, want 2", n)
	}
	w.clock.advance(25 * time.Hour)
	w.post("/departments", `{"name": "Packing"}`, once).want(http.StatusOK)
}

func TestAWrongRequestLeavesTheIdempotencyKeyUnused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post("/departments", `{"name": ""}`, once).wantError("name required")
	w.post("/departments", `{"name": "Assembly"}`, once).want(http.StatusOK)
	w.post("/departments", `{"name": "x"}`, "Idempotency-Key: ä").wantError("Idempotency-Key format")
}

func TestConcurrentTwinsMakeOneRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var twins sync.WaitGroup
	bodies := make([]string, 16)
	for i := range bodies {
		twins.Go(func() {
			r := w.post("/departments", `{"name": "Assembly"}`, once)
			if r.status != http.StatusOK {
				t.Errorf("a twin got %d: %s", r.status, r.body)
			}
			bodies[i] = r.body
		})
	}
	twins.Wait()
	for _, body := range bodies {
		if body != bodies[0] {
			t.Errorf("twins got %s and %s", bodies[0], body)
		}
	}
	if n := len(w.get("/departments").results()); n != 1 {
		t.Errorf("there are %d departments, want 1", n)
	}
}

func TestConcurrentChangesOfOtherFieldsAreBothKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post("/departments", `{"name": "Assembly"}`).want(http.StatusOK)
	path := w.post("/departments", `{"name": "Assembly"}`).header.Get("Location")[len("/api"):]
	tag := w.get(path).header.Get("ETag")
	var writers sync.WaitGroup
	for _, body := range []string{`{"name": "Packing"}`, `{"payrollId": "P1"}`} {
		writers.Go(func() { w.put(path, body).want(http.StatusOK) })
	}
	writers.Wait()
	if d := w.get(path).object(); d["name"] != "Packing" || d["payrollId"] != "P1" {
		t.Errorf("a change was lost: %v", d)
	}
	w.put(path, `{"name": "Shipping"}`, "If-Match: "+tag).want(http.StatusPreconditionFailed)
}
