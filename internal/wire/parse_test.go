package wire_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"punchclock/internal/wire"
)

// asJSON is a tree as JSON.
func asJSON(v *wire.Value) string {
	w := wire.NewWriter(nil, wire.JSON)
	w.Value("", v)
	return string(w.Bytes())
}

func TestParseJSONKeepsEverything(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]string{
		` {"b" : 1 , "a":[ true,false , null,"x" ],"c":{ } , "d":[ ] } `: `{"b":1,"a":[true,false,null,"x"],"c":{},"d":[]}`,
		"\t\r\n-0.50e+07\n":                    "-0.50e+07",
		"123456789012345678901234567890":       "123456789012345678901234567890",
		"1e400":                                "1e400",
		`"\"\\\/\b\f\n\r\t\u0041\u00e9"`:       `"\"\\/\u0008\u000c\n\r\tAé"`,
		`"\ud83d\ude00 \uD83D\uDE00 😀"`:        `"😀 😀 😀"`,
		`"\u2028` + "\u2029\u007f\ufffd" + `"`: `"\u2028\u2029` + "\u007f\ufffd" + `"`,
		`{"":{"":""}}`:                         `{"":{"":""}}`,
		`{"a":1,"A":2}`:                        `{"a":1,"A":2}`,
		strings.Repeat("[", 32) + "1" + strings.Repeat("]", 32): strings.Repeat("[", 32) + "1" + strings.Repeat("]", 32),
	} {
		v, err := wire.ParseJSON([]byte(document))
		if err != nil {
			t.Errorf("%s: %v", document, err)
			continue
		}
		if got := asJSON(v); got != want {
			t.Errorf("%s: got %s, want %s", document, got, want)
		}
	}
}

// refusal is a document that must be refused, and what the error says about it.
type refusal struct {
	document, says string
	offset         int
	field          string
}

// check tries a parser on it.
func (r refusal) check(t *testing.T, parse func([]byte) (*wire.Value, error)) {
	t.Helper()
	v, err := parse([]byte(r.document))
	if err == nil {
		t.Errorf("%.80q is accepted as %s", r.document, asJSON(v))
		return
	}
	var e *wire.SyntaxError
	if !errors.As(err, &e) {
		t.Errorf("%.80q: got %T", r.document, err)
		return
	}
	if !strings.Contains(e.Detail, r.says) || e.Offset != r.offset || e.Field != r.field || !strings.HasSuffix(e.Detail, ".") {
		t.Errorf("%.80q: got %q at %d field %q, want %q at %d field %q", r.document, e.Detail, e.Offset, e.Field, r.says, r.offset, r.field)
	}
}

func TestParseJSONRefuses(t *testing.T) {
	t.Parallel()
	manyNames := strings.Builder{}
	for i := range 100 {
		manyNames.WriteString(`"n` + strings.Repeat("x", i) + `":0,`)
	}
	for _, r := range []refusal{
		{"", "empty", 0, ""},
		{" \n", "empty", 0, ""},
		{"\ufeff{}", "byte order mark", 0, ""},
		{"{\"a\":\"\xff\"}", "UTF-8", 6, ""},
		{"{\"a\":\"\xed\xa0\x80\"}", "UTF-8", 6, ""},
		{`{"a":1} {}`, "after the end", 8, ""},
		{`{"a":1}x`, "after the end", 7, ""},
		{"{\n\n  \"é\": x}", "line 3, column 8", 11, ""},
		{`{`, "name in double quotes", 1, ""},
		{`{a:1}`, "name in double quotes", 1, ""},
		{`{'a':1}`, "name in double quotes", 1, ""},
		{`{"a"}`, "colon", 4, ""},
		{`{"a":}`, "a value must stand here", 5, ""},
		{`{"a":1,}`, "name in double quotes", 7, ""},
		{`{"a":1 "b":2}`, "comma or }", 7, ""},
		{`[1,]`, "a value must stand here", 3, ""},
		{`[1 2]`, "comma or ]", 3, ""},
		{`[1`, "comma or ]", 2, ""},
		{`[1,`, "missing at the end", 3, ""},
		{`]`, "a value must stand here", 0, ""},
		{`NaN`, "a value must stand here", 0, ""},
		{`Infinity`, "a value must stand here", 0, ""},
		{`-Infinity`, "not a number", 0, ""},
		{`+1`, "a value must stand here", 0, ""},
		{`.5`, "a value must stand here", 0, ""},
		{`01`, "not a number", 0, ""},
		{`-`, "not a number", 0, ""},
		{`1.`, "not a number", 0, ""},
		{`1e`, "not a number", 0, ""},
		{`1e+`, "not a number", 0, ""},
		{`0x10`, "after the end", 1, ""},
		{`1_000`, "after the end", 1, ""},
		{`١`, "a value must stand here", 0, ""},
		{`True`, "a value must stand here", 0, ""},
		{`truex`, "after the end", 4, ""},
		{`// c`, "a value must stand here", 0, ""},
		{`"abc`, "does not end", 0, ""},
		{`"abc\"`, "does not end", 0, ""},
		{"\"a\nb\"", "control character", 2, ""},
		{"\"a\x00b\"", "control character", 2, ""},
		{`"\x41"`, "escape does not exist", 1, ""},
		{`"\`, "escape does not exist", 1, ""},
		{`"\u00"`, "four hexadecimal digits", 1, ""},
		{`"\u+041"`, "four hexadecimal digits", 1, ""},
		{`"\u00_1"`, "four hexadecimal digits", 1, ""},
		{`"a\u0000"`, "U+0000", 2, ""},
		{`"\ud83d"`, "surrogate", 1, ""},
		{`"\ude00\ud83d"`, "surrogate", 1, ""},
		{`"\ud83dA"`, "surrogate", 1, ""},
		{`"\ud83d\u0041"`, "surrogate", 1, ""},
		{`{"a":1,"a":1}`, `"a" is given twice`, 7, "a"},
		{`{"a":1,"\u0061":1}`, `"a" is given twice`, 7, "a"},
		{`{"phones":[{},{"number":1,"number":2}]}`, `"number" is given twice`, 26, "phones[1].number"},
		{`[[0,{"a":{"b":1,"b":2}}]]`, "twice", 16, "[0][1].a.b"},
		{`{` + manyNames.String() + `"nxxx":1}`, "twice", 1 + manyNames.Len(), "nxxx"},
		{strings.Repeat("[", 33), "more than 32 deep", 32, ""},
		{strings.Repeat(`{"a":`, 33), "more than 32 deep", 160, ""},
		{strings.Repeat("[", 1<<20), "more than 32 deep", 32, ""},
		{"[" + strings.Repeat("0,", 100_000) + "0]", "more than 100000 values", 199_999, ""},
	} {
		r.check(t, wire.ParseJSON)
	}
}

func TestParseXMLReadsWhatMeansTheSame(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]string{
		"<root/>":                         `""`,
		"<r></r >":                        `""`,
		" <r\n/> ":                        `""`,
		"<r> a </r>":                      `" a "`,
		"\ufeff<?xml version='1.0'?><r/>": `""`,
		`<?xml version="1.0" encoding="utf-8" standalone="yes" ?><!-- a --><r/><!-- b -->`: `""`,
		`<r nil="true"/>`:                                                "null",
		`<r nil='true'></r>`:                                             "null",
		`<r nil="false">a</r>`:                                           `"a"`,
		`<r xmlns="urn:a" xmlns:x="b"><a/></r>`:                          `{"a":""}`,
		"<r><b>1</b> <a-1._>true</a-1._>\n</r>":                          `{"b":"1","a-1._":"true"}`,
		"<r><list-item>1</list-item><list-item/></r>":                    `["1",""]`,
		`<r><entry key="12"><a/></entry><entry key=" é&lt;&#x41;"/></r>`: `{"12":{"a":""}," é<A":""}`,
		"<r><entry>1</entry></r>":                                        `{"entry":"1"}`,
		`<r><entry key="list-item"/></r>`:                                `{"list-item":""}`,
		"<r><entry key='a\r\nb\tc\nd&#10;&#9;&quot;\"'/></r>":            `{"a b c d\n\t\"\"":""}`,
		"<r>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#13;</r>":            `"<>&\"'A😀\r"`,
		"<r>a\r\nb\rc\n\td]] ></r>":                                      `"a\nb\nc\n\td]] >"`,
		"<r><![CDATA[a\rb]]></r>":                                        `"a\nb"`,
		"<r><![CDATA[<a>&amp;]]]]><![CDATA[>\r\n]]>b</r>":                `"<a>&amp;]]>\nb"`,
		"<r><!-- a --><a>1</a><!-- b --></r>":                            `{"a":"1"}`,
		"<a><a><a>x</a></a></a>":                                         `{"a":{"a":"x"}}`,
		strings.Repeat("<a>", 33) + strings.Repeat("</a>", 33):           strings.Repeat(`{"a":`, 32) + `""` + strings.Repeat("}", 32),
	} {
		v, err := wire.ParseXML([]byte(document))
		if err != nil {
			t.Errorf("%s: %v", document, err)
			continue
		}
		if got := asJSON(v); got != want {
			t.Errorf("%s: got %s, want %s", document, got, want)
		}
	}
}

func TestParseXMLRefuses(t *testing.T) {
	t.Parallel()
	for _, r := range []refusal{
		{"", "empty", 0, ""},
		{"a<r/>", "an element must stand here", 0, ""},
		{"<r/>a", "after the end", 4, ""},
		{"<r/><r/>", "after the end", 4, ""},
		{"<!-- a", "does not end", 4, ""},
		{"<!-- a -- b --><r/>", "-- must not stand", 7, ""},
		{"<!-- a --->", "-- must not stand", 7, ""},
		{"<r>\xff</r>", "UTF-8", 3, ""},
		{"\xfe\xff\x00<\x00r\x00/\x00>", "UTF-8", 0, ""},
		{"<\x00r\x00/\x00>\x00", "U+0000", 1, ""},
		{"<r>\x01</r>", "U+0001", 3, ""},
		{"<r>\uffff</r>", "U+FFFF", 3, ""},
		{`<?xml version="1.1"?><r/>`, "declaration", 0, ""},
		{`<?xml?><r/>`, "processing instructions", 0, ""},
		{`<?xml encoding="UTF-8"?><r/>`, "declaration", 0, ""},
		{`<?xml version="1.0" version="1.0"?><r/>`, "declaration", 0, ""},
		{`<?xml version="1.0" encoding="ISO-8859-1"?><r/>`, `encoding "ISO-8859-1"`, 0, ""},
		{`<?xml version="1.0"`, "attribute must stand here", 19, ""},
		{` <?xml version="1.0"?><r/>`, "processing instructions", 1, ""},
		{`<?xml-stylesheet href="a"?><r/>`, "processing instructions", 0, ""},
		{`<r><?php ?></r>`, "processing instructions", 3, ""},
		{`<r/><?php ?>`, "processing instructions", 4, ""},
		{`<!DOCTYPE r SYSTEM "http://127.0.0.1/a.dtd"><r/>`, "DOCTYPE", 0, ""},
		{`<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>`, "DOCTYPE", 0, ""},
		{`<r><!DOCTYPE r></r>`, "DOCTYPE", 3, ""},
		{`<r><!ENTITY a "b"></r>`, "declaration is not accepted", 3, ""},
		{`<r>&a;</r>`, `reference "&a;"`, 3, ""},
		{`<r>&AMP;</r>`, `reference "&AMP;"`, 3, ""},
		{`<r>&#0;</r>`, `reference "&#0;"`, 3, ""},
		{`<r>&#xD800;</r>`, `reference "&#xD800;"`, 3, ""},
		{`<r>&#x110000;</r>`, "reference", 3, ""},
		{`<r>&#x100000041;</r>`, "&amp;", 3, ""},
		{`<r>&#-1;</r>`, "reference", 3, ""},
		{`<r>&#+65;</r>`, "reference", 3, ""},
		{`<r>&#X41;</r>`, "reference", 3, ""},
		{`<r>&#;</r>`, "reference", 3, ""},
		{`<r>&65;</r>`, "reference", 3, ""},
		{`<r>&x41;</r>`, "reference", 3, ""},
		{`<r>a & b</r>`, "&amp;", 5, ""},
		{`<r>&`, "&amp;", 3, ""},
		{`<r>a ]]> b</r>`, "]]&gt;", 5, ""},
		{`<r>ad<!-- -->min</r>`, "comment inside a value", 0, ""},
		{`<r><a><!-- --></a></r>`, "comment inside a value", 3, ""},
		{`<r>a<b/></r>`, "text beside elements", 0, ""},
		{`<r><b/>a</r>`, "text beside elements", 0, ""},
		{`<r><b/><![CDATA[a]]></r>`, "text beside elements", 0, ""},
		{`<r><list-item/><b/></r>`, "list-item beside", 0, ""},
		{`<r><list-item/><entry key="a"/></r>`, "list-item beside", 0, ""},
		{`<r><a>1</a><b/><a>2</a></r>`, `"a" is given twice`, 15, "a"},
		{`<r><a/><entry key="a"/></r>`, `"a" is given twice`, 7, "a"},
		{`<r><p><list-item/><list-item><n/><n/></list-item></p></r>`, `"n" is given twice`, 33, "p[1].n"},
		{`<r nil="true">a</r>`, "must be empty", 0, ""},
		{`<r nil="true"> </r>`, "must be empty", 0, ""},
		{`<r nil="true"><a/></r>`, "must be empty", 0, ""},
		{`<r nil="1"/>`, `"true" or "false"`, 3, ""},
		{`<r a="b"/>`, `attribute "a"`, 3, ""},
		{`<r key="b"/>`, `attribute "key"`, 3, ""},
		{`<r><entry key="a" key="a"/></r>`, "given twice", 18, ""},
		{`<r xsi:nil="true"/>`, `attribute "xsi:nil"`, 3, ""},
		{`<r nil/>`, "attribute must stand here", 3, ""},
		{`<r nil=true/>`, "in quotes", 3, ""},
		{`<r nil="true/>`, "in quotes", 3, ""},
		{`<r nil="true"nil="true"/>`, "a space", 13, ""},
		{`<r><entry key="<"/></r>`, "&lt;", 15, ""},
		{`<r><entry key="&b;"/></r>`, "reference", 15, ""},
		{`<r><entry key="&amp"/></r>`, "&amp;", 15, ""},
		{`<x:r/>`, "without a prefix", 0, ""},
		{`<r><xi:include href="file:///etc/passwd"/></r>`, "without a prefix", 3, ""},
		{`<1/>`, "name of an element", 0, ""},
		{`<é/>`, "name of an element", 0, ""},
		{`<`, "name of an element", 0, ""},
		{`< r/>`, "name of an element", 0, ""},
		{`</r>`, "name of an element", 0, ""},
		{`<r`, "a space", 2, ""},
		{`<r `, "attribute must stand here", 3, ""},
		{`<r/ >`, "a space", 2, ""},
		{`<r>`, "does not end", 3, ""},
		{`<r></s>`, "</r> must stand", 5, ""},
		{`<r></rr>`, "</r> must stand", 5, ""},
		{`<r></R>`, "</r> must stand", 5, ""},
		{`<r></r`, "</r> must stand", 5, ""},
		{`<a><b></a></b>`, "</b> must stand", 8, ""},
		{`<r><![CDATA[a</r>`, "CDATA section does not end", 12, ""},
		{`<![CDATA[a]]>`, "declaration is not accepted", 0, ""},
		{strings.Repeat("<a>", 34), "more than 32 deep", 99, ""},
		{strings.Repeat("<a>", 1<<18), "more than 32 deep", 99, ""},
		{"<r>" + strings.Repeat("<list-item/>", 100_000) + "</r>", "more than 100000 values", 3 + 12*99_999, ""},
	} {
		r.check(t, wire.ParseXML)
	}
}

func TestXMLTextIsReadAsWhatIsWanted(t *testing.T) {
	t.Parallel()
	text := func(s string) *wire.Value { return &wire.Value{Kind: wire.String, FromXML: true, Text: s} }
	for s, want := range map[string]bool{"true": true, "false": true, "1": false, "TRUE": false, " true": false, "": false} {
		if _, ok := text(s).AsBool(); ok != want {
			t.Errorf("%q as a boolean: %v", s, ok)
		}
	}
	if b, _ := text("true").AsBool(); !b {
		t.Error("true is false")
	}
	for _, blank := range []string{"", " \r\n\t"} {
		if items, ok := text(blank).AsList(); !ok || len(items) != 0 {
			t.Errorf("%q is not an empty list", blank)
		}
		if members, ok := text(blank).AsObject(); !ok || len(members) != 0 {
			t.Errorf("%q is not an empty object", blank)
		}
		if s, ok := text(blank).AsText(); !ok || s != blank {
			t.Errorf("%q is not a string", blank)
		}
	}
	if _, ok := text("x").AsList(); ok {
		t.Error("x is a list")
	}
	typed := &wire.Value{Kind: wire.String, Text: "true"}
	if _, ok := typed.AsBool(); ok {
		t.Error("a JSON string is a boolean")
	}
	if _, err := (&wire.Value{Kind: wire.String, Text: "1"}).AsInt(); err == nil {
		t.Error("a JSON string is a number")
	}
	if _, ok := (&wire.Value{Kind: wire.String}).AsList(); ok {
		t.Error("an empty JSON string is a list")
	}
}

func TestNumbersAreExactOrRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"0": 0, "-0": 0, "-0.0e9": 0, "12": 12, "-12": -12, "12.0": 12, "1.2e1": 12, "1200e-2": 12, "1E3": 1000, "0.5e1": 5, "0e99999999999999999999": 0,
		"9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64, "9.223372036854775807e18": math.MaxInt64,
	} {
		for _, v := range []*wire.Value{{Kind: wire.Number, Text: text}, {Kind: wire.String, FromXML: true, Text: text}} {
			if got, err := v.AsInt(); got != want || err != nil {
				t.Errorf("%s: got %d (%v), want %d", text, got, err, want)
			}
		}
	}
	for text, want := range map[string]error{
		"1.5": wire.ErrNotWhole, "1e-1": wire.ErrNotWhole, "1e-99999999999999999999": wire.ErrNotWhole, "9223372036854775807.5": wire.ErrNotWhole,
		"9223372036854775808": wire.ErrOutOfRange, "-9223372036854775809": wire.ErrOutOfRange, "1e19": wire.ErrOutOfRange, "1e400": wire.ErrOutOfRange,
		"1e99999999999999999999": wire.ErrOutOfRange, strings.Repeat("9", 100_000): wire.ErrOutOfRange,
		"": wire.ErrNotNumber, "+1": wire.ErrNotNumber, "01": wire.ErrNotNumber, " 1": wire.ErrNotNumber, "1 ": wire.ErrNotNumber, "0x1": wire.ErrNotNumber,
		"1_0": wire.ErrNotNumber, "١": wire.ErrNotNumber, "NaN": wire.ErrNotNumber, "true": wire.ErrNotNumber, "--1": wire.ErrNotNumber,
	} {
		if got, err := (&wire.Value{Kind: wire.String, FromXML: true, Text: text}).AsInt(); !errors.Is(err, want) {
			t.Errorf("%.30s: got %d (%v), want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]error{"1e400": wire.ErrOutOfRange, "-1e400": wire.ErrOutOfRange, "1e-400": wire.ErrOutOfRange, "0e-400": nil, "1.5": nil, "x": wire.ErrNotNumber} {
		if got, err := (&wire.Value{Kind: wire.String, FromXML: true, Text: text}).AsFloat(); !errors.Is(err, want) {
			t.Errorf("%s: got %v (%v), want %v", text, got, err, want)
		}
	}
}

func TestEqualComparesMeaning(t *testing.T) {
	t.Parallel()
	if !wire.Equal(nil, nil) || wire.Equal(nil, &wire.Value{}) || wire.Equal(&wire.Value{}, nil) {
		t.Error("a missing value is not told from one that is there")
	}
	json := func(s string) *wire.Value { return parsed(t, s, wire.JSON) }
	xml := func(s string) *wire.Value { return parsed(t, "<r>"+s+"</r>", wire.XML) }
	for _, pair := range [][2]*wire.Value{
		{json("1"), json("1.0")},
		{json("100"), json("1e2")},
		{json("-0"), json("0")},
		{json("0.001"), json("1e-3")},
		{json("1"), xml("1.0")},
		{json(`{"a":1,"b":[]}`), json(`{"b":[],"a":1}`)},
		{json(`{"a":1,"b":[],"c":{},"d":"","e":null,"f":true}`), xml(`<a>1</a><b/><c/><d/><e nil="true"/><f>true</f>`)},
		{json(`["a",1]`), xml("<list-item>a</list-item><list-item>1</list-item>")},
		{xml("a"), xml("a")},
		{xml("1"), json(`"1"`)},
		{xml(" "), json("[]")},
	} {
		if !wire.Equal(pair[0], pair[1]) || !wire.Equal(pair[1], pair[0]) {
			t.Errorf("%s and %s are not equal", asJSON(pair[0]), asJSON(pair[1]))
		}
	}
	for _, pair := range [][2]*wire.Value{
		{json("1"), json("2")},
		{json("1"), json("10")},
		{json("1"), json("-1")},
		{json("1"), json(`"1"`)},
		{json("null"), json("0")},
		{json("true"), json("false")},
		{json("[1,2]"), json("[2,1]")},
		{json("[1]"), json("[1,1]")},
		{json(`{"a":1}`), json(`{"b":1}`)},
		{json(`{"a":1}`), json(`{"a":1,"b":1}`)},
		{json(`{}`), json("[]")},
		{xml("1"), xml("1.0")},
		{xml(""), json("null")},
		{xml("x"), json("[]")},
		{xml("x"), json("{}")},
		{xml(""), json("[1]")},
		{xml(""), json(`{"a":1}`)},
		{xml("x"), json("1")},
		{xml("true"), json("false")},
		{xml("<a>1</a>"), json(`{"a":2}`)},
		{json("9007199254740993"), json("9007199254740992")},
	} {
		if wire.Equal(pair[0], pair[1]) || wire.Equal(pair[1], pair[0]) {
			t.Errorf("%s and %s are equal", asJSON(pair[0]), asJSON(pair[1]))
		}
	}
}

// parsed reads a document that is right.
func parsed(t *testing.T, document string, format wire.Format) *wire.Value {
	t.Helper()
	v, err := wire.Read([]byte(document), format)
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return v
}

func TestValueSaysWhatItIs(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]string{"null": "null", "true": "a boolean", "1": "a number", `""`: "a string", "[]": "a list", "{}": "an object"} {
		if got := parsed(t, document, wire.JSON).Describe(); got != want {
			t.Errorf("%s: got %s, want %s", document, got, want)
		}
	}
	if got := parsed(t, "<r/>", wire.XML).Describe(); got != "empty" {
		t.Errorf("an empty element: got %s", got)
	}
	v := parsed(t, `{"a":{"b":1}}`, wire.JSON)
	if v.Get("a").Get("b").Text != "1" || v.Get("c") != nil || v.Get("c").Get("d") != nil || !parsed(t, "null", wire.JSON).IsNull() {
		t.Error("Get or IsNull is wrong")
	}
}
