package attendance_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
)

func testFields() []*attendance.CustomField {
	field := func(id int64, key string, kind attendance.FieldType) *attendance.CustomField {
		return &attendance.CustomField{Identity: attendance.Identity{ID: id}, Key: key, Type: kind, Filterable: key != "hidden"}
	}
	return []*attendance.CustomField{
		field(1, "shirt", attendance.FieldSelect), field(2, "years", attendance.FieldNumber), field(3, "badge", attendance.FieldText),
		field(4, "since", attendance.FieldDate), field(5, "driver", attendance.FieldBoolean), field(6, "hidden", attendance.FieldText),
	}
}

func TestFieldQueries(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]attendance.FieldTest{
		"shirt=L,XL;years>=3;badge!=": {
			{Field: 1, Type: attendance.FieldSelect, Op: attendance.FieldIs, Texts: []string{"l", "xl"}},
			{Field: 2, Type: attendance.FieldNumber, Op: attendance.FieldFrom, Numbers: []float64{3}},
			{Field: 3, Type: attendance.FieldText, Op: attendance.FieldIsNot, Unset: true},
		},
		" badge ~ ÄB c , d ":  {{Field: 3, Type: attendance.FieldText, Op: attendance.FieldContains, Texts: []string{"äb c", "d"}}},
		`badge="a;b, ""c""",`: {{Field: 3, Type: attendance.FieldText, Op: attendance.FieldIs, Texts: []string{`a;b, "c"`}, Unset: true}},
		"since<2026-03-01":    {{Field: 4, Type: attendance.FieldDate, Op: attendance.FieldUnder, Texts: []string{"2026-03-01"}}},
		"driver=true":         {{Field: 5, Type: attendance.FieldBoolean, Op: attendance.FieldIs, Texts: []string{"true"}}},
		"years<=-1.5,2e3;years>0": {
			{Field: 2, Type: attendance.FieldNumber, Op: attendance.FieldUpTo, Numbers: []float64{-1.5, 2000}},
			{Field: 2, Type: attendance.FieldNumber, Op: attendance.FieldOver, Numbers: []float64{0}},
		},
	} {
		q, err := attendance.ParseFieldQuery(query)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		got, err := q.Tests("userCustomFields", testFields())
		if err != nil {
			t.Errorf("%s: %v", query, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
}

func TestWrongFieldQueries(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"":                        "syntax At position 1:",
		"=L":                      "syntax At position 1:",
		"shirt":                   "syntax At position 6:",
		"shirt=L;":                "syntax At position 9:",
		"shirt=L;;years>3":        "syntax At position 9:",
		"shirt==L":                "syntax At position 7:",
		"shirt=L,years>=3":        "syntax At position 14:",
		"years>":                  "syntax At position 7:",
		"years>3,":                "syntax At position 9:",
		`badge="ab`:               "syntax At position 7:",
		`badge="a"b`:              "syntax At position 10:",
		"badge=äö;sh rt=L":        "syntax At position 13:",
		"size=L":                  "unknown At position 1:",
		"shirt=L;size=L":          "unknown At position 9:",
		"hidden=x":                "notFilterable At position 1:",
		"years~3":                 "type At position 1:",
		"driver>true":             "type At position 1:",
		"years=three":             "type At position 7:",
		"since=03/01/2026":        "type At position 7:",
		"driver=true,yes":         "type At position 13:",
		"shirt=L;years=NaN":       "type At position 15:",
		strings.Repeat("a", 2001): "range The query must have at most 2000 bytes.",
		strings.Repeat("shirt=L;", 20) + "shirt=L": "range The query must have at most 20 terms",
		"shirt=" + strings.Repeat("L,", 100) + "L": "range The query must have at most 20 terms and 100 values",
	} {
		q, err := attendance.ParseFieldQuery(query)
		if err == nil {
			_, err = q.Tests("userCustomFields", testFields())
		}
		if got := described(err); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// described is the code and the sentence of the error about a field.
func described(err error) string {
	if e, ok := errors.AsType[attendance.FieldError](err); ok {
		return e.Code + " " + e.Detail
	}
	if e, ok := errors.AsType[*attendance.Error](err); ok && len(e.Fields) == 1 {
		return e.Fields[0].Code + " " + e.Fields[0].Detail
	}
	return "no error about one field"
}

func FuzzFieldQuery(f *testing.F) {
	for _, seed := range []string{"shirt=L,XL;years>=3;badge!=", `badge="a;b""c", d`, "a~\"", "years<=1e400", "x>=;", "\xff=\xff"} {
		f.Add(seed)
	}
	fields := testFields()
	f.Fuzz(func(t *testing.T, text string) {
		q, err := attendance.ParseFieldQuery(text)
		if err != nil {
			if described(err) == "no error about one field" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		plain := q.String()
		if len(plain) > 2000 { // quotes may make it longer than a query can be
			return
		}
		again, err := attendance.ParseFieldQuery(plain)
		if err != nil {
			t.Fatalf("%q became %q: %v", text, plain, err)
		}
		if again.String() != plain {
			t.Errorf("%q became %q and then %q", text, plain, again)
		}
		one, err1 := q.Tests("q", fields)
		two, err2 := again.Tests("q", fields)
		if (err1 == nil) != (err2 == nil) || !cmp.Equal(one, two) {
			t.Errorf("%q and %q ask for different things", text, plain)
		}
	})
}
