package api_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLabels(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	answer := w.post("/labels", `{"kind": "work", "name": " Outdoors "}`).want(http.StatusOK)
	l := answer.object()
	want := map[string]any{"id": l["id"], "kind": "work", "name": "Outdoors", "active": true, "created": l["created"], "modified": l["created"]}
	if diff := cmp.Diff(want, l); diff != "" {
		t.Error(diff)
	}
	path := answer.header.Get("Location")[len("/api"):]
	w.clock.advance(time.Second)
	changed := w.put(path, `{"name": "Inside", "active": false, "kind": "work"}`).want(http.StatusOK).object()
	if changed["name"] != "Inside" || changed["active"] != false || changed["modified"] == l["modified"] {
		t.Errorf("after the change: %v", changed)
	}
	w.get(path, as(w.decoys)).want(http.StatusNotFound)
	w.put(path, `{"name": "theirs"}`, as(w.decoys)).want(http.StatusNotFound)
	w.post("/labels", `{"kind": "animal", "name": "", "active": 1, "color": "red"}`).
		wantError("kind unknown", "name required", "active type", "color unknown")
	w.post("/labels", `{}`).wantError("kind required", "name required")
	w.put(path, `{"kind": "user"}`).wantError("kind readOnly")
}

func TestLabelNamesAreUniqueWithinAKind(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.create("/labels", `{"kind": "user", "name": "Élan"}`)
	w.create("/labels", `{"kind": "work", "name": "élan"}`)
	w.create("/labels", `{"kind": "user", "name": "Élan"}`, as(w.decoys))
	w.post("/labels", `{"kind": "user", "name": " ÉLAN"}`).wantError("name notUnique")
	other := w.create("/labels", `{"kind": "user", "name": "Other"}`)
	w.put("/labels/"+num(other), `{"name": "élan", "active": null}`).wantError("name notUnique", "active null")
	w.put("/labels/"+num(other), `{"name": "OTHER"}`).want(http.StatusOK)
}

func TestLabelLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.create("/labels", `{"kind": "user", "name": "night shift"}`)
	a := w.create("/labels", `{"kind": "work", "name": "Night Bay", "active": false}`)
	c := w.create("/labels", `{"kind": "device", "name": "100%"}`)
	w.create("/labels", `{"kind": "work", "name": "theirs"}`, as(w.decoys))
	for path, want := range map[string][]int64{
		"":                                   {c, a, b},
		"?id=" + num(b):                      {b},
		"?id[]=" + num(b) + "&id=999999":     {b},
		"?kind=work":                         {a},
		"?kind[]=work&kind[]=user":           {a, b},
		"?active=active":                     {c, b},
		"?active=inactive":                   {a},
		"?active[]=inactive&active[]=active": {c, a, b},
		"?search=NIGHT":                      {a, b},
		"?search=bay%20nig":                  {a},
		"?search=%25":                        {c},
		"?search[]=bay&search[]=shift":       {a, b},
		"?search=%20":                        {c, a, b},
		"?search=_":                          {},
	} {
		if diff := cmp.Diff(want, w.get("/labels"+path).ids()); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	w.get("/labels?search=a" + strings.Repeat("&search[]=a", 1500)).wantError("search range")
	w.get("/labels?search=" + strings.Repeat("a", 201)).wantError("search range")
	w.get("/labels?search=" + strings.Repeat("a+", 99)).want(http.StatusOK)
	w.get("/labels?kind=animal&active=yes&limit=3&nam=x&id=0").wantError("kind unknown", "active format", "limit unknown", "nam unknown", "id range")
}

// num is a number in a path or a body.
func num(n int64) string { return strconv.FormatInt(n, 10) }
