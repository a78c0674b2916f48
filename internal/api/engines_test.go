package api_test

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"punchclock/internal/store/storetest"
)

// guest sends random requests and remembers which ids it was told of.
type guest struct {
	*rand.Rand
	ids   map[string][]int64   // by collection
	last  [2]map[string]string // by list, the cursor that each server gave last
	etags []string
	now   time.Time
}

// request is what a guest sends.
type request struct {
	method, path, body string
	headers            []string
}

func oneOf[T any](g *guest, from ...T) T { return from[g.IntN(len(from))] }

// id is one that the guest was told of, seldom one that does not exist or is of another collection.
func (g *guest) id(collection string) any {
	known := g.ids[collection]
	switch n := g.IntN(40); {
	case n == 0:
		return oneOf[any](g, 987654321, -1, 0, "x", nil, 1.5)
	case len(known) == 0:
		return nil
	case n == 1:
		return g.ids["/orgunits"][0]
	}
	return known[g.IntN(len(known))]
}

func (g *guest) day() string {
	return g.now.AddDate(0, 0, g.IntN(40)-30).Format(time.DateOnly)
}

func (g *guest) name() string {
	return oneOf(g, "Ada", "Zoë", "ada", "Ärger", "日本", "O'Hara", `back\slash`, "_%", "a b", "ZZ", "é", "e\u0301", "😀", "<b>&", "x", "ﬀ", "ǅ", "") + oneOf(g, "", " 1", " 2", fmt.Sprint(g.IntN(50)))
}

func (g *guest) clock() string {
	return fmt.Sprintf("%sT%02d:%02d%s%s", g.day(), g.IntN(24), g.IntN(60), oneOf(g, "", ":00", ":30.5"), oneOf(g, "", "", "Z", "-05:00", "+05:45"))
}

// record is the body of a new record of a collection, or of a change; most are good.
func (g *guest) record(collection string) map[string]any {
	b := map[string]any{"name": g.name()}
	switch collection {
	case "/labels":
		b["kind"] = oneOf(g, "user", "work", "device")
	case "/orgunits":
		b["timezone"] = oneOf(g, "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Mars/Olympus")
	case "/paycodes":
		b["multiplier"] = oneOf(g, "1", "1.5", "2.0000", "-1")
	case "/payclasses":
		b["daily1Threshold"], b["daily1PayCode"] = oneOf(g, "08:00:00", "07:30:00", "0:00"), g.id("/paycodes")
	case "/shiftclasses":
		b["start"], b["end"] = oneOf(g, "08:00", "22:00"), oneOf(g, "16:00", "06:00", "25:00")
	case "/teamschedules":
		b["days"] = []any{map[string]any{"weekday": g.IntN(9), "shiftClass": g.id("/shiftclasses")}}
	case "/customfields":
		b["key"], b["type"], b["filterable"] = "k"+fmt.Sprint(g.IntN(6)), oneOf(g, "text", "number", "boolean", "date"), oneOf(g, true, false)
	case "/holidays":
		b["date"], b["orgUnit"] = g.day(), oneOf(g, g.id("/orgunits"), nil)
	case "/devices":
		b["orgUnit"] = g.id("/orgunits")
	case "/employees":
		b = map[string]any{"firstName": g.name(), "lastName": g.name(), "orgUnit": g.id("/orgunits"), "department": g.id("/departments"), "payClass": g.id("/payclasses"), "payrollId": oneOf[any](g, nil, fmt.Sprint("P", g.IntN(30)))}
		if g.IntN(3) == 0 {
			b["labels"], b["pin"] = []any{fmt.Sprint("user:", g.id("/labels"))}, oneOf(g, "4711", "12")
			b["customFieldValues"] = []any{map[string]any{"key": "k1", "value": oneOf[any](g, "L", 5, true)}}
		}
	case "/jobs":
		b["orgUsers"] = []any{g.id("/employees")}
	case "/timeoffentries":
		b = map[string]any{"employee": g.id("/employees"), "date": g.day(), "timeOffCode": g.id("/timeoffcodes"), "duration": g.IntN(40000) - 100, "notes": g.name()}
	case "/punches":
		b = map[string]any{"employee": g.id("/employees"), "inDt": g.clock(), "notes": g.name(), "status": oneOf(g, "approved", "pending", "rejected", "flagged")}
		if g.IntN(4) > 0 {
			in := g.now.AddDate(0, 0, -g.IntN(30)).Add(time.Duration(g.IntN(86400)) * time.Second)
			b["inDt"], b["outDt"] = in.Format(time.RFC3339), in.Add(time.Duration(g.IntN(10*3600))*time.Second).Format(time.RFC3339)
		}
		if g.IntN(3) == 0 {
			b["job"], b["labels"] = g.id("/jobs"), []any{fmt.Sprint("work:", g.id("/labels"))}
		}
	}
	if g.IntN(5) == 0 {
		b["active"] = oneOf(g, true, false)
	}
	return b
}

// spoil makes some bodies bad.
func (g *guest) spoil(b map[string]any) map[string]any {
	names := slices.Sorted(maps.Keys(b))
	if g.IntN(20) == 0 {
		b[names[g.IntN(len(names))]] = oneOf[any](g, nil, "", -1, "x", []any{}, map[string]any{}, 1e300, strings.Repeat("x", 300), "nul\u0001")
	}
	if g.IntN(30) == 0 {
		b["unknown"] = 1
	}
	if g.IntN(30) == 0 {
		delete(b, names[0])
	}
	return b
}

// written is a body in one of the formats, and the header that says which.
func (g *guest) written(b map[string]any) (body, header string) {
	if g.IntN(3) == 0 {
		var text strings.Builder
		inXML(&text, "root", b)
		body, header = text.String(), "Content-Type: application/xml"
	} else {
		body, header = toJSON(b), "Content-Type: application/json"
	}
	if g.IntN(40) == 0 {
		body = body[:len(body)/2]
	}
	return body, header
}

// inXML writes a value as an element.
func inXML(to *strings.Builder, name string, v any) {
	to.WriteString("<" + name + ">")
	switch v := v.(type) {
	case nil:
	case map[string]any:
		for _, field := range slices.Sorted(maps.Keys(v)) {
			inXML(to, field, v[field])
		}
	case []any:
		for _, item := range v {
			inXML(to, "list-item", item)
		}
	default:
		_ = xml.EscapeText(to, []byte(fmt.Sprint(v))) // the builder takes everything
	}
	to.WriteString("</" + name + ">")
}

// query is what a list is asked for.
func (g *guest) query(collection string, lists []string) string {
	path := lists[g.IntN(len(lists))]
	if collection != "" {
		path = collection + "?"
	}
	name, _, _ := strings.Cut(path, "?")
	if g.IntN(3) == 0 {
		path += "&from=" + g.day() + "&to=" + g.day()
	}
	for range g.IntN(4) / 2 {
		path += "&" + oneOf(g, "limit=3", "limit=25", "limit=0", "direction=-1", "orderBy=modified", "orderBy=inDt", "orderBy=name", "active=true", "search=a", "search=%C3%A4", "fields=name,id", "format=xml", "status=approved",
			fmt.Sprint("employee=", g.id("/employees")), fmt.Sprint("orgUnit=", g.id("/orgunits")), fmt.Sprint("labels=work:", g.id("/labels")), fmt.Sprint("department=", g.id("/departments")), fmt.Sprint("id=", g.id(name)), "cf.k1=L", "supplementalData=false")
	}
	if g.last[0][name] != "" && g.IntN(2) == 0 {
		path += "&cursor={cursor}" + oneOf(g, "", "", "x")
	}
	return path
}

// keptCollections are those whose records are made, changed and deleted by requests.
var keptCollections = []string{
	"/labels", "/orgunits", "/departments", "/paycodes", "/payclasses", "/shiftclasses", "/teamschedules", "/customfields", "/holidays", "/devices",
	"/employees", "/costcodes", "/jobphases", "/jobs", "/timeoffcodes", "/timeoffentries", "/punches",
}

// next is the next request.
func (g *guest) next(lists []string) request {
	at := keptCollections[g.IntN(len(keptCollections))]
	if g.IntN(3) == 0 {
		at = oneOf(g, "/punches", "/employees", "/timeoffentries")
	}
	one := fmt.Sprint(at, "/", cmp.Or(fmt.Sprint(g.id(at)), "x"))
	r := request{method: http.MethodGet, path: one}
	switch n := g.IntN(20); {
	case n < 7:
		r.method, r.path = http.MethodPost, at
	case n < 10:
		r.method = http.MethodPut
	case n < 11:
		r.method = http.MethodDelete
	case n < 17:
		r.path = g.query(oneOf(g, "", at), lists)
	}
	r.path = strings.ReplaceAll(r.path, "<nil>", "7")
	if r.method == http.MethodPost || r.method == http.MethodPut {
		var header string
		r.body, header = g.written(g.spoil(g.record(at)))
		r.headers = append(r.headers, header)
	}
	for _, h := range []struct {
		often int
		text  string
	}{
		{4, "Accept: application/xml"},
		{8, fmt.Sprint("Idempotency-Key: ", g.IntN(40))},
		{12, `If-Match: ` + oneOf(g, append(g.etags, `"no"`, "*")...)},
		{12, `If-None-Match: ` + oneOf(g, append(g.etags, `"no"`, "*")...)},
	} {
		if g.IntN(h.often) == 0 {
			r.headers = append(r.headers, h.text)
		}
	}
	return r
}

// sealed is a cursor, whose end is a seal with a secret of the installation.
var sealed = regexp.MustCompile(`([cC]ursor(?:=|":"|>)[\w-]*?)[\w-]{22}([&"<>]|$)`)

// told is all that an answer says, but for what must differ.
func (r *response) told() string {
	r.header.Del("X-Request-Id")
	return sealed.ReplaceAllString(fmt.Sprint(r.status, r.header, "\n", r.body), "$1$2")
}

// hear remembers ids, cursors and versions from an answer of one of the servers.
func (g *guest) hear(server int, r request, a *response) {
	if etag := a.header.Get("ETag"); etag != "" {
		g.etags = append(g.etags, etag)[max(0, len(g.etags)-5):]
	}
	var v struct {
		ID                   int64
		Cursor, ResumeCursor *string
		Results              []struct{ ID int64 }
	}
	if a.status != http.StatusOK || json.Unmarshal([]byte(a.body), &v) != nil {
		return
	}
	at, _, _ := strings.Cut(r.path, "?")
	if r.method == http.MethodPost && server == 0 {
		if len(v.Results) == 1 {
			v.ID = v.Results[0].ID
		}
		g.ids[at] = append(g.ids[at], v.ID)
		g.ids[at] = g.ids[at][max(0, len(g.ids[at])-12):]
	}
	for _, c := range []*string{v.Cursor, v.ResumeCursor} {
		if c != nil {
			g.last[server][at] = *c
		}
	}
}

// TestEnginesAnswerAlike sends the same random requests to a server on SQLite and to one on PostgreSQL, whose clocks show
// the same: reads and changes of all collections, good ones and bad ones, in both formats, with cursors, preconditions and
// idempotency keys. Status, headers and bodies are equal, byte for byte.
func TestEnginesAnswerAlike(t *testing.T) {
	t.Parallel()
	clocks := [2]*testClock{{now: storetest.Epoch}, {now: storetest.Epoch}}
	both := [2]*world{
		newWorldOn(t, storetest.OpenSQLite(t), clocks[0]),
		newWorldOn(t, storetest.OpenServers(t, clocks[1].Now, nil)[0], clocks[1]),
	}
	lists := everyList(t)
	g := &guest{Rand: rand.New(rand.NewPCG(1, 7)), ids: make(map[string][]int64), last: [2]map[string]string{{}, {}}, now: storetest.Epoch}
	company := [2]company{both[0].found(both[0].key, "OWN"), both[1].found(both[1].key, "OWN")}
	for path, id := range company[0] {
		g.ids[path] = []int64{id}
	}
	statuses := map[int]int{}
	for n := range 800 {
		r := g.next(lists)
		var answers [2]*response
		for i, w := range both {
			w.clock.advance(time.Duration(n%7) * 100 * time.Millisecond)
			at, _, _ := strings.Cut(r.path, "?")
			answers[i] = w.do(r.method, strings.ReplaceAll(r.path, "{cursor}", g.last[i][at]), r.body, r.headers...)
			g.hear(i, r, answers[i])
		}
		if a, b := answers[0].told(), answers[1].told(); a != b {
			t.Fatalf("request %d: %+v\nSQLite: %s\nPostgreSQL: %s", n, r, a, b)
		}
		statuses[answers[0].status]++
	}
	if statuses[http.StatusOK] < 300 || statuses[http.StatusInternalServerError]+statuses[http.StatusServiceUnavailable] > 0 {
		t.Errorf("the answers were, by status: %v", statuses)
	}
	for _, list := range lists {
		if a, b := both[0].get(list).told(), both[1].get(list).told(); a != b {
			t.Errorf("%s differs in the end:\n%s\n%s", list, a, b)
		}
	}
}
