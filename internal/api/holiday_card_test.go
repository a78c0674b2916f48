package api_test

import (
	"fmt"
	"net/http"
	"testing"
)

// TestAHolidayHoldsWhereTheWorkIs moves an employee to another org unit. The holiday of the first unit stays one for the
// work that was done there, however long the range is for which cards are asked.
func TestAHolidayHoldsWhereTheWorkIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	north := w.create("/orgunits", `{"name": "North", "timezone": "America/New_York"}`)
	south := w.create("/orgunits", `{"name": "South", "timezone": "America/New_York"}`)
	double := w.create("/paycodes", `{"name": "Holiday", "multiplier": "2.0"}`)
	class := w.create("/payclasses", fmt.Sprintf(`{"name": "H", "overtime": {"holiday": {"payCode": %d}}}`, double))
	w.create("/holidays", fmt.Sprintf(`{"name": "Founders", "date": "2026-02-17", "orgUnit": %d}`, north))
	w.create("/holidays", fmt.Sprintf(`{"name": "Harvest", "date": "2026-02-18", "orgUnit": %d}`, south))
	employee := w.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Byron", "orgUnit": %d, "payClass": %d}`, north, class))
	for _, day := range []int{17, 18} {
		w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-02-%dT08:00:00", "outDt": "2026-02-%dT16:00:00"}`, employee, day, day))
	}
	w.put(fmt.Sprint("/employees/", employee), fmt.Sprintf(`{"orgUnit": %d}`, south)).want(http.StatusOK)
	w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-02-20T08:00:00", "outDt": "2026-02-20T16:00:00"}`, employee))
	for _, to := range []string{"2026-02-18", "2026-02-28"} {
		cards := w.get("/timecards?from=2026-02-16&to=" + to).results()
		for i, want := range []string{"holiday", "regular"} {
			if got := cards[i]["totals"].([]any)[0].(map[string]any)["category"]; got != want {
				t.Errorf("to %s: the work of %v is %v, want %s", to, cards[i]["date"], got, want)
			}
		}
	}
}
