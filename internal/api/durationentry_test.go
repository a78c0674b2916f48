package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/wire"
)

func timeOffBody(employee int64, date string, code int64, more ...string) string {
	body := fmt.Sprintf(`{"employee": %d, "date": %q, "timeOffCode": %d, "duration": 28800`, employee, date, code)
	return body + strings.Join(append([]string{""}, more...), ", ") + "}"
}

func TestTimeOffEntries(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	department, class := c.create("/departments", `{"name": "Works"}`), c.create("/payclasses", `{"name": "Union"}`)
	eve := c.person(c.account.ID, c.la, "Eve", "Ng", func(in *attendance.EmployeeInput) {
		in.Department, in.PayClass = attendance.Some(&department), attendance.Some(&class)
	})
	paid, unpaid := c.create("/timeoffcodes", `{"name": "Holiday", "isPaid": true}`), c.create("/timeoffcodes", `{"name": "Leave", "isPaid": false}`)
	answer := c.post("/timeoffentries", timeOffBody(eve, "2026-03-12", paid, `"notes": "a\nb"`)).want(http.StatusOK)
	e := answer.object()
	want := map[string]any{
		"id": e["id"], "type": "PAID_TIME_OFF", "date": "2026-03-12", "duration": 28800.0, "employee": float64(eve), "orgUnit": float64(c.la),
		"department": float64(department), "payClass": float64(class), "labels": []any{}, "lastEditedBy": "Test key", "timeOffCode": float64(paid),
		"timeOffRequest": nil, "notes": "a\nb", "created": e["created"], "modified": e["created"],
	}
	if diff := cmp.Diff(want, e); diff != "" {
		t.Error(diff)
	}
	path := answer.header.Get("Location")[len("/api"):]
	entry := strings.Replace(path, "/timeoffentries", "/duration-entries", 1)
	if got := c.get(path).body; got != answer.body || c.get(entry).body != got {
		t.Errorf("retrieved %s, created %s", got, answer.body)
	}
	_, other, err := c.app.CreateKey(t.Context(), c.account.ID, attendance.Key{Name: "Other", Permissions: attendance.Permissions{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	asXML := c.get(path + ".xml").body
	if again := c.put(path+".xml", asXML, "Content-Type: application/xml", as(other)).want(http.StatusOK); again.body != asXML {
		t.Errorf("a change that changes nothing gave %s, before %s", again.body, asXML)
	}
	c.clock.advance(time.Second)
	got := c.put(path, `{"timeOffCode": `+num(unpaid)+`, "duration": 60, "department": null, "notes": null, "employee": `+num(eve)+`}`).want(http.StatusOK).object()
	want["type"], want["timeOffCode"], want["duration"], want["department"], want["notes"], want["modified"] = "UNPAID_TIME_OFF", float64(unpaid), 60.0, nil, nil, got["modified"]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got = c.put(path, `{"employee": `+num(c.ada)+`, "date": "2026-03-13"}`).want(http.StatusOK).object()
	if got["employee"] != float64(c.ada) || got["orgUnit"] != float64(c.ny) || got["payClass"] != nil || got["date"] != "2026-03-13" {
		t.Errorf("after it was given to another: %v", got)
	}
	if got := c.put(path, `{"notes": "z"}`, as(other)).want(http.StatusOK).object(); got["lastEditedBy"] != "Other" {
		t.Errorf("lastEditedBy %v, want Other", got["lastEditedBy"])
	}
	c.put("/timeoffcodes/"+num(unpaid), `{"isPaid": true, "active": false}`).want(http.StatusOK)
	if got := c.put(path, `{"notes": "x", "timeOffCode": `+num(unpaid)+`}`).want(http.StatusOK).object(); got["type"] != "UNPAID_TIME_OFF" {
		t.Errorf("type %v: a later change of the code changes no entry", got["type"])
	}
	c.get(path, as(c.decoys)).want(http.StatusNotFound)
	c.delete(path, as(c.decoys)).want(http.StatusNotFound)
	c.delete(path).want(http.StatusNoContent)
	c.delete(path).want(http.StatusNotFound)
	c.get(entry).want(http.StatusNotFound)
	for d, err := range c.store.Deletions(t.Context(), attendance.Everything(c.account.ID), attendance.DeletionFilter{}) {
		if err != nil || d.Kind != attendance.DeletedDurationEntry || "/timeoffentries/"+num(d.DeletedID) != path {
			t.Errorf("deletion %+v, %v", d, err)
		}
	}
}

func TestWrongTimeOffEntries(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	code, old := c.create("/timeoffcodes", `{"name": "Holiday"}`), c.create("/timeoffcodes", `{"name": "Old", "active": false}`)
	c.post("/timeoffentries", `{}`).wantError("employee required", "date required", "timeOffCode required", "duration required")
	c.post("/timeoffentries", `{"employee": 7, "date": "2026-02-30", "timeOffCode": 7, "duration": 8, "department": 7, "payClass": 7, "labels": ["device:1", "work:7"],
		"type": "PAID_TIME_OFF", "lastEditedBy": "me", "timeOffRequest": 1, "colour": 1}`).wantError(
		"employee unknownReference", "date format", "timeOffCode unknownReference", "duration range", "department unknownReference", "payClass unknownReference",
		"labels[0] format", "labels[1] unknownReference", "type readOnly", "lastEditedBy readOnly", "timeOffRequest readOnly", "colour unknown")
	c.post("/timeoffentries", timeOffBody(c.ada, "2026-03-12", old)).wantError("timeOffCode inactiveReference")
	c.post("/timeoffentries", timeOffBody(0, "2026-03-12", code)).wantError("employee unknownReference")
	path := "/timeoffentries/" + num(c.create("/timeoffentries", timeOffBody(c.ada, "2026-03-12", code)))
	for _, duration := range []string{"0", "59", "86401", "-3600", "8"} {
		r := c.put(path, `{"duration": `+duration+`}`).wantError("duration range")
		if duration == "8" && !strings.Contains(r.body, "For 8 hours write 28800") {
			t.Errorf("what 8 hours are is not said: %s", r.body)
		}
	}
	c.put(path, `{"duration": "8"}`).wantError("duration type")
	c.put(path, `{"duration": 8.5}`).wantError("duration type")
	c.put(path, `{"employee": null, "date": null, "timeOffCode": null, "duration": null, "labels": null}`).wantError(
		"employee null", "date null", "timeOffCode null", "duration null", "labels null")
	c.put(path, `{"duration": 86400}`).want(http.StatusOK)
	c.put("/duration-entries/"+path[len("/timeoffentries/"):], `{}`).want(http.StatusMethodNotAllowed)
}

func TestFilteredDurationEntries(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	user := c.create("/labels", `{"kind": "user", "name": "Driver"}`)
	department, class := c.create("/departments", `{"name": "Works"}`), c.create("/payclasses", `{"name": "Union"}`)
	shirt := c.create("/customfields", `{"key": "shirt", "name": "Shirt", "type": "text", "filterable": true}`)
	cat := c.person(c.account.ID, c.ny, "Cat", "Oh", func(in *attendance.EmployeeInput) {
		in.Labels = attendance.Some([]attendance.LabelRef{attendance.LabelRef("user:" + num(user))})
		in.CustomFieldValues = attendance.Some([]attendance.FieldValueInput{{CustomField: attendance.Some(shirt), Value: attendance.Some[any]("L")}})
	})
	code, other := c.create("/timeoffcodes", `{"name": "Holiday"}`), c.create("/timeoffcodes", `{"name": "Leave"}`)
	later := c.create("/timeoffentries", timeOffBody(c.ada, "2026-03-20", code))
	a := c.create("/timeoffentries", timeOffBody(c.ada, "2026-03-12", code, `"department": `+num(department)))
	b := c.create("/timeoffentries", timeOffBody(c.bob, "2026-03-12", other, `"payClass": `+num(class), `"labels": ["user:`+num(user)+`"]`))
	d := c.create("/timeoffentries", timeOffBody(cat, "2026-03-12", code))
	adjustment := c.insertAdjustment(c.ada, "2026-03-12")
	for _, q := range []struct {
		query string
		both  string // the name of the employee parameter follows
		want  []int64
	}{
		{"from=2026-03-12&to=2026-03-20", "", []int64{a, b, d, later}},
		{"from=2026-03-12&to=2026-03-12", "", []int64{a, b, d}},
		{"from=2026-03-12T23:00:00-05:00&to=2026-03-12", "", []int64{a, b, d}},
		{"from=2026-03-01&to=2026-03-31&orgUnit=" + num(c.la), "", []int64{b}},
		{"from=2026-03-01&to=2026-03-31&department=" + num(department), "", []int64{a}},
		{"from=2026-03-01&to=2026-03-31&payClass=" + num(class), "", []int64{b}},
		{"from=2026-03-01&to=2026-03-31&labels=" + num(user), "", []int64{b, d}},
		{"from=2026-03-01&to=2026-03-31&userCustomFields=shirt%3DL", "", []int64{d}},
		{"from=2026-03-01&to=2026-03-31", num(c.ada), []int64{a, later}},
		{"from=2026-03-01&to=2026-03-31", "999999", []int64{}},
	} {
		query := q.query
		if q.both != "" {
			query += "&worker=" + q.both
		}
		if got := c.get("/timeoffentries?" + query).ids(); !cmp.Equal(got, q.want) {
			t.Errorf("time off %s: %v, want %v", query, got, q.want)
		}
		got := []int64{}
		for _, id := range c.get("/duration-entries?" + strings.Replace(query, "worker", "employee", 1)).ids() {
			if id != adjustment {
				got = append(got, id)
			}
		}
		if !cmp.Equal(got, q.want) {
			t.Errorf("durations %s: %v, want %v", query, got, q.want)
		}
	}
	if got := c.get("/timeoffentries?from=2026-03-01&to=2026-03-31&timeOffCode=" + num(other)).ids(); !cmp.Equal(got, []int64{b}) {
		t.Errorf("by code: %v", got)
	}
	if got := c.get("/duration-entries?from=2026-03-12&to=2026-03-12&employee=" + num(c.ada)).ids(); !cmp.Equal(got, []int64{a, adjustment}) {
		t.Errorf("with the adjustment: %v", got)
	}
	if got := c.get("/duration-entries/" + num(adjustment)).object(); got["type"] != "ADJUSTMENT" || got["timeOffCode"] != nil || got["lastEditedBy"] != nil {
		t.Errorf("adjustment: %v", got)
	}
	c.get("/timeoffentries/" + num(adjustment)).want(http.StatusNotFound)
	c.delete("/timeoffentries/" + num(adjustment)).want(http.StatusNotFound)
	limited := c.newKey(c.account.ID, "*", c.la)
	if got := c.get("/timeoffentries?from=2026-03-01&to=2026-03-31", as(limited)).ids(); !cmp.Equal(got, []int64{b}) {
		t.Errorf("who sees one org unit sees %v", got)
	}
	c.get("/duration-entries/"+num(a), as(limited)).want(http.StatusNotFound)
	related := c.get("/timeoffentries?from=2026-03-12&to=2026-03-12").object()["supplementalData"].(map[string]any)
	for kind, id := range map[string]int64{"employee": cat, "orgUnit": c.la, "department": department, "payClass": class, "timeOffCode": code, "label": user} {
		if related[kind].(map[string]any)[num(id)] == nil {
			t.Errorf("supplementalData has no %s %d: %v", kind, id, related[kind])
		}
	}
	c.get("/timeoffentries?from=2026-03-13&to=2026-03-12").wantError("from range")
	c.get("/timeoffentries?from=2026-03-13&to=2026-03-12&employee=1").wantError("employee unknown")
	c.get("/timeoffentries?from=2026-03-13&to=2026-03-12&fields=id").wantError("fields unknown")
	c.get("/timeoffentries").wantError("from required", "to required")
	c.get("/timeoffentries?from=2026-03-13&to=2026-03-14&cursor=x").wantError("cursor unknown")
}

// insertAdjustment writes a duration entry that is no time off.
func (c *team) insertAdjustment(employee int64, date attendance.Date) (id int64) {
	c.t.Helper()
	err := c.store.Write(c.t.Context(), c.account.ID, c.clock.Now(), func(tx *store.Tx) (err error) {
		if id, err = tx.NewID(c.t.Context()); err != nil {
			return err
		}
		e := attendance.NewDurationEntry()
		stamp := tx.Stamp()
		e.Identity = attendance.Identity{ID: id, Created: stamp, Modified: stamp}
		e.Date, e.Duration, e.Employee, e.OrgUnit = date, 3600, employee, c.ny
		if err := tx.InsertDurationEntry(c.t.Context(), e); err != nil {
			return err
		}
		became := wire.NewWriter(nil, wire.JSON)
		became.Open("")
		e.Fields(became)
		became.Close()
		text := string(became.Bytes())
		return tx.Audit(c.t.Context(), store.Audited{Action: "create", Kind: "durationEntry", RecordID: id, At: stamp, Became: &text})
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

func TestFieldsOfDurationEntries(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	code := c.create("/timeoffcodes", `{"name": "Holiday"}`)
	id := c.create("/timeoffentries", timeOffBody(c.ada, "2026-03-12", code))
	all := "/duration-entries?from=2026-03-01&to=2026-03-31"
	want := map[string]any{"id": float64(id), "duration": 28800.0, "labels": []any{}}
	if diff := cmp.Diff(want, c.get(all + "&fields[]=duration&fields[]=labels").results()[0]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]any{"id": float64(id)}, c.get(all + "&orderBy=modified&fields=id").results()[0]); diff != "" {
		t.Error(diff)
	}
	if got := c.get(all + "&fields=id&format=xml&supplementalData=no").want(http.StatusOK).body; !strings.Contains(got, "<list-item><id>"+num(id)+"</id></list-item>") {
		t.Errorf("as XML: %s", got)
	}
	if r := c.get(all + "&fields=durations&fields=id").wantError("fields unknown"); !strings.Contains(r.body, `\"duration\"`) {
		t.Errorf("the nearest field is not named: %s", r.body)
	}
}

func TestPagingOfDurationEntries(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	code := c.create("/timeoffcodes", `{"name": "Holiday"}`)
	var ids []int64
	for day := range 4 {
		ids = append(ids, c.create("/timeoffentries", timeOffBody(c.ada, fmt.Sprintf("2026-03-2%d", 4-day), code)))
	}
	all := "/duration-entries?from=2026-01-01&to=2026-12-31"
	c.get(all + "&limit=2").wantError("limit notPaged")
	c.get(all + "&orderBy=modified&direction=0").wantError("direction range")
	c.get(all + "&orderBy=name").wantError("orderBy unknown")
	if got := c.get(all + "&orderBy=date").ids(); !cmp.Equal(got, []int64{ids[3], ids[2], ids[1], ids[0]}) {
		t.Errorf("by date: %v", got)
	}
	page := c.get(all + "&orderBy=modified&limit=3")
	if got := page.ids(); !cmp.Equal(got, ids[:3]) {
		t.Errorf("first page %v, want %v", got, ids[:3])
	}
	page = c.get(all + "&orderBy=modified&limit=3&cursor=" + page.object()["cursor"].(string))
	if got := page.ids(); !cmp.Equal(got, ids[3:]) || page.object()["cursor"] != nil {
		t.Errorf("second page %v, want %v", got, ids[3:])
	}
	c.put("/timeoffentries/"+num(ids[0]), `{"duration": 60}`).want(http.StatusOK)
	if got := c.get(all + "&orderBy=modified&cursor=" + page.object()["resumeCursor"].(string)).ids(); !cmp.Equal(got, ids[:1]) {
		t.Errorf("after a change %v, want %v", got, ids[:1])
	}
	if got := c.get("/duration-entries?orderBy=modified&from=2026-03-10T11:00:00&to=2026-03-10").ids(); len(got) != 4 {
		t.Errorf("changed today: %v", got)
	}
	if got := c.get("/duration-entries?orderBy=modified&from=2026-03-01&to=2026-03-10T10:59:59").ids(); len(got) != 0 {
		t.Errorf("changed before now: %v", got)
	}
}
