package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSimulateShowsTodayBesideWhatWouldBe(t *testing.T) {
	t.Parallel()
	w, employee, class, _ := periodWorld(t)
	code := w.create("/paycodes", `{"name": "Overtime long", "multiplier": "1.5"}`)
	const range8 = "from=2026-03-02&to=2026-03-08"
	rules := fmt.Sprintf(`{"daily1Threshold": "06:00:00", "daily1PayCode": %d}`, code)
	before := w.everything(w.key)
	got := w.post("/timecards/simulate?"+range8, rules).want(http.StatusOK)
	results := got.results()
	if len(results) != 1 || results[0]["employee"] != float64(employee) {
		t.Fatalf("the simulation is about %v", results)
	}
	regular := w.get(fmt.Sprint("/payclasses/", class)).object()["regularPayCode"]
	want := []any{
		map[string]any{"payCode": regular, "today": 57600.0, "simulated": 43200.0, "difference": -14400.0},
		map[string]any{"payCode": float64(code), "today": 0.0, "simulated": 14400.0, "difference": 14400.0},
	}
	if diff := cmp.Diff(want, results[0]["payCodes"]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(before, w.everything(w.key)); diff != "" {
		t.Errorf("the simulation changed something: %s", diff)
	}
	w.put(fmt.Sprint("/payclasses/", class), rules).want(http.StatusOK)
	if diff := cmp.Diff(results[0]["timeCards"], toAny(w.get("/timecards?"+range8).results())); diff != "" {
		t.Errorf("the cards are not as they were simulated: %s", diff)
	}
	w.post("/timecards/simulate?"+range8, `{"daily1Threshold": "x", "regularPayCode": 99}`).wantError("daily1Threshold format", "regularPayCode unknownReference")
	w.post("/timecards/simulate?from=2026-03-02", `{}`).wantError("to required")
}

func toAny(records []map[string]any) []any {
	all := make([]any, len(records))
	for i, r := range records {
		all[i] = r
	}
	return all
}

func TestSimulationsRunAsReportsToo(t *testing.T) {
	t.Parallel()
	w, _, _, _ := periodWorld(t)
	const range8 = "from=2026-03-02&to=2026-03-08"
	defer w.running()()
	for contentType, body := range map[string]string{
		"application/json": `{"rounding": {"total": {"interval": "10:00:00", "mode": "up"}}}`,
		"application/xml":  `<payClass><rounding><total><interval>10:00:00</interval><mode>up</mode></total></rounding></payClass>`,
	} {
		key := w.post("/timecards/simulate/async?"+range8, body, "Content-Type: "+contentType).want(http.StatusAccepted).object()["reportKey"]
		report := w.poll(fmt.Sprintf("/timecards/simulate/async/%s/poll", key)).want(http.StatusOK)
		if now := w.post("/timecards/simulate?"+range8, body, "Content-Type: "+contentType).want(http.StatusOK); report.body != now.body {
			t.Errorf("the report is %s, the simulation %s", report.body, now.body)
		}
	}
	w.post("/timecards/simulate/async?"+range8, `{"rounding": 5}`).wantError("rounding type")
}

func TestAnExplanationNamesPunchesRulesAndFigures(t *testing.T) {
	t.Parallel()
	w, employee, class, punch := periodWorld(t)
	code := w.create("/paycodes", `{"name": "Overtime long", "multiplier": "1.5"}`)
	w.put(fmt.Sprint("/payclasses/", class), fmt.Sprintf(`{"daily1Threshold": "06:00:00", "daily1PayCode": %d,
		"autoMeals": [{"kind": "meal", "type": "deduct", "after": "06:00:00", "amount": "00:30:00"}]}`, code)).want(http.StatusOK)
	e := w.get(fmt.Sprintf("/timecards/explain?employee=%d&date=2026-03-03", employee)).want(http.StatusOK)
	for _, part := range []string{fmt.Sprintf(`"punch":%d`, punch), "meal", "6 h 00 min"} {
		if !contains(e.body, part) {
			t.Errorf("the explanation does not hold %s: %s", part, strings.ReplaceAll(e.body, "},{", "},\n{"))
		}
	}
	w.get("/timecards/explain?employee=99&date=2026-03-03").want(http.StatusNotFound)
	w.get("/timecards/explain?date=2026-03-32").wantError("employee required", "date format")
}

// TestAnOutWithinTheNextShiftsWindow is the situation of frappe/hrms issue 3298: the out of a night shift falls into the
// window of the next shift. It belongs to the shift that its in began.
func TestAnOutWithinTheNextShiftsWindow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Mill", "timezone": "Asia/Kolkata"}`)
	night := w.create("/shiftclasses", `{"name": "Night", "start": "22:00", "end": "06:00", "bindWindow": "02:00:00"}`)
	day := w.create("/shiftclasses", `{"name": "Day", "start": "06:00", "end": "14:00", "bindWindow": "02:00:00"}`)
	schedule := w.create("/teamschedules", fmt.Sprintf(`{"name": "Both", "days": [{"weekday": 1, "shiftClass": %d}, {"weekday": 2, "shiftClass": %d}]}`, night, day))
	employee := w.create("/employees", fmt.Sprintf(`{"firstName": "Asha", "lastName": "Rao", "orgUnit": %d, "teamSchedule": %d}`, unit, schedule))
	w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-02T21:55:00", "outDt": "2026-03-03T06:10:00"}`, employee))
	cards := w.get("/shiftcards?from=2026-03-01&to=2026-03-04").results()
	if len(cards) != 1 || cards[0]["shiftClass"] != float64(night) || cards[0]["shiftDate"] != "2026-03-02" || cards[0]["rawTotal"] != 29700.0 {
		t.Errorf("the cards are %v", cards)
	}
}

// TestAForgottenClockOut is the situation of odoo issue 29645: somebody forgets to clock out and clocks in again the next
// day. The first day has no time and says what is missing, the second is right.
func TestAForgottenClockOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Office", "timezone": "Europe/Brussels"}`)
	employee := w.create("/employees", fmt.Sprintf(`{"firstName": "Jan", "lastName": "Peeters", "orgUnit": %d}`, unit))
	w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-02T09:00:00"}`, employee))
	w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-03T09:00:00", "outDt": "2026-03-03T17:00:00"}`, employee))
	cards := w.get("/shiftcards?from=2026-03-01&to=2026-03-04").results()
	if len(cards) != 2 {
		t.Fatalf("there are %d cards", len(cards))
	}
	if c := cards[0]; c["end"] != nil || c["rawTotal"] != 0.0 || fmt.Sprint(c["exceptions"]) != "[added missing]" || c["hasException"] != true {
		t.Errorf("the day without an out is %v", c)
	}
	if c := cards[1]; c["rawTotal"] != 28800.0 || fmt.Sprint(c["exceptions"]) != "[added]" {
		t.Errorf("the day after it is %v", c)
	}
	if ids := w.get("/shiftcards?from=2026-03-01&to=2026-03-04&tag=missing").ids(); len(ids) != 1 {
		t.Errorf("tag=missing finds %v", ids)
	}
}

// TestTheLastDayOfALongShiftIsExplained cuts a shift of 60 hours at midnight: its third day has a card of a shift that began
// two days before.
func TestTheLastDayOfALongShiftIsExplained(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "North", "timezone": "America/New_York"}`)
	class := w.create("/payclasses", `{"name": "Watch", "shift": {"date": "splitAtMidnight", "maximum": "72:00:00"}}`)
	employee := w.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Byron", "orgUnit": %d, "payClass": %d}`, unit, class))
	w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-02T08:00:00", "outDt": "2026-03-04T20:00:00"}`, employee))
	r := w.get(fmt.Sprintf("/timecards/explain?employee=%d&date=2026-03-04", employee)).want(http.StatusOK)
	if cards := r.object()["timeCards"].([]any); len(cards) != 1 || cards[0].(map[string]any)["processedTotal"] != 72000.0 {
		t.Errorf("the third day is explained with the cards %v, want one of 20 hours", cards)
	}
}
