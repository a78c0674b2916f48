package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// workedCase is a worked example published by others: a pay class whose pay codes are names, punches, and what is due.
type workedCase struct {
	ID          string
	Timezone    string
	PayCodes    map[string]string
	PayClass    map[string]any
	Punches     []map[string]any
	ShiftClass  map[string]any
	ScheduledOn string
	Holidays    []string
	Events      []string
	Expected    struct {
		PerDay []map[string]any
		Total  map[string]int64
		Shifts []struct{ Pairs, TotalSeconds *int64 }
	}
}

// fits says whether the API can take the case: it takes no undirected events, no out without an in, and no pair of more
// than seven days.
func (c *workedCase) fits() bool {
	for _, p := range c.Punches {
		if p["inDt"] == nil || p["outDt"] != nil && parseTime(p["outDt"]).Sub(parseTime(p["inDt"])) > 7*24*time.Hour {
			return false
		}
	}
	return len(c.Events) == 0
}

func parseTime(v any) time.Time {
	t, err := time.Parse(time.RFC3339, v.(string))
	if err != nil {
		panic(err)
	}
	return t
}

// TestWorkedCasesThroughTheAPI posts what a case needs, reads the cards back and compares them with what is due.
func TestWorkedCasesThroughTheAPI(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../cards/testdata/cards.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []workedCase }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	w.clock.advance(20 * 365 * 24 * time.Hour) // every case is in the past
	run := 0
	for i := range file.Cases {
		c := &file.Cases[i]
		if !c.fits() {
			continue
		}
		run++
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			at := *w
			at.t = t
			employee := at.postCase(c)
			from, to := c.dates()
			where := fmt.Sprintf("?from=%s&to=%s&employee=%d", from, to, employee)
			c.compare(t, at.get("/timecards"+where).results(), at.get("/shiftcards"+where).results())
			at.explainAddsUp(employee, c)
		})
	}
	if run != 180 {
		t.Errorf("%d cases were run, want 180", run)
	}
}

// postCase posts the case and gives the employee whose cards it is about.
func (w *world) postCase(c *workedCase) int64 {
	w.t.Helper()
	codes := map[string]int64{}
	for name, multiplier := range c.PayCodes {
		codes[name] = w.create("/paycodes", fmt.Sprintf(`{"name": "%s %s", "multiplier": %q}`, c.ID, name, multiplier))
	}
	class := withCodes(c.PayClass, codes).(map[string]any)
	class["name"] = c.ID
	employee := map[string]any{
		"firstName": "Case", "lastName": c.ID, "orgUnit": w.create("/orgunits", fmt.Sprintf(`{"name": %q, "timezone": %q}`, c.ID, c.Timezone)),
		"payClass": w.create("/payclasses", toJSON(class)),
	}
	if c.ShiftClass != nil {
		c.ShiftClass["name"] = c.ID
		shift := w.create("/shiftclasses", toJSON(c.ShiftClass))
		employee["teamSchedule"] = w.create("/teamschedules", fmt.Sprintf(`{"name": %q, "days": [{"weekday": %d, "shiftClass": %d}]}`, c.ID, isoWeekday(c.ScheduledOn), shift))
	}
	for _, date := range c.Holidays {
		w.create("/holidays", fmt.Sprintf(`{"name": %q, "date": %q, "orgUnit": %d}`, c.ID, date, employee["orgUnit"]))
	}
	id := w.create("/employees", toJSON(employee))
	for _, p := range c.Punches {
		p["employee"] = id
		w.create("/punches", toJSON(p))
	}
	return id
}

// withCodes is the pay class with the names of pay codes replaced by their ids.
func withCodes(v any, codes map[string]int64) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			name, isName := value.(string)
			if lower := strings.ToLower(key); isName && (strings.HasSuffix(lower, "paycode") || lower == "paycode2") {
				v[key] = codes[name]
			} else {
				v[key] = withCodes(value, codes)
			}
		}
	case []any:
		for i := range v {
			v[i] = withCodes(v[i], codes)
		}
	}
	return v
}

func isoWeekday(scheduledOn string) int {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.EqualFold(scheduledOn, d.String()) {
			return (int(d)+6)%7 + 1
		}
	}
	day, err := time.Parse(time.DateOnly, scheduledOn)
	if err != nil {
		panic(err)
	}
	return (int(day.Weekday())+6)%7 + 1
}

// dates is a range that holds every card of the case.
func (c *workedCase) dates() (from, to string) {
	first, last := parseTime(c.Punches[0]["inDt"]), parseTime(c.Punches[0]["inDt"])
	for _, p := range c.Punches {
		if in := parseTime(p["inDt"]); in.Before(first) {
			first = in
		} else if in.After(last) {
			last = in
		}
	}
	return first.AddDate(0, 0, -8).Format(time.DateOnly), last.AddDate(0, 0, 8).Format(time.DateOnly)
}

// compare holds the cards against what is due.
func (c *workedCase) compare(t *testing.T, timeCards, shiftCards []map[string]any) {
	t.Helper()
	perDay, total := map[string]map[string]int64{}, map[string]int64{}
	for _, card := range timeCards {
		day := perDay[card["date"].(string)]
		if day == nil {
			day = map[string]int64{}
			perDay[card["date"].(string)] = day
		}
		tally(card, func(key string, seconds int64) { day[key] += seconds; total[key] += seconds })
	}
	for _, want := range c.Expected.PerDay {
		got := perDay[want["date"].(string)]
		for key, value := range want {
			c.compareDay(t, want["date"].(string), key, value, got)
		}
	}
	for key, want := range c.Expected.Total {
		if total[key] != want {
			t.Errorf("total %s is %d, want %d", key, total[key], want)
		}
	}
	for i, want := range c.Expected.Shifts {
		if len(shiftCards) != len(c.Expected.Shifts) {
			t.Fatalf("there are %d shift cards, want %d", len(shiftCards), len(c.Expected.Shifts))
		}
		if got := int64(shiftCards[i]["processedTotal"].(float64)); want.TotalSeconds != nil && got != *want.TotalSeconds {
			t.Errorf("shift %d has %d s, want %d", i, got, *want.TotalSeconds)
		}
	}
}

func (c *workedCase) compareDay(t *testing.T, date, key string, value any, got map[string]int64) {
	t.Helper()
	switch key {
	case "date":
	case "premiumSeconds":
		for name, want := range value.(map[string]any) {
			if got["premium "+name] != int64(want.(float64)) {
				t.Errorf("%s: premium %s is %d, want %v", date, name, got["premium "+name], want)
			}
		}
	case "sumOf":
		for _, pair := range value.([]any) {
			sum, names := int64(0), pair.([]any)[0].([]any)
			for _, name := range names {
				sum += got[name.(string)+"Seconds"]
			}
			if want := int64(pair.([]any)[1].(float64)); sum != want {
				t.Errorf("%s: %v are %d, want %d", date, names, sum, want)
			}
		}
	default:
		if want := int64(value.(float64)); got[key] != want {
			t.Errorf("%s: %s is %d, want %d", date, key, got[key], want)
		}
	}
}

// tally passes the seconds of a time card under the names that the cases use.
func tally(card map[string]any, add func(key string, seconds int64)) {
	first := []string{"daily1", "weekly1", "period1", "seventhDay1", "restDay", "holiday", "consecutive", "daysPerWeek"}
	second := []string{"daily2", "weekly2", "period2", "seventhDay2", "consecutive2"}
	add("totalSeconds", int64(card["processedTotal"].(float64)))
	for _, entry := range card["totals"].([]any) {
		entry := entry.(map[string]any)
		category, seconds := entry["category"].(string), int64(entry["total"].(float64))
		switch {
		case category == "minimumShift":
			add("minimumShiftTopUpSeconds", seconds)
			continue
		case slices.Contains(first, category):
			add("overtimeSeconds", seconds)
		case slices.Contains(second, category):
			add("doubleTimeSeconds", seconds)
		}
		add(category+"Seconds", seconds)
	}
	for _, entry := range card["premiums"].([]any) {
		entry := entry.(map[string]any)
		add("premium "+entry["name"].(string), int64(entry["total"].(float64)))
	}
}

// explainAddsUp asks why for every date of the case: the cards of the explanation are those of the list.
func (w *world) explainAddsUp(employee int64, c *workedCase) {
	w.t.Helper()
	from, to := c.dates()
	byDate := map[string][]any{}
	for _, card := range w.get(fmt.Sprintf("/timecards?from=%s&to=%s&employee=%d", from, to, employee)).results() {
		byDate[card["date"].(string)] = append(byDate[card["date"].(string)], card)
	}
	for _, date := range slices.Sorted(maps.Keys(byDate)) {
		got := w.get(fmt.Sprintf("/timecards/explain?employee=%d&date=%s", employee, date)).want(http.StatusOK).object()
		if diff := cmp.Diff(byDate[date], got["timeCards"]); diff != "" {
			w.t.Errorf("the explanation of %s has other cards than the list: %s", date, diff)
		}
		if len(got["steps"].([]any)) == 0 {
			w.t.Errorf("%s is not explained", date)
		}
	}
}
