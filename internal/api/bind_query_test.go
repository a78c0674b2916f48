package api

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
)

// sampleText is a parameter whose type is named.
type sampleText string

// sampleShout reads itself from a text.
type sampleShout struct{ Text string }

func (s *sampleShout) UnmarshalText(text []byte) error {
	switch string(text) {
	case "plain":
		return errors.New("it is too plain")
	case "coded":
		return attendance.FieldError{Code: "special", Detail: "It must not be coded."}
	case "wrapped":
		return fmt.Errorf("no: %w", attendance.FieldError{Code: "wrapped", Detail: "It must not be wrapped."})
	}
	s.Text = strings.ToUpper(string(text))
	return nil
}

type sampleRange struct {
	From attendance.Date `query:"from" required:"true" doc:"The first day."`
	To   sampleShout     `query:"to"`
}

type sampleQuery struct {
	sampleRange
	Employee []int64                     `query:"employee" required:"true"`
	Limit    int64                       `query:"limit"`
	Small    int8                        `query:"small"`
	Search   string                      `query:"search"`
	Status   []sampleText                `query:"status,comma"`
	Shouts   []sampleShout               `query:"shouts"`
	Maybe    *int64                      `query:"maybe"`
	Flag     attendance.Opt[bool]        `query:"flag"`
	Day      attendance.Opt[sampleShout] `query:"day"`
	Ignored  string
}

// bindQuery fills the struct that into points to.
func bindQuery(query url.Values, into any) []attendance.FieldError {
	v := reflect.ValueOf(into).Elem()
	return planQuery(v.Type()).bind(query, v)
}

func TestBindQueryFillsTheStruct(t *testing.T) {
	t.Parallel()
	var got sampleQuery
	query, err := url.ParseQuery("from=2026-03-08&to=x&employee=1&employee[]=2&employee%5B%5D=3&limit=-5&small=127&search=%C3%BC+%22b%22" +
		"&status=a,b&status=c&shouts[]=a&shouts[]=b,c&maybe=0&flag=false&day=d&format=json")
	if err != nil {
		t.Fatal(err)
	}
	if problems := bindQuery(query, &got); problems != nil {
		t.Fatalf("problems: %v", problems)
	}
	want := sampleQuery{
		sampleRange: sampleRange{From: "2026-03-08", To: sampleShout{"X"}}, Employee: []int64{1, 2, 3}, Limit: -5, Small: 127, Search: `ü "b"`,
		Status: []sampleText{"a", "b", "c"}, Shouts: []sampleShout{{"A"}, {"B,C"}}, Maybe: new(int64), Flag: attendance.Some(false), Day: attendance.Some(sampleShout{"D"}),
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(sampleQuery{})); diff != "" {
		t.Error(diff)
	}
}

func TestBindQueryLeavesAbsentParametersAlone(t *testing.T) {
	t.Parallel()
	var got struct {
		Employee []int64              `query:"employee"`
		Maybe    *int64               `query:"maybe"`
		Flag     attendance.Opt[bool] `query:"flag"`
	}
	if problems := bindQuery(url.Values{}, &got); problems != nil || got.Employee != nil || got.Maybe != nil || got.Flag.Set {
		t.Errorf("got %+v, problems %v", got, problems)
	}
}

// told is what a problem says to programs, and the part of its sentence that matters.
type told struct{ field, code, says string }

// mustTell compares problems with what they should be.
func mustTell(t *testing.T, about string, problems []attendance.FieldError, want []told) {
	t.Helper()
	if len(problems) != len(want) {
		t.Errorf("%s: got %d problems %q, want %v", about, len(problems), problems, want)
		return
	}
	for i, p := range problems {
		if p.Field != want[i].field || p.Code != want[i].code || !strings.Contains(p.Detail, want[i].says) {
			t.Errorf("%s: got %q, want %q", about, p, want[i])
		}
	}
}

func TestBindQueryTellsAllThatIsWrong(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]told{
		"":                               {{"from", "required", "from is required."}, {"employee", "required", "employee is required."}},
		"from=2026-03-08":                {{"employee", "required", ""}},
		"employee=x":                     {{"employee", "type", `"x"`}},
		"employee=":                      {{"employee", "type", `""`}},
		"employee=0":                     {{"employee", "range", "positive"}},
		"employee=-1":                    {{"employee", "range", "positive"}},
		"employee=%2B1":                  {{"employee", "type", "plain digits"}},
		"employee=007":                   {{"employee", "type", "plain digits"}},
		"employee=1.0":                   {{"employee", "type", "plain digits"}},
		"employee=1e3":                   {{"employee", "type", "plain digits"}},
		"employee=0x1":                   {{"employee", "type", "plain digits"}},
		"employee=%D9%A1":                {{"employee", "type", "plain digits"}},
		"employee=1,2":                   {{"employee", "type", "plain digits"}},
		"employee=1&employee[]=y":        {{"employee", "type", `"y"`}},
		"employee=9223372036854775808":   {{"employee", "range", "too large"}},
		"employee=a&employee=b":          {{"employee", "type", `"a"`}, {"employee", "type", `"b"`}},
		"limit=1&limit=1":                {{"limit", "duplicate", "2 times"}},
		"limit[]=1":                      {{"limit[]", "unknown", `"limit"`}},
		"small=128":                      {{"small", "range", "too large"}},
		"flag=1":                         {{"flag", "type", "true or false"}},
		"from=2026-13-01":                {{"from", "format", "YYYY-MM-DD"}},
		"to=plain":                       {{"to", "format", "too plain"}},
		"to=coded":                       {{"to", "special", "It must not be coded."}},
		"to=wrapped":                     {{"to", "wrapped", "It must not be wrapped."}},
		"shouts=a&shouts=coded":          {{"shouts", "special", ""}},
		"status=":                        {{"status", "format", "empty"}},
		"status=a,,b":                    {{"status", "format", "empty"}},
		"search=%00":                     {{"search", "format", "U+0000"}},
		"search=%0A":                     {{"search", "format", "U+000A"}},
		"search=%7F":                     {{"search", "format", "U+007F"}},
		"search=%EF%BF%BF":               {{"search", "format", "U+FFFF"}},
		"search=%FF":                     {{"search", "format", "UTF-8"}},
		"search=%ED%A0%80":               {{"search", "format", "UTF-8"}},
		"emploee=1":                      {{"emploee", "unknown", `There is no parameter "emploee". Did you mean "employee"?`}},
		"EMPLOYEE=1":                     {{"EMPLOYEE", "unknown", `Did you mean "employee"?`}},
		"employee[]x=1":                  {{"employee[]x", "unknown", "There is no parameter"}},
		"zzzzzzzz=1":                     {{"zzzzzzzz", "unknown", `There is no parameter "zzzzzzzz".`}},
		"=1":                             {{"", "unknown", `There is no parameter "".`}},
		"format[]=json":                  {{"format[]", "unknown", `"format"`}},
		"Ignored=1":                      {{"Ignored", "unknown", ""}},
		"limit=x&small=y&zzz=1&to=coded": {{"limit", "type", ""}, {"small", "type", ""}, {"to", "special", ""}, {"zzz", "unknown", ""}},
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if query != "" && !values.Has("from") {
			values.Set("from", "2026-03-08")
		}
		if query != "" && query != "from=2026-03-08" && !values.Has("employee") && !values.Has("employee[]") {
			values.Set("employee", "1")
		}
		mustTell(t, query, bindQuery(values, new(sampleQuery)), want)
	}
}

func TestBindQueryFindsARequiredParameterInBrackets(t *testing.T) {
	t.Parallel()
	mustTell(t, "brackets", bindQuery(url.Values{"from": {"2026-03-08"}, "employee[]": {"1"}}, new(sampleQuery)), nil)
}

func TestBindQueryAnswersBriefly(t *testing.T) {
	t.Parallel()
	values := url.Values{}
	for i := range 5000 {
		values.Set(fmt.Sprintf("%05d%s", i, strings.Repeat("ü", 1000)), "1")
	}
	problems := bindQuery(values, new(struct{}))
	if len(problems) != mostProblems || len(problems[0].Field) > 110 || len(problems[0].Detail) > 200 {
		t.Errorf("%d problems, the first one with a name of %d bytes", len(problems), len(problems[0].Field))
	}
}

func TestPlanQueryDescribesTheParameters(t *testing.T) {
	t.Parallel()
	var got []string
	for _, p := range planQuery(reflect.TypeFor[sampleQuery]()).parameters {
		got = append(got, fmt.Sprintf("%s %v %t %t %s", p.Name, p.Type, p.Multi, p.Required, p.Doc))
	}
	want := []string{
		"format string false false Format of the answer, json or xml. It comes before the Accept header.",
		"from attendance.Date false true The first day.",
		"to api.sampleShout false false ",
		"employee int64 true true ",
		"limit int64 false false ",
		"small int8 false false ",
		"search string false false ",
		"status api.sampleText true false ",
		"shouts api.sampleShout true false ",
		"maybe *int64 false false ",
		"flag attendance.Opt[bool] false false ",
		"day attendance.Opt[punchclock/internal/api.sampleShout] false false ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNearestKnowsWhatWasMeant(t *testing.T) {
	t.Parallel()
	known := []string{"employee", "orgUnit", "from", "to", "status"}
	for name, want := range map[string]string{
		"emploee": "employee", "employees": "employee", "epmloyee": "employee", "orgunit": "orgUnit", "form": "from", "tp": "to", "x": "", "statuses": "status",
		"department": "", "": "", strings.Repeat("employee", 10): "",
	} {
		if got := nearest(name, known); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func FuzzBindQuery(f *testing.F) {
	for _, seed := range []string{"employee=1&employee[]=2&status=a,b", "from=2026-03-08&limit=x", "limit=1&limit=2&emploee=%00", "shouts[]=%FF&day=&maybe=-0&flag=true"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		query, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		var in sampleQuery
		problems := bindQuery(query, &in)
		for _, p := range problems {
			if p.Code == "" || p.Detail == "" {
				t.Fatalf("%q: the problem %+v says nothing", raw, p)
			}
		}
		if problems == nil && (in.From == "" || len(in.Employee) != len(query["employee"])+len(query["employee[]"])) {
			t.Fatalf("%q: accepted as %+v", raw, in)
		}
	})
}

func BenchmarkBindQuery(b *testing.B) {
	query, err := url.ParseQuery("from=2026-03-08&employee=1&employee=2&status=a,b&limit=25")
	if err != nil {
		b.Fatal(err)
	}
	plan := planQuery(reflect.TypeFor[sampleQuery]())
	b.ReportAllocs()
	for b.Loop() {
		var in sampleQuery
		plan.bind(query, reflect.ValueOf(&in).Elem())
	}
}
