package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestDepartments(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	answer := w.post("/departments", `{"name": " Assembly "}`).want(http.StatusOK)
	d := answer.object()
	id := d["id"]
	want := map[string]any{"id": id, "name": "Assembly", "active": true, "payrollId": nil, "created": d["created"], "modified": d["created"]}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
	path := answer.header.Get("Location")[len("/api"):]
	if got := w.get(path).want(http.StatusOK).object(); !cmp.Equal(want, got) {
		t.Error(cmp.Diff(want, got))
	}

	w.clock.advance(time.Second)
	xml := w.put(path+".xml", `<department><payrollId>7</payrollId></department>`, "Content-Type: application/xml").want(http.StatusOK).body
	if want := `<payrollId>7</payrollId>`; !contains(xml, want) {
		t.Errorf("no %s in %s", want, xml)
	}
	read := w.get(path)
	again := w.put(path, read.body).want(http.StatusOK)
	if again.header.Get("ETag") != read.header.Get("ETag") || again.body != read.body {
		t.Errorf("a change that changes nothing gave %s, before %s", again.body, read.body)
	}
	w.put(path, `{"name": "", "active": null, "modified": "2020-01-01T00:00:00Z", "nmae": "x"}`).wantError("name required", "active null", "modified readOnly", "nmae unknown")
	w.post("/departments", `{"id": 9}`).wantError("id readOnly", "name required")
	w.get(path, as(w.decoys)).want(http.StatusNotFound)
	w.get("/departments?limit=3").wantError("limit unknown")
	w.do(http.MethodDelete, path, "").want(http.StatusMethodNotAllowed)
}

func TestDepartmentsSortByName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.create("/departments", `{"name": "beta"}`)
	a := w.create("/departments", `{"name": "Alpha"}`)
	b2 := w.create("/departments", `{"name": "BETA"}`)
	if diff := cmp.Diff([]int64{a, b, b2}, w.get("/departments").ids()); diff != "" {
		t.Error(diff)
	}
}
