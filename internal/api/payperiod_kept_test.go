package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// closedWeek is a company whose week from 2 March 2026 is closed under the rules, and an employee with the punches, each
// an in and an out in New York.
func closedWeek(t *testing.T, rules string, punches ...string) (w *world, employee, class int64) {
	t.Helper()
	w = newWorld(t)
	unit := w.create("/orgunits", `{"name": "North", "timezone": "America/New_York"}`)
	class = w.create("/payclasses", rules)
	employee = w.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Byron", "orgUnit": %d, "payClass": %d}`, unit, class))
	for _, p := range punches {
		in, out, _ := strings.Cut(p, " ")
		w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": %q, "outDt": %q}`, employee, in, out))
	}
	w.closePeriod(class, "2026-03-02").want(http.StatusOK)
	return w, employee, class
}

// closePeriod makes a pay period and asks to close it.
func (w *world) closePeriod(class int64, start string) *response {
	w.t.Helper()
	id := w.create("/payperiods", fmt.Sprintf(`{"payClass": %d, "start": %q}`, class, start))
	return w.put(fmt.Sprint("/payperiods/", id), `{"state": "closed"}`)
}

// shiftDates are the shift dates of all cards of March 2026, in order.
func (w *world) shiftDates(path string) string {
	w.t.Helper()
	var dates []string
	for _, c := range w.get(path + "?from=2026-03-01&to=2026-03-31").results() {
		dates = append(dates, c["shiftDate"].(string)[8:])
	}
	return strings.Join(dates, " ")
}

// TestNewRulesPayNoShiftTwice closes a week that ends with a night, and then dates nights by their end: in the new week, too.
func TestNewRulesPayNoShiftTwice(t *testing.T) {
	t.Parallel()
	night := "2026-03-08T22:00:00 2026-03-09T06:00:00"
	w, _, class := closedWeek(t, `{"name": "Nights"}`, night, "2026-03-10T08:00:00 2026-03-10T16:00:00")
	w.put(fmt.Sprint("/payclasses/", class), `{"shift": {"date": "end"}}`).want(http.StatusOK)
	for _, path := range []string{"/timecards", "/shiftcards"} {
		if got := w.shiftDates(path); got != "08 10" {
			t.Errorf("%s has shifts on %s, want the night of the 8th once", path, got)
		}
	}
	w.closePeriod(class, "2026-03-09").want(http.StatusOK)
	if got := w.shiftDates("/timecards"); got != "08 10" {
		t.Errorf("with the next week closed there are shifts on %s, want the night of the 8th once", got)
	}
	locked := w.put(fmt.Sprint("/punches/", w.lastID("/punches?from=2026-03-08&to=2026-03-08")), `{"outDt": "2026-03-09T07:00:00"}`)
	locked.want(http.StatusConflict)
}

// TestNewRulesLoseNoShift closes a week before a night that counts for its end, and then dates nights by their start: in the
// closed week, where no card was kept of it.
func TestNewRulesLoseNoShift(t *testing.T) {
	t.Parallel()
	w, _, class := closedWeek(t, `{"name": "Nights", "shift": {"date": "end"}}`, "2026-03-08T22:00:00 2026-03-09T06:00:00")
	w.put(fmt.Sprint("/payclasses/", class), `{"shift": {"date": "start"}}`).want(http.StatusOK)
	if got := w.shiftDates("/timecards"); got != "08" {
		t.Errorf("there are shifts on %q, want one on the 8th", got)
	}
}

// TestNewRulesJoinNoShiftToAKeptOne lets a longer gap end a shift, so that the night of the closed week and the morning after
// it would be one.
func TestNewRulesJoinNoShiftToAKeptOne(t *testing.T) {
	t.Parallel()
	w, _, class := closedWeek(t, `{"name": "Nights"}`, "2026-03-08T20:00:00 2026-03-08T23:00:00", "2026-03-09T05:00:00 2026-03-09T09:00:00")
	w.put(fmt.Sprint("/payclasses/", class), `{"shift": {"gap": "08:00:00"}}`).want(http.StatusOK)
	if got := w.shiftDates("/timecards"); got != "08 09" {
		t.Errorf("there are shifts on %q, want the closed one and that of the morning", got)
	}
}

// TestAClosedDateIsExplainedAndSimulatedAsItWasKept changes the rules after a week was closed.
func TestAClosedDateIsExplainedAndSimulatedAsItWasKept(t *testing.T) {
	t.Parallel()
	w, employee, class := closedWeek(t, `{"name": "Days"}`, "2026-03-03T08:00:00 2026-03-03T18:00:00")
	rules := `{"daily1Threshold": "08:00:00", "daily1PayCode": 3}`
	w.put(fmt.Sprint("/payclasses/", class), rules).want(http.StatusOK)
	explained := w.get(fmt.Sprintf("/timecards/explain?employee=%d&date=2026-03-03", employee)).want(http.StatusOK)
	if contains(explained.body, `"category":"daily1"`) || !contains(explained.body, `"number":12`) || !contains(explained.body, "is closed") {
		t.Errorf("the closed date is explained as %s", explained.body)
	}
	simulated := w.post("/timecards/simulate?from=2026-03-02&to=2026-03-08", rules).want(http.StatusOK)
	if !contains(simulated.body, `{"payCode":3,"today":0,"simulated":7200,"difference":7200}`) {
		t.Errorf("today's totals are not those that were kept: %s", simulated.body)
	}
}

// TestAnOpenShiftKeepsItsPeriodOpen has somebody at work whom a closed period would not let out.
func TestAnOpenShiftKeepsItsPeriodOpen(t *testing.T) {
	t.Parallel()
	w, employee, class, _ := periodWorld(t)
	open := w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": %q}`, employee, w.clock.Now().Add(-time.Hour).Format(time.RFC3339)))
	days := w.get("/shiftcards?from=2026-01-01&to=2026-12-31&tag=open").results()
	period := w.create("/payperiods", fmt.Sprintf(`{"payClass": %d, "start": %q}`, class, mondayBefore(t, days[0]["shiftDate"].(string))))
	r := w.put(fmt.Sprint("/payperiods/", period), `{"state": "closed"}`).want(http.StatusConflict)
	if r.object()["code"] != "criticalExceptions" || !contains(r.body, fmt.Sprintf(`{"field":"shiftcards/%d","code":"open"`, open)) {
		t.Errorf("the answer is %s", r.body)
	}
}

func mondayBefore(t *testing.T, date string) string {
	t.Helper()
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		t.Fatal(err)
	}
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7).Format(time.DateOnly)
}

// TestALongRunOfDaysIsGuarded deletes the first day of a run on whose hundredth day somebody was paid more.
func TestALongRunOfDaysIsGuarded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "North", "timezone": "America/New_York"}`)
	class := w.create("/payclasses", `{"name": "Runs", "overtime": {"consecutiveDays": {"days": 100, "scope": "rolling", "payCode": 3}}}`)
	employee := w.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Byron", "orgUnit": %d, "payClass": %d}`, unit, class))
	last := time.Date(2026, 3, 8, 0, 0, 0, 0, time.UTC)
	var first int64
	for day := last.AddDate(0, 0, -99); !day.After(last); day = day.AddDate(0, 0, 1) {
		date := day.Format(time.DateOnly)
		id := w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "%sT08:00:00", "outDt": "%sT12:00:00"}`, employee, date, date))
		if first == 0 {
			first = id
		}
	}
	w.closePeriod(class, "2026-03-02").want(http.StatusOK)
	if r := w.delete(fmt.Sprint("/punches/", first)).want(http.StatusConflict); r.object()["code"] != "periodLocked" {
		t.Errorf("the answer is %s", r.body)
	}
}

// TestAPunchThatBelongsToAKeptShiftIsRefused adds an hour two hours after the night with which the closed week ends.
func TestAPunchThatBelongsToAKeptShiftIsRefused(t *testing.T) {
	t.Parallel()
	w, employee, _ := closedWeek(t, `{"name": "Nights"}`, "2026-03-08T20:00:00 2026-03-09T03:00:00")
	hour := `{"employee": %d, "inDt": "2026-03-09T0%d:00:00", "outDt": "2026-03-09T0%d:00:00"}`
	w.post("/punches", fmt.Sprintf(hour, employee, 5, 6)).want(http.StatusConflict)
	w.post("/punches", fmt.Sprintf(hour, employee, 7, 8)).want(http.StatusOK)
}

// TestEveryUnfinishedShiftIsCounted has more missing outs than are listed.
func TestEveryUnfinishedShiftIsCounted(t *testing.T) {
	t.Parallel()
	w, _, class, _ := periodWorld(t)
	unit := w.lastID("/orgunits")
	for range 101 {
		employee := w.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Byron", "orgUnit": %d, "payClass": %d}`, unit, class))
		w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-03T08:00:00"}`, employee))
	}
	r := w.closePeriod(class, "2026-03-02").want(http.StatusConflict).object()
	if listed := len(r["errors"].([]any)); listed != 100 || !contains(r["detail"].(string), "101 of its shifts") {
		t.Errorf("%d are listed with %q", listed, r["detail"])
	}
}
