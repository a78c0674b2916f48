package api_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// walk reads a paged list from the first page to the last and gives the ids of each page.
func (w *world) walk(path string) (pages [][]int64) {
	w.t.Helper()
	cursor := ""
	for {
		r := w.get(path + cursor)
		pages = append(pages, r.ids())
		next, _ := r.object()["cursor"].(string)
		if next == "" {
			return pages
		}
		if link := r.header.Get("Link"); !contains(link, url.QueryEscape(next)) || !contains(link, `rel="next"`) {
			w.t.Errorf("Link is %s", link)
		}
		cursor = "&cursor=" + url.QueryEscape(next)
		if len(pages) > 1000 {
			w.t.Fatalf("%s has no end", path)
		}
	}
}

func flat(pages [][]int64) (all []int64) {
	for _, p := range pages {
		all = append(all, p...)
	}
	return all
}

func TestPagesRepeatAndMissNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var want []int64
	for i := range 23 { // three names in turn, so that equal names stand on both sides of a page's edge
		w.create("/jobs", fmt.Sprintf(`{"name": "job %d"}`, i%3))
	}
	want = w.get("/jobs?limit=200").ids()
	for _, limit := range []int{1, 2, 7, 8, 22, 23, 200} {
		forward := w.walk(fmt.Sprintf("/jobs?limit=%d", limit))
		if diff := cmp.Diff(want, flat(forward)); diff != "" {
			t.Errorf("limit %d: %s", limit, diff)
		}
		backward := w.walk(fmt.Sprintf("/jobs?direction=0&limit=%d", limit))
		var turned [][]int64
		for _, p := range backward {
			turned = append([][]int64{p}, turned...)
		}
		if diff := cmp.Diff(want, flat(turned)); diff != "" {
			t.Errorf("backward, limit %d: %s", limit, diff)
		}
	}
}

func TestACursorNamesTheFirstRecordOfTheNextPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 9 {
		w.create("/jobs", fmt.Sprintf(`{"name": "job %d"}`, i))
	}
	all := w.get("/jobs").ids()
	cursor := url.QueryEscape(w.get("/jobs?limit=4").object()["cursor"].(string))
	if diff := cmp.Diff(all[4:8], w.get("/jobs?limit=4&direction=1&cursor="+cursor).ids()); diff != "" {
		t.Error(diff)
	}
	back := w.get("/jobs?limit=3&direction=0&cursor=" + cursor)
	if diff := cmp.Diff(all[2:5], back.ids()); diff != "" {
		t.Errorf("the page before does not end with the record that the cursor names: %s", diff)
	}
	further := url.QueryEscape(back.object()["cursor"].(string))
	if diff := cmp.Diff(all[0:2], w.get("/jobs?limit=3&direction=0&cursor="+further).ids()); diff != "" {
		t.Error(diff)
	}
}

func TestCursorsAreBoundToTheirList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, kind := range []string{"jobs", "costcodes", "jobphases"} {
		for i := range 3 {
			w.create("/"+kind, fmt.Sprintf(`{"name": "n %d"}`, i))
			w.create("/"+kind, fmt.Sprintf(`{"name": "n %d"}`, i), as(w.decoys))
		}
	}
	plain := w.get("/jobs?limit=1&search=n").object()["cursor"].(string)
	cursor := url.QueryEscape(plain)
	w.get("/jobs?limit=2&search=n&cursor=" + cursor).want(http.StatusOK)
	w.get("/jobs.xml?direction=0&search=n&cursor=" + cursor).want(http.StatusOK)
	for _, path := range []string{"/jobs?cursor=", "/jobs?search=m&cursor=", "/jobs?search=n&active=active&cursor=", "/costcodes?search=n&cursor="} {
		w.get(path + cursor).wantError("cursor invalidCursor")
	}
	w.get("/jobs?search=n&cursor="+cursor, as(w.decoys)).wantError("cursor invalidCursor")
	raw, err := base64.RawURLEncoding.DecodeString(plain)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		for bit := range 8 {
			raw[i] ^= 1 << bit
			w.get("/jobs?search=n&cursor=" + base64.RawURLEncoding.EncodeToString(raw)).wantError("cursor invalidCursor")
			raw[i] ^= 1 << bit
		}
	}
	for _, bad := range []string{"", "x", plain + "=", plain + "A", plain[1:], strings.ToUpper(plain), "%00"} {
		w.get("/jobs?search=n&cursor=" + url.QueryEscape(bad)).want(http.StatusBadRequest)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, bad := range []string{"0", "201", "-1"} {
		w.get("/jobs?limit=" + bad).wantError("limit range")
	}
	w.get("/jobs?limit=x").wantError("limit type")
	w.get("/jobs?limit=1&limit=2").wantError("limit duplicate")
	w.get("/jobs?direction=2").wantError("direction range")
	r := w.get("/jobs?emploee=3&limt=2").wantError("emploee unknown", "limt unknown")
	if !contains(r.body, "Did you mean \\\"limit\\\"?") {
		t.Errorf("no hint: %s", r.body)
	}
}
