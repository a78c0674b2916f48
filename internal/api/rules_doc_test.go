package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"punchclock/internal/golden"
)

// TestGoldenRules carries out every example of the guide to the rules through the API, and compares what comes out with
// what the guide shows. So the guide cannot say what is not so.
//
// An example is what stands under one heading. Its fenced blocks say in their first line what they are: rules, preset,
// shift, punches and request are done, cards, shiftcards, explain, answer and simulate are shown.
func TestGoldenRules(t *testing.T) {
	t.Parallel()
	const file = "../../docs/rules.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var done strings.Builder
	example := newRuleExample(t)
	shown := 0
	for piece := range blocksOf(string(text)) {
		if piece.what == "" {
			if strings.Contains(piece.text, "\n## ") || strings.Contains(piece.text, "\n### ") {
				example = newRuleExample(t)
			}
			done.WriteString(piece.text)
			continue
		}
		if result, shows := example.play(piece); shows {
			piece.text = result
			shown++
		}
		done.WriteString("```" + piece.language + " " + piece.what + "\n" + piece.text + "\n```\n")
	}
	if shown < 40 {
		t.Errorf("the guide shows %d results, which is too few to believe", shown)
	}
	golden.Check(t, file, []byte(done.String()))
}

// docBlock is a fenced block of a document, or, without what, the text between two of them.
type docBlock struct{ language, what, text string }

// blocksOf are the fenced blocks that say what they are, and all text around them.
func blocksOf(text string) func(yield func(docBlock) bool) {
	fence := regexp.MustCompile("(?ms)^```(json|text|http|console) ([a-z][^\n]*)\n(.*?)\n```\n")
	return func(yield func(docBlock) bool) {
		at := 0
		for _, m := range fence.FindAllStringSubmatchIndex(text, -1) {
			if !yield(docBlock{text: text[at:m[0]]}) || !yield(docBlock{text[m[2]:m[3]], text[m[4]:m[5]], text[m[6]:m[7]]}) {
				return
			}
			at = m[1]
		}
		yield(docBlock{text: text[at:]})
	}
}

// ruleExample is one example of the guide: an employee whose pay class, schedule and punches the blocks lay down.
type ruleExample struct {
	*world
	codes    map[string]int64 // pay codes by name
	unit     int64
	employee int64
	class    int64
	zone     *time.Location
	first    string // the first date with a punch
	last     string
	answer   *response // to the last request
}

func newRuleExample(t *testing.T) *ruleExample { return &ruleExample{world: &world{t: t}} }

// play carries out a block. When the block shows something, that is the result.
func (e *ruleExample) play(b docBlock) (result string, shows bool) {
	e.t.Helper()
	what, argument, _ := strings.Cut(b.what, " ")
	if e.employee == 0 && what != "list" {
		e.begin()
	}
	switch what {
	case "rules":
		e.assign(e.create("/payclasses", toJSON(e.body(b.text))))
	case "preset":
		e.assign(e.preset(b.text))
	case "shift":
		e.schedule(b.text)
	case "punches":
		e.punches(b.text)
	case "request":
		e.request(b.text)
	case "answer":
		return e.answered(argument), true
	case "cards":
		return e.cards("/timecards"), true
	case "shiftcards":
		return e.cards("/shiftcards"), true
	case "explain":
		return e.explained(argument), true
	case "simulate":
		e.answer = e.post("/timecards/simulate?from="+e.first+"&to="+e.last, toJSON(e.body(b.text))).want(http.StatusOK)
	case "list":
		return listPresets(), true
	default:
		e.t.Errorf("a block says that it is %q, which is nothing known", b.what)
	}
	return "", false
}

// begin makes the company of an example: a place in New York with one employee and the pay codes of the guide.
func (e *ruleExample) begin() {
	e.world = newWorld(e.t)
	e.codes = map[string]int64{}
	for _, code := range e.get("/paycodes").results() {
		e.codes[code["name"].(string)] = int64(code["id"].(float64))
	}
	for _, c := range [][2]string{{"Night premium", "0.25"}, {"Weekend premium", "0.5"}, {"Holiday", "2.5"}, {"Top-up", "1.0"}} {
		e.codes[c[0]] = e.create("/paycodes", fmt.Sprintf(`{"name": %q, "multiplier": %q, "isPaid": true}`, c[0], c[1]))
	}
	e.unit = e.create("/orgunits", `{"name": "Bakery", "timezone": "America/New_York"}`)
	e.employee = e.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "Byron", "orgUnit": %d}`, e.unit))
	e.first, e.last = "9999-12-31", ""
	e.zoned("America/New_York")
	e.at("2026-12-31 00:00")
}

// body reads a body in which pay codes stand by name.
func (e *ruleExample) body(text string) map[string]any {
	e.t.Helper()
	var body map[string]any
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		e.t.Fatalf("%v in %s", err, text)
	}
	for _, m := range regexp.MustCompile(`[cC]ode2?": "([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if e.codes[m[1]] == 0 {
			e.t.Fatalf("there is no pay code %s", m[1])
		}
	}
	body = withCodes(body, e.codes).(map[string]any)
	if body["name"] == nil {
		body["name"] = "Example"
	}
	return body
}

// preset installs the ready-made pay class that a command names.
func (e *ruleExample) preset(command string) int64 {
	e.t.Helper()
	key, _, _ := strings.Cut(strings.TrimPrefix(command, "$ punchclock payclass add "), " ")
	return e.installPreset(key)
}

// assign gives the employee a pay class; punches from then on are under it.
func (e *ruleExample) assign(class int64) {
	e.class = class
	e.put(fmt.Sprint("/employees/", e.employee), fmt.Sprintf(`{"payClass": %d}`, class)).want(http.StatusOK)
}

// schedule makes a shift class and schedules the employee on the weekdays that stand with it.
func (e *ruleExample) schedule(text string) {
	e.t.Helper()
	var class map[string]any
	if err := json.Unmarshal([]byte(text), &class); err != nil {
		e.t.Fatalf("%v in %s", err, text)
	}
	id := e.create("/shiftclasses", text)
	var days []string
	for weekday := 1; weekday <= 7; weekday++ {
		days = append(days, fmt.Sprintf(`{"weekday": %d, "shiftClass": %d}`, weekday, id))
	}
	schedule := e.create("/teamschedules", fmt.Sprintf(`{"name": "Daily", "days": [%s]}`, strings.Join(days, ", ")))
	e.put(fmt.Sprint("/employees/", e.employee), fmt.Sprintf(`{"teamSchedule": %d}`, schedule)).want(http.StatusOK)
}

func (e *ruleExample) zoned(name string) {
	e.t.Helper()
	var err error
	if e.zone, err = time.LoadLocation(name); err != nil {
		e.t.Fatal(err)
	}
	e.put(fmt.Sprint("/orgunits/", e.unit), fmt.Sprintf(`{"timezone": %q}`, name)).want(http.StatusOK)
}

// at sets the present.
func (e *ruleExample) at(local string) {
	e.t.Helper()
	now, err := time.ParseInLocation("2006-01-02 15:04", local, e.zone)
	if err != nil {
		e.t.Fatal(err)
	}
	e.clock.advance(now.Sub(e.clock.Now()))
}

// punches posts what stands in the lines: "2026-03-02 08:00 to 17:00", with a date before the second time when it is
// another, and with "meal" or "break" when one follows; "in ZONE", "holiday DATE" and "asked at DATE TIME" besides.
func (e *ruleExample) punches(text string) {
	e.t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(line)
		switch words[0] {
		case "in":
			e.zoned(words[1])
		case "holiday":
			e.create("/holidays", fmt.Sprintf(`{"name": "Holiday", "date": %q}`, words[1]))
		case "asked":
			e.at(words[2] + " " + words[3])
		default:
			e.punch(words)
		}
	}
}

func (e *ruleExample) punch(words []string) {
	e.t.Helper()
	date := words[0]
	e.first, e.last = min(e.first, date), max(e.last, date)
	body := map[string]any{"employee": e.employee, "inDt": date + "T" + words[1]}
	rest := words[3:]
	if rest[0] != "…" {
		if len(rest[0]) == len(date) {
			date, rest = rest[0], rest[1:]
		}
		e.last = max(e.last, date)
		body["outDt"] = date + "T" + rest[0]
	}
	if len(rest) > 1 {
		body["outKind"] = rest[1]
	}
	e.create("/punches", toJSON(body))
}

// request sends a request in which $EMPLOYEE, $CLASS and $LAST stand for the ids of the employee, of the pay class and
// of what was answered last.
func (e *ruleExample) request(text string) {
	head, body, _ := strings.Cut(text, "\n")
	method, path, _ := strings.Cut(head, " ")
	last := int64(0)
	if e.answer != nil {
		if id, ok := e.answer.object()["id"].(float64); ok {
			last = int64(id)
		}
	}
	fill := strings.NewReplacer("$EMPLOYEE", fmt.Sprint(e.employee), "$CLASS", fmt.Sprint(e.class), "$LAST", fmt.Sprint(last))
	e.answer = e.do(method, fill.Replace(path), fill.Replace(body), "Content-Type: application/json")
}
