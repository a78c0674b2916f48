package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/app"
)

// TestPresetsPayWhatOthersPublished runs the published examples of each law under the ready-made class of that law. Only
// what the law leaves to the employer is taken from the example: where the week begins, and what one shift is.
func TestPresetsPayWhatOthersPublished(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../cards/testdata/cards.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []workedCase }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for preset, ids := range map[string][]string{
		"flsa":             {"flsa-46", "dst-ctl", "dst-kelley"},
		"california":       {"7io-1", "ca-jk-6", "ca-jk-8", "ca-jk-9", "jfw-1", "jfw-3", "otr-9", "uspr-13", "uspr-7x8", "employersgroup-12"},
		"colorado":         {"co-staff"},
		"alberta":          {"ab-knit", "ab-tj-2"},
		"british-columbia": {"bc-qb-13"},
	} {
		for _, id := range ids {
			at := slices.IndexFunc(file.Cases, func(c workedCase) bool { return c.ID == id })
			t.Run(preset+"/"+id, func(t *testing.T) {
				t.Parallel()
				c := &file.Cases[at]
				w := newWorld(t)
				w.clock.advance(20 * 365 * 24 * time.Hour)
				employee := w.postCase(c)
				class := w.installPreset(preset)
				shift, starts := c.PayClass["shift"], c.PayClass["overtime"].(map[string]any)["weekStartsOn"]
				w.put(fmt.Sprint("/payclasses/", class), toJSON(map[string]any{"shift": shift, "payPeriodStartsOn": starts})).want(http.StatusOK)
				w.reclass(employee, class)
				from, to := c.dates()
				where := fmt.Sprintf("?from=%s&to=%s&employee=%d", from, to, employee)
				c.compare(t, w.get("/timecards"+where).results(), w.get("/shiftcards"+where).results())
			})
		}
	}
}

// installPreset installs a ready-made pay class.
func (w *world) installPreset(key string) int64 {
	w.t.Helper()
	p, err := app.FindPreset(key)
	if err != nil {
		w.t.Fatal(err)
	}
	class, err := w.app.AddPreset(w.t.Context(), operatorOf(w.account.ID), p, "")
	if err != nil {
		w.t.Fatal(err)
	}
	return class.ID
}

// reclass puts the employee and all punches so far under a pay class.
func (w *world) reclass(employee, class int64) {
	w.t.Helper()
	w.put(fmt.Sprint("/employees/", employee), fmt.Sprintf(`{"payClass": %d}`, class)).want(http.StatusOK)
	for _, id := range w.get(fmt.Sprintf("/punches?employee=%d&from=2000-01-01&to=2030-01-01", employee)).ids() {
		w.put(fmt.Sprint("/punches/", id), fmt.Sprintf(`{"payClass": %d}`, class)).want(http.StatusOK)
	}
}

// TestPresetsPayWeeks pays weeks of whole hours, from Monday the 2nd of March 2026 on, under the ready-made classes.
func TestPresetsPayWeeks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		preset string
		hours  []int // of each day, from 08:00 on
		want   map[string]int64
	}{
		{"flsa", []int{12, 12, 12, 0, 5}, map[string]int64{"regular Regular": 40, "weekly1 Overtime": 1}},
		{"flsa", []int{0, 0, 0, 0, 0, 14, 14, 14, 14}, map[string]int64{"regular Regular": 54, "weekly1 Overtime": 2}}, // Sunday begins a week
		{"california", []int{9, 9, 9, 9, 9}, map[string]int64{"regular Regular": 40, "daily1 Overtime": 5}},
		{"colorado", []int{13, 13, 13, 5}, map[string]int64{"regular Regular": 40, "daily1 Overtime": 3, "weekly1 Overtime": 1}},
		{"ontario", []int{12, 12, 12, 9}, map[string]int64{"regular Regular": 44, "weekly1 Overtime": 1}},
		{"alberta", []int{10, 10, 10, 10, 6}, map[string]int64{"regular Regular": 38, "daily1 Overtime": 8}},
		{"alberta", []int{9, 8, 8, 8, 8, 6}, map[string]int64{"regular Regular": 44, "weekly1 Overtime": 3}},
		{"british-columbia", []int{14, 8, 8, 8, 8, 1}, map[string]int64{"regular Regular": 40, "daily1 Overtime": 4, "daily2 Double time": 2, "weekly1 Overtime": 1}},
		{"australia", []int{0, 0, 0, 0, 0, 5, 4}, map[string]int64{"regular Regular": 5, "restDay Double time": 4}},
		{"eu", []int{10, 10, 10, 10, 10}, map[string]int64{"regular Regular": 48, "weekly1 Over 48 hours": 2}},
		{"eu", []int{0, 0, 0, 0, 0, 0, 16}, map[string]int64{"regular Regular": 16, "Night Night premium": 1, "Sunday Sunday premium": 16}},
	} {
		t.Run(fmt.Sprint(c.preset, c.hours), func(t *testing.T) {
			t.Parallel()
			e := newRuleExample(t)
			e.begin()
			e.zoned("Australia/Brisbane") // clocks do not change there
			e.assign(e.installPreset(c.preset))
			for i, hours := range c.hours {
				if hours > 0 {
					in := time.Date(2026, 3, 2+i, 8, 0, 0, 0, e.zone)
					e.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": %q, "outDt": %q}`, e.employee, in.Format(time.RFC3339), in.Add(time.Duration(hours)*time.Hour).Format(time.RFC3339)))
				}
			}
			got := map[string]int64{}
			for _, card := range e.get("/timecards?from=2026-03-01&to=2026-03-20").results() {
				for _, list := range []struct{ field, name string }{{"totals", "category"}, {"premiums", "name"}} {
					for _, entry := range card[list.field].([]any) {
						entry := entry.(map[string]any)
						got[fmt.Sprint(entry[list.name], " ", e.codeName(entry["payCode"]))] += int64(entry["total"].(float64)) / 3600
					}
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
