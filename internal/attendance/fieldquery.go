package attendance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// FieldQuery asks for employees by their custom fields. It is written as shirt=L,XL;years>=3;badge!= where a semicolon
// is and, a comma is or, and an empty value stands for no value.
type FieldQuery struct{ terms []fieldTerm }

// fieldTerm compares one custom field with some values.
type fieldTerm struct {
	key    string
	op     FieldOp
	values []fieldWord
	at     int // where the key stands, counted in characters from 1
}

// fieldWord is a value as it was written, and where.
type fieldWord struct {
	text string
	at   int
}

// FieldOp is a comparison with the value of a custom field.
type FieldOp string

// The comparisons.
const (
	FieldIs       FieldOp = "="
	FieldIsNot    FieldOp = "!=" // the opposite of =, so that it also holds for who has no value
	FieldContains FieldOp = "~"
	FieldOver     FieldOp = ">"
	FieldFrom     FieldOp = ">="
	FieldUnder    FieldOp = "<"
	FieldUpTo     FieldOp = "<="
)

// FieldTest is a term of a query whose field is known.
type FieldTest struct {
	Field   int64
	Type    FieldType
	Op      FieldOp
	Unset   bool      // no value is one of the values
	Texts   []string  // the values, folded; of every type but numbers
	Numbers []float64 // the values of a number field
}

// The bounds of a query.
const (
	mostFieldQuery = 2000 // bytes
	mostFieldTerms = 20
	mostFieldWords = 100 // values, in all terms
)

// UnmarshalText reads a query.
func (q *FieldQuery) UnmarshalText(text []byte) error {
	v, err := ParseFieldQuery(string(text))
	if err == nil {
		*q = v
	}
	return err
}

// ParseFieldQuery reads a query. What is wrong with its syntax is a FieldError that names the position, counted in
// characters from 1.
func ParseFieldQuery(s string) (FieldQuery, error) {
	if len(s) > mostFieldQuery {
		return FieldQuery{}, FieldError{Code: "range", Detail: fmt.Sprintf("The query must have at most %d bytes.", mostFieldQuery)}
	}
	in := fieldScanner{text: s}
	var q FieldQuery
	words := 0
	for {
		term, err := in.term()
		if err != nil {
			return FieldQuery{}, err
		}
		q.terms = append(q.terms, term)
		words += len(term.values)
		switch {
		case len(q.terms) > mostFieldTerms || words > mostFieldWords:
			return FieldQuery{}, FieldError{Code: "range", Detail: fmt.Sprintf("The query must have at most %d terms and %d values.", mostFieldTerms, mostFieldWords)}
		case in.at == len(s):
			return q, nil
		}
		in.at++ // the semicolon
	}
}

// String is the query in its plainest form, which reads back as the same query.
func (q FieldQuery) String() string {
	var b strings.Builder
	for i, t := range q.terms {
		if i > 0 {
			b.WriteByte(';')
		}
		b.WriteString(t.key + string(t.op))
		for j, w := range t.values {
			if j > 0 {
				b.WriteByte(',')
			}
			if w.text != strings.Trim(w.text, " \t") || strings.ContainsAny(w.text, `,;"=<>~`) {
				b.WriteString(`"` + strings.ReplaceAll(w.text, `"`, `""`) + `"`)
			} else {
				b.WriteString(w.text)
			}
		}
	}
	return b.String()
}

// fieldScanner reads a query from left to right.
type fieldScanner struct {
	text string
	at   int
}

// wrong is the error about what stands at the byte at.
func (in *fieldScanner) wrong(at int, format string, args ...any) error {
	position := utf8.RuneCountInString(in.text[:at]) + 1
	return FieldError{Code: "syntax", Detail: fmt.Sprintf("At position %d: %s", position, fmt.Sprintf(format, args...))}
}

func (in *fieldScanner) position() int { return utf8.RuneCountInString(in.text[:in.at]) + 1 }

func (in *fieldScanner) skipSpace() {
	for in.at < len(in.text) && (in.text[in.at] == ' ' || in.text[in.at] == '\t') {
		in.at++
	}
}

// ends says whether the scanner stands at one of the bytes, or at the end.
func (in *fieldScanner) ends(bytes string) bool {
	return in.at == len(in.text) || strings.IndexByte(bytes, in.text[in.at]) >= 0
}

func (in *fieldScanner) term() (t fieldTerm, err error) {
	in.skipSpace()
	t.at = in.position()
	begin := in.at
	for in.at < len(in.text) && isKeyByte(in.text[in.at]) {
		in.at++
	}
	if t.key = in.text[begin:in.at]; t.key == "" {
		return t, in.wrong(begin, "the key of a custom field is missing. Write terms such as shirt=L,XL and put semicolons between them.")
	}
	in.skipSpace()
	if t.op = in.operator(); t.op == "" {
		return t, in.wrong(in.at, "after %q one of = != ~ > >= < <= is missing.", t.key)
	}
	for {
		w, err := in.word()
		if err != nil {
			return t, err
		}
		if w.text == "" && t.op != FieldIs && t.op != FieldIsNot {
			return t, in.wrong(in.at, "a value is missing after %s. Only = and != can be followed by none.", t.op)
		}
		t.values = append(t.values, w)
		if in.ends(";") {
			return t, nil
		}
		in.at++ // the comma
	}
}

// operator reads a comparison; it is empty when there is none.
func (in *fieldScanner) operator() FieldOp {
	for _, op := range []FieldOp{FieldIsNot, FieldFrom, FieldUpTo, FieldIs, FieldContains, FieldOver, FieldUnder} {
		if strings.HasPrefix(in.text[in.at:], string(op)) {
			in.at += len(op)
			return op
		}
	}
	return ""
}

// word reads a value up to a comma, a semicolon or the end. One in double quotes may hold these, and a quote twice for
// one.
func (in *fieldScanner) word() (w fieldWord, err error) {
	in.skipSpace()
	w.at = in.position()
	begin := in.at
	if !in.ends(",;") && in.text[in.at] == '"' {
		if w.text, err = in.quoted(); err != nil {
			return w, err
		}
		in.skipSpace()
		if !in.ends(",;") {
			return w, in.wrong(in.at, "after a value in quotes there must be a comma, a semicolon or nothing.")
		}
		return w, nil
	}
	for !in.ends(",;") {
		if strings.IndexByte(`=<>~"`, in.text[in.at]) >= 0 {
			return w, in.wrong(in.at, "a value that holds %q must stand in double quotes; between two terms there must be a semicolon.", in.text[in.at])
		}
		in.at++
	}
	w.text = strings.TrimRight(in.text[begin:in.at], " \t")
	return w, nil
}

func (in *fieldScanner) quoted() (string, error) {
	begin := in.at
	var b strings.Builder
	for in.at++; in.at < len(in.text); in.at++ {
		if in.text[in.at] == '"' {
			in.at++
			if in.at == len(in.text) || in.text[in.at] != '"' {
				return b.String(), nil
			}
		}
		b.WriteByte(in.text[in.at])
	}
	return "", in.wrong(begin, "the quotes that begin here do not end.")
}

// Tests finds the fields of the query among the custom fields of an account. What is wrong with a key or a value is an
// error about the parameter of that name.
func (q FieldQuery) Tests(parameter string, fields []*CustomField) ([]FieldTest, error) {
	var p Problems
	tests := make([]FieldTest, 0, len(q.terms))
	for _, t := range q.terms {
		i := slices.IndexFunc(fields, func(f *CustomField) bool { return f.Key == t.key })
		switch {
		case i < 0:
			p.Add(parameter, "unknown", "At position %d: there is no custom field %q.", t.at, t.key)
		case !fields[i].Filterable:
			p.Add(parameter, "notFilterable", "At position %d: the custom field %q cannot be asked for. Set its filterable first.", t.at, t.key)
		default:
			tests = append(tests, t.test(&p, parameter, fields[i]))
		}
	}
	return tests, p.Err()
}

func (t *fieldTerm) test(p *Problems, parameter string, f *CustomField) FieldTest {
	test := FieldTest{Field: f.ID, Type: f.Type, Op: t.op}
	if !f.Type.takes(t.op) {
		p.Add(parameter, "type", "At position %d: %s cannot be used with %q, which is a %s field.", t.at, t.op, t.key, f.Type)
		return test
	}
	for _, w := range t.values {
		if w.text == "" {
			test.Unset = true
			continue
		}
		if err := test.add(f.Type, w.text); err != nil {
			p.Add(parameter, "type", "At position %d: %s is not a value of %q. %s", w.at, strconv.Quote(w.text), t.key, err)
		}
	}
	return test
}

// takes says whether values of the type can be compared so.
func (t FieldType) takes(op FieldOp) bool {
	switch op {
	case FieldIs, FieldIsNot:
		return true
	case FieldContains:
		return t == FieldText || t == FieldSelect
	case FieldOver, FieldFrom, FieldUnder, FieldUpTo:
		return t != FieldBoolean
	}
	return false
}

func (t *FieldTest) add(kind FieldType, text string) error {
	switch kind {
	case FieldNumber:
		n, err := parseNumber(text)
		t.Numbers = append(t.Numbers, n)
		return err
	case FieldBoolean:
		if text != "true" && text != "false" {
			return FieldError{Detail: "It must be true or false."}
		}
	case FieldDate:
		if _, err := ParseDate(text); err != nil {
			return err
		}
	case FieldText, FieldSelect:
	}
	t.Texts = append(t.Texts, Fold(text))
	return nil
}
