package sheet_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/sheet"
)

// utf16Of is a text in UTF-16.
func utf16Of(text string, bigEndian bool) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if bigEndian {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func TestDecode(t *testing.T) {
	t.Parallel()
	const text = "name;city\nZoë;Łódź 🕓\n"
	tests := []struct {
		name     string
		in       []byte
		text     string
		encoding string
	}{
		{"UTF-8", []byte(text), text, sheet.UTF8},
		{"UTF-8 with mark", []byte("\ufeff" + text), text, sheet.UTF8},
		{"UTF-16 little-endian with mark", utf16Of("\ufeff"+text, false), text, sheet.UTF16LE},
		{"UTF-16 big-endian with mark", utf16Of("\ufeff"+text, true), text, sheet.UTF16BE},
		{"UTF-16 little-endian", utf16Of(text, false), text, sheet.UTF16LE},
		{"UTF-16 big-endian", utf16Of(text, true), text, sheet.UTF16BE},
		{"Windows-1252", []byte("name\nZo\xeb \x80\x9c\n"), "name\nZoë €œ\n", sheet.Windows1252},
		{"empty", nil, "", sheet.UTF8},
	}
	for _, tt := range tests {
		got, encoding, err := sheet.Decode(tt.in)
		if err != nil || got != tt.text || encoding != tt.encoding {
			t.Errorf("%s: %q in %s, error %v", tt.name, got, encoding, err)
		}
	}
}

func TestUndecodable(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ in, want string }{
		"no character of Windows-1252": {"a\nb\x81", "line 2 holds the byte 0x81"},
		"NUL":                          {"a\nb\nc\x00d", "line 3 holds a NUL"},
		"false mark":                   {"\ufeffa\n\xff", "line 2 is not UTF-8"},
		"half a character":             {"\xff\xfea\x00b", "cut off"},
	} {
		if _, _, err := sheet.Decode([]byte(tt.in)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", name, err, tt.want)
		}
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	want := &sheet.Table{
		Encoding: sheet.UTF8, Header: []string{"name", "notes", "n"},
		Rows: []sheet.Row{{2, []string{"Zoë", "a, b; c", "1"}}, {5, []string{"two\nlines", "", ""}}},
	}
	for delimiter, in := range map[rune]string{
		',':  "name,notes,n\nZoë,\"a, b; c\",1\n\n , \n\"two\nlines\"\n",
		';':  "name;\"notes\";n\r\nZoë ; a, b\\; c;1\r\n\r\n;;;\r\n\"two\r\nlines\";;;;\r\n",
		'\t': "name\tnotes\tn\nZoë\ta, b; c\t1\n\n\t\n\"two\nlines\"\t",
		'|':  "sep=|\nname|notes|n\nZoë|a, b; c|1\n\n|\n\"two\nlines\"",
	} {
		in = strings.ReplaceAll(in, `a, b\; c`, `"a, b; c"`)
		got, err := sheet.Read([]byte(in))
		if err != nil {
			t.Errorf("%q: %v", delimiter, err)
			continue
		}
		want.Delimiter = delimiter
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", delimiter, diff)
		}
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ in, want string }{
		"empty":          {"", "is empty"},
		"blank":          {" \n\n", "is empty"},
		"too many cells": {"a,b\n1,2\n1,2,3\n", "line 3 has 3 cells"},
		"open quote":     {"a,b\n1,\"2\n", "line 2: a quote is not closed, or something other than the next value follows"},
		"stray quote":    {"a,b\n1,2\"3\n", "line 2, column 4: a value with a quote in it must stand in quotes, and the quote be doubled"},
	} {
		if _, err := sheet.Read([]byte(tt.in)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", name, err, tt.want)
		}
	}
}

func known() []sheet.Column {
	return []sheet.Column{{Name: "first", Also: []string{"First name", "Given name"}, Required: true}, {Name: "last", Also: []string{"Surname"}, Required: true}, {Name: "notes"}}
}

func TestFind(t *testing.T) {
	t.Parallel()
	row := sheet.Row{Line: 2, Cells: []string{"a", "b", "c"}}
	tests := []struct {
		name    string
		header  []string
		given   map[string]string
		want    [3]string
		ignored []string
	}{
		{"names", []string{"first", "last", "notes"}, nil, [3]string{"a", "b", "c"}, nil},
		{"spellings", []string{"SURNAME", "x", "first_name"}, nil, [3]string{"c", "a", ""}, []string{"x"}},
		{"given", []string{"Name 1", "Name 2", "last"}, map[string]string{"first": "name 1", "last": "Name 2"}, [3]string{"a", "b", ""}, []string{"last"}},
		{"given away", []string{"first", "notes", "surname"}, map[string]string{"first": "notes", "notes": "first"}, [3]string{"b", "c", "a"}, nil},
	}
	for _, tt := range tests {
		c, err := sheet.Find(tt.header, known(), tt.given)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := [3]string{c.Get(row, "first"), c.Get(row, "last"), c.Get(row, "notes")}; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if diff := cmp.Diff(tt.ignored, c.Ignored); diff != "" {
			t.Errorf("%s: ignored: %s", tt.name, diff)
		}
	}
}

func TestNotFound(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		header []string
		given  map[string]string
		want   string
	}{
		"missing":        {[]string{"first", "x"}, nil, "no column for last"},
		"twice":          {[]string{"first", "given name", "last"}, nil, `"first" and "given name" both mean first`},
		"given unknown":  {[]string{"first", "last"}, map[string]string{"middle": "first"}, `no column "middle"`},
		"given no cell":  {[]string{"first", "last"}, map[string]string{"notes": "remarks"}, `no column "remarks"`},
		"all is missing": {[]string{"?"}, nil, "no column for first, last"},
	} {
		if _, err := sheet.Find(tt.header, known(), tt.given); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", name, err, tt.want)
		}
	}
}

// hostile are cells that spreadsheets take for formulas.
func hostile() []string {
	return []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\x00=1", "＝1", "'=1", "''+1"}
}

func TestCellsAreNoFormulas(t *testing.T) {
	t.Parallel()
	for _, cell := range append(hostile(), "plain", "'quoted'", "", "'", "a=b") {
		var b bytes.Buffer
		w := sheet.NewWriter(&b)
		if err := w.Write([]string{"x", cell}); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if strings.IndexAny(rows[0][1], "=+-@\t\r\n\x00＝") == 0 {
			t.Errorf("%q is written as %q", cell, rows[0][1])
		}
	}
}

func TestWrittenCellsComeBack(t *testing.T) {
	t.Parallel()
	for _, cell := range []string{"=1+1", "+49 30 1", "-1", "@x", "'=1", "''+1", "'quoted'", "'", "a=b", "two\nlines", `"`, "a,b;c"} {
		var b bytes.Buffer
		w := sheet.NewWriter(&b)
		for _, row := range [][]string{{"a", "b"}, {"x", cell}} {
			if err := w.Write(row); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		table, err := sheet.Read(b.Bytes())
		if err != nil {
			t.Fatalf("%q: %v", cell, err)
		}
		if got := table.Rows[0].Cells[1]; got != cell {
			t.Errorf("%q came back as %q", cell, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("a,b\n1,2\n"))
	f.Add([]byte("\ufeffa;b\r\n\"1\"\"\";2\r\n"))
	f.Add([]byte("\xff\xfea\x00\n\x00"))
	f.Add([]byte("Zo\xeb\tx\n"))
	f.Add([]byte("sep=|\na|b"))
	f.Fuzz(func(t *testing.T, b []byte) {
		table, err := sheet.Read(b)
		if err != nil {
			return
		}
		var again bytes.Buffer
		w := sheet.NewWriter(&again)
		for _, row := range append([]sheet.Row{{1, table.Header}}, table.Rows...) {
			if len(row.Cells) != len(table.Header) {
				t.Fatalf("line %d has %d cells, the header %d", row.Line, len(row.Cells), len(table.Header))
			}
			if err := w.Write(append([]string(nil), row.Cells...)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		second, err := sheet.Read(append([]byte("sep=,\n"), again.Bytes()...))
		if err != nil {
			t.Fatalf("what was read cannot be read again: %v\n%q", err, again.Bytes())
		}
		if diff := cmp.Diff(table.Header, second.Header); diff != "" {
			t.Errorf("the header changed: %s", diff)
		}
		if len(second.Rows) != len(table.Rows) {
			t.Errorf("%d rows became %d", len(table.Rows), len(second.Rows))
		}
		for i, row := range table.Rows {
			if diff := cmp.Diff(row.Cells, second.Rows[i].Cells); diff != "" {
				t.Errorf("row %d changed: %s", i, diff)
			}
		}
	})
}
