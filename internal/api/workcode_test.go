package api_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWorkCodes(t *testing.T) {
	t.Parallel()
	for _, collection := range []string{"/costcodes", "/jobphases"} {
		t.Run(collection, func(t *testing.T) {
			t.Parallel()
			testWorkCode(t, collection)
		})
		t.Run(collection+" wrong", func(t *testing.T) {
			t.Parallel()
			testWrongWorkCode(t, collection)
		})
		t.Run(collection+" list", func(t *testing.T) {
			t.Parallel()
			testWorkCodeList(t, collection)
		})
		t.Run(collection+" pages", func(t *testing.T) {
			t.Parallel()
			testPages(t, newWorld(t), collection, func(name string) string { return `{"name": "` + name + `"}` })
		})
	}
}

func testWorkCode(t *testing.T, collection string) {
	w := newWorld(t)
	work := "work:" + num(w.create("/labels", `{"kind": "work", "name": "Outdoors"}`))
	user := "user:" + num(w.create("/labels", `{"kind": "user", "name": "Masons"}`))
	answer := w.post(collection, `{"name": "Concrete"}`).want(http.StatusOK)
	c := answer.object()
	want := map[string]any{
		"id": c["id"], "name": "Concrete", "active": true, "payrollId": nil, "allowLabels": []any{"device:all", "user:all"}, "labels": []any{},
		"created": c["created"], "modified": c["created"],
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	path := answer.header.Get("Location")[len("/api"):]
	w.clock.advance(time.Second)
	w.put(path+".xml", `<x><allowLabels><list-item>`+user+`</list-item></allowLabels><labels><list-item>`+work+`</list-item></labels><active>false</active></x>`,
		"Content-Type: application/xml").want(http.StatusOK)
	got := w.get(path).object()
	want["allowLabels"], want["labels"], want["active"], want["modified"] = []any{user}, []any{work}, false, got["modified"]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	read := w.get(path)
	if again := w.put(path, read.body).want(http.StatusOK); again.body != read.body {
		t.Errorf("a change that changes nothing gave %s, before %s", again.body, read.body)
	}
	w.put(path, `{"allowLabels": []}`).want(http.StatusOK)
	if got := w.get(path).object()["allowLabels"]; !cmp.Equal(got, []any{}) {
		t.Errorf("allowLabels is %v, want none", got)
	}
	w.get(path, as(w.decoys)).want(http.StatusNotFound)
	w.put(path, `{"name": "theirs"}`, as(w.decoys)).want(http.StatusNotFound)
}

func testWrongWorkCode(t *testing.T, collection string) {
	w := newWorld(t)
	work := num(w.create("/labels", `{"kind": "work", "name": "Outdoors"}`))
	old := num(w.create("/labels", `{"kind": "work", "name": "Old", "active": false}`))
	theirs := num(w.create("/labels", `{"kind": "work", "name": "Theirs"}`, as(w.decoys)))
	w.post(collection, `{}`).wantError("name required")
	w.post(collection, `{"name": "x", "allowLabels": null, "labels": "work:`+work+`", "payrollId": 7, "created": "2026-01-01T00:00:00Z"}`).
		wantError("allowLabels null", "labels type", "payrollId type", "created readOnly")
	w.post(collection, `{"name": "x", "labels": ["work:all", "user:4", "work:`+work+`", "work:`+work+`", "work:`+theirs+`", "work:`+old+`", "animal:3", 5]}`).
		wantError("labels[0] format", "labels[1] format", "labels[3] duplicate", "labels[4] unknownReference", "labels[5] inactiveReference", "labels[6] format", "labels[7] type")
	w.post(collection, `{"name": "", "allowLabels": ["work:all", "user:`+work+`", "work:all"]}`).
		wantError("name required", "allowLabels[1] unknownReference", "allowLabels[2] duplicate")
	made := w.create(collection, `{"name": "x", "labels": ["work:`+work+`"]}`)
	w.put("/labels/"+work, `{"active": false}`).want(http.StatusOK)
	w.put(collection+"/"+num(made), `{"name": "y", "labels": ["work:`+work+`"]}`).want(http.StatusOK)
}

func testWorkCodeList(t *testing.T, collection string) {
	w := newWorld(t)
	work := w.create("/labels", `{"kind": "work", "name": "Outdoors"}`)
	other := w.create("/labels", `{"kind": "user", "name": "Masons"}`)
	b := w.create(collection, `{"name": "Brick laying", "labels": ["work:`+num(work)+`"]}`)
	a := w.create(collection, `{"name": "arches of BRICK", "active": false, "allowLabels": ["user:`+num(other)+`"]}`)
	w.create(collection, `{"name": "Brick of theirs"}`, as(w.decoys))
	for path, want := range map[string][]int64{
		"":                                  {a, b},
		"?id=" + num(b):                     {b},
		"?id[]=" + num(b) + "&id=" + num(a): {a, b},
		"?active=active":                    {b},
		"?active=inactive":                  {a},
		"?search=brick":                     {a, b},
		"?search=LAY":                       {b},
		"?search=brick%20of":                {a},
		"?search=theirs":                    {},
	} {
		if diff := cmp.Diff(want, w.get(collection+path).ids()); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	want := map[string]any{"label": map[string]any{
		num(work):  map[string]any{"id": float64(work), "name": "Outdoors", "kind": "work"},
		num(other): map[string]any{"id": float64(other), "name": "Masons", "kind": "user"},
	}}
	if diff := cmp.Diff(want, w.get(collection).object()["supplementalData"]); diff != "" {
		t.Error(diff)
	}
	if got := w.get(collection + "?supplementalDataFields=employee").object()["supplementalData"]; !cmp.Equal(got, map[string]any{"employee": map[string]any{}}) {
		t.Errorf("supplementalData is %v", got)
	}
	if _, there := w.get(collection + "?supplementalData=no").object()["supplementalData"]; there {
		t.Error("supplementalData=no has the section")
	}
	w.get(collection+"?supplementalDataFields=animal&active=on&from=2026-01-01").wantError("supplementalDataFields unknown", "active format", "from unknown")
}

// testPages walks a collection that is paged by name, forwards and backwards, over names that are equal or differ in
// case only. The body is that of a new record with a name.
func testPages(t *testing.T, w *world, collection string, body func(name string) string) {
	t.Helper()
	var want []int64
	for i := range 7 {
		name := "Same"
		if i%2 == 0 {
			name = "sAME"
		}
		want = append(want, w.create(collection, body(name)))
	}
	want = append(want, w.create(collection, body("Zeta")))
	want = append([]int64{w.create(collection, body("alpha"))}, want...)
	for limit := 1; limit <= len(want)+1; limit++ {
		for direction := range 2 {
			if diff := cmp.Diff(want, walk(t, w, collection, limit, direction)); diff != "" {
				t.Errorf("limit %d, direction %d: %s", limit, direction, diff)
			}
		}
	}
	cursor := w.get(collection + "?limit=2").object()["cursor"].(string)
	w.get(collection + "?limit=3&active=active&cursor=" + cursor).wantError("cursor invalidCursor")
	w.get(collection+"?limit=2&cursor="+cursor, as(w.decoys)).wantError("cursor invalidCursor")
	w.get(collection+"?limit=201&direction=2&cursor=x").wantError("limit range", "direction range", "cursor invalidCursor")
}

// walk reads all pages of a list in one direction and gives the ids in the order of the list.
func walk(t *testing.T, w *world, collection string, limit, direction int) []int64 {
	t.Helper()
	var all []int64
	query := collection + "?supplementalData=no&limit=" + strconv.Itoa(limit) + "&direction=" + strconv.Itoa(direction)
	for at := query; ; {
		page := w.get(at)
		ids := page.ids()
		if len(ids) > limit {
			t.Fatalf("%s has %d records", at, len(ids))
		}
		if direction == 0 {
			all = append(ids, all...)
		} else {
			all = append(all, ids...)
		}
		cursor, more := page.object()["cursor"].(string)
		if !more {
			return all
		}
		at = query + "&cursor=" + cursor
	}
}

func TestCostCodesAreNoJobPhases(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	code, phase := w.create("/costcodes", `{"name": "Concrete"}`), w.create("/jobphases", `{"name": "Foundations"}`)
	if diff := cmp.Diff([]int64{code}, w.get("/costcodes").ids()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int64{phase}, w.get("/jobphases").ids()); diff != "" {
		t.Error(diff)
	}
	w.get("/costcodes/" + num(phase)).want(http.StatusNotFound)
	w.put("/jobphases/"+num(code), `{"name": "x"}`).want(http.StatusNotFound)
}
