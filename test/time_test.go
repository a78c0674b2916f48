package test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
)

// TestOnlyZonesWithAPlaceAreZones offers names that libraries take for time zones.
func TestOnlyZonesWithAPlaceAreZones(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		for _, zone := range []string{
			"Local", "local", "", " ", "posixrules", "localtime", "Factory", "EST", "EST5EDT", "GMT", "GMT+1", "GMT0", "Zulu", "UCT", "Z", "utc", "UTC+1", "+01:00", "UTC0", "CET", "WET", "Japan", "Cuba",
			"SystemV/EST5", "../../etc/passwd", "/etc/localtime", "America/../UTC", "America//New_York", "America/New_York/", "America", "America/", "america/new_york", "AMERICA/NEW_YORK",
			"America/New_York\x00", "America/New York", "posix/America/New_York", "right/America/New_York", "Mars/Olympus", "zone.tab", "tzdata.zi", "leapseconds",
		} {
			a := c.do(0, http.MethodPost, "/orgunits", fmt.Sprintf(`{"name": "x", "timezone": %q}`, zone))
			if a.status != http.StatusBadRequest {
				t.Errorf("the zone %q is answered with %d: %s", zone, a.status, a.body)
			}
		}
		for _, zone := range []string{"UTC", "America/New_York", "America/Argentina/Buenos_Aires", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham", "US/Eastern", "Asia/Calcutta", "Europe/Kyiv", "Africa/Casablanca"} {
			c.create("/orgunits", fmt.Sprintf(`{"name": "x", "timezone": %q}`, zone))
		}
	})
}

// TestTheNightsOnWhichClocksChange works through both of them in New York.
func TestTheNightsOnWhichClocksChange(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		employees := c.crew(7)
		gap := c.do(http.StatusBadRequest, http.MethodPost, "/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2025-03-09T02:30:00", "outDt": "2025-03-09T09:00:00"}`, employees[0]))
		if fields, _ := gap.object(t)["errors"].([]any); len(fields) != 1 || fields[0].(map[string]any)["field"] != "inDt" {
			t.Errorf("a time that does not exist is answered with %s", gap.body)
		}
		for n, night := range []struct {
			in, out, want string
			seconds       int64
		}{
			{"2025-03-09T00:30:00", "2025-03-09T06:30:00", "2025-03-09T05:30:00.000000Z", 5 * 3600},
			{"2025-03-08T22:00:00", "2025-03-09T03:00:00", "2025-03-09T03:00:00.000000Z", 4 * 3600},
			{"2025-11-02T00:30:00", "2025-11-02T06:30:00", "2025-11-02T04:30:00.000000Z", 7 * 3600},
			{"2025-11-02T01:30:00", "2025-11-02T02:30:00", "2025-11-02T05:30:00.000000Z", 2 * 3600},               // the first of two
			{"2025-11-02T01:30:00-05:00", "2025-11-02T02:30:00", "2025-11-02T06:30:00.000000Z", 1 * 3600},         // the second
			{"2025-11-02T01:50:00-04:00", "2025-11-02T01:10:00-05:00", "2025-11-02T05:50:00.000000Z", 20 * 60},    // over the change
			{"2025-11-02T05:59:59.999999999Z", "2025-11-02T06:00:00.9Z", "2025-11-02T05:59:59.000000Z", int64(1)}, // cut to seconds
		} {
			p := c.do(http.StatusOK, http.MethodPost, "/punches", fmt.Sprintf(`{"employee": %d, "inDt": %q, "outDt": %q}`, employees[n], night.in, night.out)).object(t)
			if p["inDt"] != night.want {
				t.Errorf("%s became %v, want %s", night.in, p["inDt"], night.want)
			}
			total := int64(0)
			for _, card := range c.get(fmt.Sprintf("/shiftcards?from=2025-01-01&to=2025-12-31&employee=%d", employees[n])).results(t) {
				for _, punch := range card["punches"].([]any) {
					total += number(punch.(map[string]any)["rawTotal"])
				}
			}
			if total != night.seconds {
				t.Errorf("from %s to %s are %d seconds on the card, want %d", night.in, night.out, total, night.seconds)
			}
		}
	})
}

// TestDatesOutsideOfTheCalendarAreRefused sends dates and times that do not exist or that nobody worked on.
func TestDatesOutsideOfTheCalendarAreRefused(t *testing.T) {
	t.Parallel()
	onBothLarge(t, func(t *testing.T, i *installation, key string) {
		c := i.serve().as(key)
		employee := number(c.get("/employees?limit=1").results(t)[0]["id"])
		for _, dt := range []string{
			"0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2200-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "10000-01-01T00:00:00Z", "-2026-01-01T00:00:00Z",
			"2026-03-10T08:00:00+24:00", "2026-03-10T08:00:00+23:60", "2026-03-10T08:00:00-99:99", "2026-03-10T24:00:01Z", "2016-12-31T23:59:60Z", "2026-03-10T08:60:00Z", "2026-02-29T08:00:00Z",
			"2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z", "2026-03-00T00:00:00Z", "2026-03-10T08:00:00,5Z", "2026-03-10 08:00", "2026-3-10T08:00:00Z", "2026-W10-2", "1773129600", "٢٠٢٦-03-10T08:00:00Z", "2026-03-10T08:00:00Zjunk",
			"2026-03-10T08:00:00 Z", "", " ",
		} {
			c.do(http.StatusBadRequest, http.MethodPost, "/punches", fmt.Sprintf(`{"employee": %d, "inDt": %q, "outDt": "2026-03-10T09:00:00Z"}`, employee, dt))
			c.do(http.StatusBadRequest, http.MethodGet, "/punches?to=2199-12-31&from="+url.QueryEscape(dt), "")
		}
		for _, list := range []string{"/punches", "/clocklogs", "/shiftcards", "/timecards", "/duration-entries", "/timeoffentries", "/delete-history", "/holidays"} {
			if list == "/punches" || list == "/shiftcards" || list == "/timecards" { // for one employee, else they are long
				list += fmt.Sprintf("?employee=%d&", employee)
			} else {
				list += "?"
			}
			if list == "/holidays?" {
				c.promptly(http.StatusOK, http.MethodGet, list, "")
				continue
			}
			c.promptly(http.StatusOK, http.MethodGet, list+"from=1970-01-01&to=2100-12-31", "")
			c.do(http.StatusBadRequest, http.MethodGet, list+"from=2026-03-10&to=2026-03-09", "")
		}
		c.promptly(http.StatusOK, http.MethodGet, "/punches?orderBy=modified&limit=200&from=1970-01-01&to=2199-12-31", "")
	})
}
