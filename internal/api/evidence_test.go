package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"punchclock/internal/attendance"
)

// TestWhatCannotBeWrittenIsTheSameInXML compares the formats of records that come from clocks and from deletions, which
// no request creates.
func TestWhatCannotBeWrittenIsTheSameInXML(t *testing.T) {
	t.Parallel()
	c := newTeam(t)
	door := c.create("/devices", `{"name": "Door <&>", "orgUnit": `+num(c.ny)+`}`)
	at := time.Date(2026, 3, 9, 12, 0, 7, 0, time.UTC)
	full := c.clockLog(c.account.ID, attendance.ClockLog{
		Employee: &c.ada, Clock: door, ClockOrgUnit: c.ny, OrgUnit: &c.ny, Timezone: "America/New_York", Dt: at, Offline: true,
		Status: attendance.ClockPunched, Direction: new("in"), DeviceEventID: new("e-1"), Reason: new("why"),
	})
	bare := c.clockLog(c.account.ID, attendance.ClockLog{Clock: door, ClockOrgUnit: c.ny, Timezone: "America/New_York", Dt: at.Add(time.Hour), Status: attendance.ClockFailed})
	c.delete("/punches/" + num(c.punch(c.ada, "2026-03-09T08:00", "2026-03-09T09:00"))).want(http.StatusNoContent)
	c.delete("/employees/" + num(c.bob)).want(http.StatusNoContent)
	for path, rows := range map[string]int{"/clocklogs?from=2026-03-09&to=2026-03-09&": 2, "/delete-history?limit=1&": 1, "/delete-history?": 2} {
		list := c.get(path).want(http.StatusOK)
		if n := len(list.results()); n != rows {
			t.Errorf("%s has %d records, want %d", path, n, rows)
		}
		sameTree(t, list.body, c.get(path+"format=xml").want(http.StatusOK).body)
	}
	for _, id := range []int64{full, bare} {
		one := fmt.Sprint("/clocklogs/", id)
		sameTree(t, c.get(one).want(http.StatusOK).body, c.get(one+".xml").want(http.StatusOK).body)
	}
}
