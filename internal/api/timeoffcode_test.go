package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTimeOffCodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	answer := w.post("/timeoffcodes", `{"name": "Vacation"}`).want(http.StatusOK)
	c := answer.object()
	want := map[string]any{
		"id": c["id"], "name": "Vacation", "active": true, "payrollId": nil, "sortOrder": nil, "isPaid": false, "allowWorkerRequest": false,
		"created": c["created"], "modified": c["created"],
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	path := pathOf(answer)
	w.clock.advance(time.Second)
	c = w.put(path, `{"payrollId": "VAC", "sortOrder": -3, "isPaid": true, "allowWorkerRequest": true, "active": false}`).want(http.StatusOK).object()
	want["payrollId"], want["sortOrder"], want["isPaid"], want["allowWorkerRequest"], want["active"], want["modified"] = "VAC", -3.0, true, true, false, c["modified"]
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	wantSameWays(t, w, path)
	wantForeign(t, w, path)
	w.post("/timeoffcodes", `{"sortOrder": 1.5, "isPaid": null, "allowWorkerRequest": "true", "payrolId": "x"}`).
		wantError("name required", "sortOrder type", "isPaid null", "allowWorkerRequest type", "payrolId unknown")
	w.put(path, `{"name": "\u0007", "modified": "2020-01-01T00:00:00Z"}`).wantError("name format", "modified readOnly")
}

func TestTimeOffCodeLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.create("/timeoffcodes", `{"name": "sick", "sortOrder": 1}`)
	a := w.create("/timeoffcodes", `{"name": "Älter"}`)
	b2 := w.create("/timeoffcodes", `{"name": "Sick", "active": false}`)
	theirs := w.create("/timeoffcodes", `{"name": "Sick"}`, as(w.decoys))
	wantIDs(t, w, map[string][]int64{
		"/timeoffcodes":               {b, b2, a},
		"/timeoffcodes?id=" + num(b2): {b2},
		"/timeoffcodes?id[]=" + num(a) + "&id[]=" + num(b) + "&id[]=" + num(theirs):                 {b, a},
		"/timeoffcodes?id=" + num(theirs):                                                           {},
		"/timeoffcodes.json?id=" + num(b) + "&id=" + num(b2) + "&id=" + num(a) + "&id=" + num(b+99): {b, b2, a},
	})
	w.get("/timeoffcodes?limit=3&active=active&supplementalData=no").wantError("limit unknown", "active unknown", "supplementalData unknown")
}
