package api

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
	"punchclock/internal/wire"
)

type samplePhone struct {
	Type   attendance.Opt[string] `json:"type"`
	Number sampleText             `json:"number"`
}

type samplePlace struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

type sampleNames struct {
	First  attendance.Opt[string]  `json:"firstName"`
	Middle attendance.Opt[*string] `json:"middleName"`
}

type sampleBody struct {
	sampleNames
	Active  attendance.Opt[bool]              `json:"active"`
	Unit    attendance.Opt[int64]             `json:"orgUnit"`
	Class   attendance.Opt[*int64]            `json:"payClass"`
	Small   int8                              `json:"small"`
	Points  attendance.Opt[*float64]          `json:"points"`
	Notes   attendance.Opt[string]            `json:"notes" text:"multiline"`
	Shout   attendance.Opt[*sampleShout]      `json:"shout"`
	Labels  attendance.Opt[[]sampleShout]     `json:"labels"`
	IDs     attendance.Opt[[]int64]           `json:"ids"`
	Phones  attendance.Opt[[]samplePhone]     `json:"phones"`
	Place   attendance.Opt[*samplePlace]      `json:"place"`
	Bank    attendance.Opt[map[string]string] `json:"bankInfo"`
	Custom  any                               `json:"custom"`
	Lines   attendance.Opt[any]               `json:"lines" text:"multiline"`
	Ignored string
}

// both reads the same tree from JSON, and again from the XML that a Writer makes of it.
func both(t *testing.T, document string) map[string]*wire.Value {
	t.Helper()
	typed, err := wire.ParseJSON([]byte(document))
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	w := wire.NewWriter(nil, wire.XML)
	w.Value("", typed)
	untyped, err := wire.ParseXML(w.Bytes())
	if err != nil {
		t.Fatalf("%s: %v", w.Bytes(), err)
	}
	return map[string]*wire.Value{"JSON " + document: typed, "XML " + string(w.Bytes()): untyped}
}

// bindBody fills the struct that into points to.
func bindBody(v *wire.Value, into any) (unknown []namedValue, problems []attendance.FieldError) {
	target := reflect.ValueOf(into).Elem()
	return planBody(target.Type()).bind(v, target)
}

func TestBindBodyFillsTheStruct(t *testing.T) {
	t.Parallel()
	some := attendance.Some[*int64]
	for document, want := range map[string]sampleBody{
		`{}`: {},
		`{"firstName":"Zoë","middleName":"","active":false,"orgUnit":3,"payClass":-7,"small":-128,"points":-1.5e1,"notes":"a\r\n\tb"}`: {
			sampleNames: sampleNames{First: attendance.Some("Zoë"), Middle: attendance.Some(new(string))}, Active: attendance.Some(false),
			Unit: attendance.Some[int64](3), Class: some(new(int64(-7))), Small: -128, Points: attendance.Some(new(-15.0)), Notes: attendance.Some("a\r\n\tb"),
		},
		`{"middleName":null,"payClass":null,"points":null,"shout":null,"place":null,"custom":null}`: {
			sampleNames: sampleNames{Middle: attendance.Opt[*string]{Set: true}}, Class: some(nil), Points: attendance.Some[*float64](nil),
			Shout: attendance.Some[*sampleShout](nil), Place: attendance.Some[*samplePlace](nil),
		},
		`{"shout":"a","labels":["b","c"],"ids":[],"place":{"lat":1,"lng":2.5},"bankInfo":{"iban":"X","a b":""}}`: {
			Shout: attendance.Some(&sampleShout{"A"}), Labels: attendance.Some([]sampleShout{{"B"}, {"C"}}), IDs: attendance.Some([]int64{}),
			Place: attendance.Some(&samplePlace{1, 2.5}), Bank: attendance.Some(map[string]string{"iban": "X", "a b": ""}),
		},
		`{"phones":[{"type":"mobile","number":"+1"},{}],"labels":[],"bankInfo":{}}`: {
			Phones: attendance.Some([]samplePhone{{Type: attendance.Some("mobile"), Number: "+1"}, {}}),
			Labels: attendance.Some([]sampleShout{}), Bank: attendance.Some(map[string]string{}),
		},
		`{"orgUnit":9223372036854775807,"payClass":1.20e1}`: {Unit: attendance.Some[int64](9223372036854775807), Class: some(new(int64(12)))},
	} {
		for name, tree := range both(t, document) {
			var got sampleBody
			unknown, problems := bindBody(tree, &got)
			if unknown != nil || problems != nil {
				t.Errorf("%s: unknown %v, problems %q", name, unknown, problems)
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(sampleBody{})); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
}

func TestBindBodyTakesAnyValue(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]any{
		`"L"`: "L", `true`: true, `12`: int64(12), `1.5`: 1.5, `null`: nil, `[1,"a",null]`: []any{int64(1), "a", nil}, `{"a":{"b":false}}`: map[string]any{"a": map[string]any{"b": false}},
	} {
		tree, err := wire.ParseJSON([]byte(`{"custom":` + document + `}`))
		if err != nil {
			t.Fatal(err)
		}
		var got sampleBody
		if unknown, problems := bindBody(tree, &got); unknown != nil || problems != nil {
			t.Errorf("%s: unknown %v, problems %q", document, unknown, problems)
		}
		if diff := cmp.Diff(want, got.Custom); diff != "" {
			t.Errorf("%s: %s", document, diff)
		}
	}
	var lines sampleBody
	if _, problems := bindBody(&wire.Value{Kind: wire.Object, Members: []wire.Member{{Name: "lines", Value: &wire.Value{Kind: wire.String, Text: "a\nb"}}}}, &lines); problems != nil || lines.Lines.Value != "a\nb" {
		t.Errorf("several lines: got %#v, problems %q", lines.Lines, problems)
	}
	tree, err := wire.ParseXML([]byte("<r><custom>12</custom></r>"))
	if err != nil {
		t.Fatal(err)
	}
	var got sampleBody
	if bindBody(tree, &got); got.Custom != "12" {
		t.Errorf("text of XML became %#v", got.Custom)
	}
}

func TestBindBodyTellsAllThatIsWrong(t *testing.T) {
	t.Parallel()
	for document, want := range map[string][]told{
		`{"firstName":null}`:              {{"firstName", "null", "firstName must not be null; give a value or leave it out."}},
		`{"active":null,"labels":null}`:   {{"active", "null", ""}, {"labels", "null", ""}},
		`{"labels":["a",null]}`:           {{"labels[1]", "null", ""}},
		`{"firstName":[1]}`:               {{"firstName", "type", "firstName must be a string, not a list."}},
		`{"firstName":{"a":1}}`:           {{"firstName", "type", "not an object."}},
		`{"active":"yes"}`:                {{"active", "type", "must be true or false, not a string."}},
		`{"orgUnit":"x"}`:                 {{"orgUnit", "type", "must be a whole number, not a string."}},
		`{"orgUnit":1.5}`:                 {{"orgUnit", "type", "without a fraction"}},
		`{"orgUnit":1e-1}`:                {{"orgUnit", "type", "without a fraction"}},
		`{"orgUnit":9223372036854775808}`: {{"orgUnit", "range", ""}},
		`{"orgUnit":1e400}`:               {{"orgUnit", "range", ""}},
		`{"small":128}`:                   {{"small", "range", ""}},
		`{"points":"x"}`:                  {{"points", "type", "must be a number"}},
		`{"points":1e400}`:                {{"points", "range", ""}},
		`{"labels":"x"}`:                  {{"labels", "type", "must be a list"}},
		`{"place":"x"}`:                   {{"place", "type", "must be an object"}},
		`{"bankInfo":"x"}`:                {{"bankInfo", "type", "must be an object"}},
		`{"bankInfo":{"a":[1]}}`:          {{"bankInfo.a", "type", "must be a string"}},
		`{"shout":"plain"}`:               {{"shout", "format", "too plain"}},
		`{"shout":"coded"}`:               {{"shout", "special", "It must not be coded."}},
		`{"labels":["a","wrapped"]}`:      {{"labels[1]", "wrapped", "It must not be wrapped."}},
		`{"phones":[{"number":"1"},{"number":[1],"type":{"a":1}}]}`: {{"phones[1].number", "type", "phones[1].number must be a string, not a list."}, {"phones[1].type", "type", ""}},
		`{"phones":[{"numbr":"1"}]}`:                                {{"phones[0].numbr", "unknown", `Did you mean "number"?`}},
		`{"place":{"lat":"a","x":1}}`:                               {{"place.lat", "type", ""}, {"place.x", "unknown", ""}},
		`{"firstName":"a\nb"}`:                                      {{"firstName", "format", "U+000A"}},
		`{"firstName":"\u007f"}`:                                    {{"firstName", "format", "U+007F"}},
		`{"firstName":[1],"active":"x","ids":["a","b"]}`:            {{"firstName", "type", ""}, {"active", "type", ""}, {"ids[0]", "type", ""}, {"ids[1]", "type", ""}},
	} {
		for name, tree := range both(t, document) {
			unknown, problems := bindBody(tree, new(sampleBody))
			if unknown != nil {
				t.Errorf("%s: unknown %v", name, unknown)
			}
			mustTell(t, name, problems, want)
		}
	}
}

func TestBindBodyKeepsTheTypesOfJSON(t *testing.T) {
	t.Parallel()
	for document, want := range map[string][]told{
		`{"firstName":1}`:            {{"firstName", "type", "firstName must be a string, not a number."}},
		`{"firstName":true}`:         {{"firstName", "type", "not a boolean."}},
		`{"active":1}`:               {{"active", "type", "not a number"}},
		`{"active":"true"}`:          {{"active", "type", "not a string"}},
		`{"orgUnit":"1"}`:            {{"orgUnit", "type", "not a string"}},
		`{"labels":""}`:              {{"labels", "type", "not a string"}},
		`{"place":[]}`:               {{"place", "type", "not a list"}},
		`{"shout":1}`:                {{"shout", "type", "not a number"}},
		`{"notes":"a\u0001"}`:        {{"notes", "format", "U+0001"}},
		`{"notes":"\uffff"}`:         {{"notes", "format", "U+FFFF"}},
		`{"bankInfo":{"\u0001":""}}`: {{"bankInfo", "format", "U+0001"}},
		`{"custom":["a\nb"]}`:        {{"custom[0]", "format", "U+000A"}},
		`{"custom":{"a":"\u0001"}}`:  {{"custom.a", "format", "U+0001"}},
		`{"custom":1e400}`:           {{"custom", "range", ""}},
		`[]`:                         {{"", "type", "The body must be an object, not a list."}},
		`"a"`:                        {{"", "type", "not a string"}},
		`null`:                       {{"", "type", "not null"}},
	} {
		tree, err := wire.ParseJSON([]byte(document))
		if err != nil {
			t.Fatal(err)
		}
		_, problems := bindBody(tree, new(sampleBody))
		mustTell(t, document, problems, want)
	}
}

func TestBindBodyGivesBackWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	for name, tree := range both(t, `{"firstName":"A","FirstName":"B","id":12,"Ignored":"x"}`) {
		var got sampleBody
		unknown, problems := bindBody(tree, &got)
		if problems != nil || got.First.Value != "A" || len(unknown) != 3 {
			t.Fatalf("%s: got %+v, unknown %v, problems %q", name, got, unknown, problems)
		}
		for i, want := range []string{"FirstName", "id", "Ignored"} {
			if unknown[i].name != want || unknown[i].value != tree.Get(want) {
				t.Errorf("%s: got %v, want %s", name, unknown[i], want)
			}
		}
	}
	if got := unknownField("firstNme", reflect.TypeFor[sampleBody]()); got.Field != "firstNme" || got.Code != "unknown" || got.Detail != `There is no field "firstNme". Did you mean "firstName"?` {
		t.Errorf("got %+v", got)
	}
}

func TestBindBodyAnswersBriefly(t *testing.T) {
	t.Parallel()
	document := strings.Builder{}
	for i := range 20_000 {
		fmt.Fprintf(&document, `"%d":0,`, i)
	}
	tree, err := wire.ParseJSON([]byte(`{` + document.String() + `"ids":[` + strings.Repeat(`"a",`, 20_000) + `""]}`))
	if err != nil {
		t.Fatal(err)
	}
	unknown, problems := bindBody(tree, new(sampleBody))
	if len(unknown) != mostUnknown || len(problems) != mostProblems {
		t.Errorf("%d unknown fields, %d problems", len(unknown), len(problems))
	}
}

func TestPlanBodyRefusesTypesThatItCannotRead(t *testing.T) {
	t.Parallel()
	for name, plan := range map[string]func(){
		"channel": func() {
			planBody(reflect.TypeFor[struct {
				A chan int `json:"a"`
			}]())
		},
		"map of numbers": func() {
			planBody(reflect.TypeFor[struct {
				A map[int]string `json:"a"`
			}]())
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			plan()
		}()
	}
}

func FuzzBindBody(f *testing.F) {
	for _, seed := range []string{
		`{"firstName":"A","orgUnit":1,"phones":[{"number":"1"}],"bankInfo":{"a":"b"},"custom":[1,{}]}`, `{"place":{"lat":1e400},"shout":"coded","ids":[1.5]}`,
		`{"labels":["a",null],"notes":"\n","unknown":{}}`, `[]`,
	} {
		f.Add([]byte(seed), false)
	}
	f.Add([]byte(`<r><firstName>A</firstName><orgUnit>1</orgUnit><ids/><phones><list-item/></phones><place nil="true"/><custom/></r>`), true)
	f.Fuzz(func(t *testing.T, document []byte, isXML bool) {
		format := wire.JSON
		if isXML {
			format = wire.XML
		}
		tree, err := wire.Read(document, format)
		if err != nil {
			return
		}
		var first, second sampleBody
		unknown, problems := bindBody(tree, &first)
		if problems != nil || unknown != nil || isXML {
			return
		}
		// What JSON has accepted, the same tree as XML must give too; but for any, which takes the types of JSON.
		for name, again := range both(t, string(document)) {
			second = sampleBody{}
			_, problems := bindBody(again, &second)
			first.Custom, second.Custom, first.Lines.Value, second.Lines.Value = nil, nil, nil, nil
			if diff := cmp.Diff(first, second, cmp.AllowUnexported(sampleBody{})); problems != nil || diff != "" {
				t.Fatalf("%s: %q %s", name, problems, diff)
			}
		}
	})
}
