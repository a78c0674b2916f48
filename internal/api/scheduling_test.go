package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestShiftClasses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	answer := w.post("/shiftclasses", `{"name": "Night", "start": "22:00", "end": "6:00"}`).want(http.StatusOK)
	c := answer.object()
	want := map[string]any{
		"id": c["id"], "name": "Night", "active": true, "payrollId": nil, "start": "22:00", "end": "06:00", "lateGrace": "00:00:00",
		"earlyGrace": "00:00:00", "bindWindow": "12:00:00", "unpaidWindows": []any{}, "created": c["created"], "modified": c["created"],
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	path := pathOf(answer)
	w.clock.advance(time.Second)
	c = w.put(path+"?format=json", `<r><start>00:00</start><end>24:00</end><lateGrace>00:05:00</lateGrace><earlyGrace>0:10</earlyGrace><bindWindow>02:00:00</bindWindow>
		<payrollId>7</payrollId><unpaidWindows><list-item><start>23:45</start><end>00:15</end></list-item></unpaidWindows></r>`, "Content-Type: application/xml").want(http.StatusOK).object()
	want["start"], want["end"], want["lateGrace"], want["earlyGrace"], want["bindWindow"], want["payrollId"] = "00:00", "24:00", "00:05:00", "00:10:00", "02:00:00", "7"
	want["unpaidWindows"], want["modified"] = []any{map[string]any{"start": "23:45", "end": "00:15"}}, c["modified"]
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	wantSameWays(t, w, path)
	wantForeign(t, w, path)
	w.post("/shiftclasses", `{}`).wantError("name required", "start required", "end required")
	w.post("/shiftclasses", `{"name": "x", "start": "24:00", "end": "24:01", "lateGrace": "25:00:00", "earlyGrace": null, "bindWindow": 5,
		"unpaidWindows": [{"start": "24:00", "end": "01:00"}, {"end": "13:00"}, {"start": "12", "end": "13:00", "days": [1]}, 4]}`).
		wantError("start range", "end format", "lateGrace range", "earlyGrace null", "bindWindow type", "unpaidWindows[0].start range",
			"unpaidWindows[1].start required", "unpaidWindows[2].start format", "unpaidWindows[2].days unknown", "unpaidWindows[3] type")
}

func TestShiftClassLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	body := func(name, more string) string {
		return `{"name": "` + name + `", "start": "08:00", "end": "16:00"` + more + `}`
	}
	b := w.create("/shiftclasses", body("late", ""))
	a := w.create("/shiftclasses", body("Early", `, "active": false`))
	b2 := w.create("/shiftclasses", body("Late", ""))
	w.create("/shiftclasses", body("Late", ""), as(w.decoys))
	wantIDs(t, w, map[string][]int64{
		"/shiftclasses":                 {a, b, b2},
		"/shiftclasses?id=" + num(b2):   {b2},
		"/shiftclasses?search=LAT":      {b, b2},
		"/shiftclasses?active=inactive": {a},
	})
	w.get("/shiftclasses?direction=1&start=08:00").wantError("direction unknown", "start unknown")
}

func TestTeamSchedules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	early := w.create("/shiftclasses", `{"name": "Early", "start": "06:00", "end": "14:00"}`)
	late := w.create("/shiftclasses", `{"name": "Late", "start": "14:00", "end": "22:00"}`)
	theirs := w.create("/shiftclasses", `{"name": "Late", "start": "14:00", "end": "22:00"}`, as(w.decoys))
	answer := w.post("/teamschedules", `{"name": "A", "days": [{"weekday": 7, "shiftClass": `+num(late)+`}, {"weekday": 7, "shiftClass": `+num(early)+`}]}`).want(http.StatusOK)
	s := answer.object()
	want := map[string]any{
		"id": s["id"], "name": "A", "active": true, "created": s["created"], "modified": s["created"],
		"days": []any{map[string]any{"weekday": 7.0, "shiftClass": float64(late)}, map[string]any{"weekday": 7.0, "shiftClass": float64(early)}},
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
	path := pathOf(answer)
	wantSameWays(t, w, path)
	wantForeign(t, w, path)

	w.put("/shiftclasses/"+num(late), `{"active": false}`).want(http.StatusOK)
	day := func(weekday string, class int64) string {
		return `{"weekday": ` + weekday + `, "shiftClass": ` + num(class) + `}`
	}
	w.put(path, `{"days": [`+day("1", early)+`, `+day("2", late)+`]}`).want(http.StatusOK)
	w.post("/teamschedules", `{"name": "B", "days": [`+day("1", late)+`]}`).wantError("days[0].shiftClass inactiveReference")
	w.post("/teamschedules", `{}`).wantError("name required", "days required")
	w.put(path, `{"days": null, "active": 1}`).wantError("days null", "active type")
	w.post("/teamschedules", `{"name": "B", "days": [`+day("0", early)+`, `+day("1", theirs)+`, {"weekday": 8}, `+day("3", early)+`, `+day("3", early)+`, {"shiftClass": "x", "weekday": 1.5}]}`).
		wantError("days[0].weekday range", "days[1].shiftClass unknownReference", "days[2].weekday range", "days[2].shiftClass required", "days[4] duplicate",
			"days[5].shiftClass type", "days[5].weekday type")
	if empty := w.put(path+"?format=json", `<r><days/></r>`, "Content-Type: application/xml").want(http.StatusOK).object(); !cmp.Equal(empty["days"], []any{}) {
		t.Errorf("after clearing: %v", empty)
	}
}

func TestTeamScheduleLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.create("/teamschedules", `{"name": "b", "days": []}`)
	a := w.create("/teamschedules", `{"name": "A team", "days": [], "active": false}`)
	b2 := w.create("/teamschedules", `{"name": "B", "days": []}`)
	w.create("/teamschedules", `{"name": "B", "days": []}`, as(w.decoys))
	wantIDs(t, w, map[string][]int64{
		"/teamschedules":               {a, b, b2},
		"/teamschedules?id=" + num(b):  {b},
		"/teamschedules?search=team":   {a},
		"/teamschedules?active=active": {b, b2},
	})
	w.get("/teamschedules?days=1").wantError("days unknown")
}
