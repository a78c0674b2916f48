package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// cards shows the cards of all dates with punches, one in a line: when it was worked, what of it is paid, and what is
// worth knowing.
func (e *ruleExample) cards(path string) string {
	e.t.Helper()
	var lines []string
	for _, card := range e.get(fmt.Sprintf("%s?employee=%d&from=%s&to=%s", path, e.employee, e.dayBefore(e.first), e.last)).results() {
		lines = append(lines, e.card(card))
	}
	return strings.Join(lines, "\n")
}

// dayBefore makes room for shifts that belong to another day than that of their first in.
func (e *ruleExample) dayBefore(date string) string {
	return string(attendance.Date(date).AddDays(-1))
}

func (e *ruleExample) card(card map[string]any) string {
	date, err := time.Parse(time.DateOnly, card["date"].(string))
	if err != nil {
		e.t.Fatal(err)
	}
	end := "  …  "
	if card["end"] != nil {
		end = e.local(card["end"])
	}
	parts := []string{fmt.Sprintf("%s  %s - %s  paid %s", date.Format("Mon 2006-01-02"), e.local(card["start"]), end, length(card["processedTotal"]))}
	if totals, of := card["totals"].([]any); of {
		parts = append(parts, e.shares(totals, "category")...)
		parts = append(parts, e.shares(card["premiums"].([]any), "name")...)
	}
	for _, against := range []string{"lateTotal", "earlyOutTotal", "beforeStartTotal", "afterEndTotal"} {
		if seconds, is := card[against].(float64); is && seconds > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", against, length(seconds)))
		}
	}
	if names := e.notable(card["exceptions"].([]any)); names != "" {
		parts = append(parts, "exceptions "+names)
	}
	return strings.Join(parts, "  ")
}

// shares are the totals of a card, with the pay code where it is not the regular one.
func (e *ruleExample) shares(totals []any, name string) []string {
	var parts []string
	for _, t := range totals {
		total := t.(map[string]any)
		part := fmt.Sprintf("%s %s", total[name], length(total["total"]))
		if total[name] != "regular" {
			part += fmt.Sprintf(" (%s)", e.codeName(total["payCode"]))
		}
		parts = append(parts, part)
	}
	return parts
}

func (e *ruleExample) codeName(id any) string {
	for name, code := range e.codes {
		if float64(code) == id {
			return name
		}
	}
	for _, code := range e.get("/paycodes").results() {
		if code["id"] == id {
			return code["name"].(string)
		}
	}
	e.t.Errorf("there is no pay code %v", id)
	return ""
}

// notable are the exceptions but for "added", which all punches of the guide have because no clock made them.
func (e *ruleExample) notable(exceptions []any) string {
	var names []string
	for _, name := range exceptions {
		if name != "added" {
			names = append(names, name.(string))
		}
	}
	return strings.Join(names, ", ")
}

// local is the time of the clock at an instant.
func (e *ruleExample) local(instant any) string {
	at := parseTime(instant).In(e.zone)
	if at.Second() != 0 {
		return at.Format(time.TimeOnly)
	}
	return at.Format("15:04")
}

// length is a number of seconds as hours, minutes and, where there are any, seconds.
func length(seconds any) string {
	s := int64(seconds.(float64))
	if s%60 != 0 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/3600, s/60%60)
}

// explained shows the steps of the explanation of a date, each in a line, as the API answers them.
func (e *ruleExample) explained(date string) string {
	e.t.Helper()
	answer := e.get(fmt.Sprintf("/timecards/explain?employee=%d&date=%s", e.employee, date)).want(http.StatusOK)
	return "{\n  \"steps\": " + inLines(rawObject(e.t, []byte(answer.body))["steps"]) + "\n}"
}

// answered shows the answer to the last request: its status, and the named fields of its body, or of its first result.
func (e *ruleExample) answered(fields string) string {
	e.t.Helper()
	body := rawObject(e.t, []byte(e.answer.body))
	if results, list := body["results"]; list {
		body = rawObject(e.t, rawList(e.t, results)[0])
	}
	lines := []string{}
	for name := range strings.FieldsSeq(fields) {
		if body[name] == nil {
			e.t.Errorf("the answer has no %s: %s", name, e.answer.body)
		}
		lines = append(lines, fmt.Sprintf("  %q: %s", name, inLines(body[name])))
	}
	return fmt.Sprintf("// %d %s\n{\n%s\n}", e.answer.status, http.StatusText(e.answer.status), strings.Join(lines, ",\n"))
}

func rawObject(t testing.TB, text []byte) map[string]json.RawMessage {
	t.Helper()
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return object
}

func rawList(t testing.TB, text []byte) []json.RawMessage {
	t.Helper()
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return list
}

// inLines is a value as it is, the elements of a list of objects each in a line.
func inLines(text json.RawMessage) string {
	if !bytes.HasPrefix(text, []byte("[{")) {
		return string(text)
	}
	return "[\n    " + strings.ReplaceAll(string(text[1:len(text)-1]), "},{", "},\n    {") + "\n  ]"
}

// listPresets is the table of ready-made pay classes.
func listPresets() string {
	presets := app.Presets()
	slices.SortFunc(presets, func(a, b app.Preset) int { return strings.Compare(a.Key, b.Key) })
	var lines []string
	for _, p := range presets {
		lines = append(lines, fmt.Sprintf("%-16s  %s\n%-16s  %s", p.Key, p.Summary, "", p.Source))
	}
	return strings.Join(lines, "\n")
}

// operatorOf is who installs a ready-made pay class on the machine itself.
func operatorOf(account int64) attendance.Actor {
	return attendance.Actor{Scope: attendance.Everything(account), Name: "operator", Via: "cli"}
}
