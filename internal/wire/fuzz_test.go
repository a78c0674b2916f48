package wire_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"punchclock/internal/wire"
)

// carried says whether XML can carry every text and name of a tree.
func carried(v *wire.Value) bool {
	fits := func(s string) bool { return strings.IndexFunc(s, func(r rune) bool { return !wire.Carries(r) }) < 0 }
	for _, item := range v.Items {
		if !carried(item) {
			return false
		}
	}
	for _, m := range v.Members {
		if !fits(m.Name) || !carried(m.Value) {
			return false
		}
	}
	return fits(v.Text)
}

// mustRoundTrip writes a tree in both formats and reads it back.
func mustRoundTrip(t *testing.T, v *wire.Value) {
	t.Helper()
	for _, format := range []wire.Format{wire.JSON, wire.XML} {
		if format == wire.XML && !carried(v) {
			continue
		}
		w := wire.NewWriter(nil, format)
		w.Value("", v)
		again, err := wire.Read(w.Bytes(), format)
		if err != nil {
			t.Fatalf("%v: %s is not read back: %v", format, w.Bytes(), err)
		}
		if !wire.Equal(v, again) || !wire.Equal(again, v) {
			t.Fatalf("%v: %s is read back as %s", format, w.Bytes(), asJSON(again))
		}
		if format == wire.XML && !wellFormed(w.Bytes()) {
			t.Fatalf("%s is not XML", w.Bytes())
		}
	}
}

// wellFormed says whether the standard library reads a document to its end.
func wellFormed(document []byte) bool {
	d := xml.NewDecoder(strings.NewReader(string(document)))
	for {
		if _, err := d.Token(); err != nil {
			return errors.Is(err, io.EOF)
		}
	}
}

func FuzzParseJSON(f *testing.F) {
	for _, seed := range []string{everythingJSON, `{"a":[1,-2.5e3,"\ud83d\ude00",null,true]}`, `{"a":1,"a":2}`, "[[[[]]]]", `"\u0000"`, `{"xml":1,"list-item":[],"entry":"","":"\t\r\n"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		v, err := wire.ParseJSON(document)
		if err != nil {
			return
		}
		if !json.Valid(document) {
			t.Fatalf("%q is accepted and is not JSON", document)
		}
		mustRoundTrip(t, v)
		var out strings.Builder
		if err := wire.Transcode(&out, strings.NewReader(string(document))); err != nil {
			t.Fatalf("%q is not transcoded: %v", document, err)
		}
		w := wire.NewWriter(nil, wire.XML)
		w.Value("", v)
		if out.String() != string(w.Bytes()) {
			t.Fatalf("%q is transcoded to %s, want %s", document, out.String(), w.Bytes())
		}
	})
}

func FuzzParseXML(f *testing.F) {
	for _, seed := range []string{
		everythingXML, `<r a="b"/>`, "<r><![CDATA[a]]>b&#13;</r>", "<r><list-item/><list-item>1</list-item></r>", "<!-- a --><r nil='true'/>",
		`<r><entry key="&quot;&#9;"/></r>`, "<r>a<!-- -->b</r>", "<!DOCTYPE r><r/>", `<?xml version="1.0" encoding="UTF-8"?><r xmlns="a"> <a> </a> </r>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		v, err := wire.ParseXML(document)
		if err != nil {
			return
		}
		if !wellFormed(document) {
			t.Fatalf("%q is accepted and is not XML", document)
		}
		mustRoundTrip(t, v)
	})
}
