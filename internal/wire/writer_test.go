package wire_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/quick"
	"time"
	"unicode/utf8"

	"punchclock/internal/attendance"
	"punchclock/internal/wire"
)

// everything writes each kind of value once.
func everything(f attendance.Fields) {
	n, s, at := int64(-5), "x", time.Date(2026, 3, 8, 1, 30, 0, 1999, time.FixedZone("", -5*3600))
	f.Open("")
	f.Int("id", math.MinInt64)
	f.IntOrNull("some", &n)
	f.IntOrNull("none", nil)
	f.Float("half", 0.5)
	f.Float("tiny", 1e-9)
	f.Float("huge", 1e21)
	f.Float("nan", math.NaN())
	f.Bool("yes", true)
	f.Bool("no", false)
	f.Text("name", "a<b>&\"c\"\\\r\n\t]]>ü\u2028")
	f.Text("empty", "")
	f.TextOrNull("text", &s)
	f.TextOrNull("noText", nil)
	f.Time("at", at)
	f.TimeOrNull("then", &at)
	f.TimeOrNull("never", nil)
	f.Texts("texts", []string{"a", ""})
	f.Texts("noTexts", nil)
	f.Ints("ints", []int64{1, 2})
	f.OpenList("list")
	f.Open("")
	f.Close()
	f.OpenList("")
	f.Null("")
	f.CloseList()
	f.CloseList()
	f.OpenMap("map")
	f.Open("12")
	f.Text("firstName", "Ann")
	f.Close()
	f.Null("a \"\n")
	f.Int("entry", 1)
	f.Int("list-item", 2)
	f.Int("xmlField", 3)
	f.Null("")
	f.CloseMap()
	f.Close()
}

const everythingJSON = `{"id":-9223372036854775808,"some":-5,"none":null,"half":0.5,"tiny":1e-09,"huge":1e+21,"nan":null,"yes":true,"no":false,` +
	`"name":"a<b>&\"c\"\\\r\n\t]]>ü\u2028","empty":"","text":"x","noText":null,"at":"2026-03-08T06:30:00.000001Z","then":"2026-03-08T06:30:00.000001Z",` +
	`"never":null,"texts":["a",""],"noTexts":[],"ints":[1,2],"list":[{},[null]],` +
	`"map":{"12":{"firstName":"Ann"},"a \"\n":null,"entry":1,"list-item":2,"xmlField":3,"":null}}`

const everythingXML = `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
	`<root><id>-9223372036854775808</id><some>-5</some><none nil="true"/><half>0.5</half><tiny>1e-09</tiny><huge>1e+21</huge><nan nil="true"/><yes>true</yes><no>false</no>` +
	"<name>a&lt;b&gt;&amp;\"c\"\\&#13;\n\t]]&gt;ü\u2028</name><empty></empty><text>x</text><noText nil=\"true\"/><at>2026-03-08T06:30:00.000001Z</at><then>2026-03-08T06:30:00.000001Z</then>" +
	`<never nil="true"/><texts><list-item>a</list-item><list-item></list-item></texts><noTexts></noTexts><ints><list-item>1</list-item><list-item>2</list-item></ints>` +
	`<list><list-item></list-item><list-item><list-item nil="true"/></list-item></list>` +
	`<map><entry key="12"><firstName>Ann</firstName></entry><entry key="a &quot;&#10;" nil="true"/><entry key="entry">1</entry><entry key="list-item">2</entry><entry key="xmlField">3</entry><entry key="" nil="true"/></map></root>`

func TestWriterWritesEveryKindInBothFormats(t *testing.T) {
	t.Parallel()
	for format, want := range map[wire.Format]string{wire.JSON: everythingJSON, wire.XML: everythingXML} {
		w := wire.NewWriter(nil, format)
		everything(w)
		if got := string(w.Bytes()); got != want {
			t.Errorf("%v:\n got %s\nwant %s", format, got, want)
		}
		w.Reset(format)
		everything(w)
		if got := string(w.Bytes()); got != want {
			t.Errorf("%v after Reset:\n got %s\nwant %s", format, got, want)
		}
	}
}

func TestWriterGoesOnAfterItsBufferIsEmptied(t *testing.T) {
	t.Parallel()
	for _, format := range []wire.Format{wire.JSON, wire.XML} {
		write := func(emptyEvery int) string {
			w := wire.NewWriter(nil, format)
			var out strings.Builder
			w.Open("")
			w.OpenList("results")
			for i := range 10 {
				w.Open("")
				w.Int("id", int64(i))
				if emptyEvery > 0 && i%emptyEvery == 0 {
					out.Write(w.Bytes())
					w.Emptied()
				}
				w.Null("name")
				w.Close()
			}
			w.CloseList()
			w.Null("cursor")
			w.Close()
			out.Write(w.Bytes())
			return out.String()
		}
		whole := write(0)
		for every := 1; every < 4; every++ {
			if got := write(every); got != whole {
				t.Errorf("%v emptied every %d:\n got %s\nwant %s", format, every, got, whole)
			}
		}
	}
}

func TestWriterWritesAnyTextSoThatOthersReadIt(t *testing.T) {
	t.Parallel()
	readsBack := func(raw []byte) bool {
		text := string(raw)
		valid := strings.ToValidUTF8(text, "\ufffd")
		valid = perByte(text, valid)
		var fromJSON map[string]string
		if err := json.Unmarshal(textIn(wire.JSON, text), &fromJSON); err != nil || fromJSON["a"] != valid {
			t.Logf("JSON of %q: %v, %q", text, err, fromJSON["a"])
			return false
		}
		var fromXML struct {
			A string `xml:"a"`
		}
		carried := strings.Map(func(r rune) rune {
			if !wire.Carries(r) {
				return '\ufffd'
			}
			return r
		}, valid)
		if err := xml.Unmarshal(textIn(wire.XML, text), &fromXML); err != nil || fromXML.A != carried {
			t.Logf("XML of %q: %v, %q", text, err, fromXML.A)
			return false
		}
		return true
	}
	hostile := []string{
		"\x00\x01\x1f\x7f\u0080", "\xff\xfe", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\u2028\u2029", "\ufffe\uffff\ufffd", "]]>", "\r\n\r",
		"<&>'\"\\/", "😀", " ", "\ufeffa", "a\xe2\x80", strings.Repeat("é\x02", 100),
	}
	for c := range 128 { // alone among letters, at every place of eight bytes
		for place := range 8 {
			hostile = append(hostile, "aaaaaaaa"[:place]+string(rune(c))+"aaaaaaaa"[place+1:])
		}
	}
	for _, text := range hostile {
		if !readsBack([]byte(text)) {
			t.Errorf("%q is not read back", text)
		}
	}
	if err := quick.Check(readsBack, &quick.Config{MaxCount: 2000}); err != nil {
		t.Error(err)
	}
}

// perByte is text with one U+FFFD for every broken byte, which is what encoding/json does too.
func perByte(text, fallback string) string {
	if utf8.ValidString(text) {
		return fallback
	}
	return string([]rune(text))
}

// textIn is an object with one text in a format.
func textIn(format wire.Format, text string) []byte {
	w := wire.NewWriter(nil, format)
	w.Open("")
	w.Text("a", text)
	w.Close()
	return w.Bytes()
}

func TestWriterWritesTimesAsTheStandardLibraryWould(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	times := []time.Time{{}, time.Unix(0, 0), time.Unix(-1, 999_999_999), time.Date(2199, 12, 31, 23, 59, 59, 999_999_999, time.UTC), time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)}
	for day := range 300_000 { // from 1560 on, over two ends of a century that are no leap years and one that is
		times = append(times, time.Unix(int64(day-150_000)*86400, 0))
	}
	for range 2000 {
		times = append(times, time.Unix(random.Int64N(8e9)-1e9, random.Int64N(1e9)).In(time.FixedZone("", random.IntN(50000)-25000)))
	}
	w := wire.NewWriter(nil, wire.JSON)
	for _, at := range times {
		w.Reset(wire.JSON)
		w.Time("", at)
		if got, want := string(w.Bytes()), `"`+at.UTC().Format("2006-01-02T15:04:05.000000Z")+`"`; got != want {
			t.Fatalf("%v: got %s, want %s", at, got, want)
		}
	}
}

func TestWriterAllocatesNothing(t *testing.T) {
	for _, format := range []wire.Format{wire.JSON, wire.XML} {
		w := wire.NewWriter(make([]byte, 0, 4096), format)
		record := samplePunch()
		allocations := testing.AllocsPerRun(100, func() {
			w.Reset(format)
			w.Open("")
			record.Fields(w)
			w.Close()
		})
		if allocations != 0 {
			t.Errorf("%v: %v allocations for a record, want none", format, allocations)
		}
	}
}

func TestWriterMatchesEncodingJSON(t *testing.T) {
	t.Parallel()
	record := samplePunch()
	want, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	w := wire.NewWriter(nil, wire.JSON)
	w.Open("")
	record.Fields(w)
	w.Close()
	if got := string(w.Bytes()); got != string(want) {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestSelectionWritesOnlyTheChosenFields(t *testing.T) {
	t.Parallel()
	chosen := map[string]bool{"yes": true, "list": true, "map": true, "noTexts": true, "never": true, "": false}
	for format, want := range map[wire.Format]string{
		wire.JSON: `[{"yes":true,"never":null,"noTexts":[],"list":[{},[null]],"map":{"12":{"firstName":"Ann"},"a \"\n":null,"entry":1,"list-item":2,"xmlField":3,"":null}}]`,
		wire.XML: `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<root><list-item><yes>true</yes><never nil="true"/><noTexts></noTexts>` +
			`<list><list-item></list-item><list-item><list-item nil="true"/></list-item></list><map><entry key="12"><firstName>Ann</firstName></entry>` +
			`<entry key="a &quot;&#10;" nil="true"/><entry key="entry">1</entry><entry key="list-item">2</entry><entry key="xmlField">3</entry><entry key="" nil="true"/></map></list-item></root>`,
	} {
		w := wire.NewWriter(nil, format)
		w.OpenList("")
		w.Open("")
		everything(inner{wire.Only(w, chosen), new(int)})
		w.Close()
		w.CloseList()
		if got := string(w.Bytes()); got != want {
			t.Errorf("%v:\n got %s\nwant %s", format, got, want)
		}
	}
}

// inner passes on all but the outermost Open and Close, as a record does not write its own braces.
type inner struct {
	attendance.Fields
	depth *int
}

func (i inner) Open(name string) {
	if *i.depth > 0 {
		i.Fields.Open(name)
	}
	*i.depth++
}

func (i inner) Close() {
	*i.depth--
	if *i.depth > 0 {
		i.Fields.Close()
	}
}

func (i inner) OpenList(name string) { *i.depth++; i.Fields.OpenList(name) }
func (i inner) CloseList()           { *i.depth--; i.Fields.CloseList() }
func (i inner) OpenMap(name string)  { *i.depth++; i.Fields.OpenMap(name) }
func (i inner) CloseMap()            { *i.depth--; i.Fields.CloseMap() }

func TestSelectionLeavesOutWhatIsInsideAnUnwantedField(t *testing.T) {
	t.Parallel()
	w := wire.NewWriter(nil, wire.JSON)
	w.Open("")
	everything(inner{wire.Only(w, map[string]bool{"id": true, "12": true, "firstName": true}), new(int)})
	w.Close()
	if got, want := string(w.Bytes()), `{"id":-9223372036854775808}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTreeIsWhatAWriterWrites(t *testing.T) {
	t.Parallel()
	tree := wire.NewTree()
	everything(inner{tree, new(int)})
	for format, want := range map[wire.Format]string{wire.JSON: everythingJSON, wire.XML: everythingXML} {
		w := wire.NewWriter(nil, format)
		w.Value("", tree.Value())
		if got := string(w.Bytes()); got != want {
			t.Errorf("%v:\n got %s\nwant %s", format, got, want)
		}
		read, err := wire.Read([]byte(want), format)
		if err != nil {
			t.Fatal(err)
		}
		if !wire.Equal(read, tree.Value()) || !wire.Equal(tree.Value(), read) {
			t.Errorf("%v: what was read is not equal to what was built", format)
		}
	}
}

func TestTranscodeMakesWhatAWriterMakes(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := wire.Transcode(&out, strings.NewReader(everythingJSON)); err != nil {
		t.Fatal(err)
	}
	if out.String() != everythingXML {
		t.Errorf("\n got %s\nwant %s", out.String(), everythingXML)
	}
	for document, want := range map[string]string{`"a"`: "<root>a</root>", ` null `: `<root nil="true"/>`, `[]`: "<root></root>", `{"a":{"b":["c"]},"d":"e"}`: "<root><a><b><list-item>c</list-item></b></a><d>e</d></root>"} {
		out.Reset()
		if err := wire.Transcode(&out, strings.NewReader(document)); err != nil || !strings.HasSuffix(out.String(), "\n"+want) {
			t.Errorf("%s: got %s (%v), want %s", document, out.String(), err, want)
		}
	}
}

// endless is the beginning of a long list, then an end.
type endless struct{ left int }

func (e *endless) Read(b []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	e.left--
	return copy(b, `{"id":1,"name":"Ann"},`), nil
}

func TestTranscodeHoldsLittleInMemory(t *testing.T) {
	t.Parallel()
	largest, total := 0, 0
	dst := writerFunc(func(b []byte) (int, error) {
		largest, total = max(largest, len(b)), total+len(b)
		return len(b), nil
	})
	text := io.MultiReader(strings.NewReader("["), &endless{100_000}, strings.NewReader("{}]"))
	if err := wire.Transcode(dst, text); err != nil {
		t.Fatal(err)
	}
	if largest > 64<<10 || total < 4<<20 {
		t.Errorf("written in pieces of up to %d bytes, %d in all", largest, total)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func TestTranscodeRefusesWhatIsNotOneDocument(t *testing.T) {
	t.Parallel()
	for _, document := range []string{"", "{", `{"a":`, "[1,", "1 2", "{}}", "nul", strings.Repeat("[", 64) + strings.Repeat("]", 64)} {
		if err := wire.Transcode(io.Discard, strings.NewReader(document)); err == nil {
			t.Errorf("%.20q is accepted", document)
		}
	}
	failure := errors.New("disk full")
	err := wire.Transcode(writerFunc(func([]byte) (int, error) { return 0, failure }), strings.NewReader("{}"))
	if !errors.Is(err, failure) {
		t.Errorf("got %v, want the error of the writer", err)
	}
}
