package attendance

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// FieldType says what the values of a custom field are.
type FieldType string

// The types of custom fields.
const (
	FieldText    FieldType = "text"
	FieldNumber  FieldType = "number"
	FieldBoolean FieldType = "boolean"
	FieldDate    FieldType = "date"
	FieldSelect  FieldType = "select" // one of the field's options
)

// CustomField is a field that the company adds to its employees.
type CustomField struct {
	Identity
	Key        string // by which filters name it, unique within the account
	Name       string
	Type       FieldType
	Options    []string // what a select can be
	Filterable bool     // lists can be filtered by it
}

// Fields passes every field of the custom field.
func (c *CustomField) Fields(f Fields) {
	f.Int("id", c.ID)
	f.Text("key", c.Key)
	f.Text("name", c.Name)
	f.Text("type", string(c.Type))
	f.Texts("options", c.Options)
	f.Bool("filterable", c.Filterable)
	c.stamps(f)
}

// CustomFieldInput is what may be written to a custom field.
type CustomFieldInput struct {
	Key        Opt[string]   `json:"key" doc:"By what filters name it: a letter, then letters, digits, dots, hyphens and underscores, at most 64. Unique within the account." required:"true" bounds:"1..64" pattern:"^[A-Za-z][A-Za-z0-9._-]*$"`
	Name       Opt[string]   `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Type       Opt[string]   `json:"type" doc:"What its values are. It can be changed while no employee has a value." required:"true" enum:"text,number,boolean,date,select"`
	Options    Opt[[]string] `json:"options" doc:"What a select can be; empty for every other type." bounds:"..500" each:"1..200"`
	Filterable Opt[bool]     `json:"filterable" doc:"Whether userCustomFields can ask for it. False when left out."`
}

// NewCustomField is a custom field with the values that hold when nothing is said.
func NewCustomField() *CustomField { return &CustomField{} }

// Apply writes the given values to the custom field.
func (in CustomFieldInput) Apply(c *CustomField) {
	in.Key.To(&c.Key)
	in.Name.To(&c.Name)
	if in.Type.Set {
		c.Type = FieldType(in.Type.Value)
	}
	in.Options.To(&c.Options)
	in.Filterable.To(&c.Filterable)
}

// The bounds of a custom field.
const (
	mostFieldKey = 64 // characters
	mostOptions  = 500
)

// Validate says what is wrong with the custom field.
func (c *CustomField) Validate(p *Problems) {
	switch {
	case c.Key == "":
		p.Add("key", "required", "key is required.")
	case !isFieldKey(c.Key) || len(c.Key) > mostFieldKey:
		p.Add("key", "format", "key must be a letter, then letters, digits, dots, hyphens and underscores, at most %d.", mostFieldKey)
	}
	p.CheckName("name", &c.Name)
	p.CheckWord("type", string(c.Type), string(FieldText), string(FieldNumber), string(FieldBoolean), string(FieldDate), string(FieldSelect))
	c.validateOptions(p)
}

func (c *CustomField) validateOptions(p *Problems) {
	switch {
	case c.Type == FieldSelect && len(c.Options) == 0:
		p.Add("options", "required", "options are required: say what the select can be.")
	case c.Type != FieldSelect && len(c.Options) > 0:
		p.Add("options", "range", "options must be empty: only a select has any.")
	case len(c.Options) > mostOptions:
		p.Add("options", "range", "options must be at most %d.", mostOptions)
		return
	}
	seen := make(map[string]bool, len(c.Options))
	for i := range c.Options {
		at := fmt.Sprintf("options[%d]", i)
		p.CheckName(at, &c.Options[i])
		if folded := Fold(c.Options[i]); seen[folded] {
			p.Add(at, "duplicate", "%s stands twice: %q.", at, c.Options[i])
		} else {
			seen[folded] = true
		}
	}
}

func isFieldKey(key string) bool {
	for i, c := range []byte(key) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || !isKeyByte(c)) {
			return false
		}
	}
	return key != ""
}

func isKeyByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.'
}

// CustomFieldFilter narrows a list of custom fields.
type CustomFieldFilter struct {
	IDs    []int64
	Search []string // parts of the name, one of which must match
}

// FieldValue is the value that an employee has of a custom field.
type FieldValue struct {
	Field int64     `json:"field"`
	Key   string    `json:"-"`     // that of the field, derived
	Type  FieldType `json:"-"`     // that of the field, derived
	Text  string    `json:"value"` // as it is kept: numbers in digits, booleans as true or false, dates as YYYY-MM-DD
}

// Fields passes the value in the type of its field.
func (v *FieldValue) Fields(f Fields) {
	f.Int("customField", v.Field)
	f.Text("key", v.Key)
	switch v.Type {
	case FieldNumber:
		if n, err := strconv.ParseInt(v.Text, 10, 64); err == nil {
			f.Int("value", n)
			return
		}
		f.Float("value", v.Number())
	case FieldBoolean:
		f.Bool("value", v.Text == "true")
	case FieldText, FieldDate, FieldSelect:
		f.Text("value", v.Text)
	}
}

// Number is the value of a number field.
func (v *FieldValue) Number() float64 {
	n, _ := strconv.ParseFloat(v.Text, 64) // it was checked when it was written
	return n
}

// FieldValueInput is a value as it is written: the field is named by its id, its key, or both.
type FieldValueInput struct {
	CustomField Opt[int64]  `json:"customField" doc:"Id of the custom field." bounds:"1.."`
	Key         Opt[string] `json:"key" doc:"Key of the custom field, instead of its id or with it." bounds:"1..64" pattern:"^[A-Za-z][A-Za-z0-9._-]*$"`
	Value       Opt[any]    `json:"value" doc:"The value, in the type of the field; null is no value." text:"multiline"`
}

// The bounds of a value.
const (
	mostFieldText = 2000 // characters
	mostNumber    = 1e15 // up to which every whole number is exact
)

// ValueOf is the value as it is kept, of what was read from a body: a string, a bool, an int64 or a float64. Numbers and
// booleans may be written as strings too, as XML does.
func (c *CustomField) ValueOf(given any) (string, error) {
	text, isText := given.(string)
	switch c.Type {
	case FieldNumber:
		return numberText(given)
	case FieldBoolean:
		if b, ok := given.(bool); ok {
			text, isText = strconv.FormatBool(b), true
		}
		if !isText || text != "true" && text != "false" {
			return "", FieldError{Code: "type", Detail: "It must be true or false."}
		}
	case FieldDate:
		if !isText {
			return "", FieldError{Code: "type", Detail: "It must be a date, written YYYY-MM-DD."}
		}
		if _, err := ParseDate(text); err != nil {
			return "", err
		}
	case FieldText, FieldSelect:
		if !isText {
			return "", FieldError{Code: "type", Detail: "It must be a string."}
		}
		return c.textOf(text)
	}
	return text, nil
}

func (c *CustomField) textOf(text string) (string, error) {
	if c.Type == FieldSelect && !slices.Contains(c.Options, text) {
		return "", FieldError{Code: "unknown", Detail: fmt.Sprintf("It must be one of the field's options, not %.40q.", text)}
	}
	var p Problems
	p.CheckText("value", text, mostFieldText)
	if len(p) > 0 {
		return "", FieldError{Code: p[0].Code, Detail: strings.Replace(p[0].Detail, "value", "It", 1)}
	}
	return text, nil
}

func numberText(given any) (string, error) {
	var n float64
	switch v := given.(type) {
	case int64:
		n = float64(v)
	case float64:
		n = v
	case string:
		var err error
		if n, err = parseNumber(v); err != nil {
			return "", err
		}
	default:
		return "", errNumber()
	}
	if math.Abs(n) > mostNumber {
		return "", FieldError{Code: "range", Detail: "It must be between -1e15 and 1e15."}
	}
	return strconv.FormatFloat(n, 'f', -1, 64), nil
}

func errNumber() error { return FieldError{Code: "type", Detail: "It must be a number."} }

// parseNumber reads a decimal number with or without an exponent, and none of the other forms that the library takes.
func parseNumber(s string) (float64, error) {
	if s == "" || strings.Trim(s, "0123456789+-.eE") != "" {
		return 0, errNumber()
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, errNumber()
	}
	return n, nil
}
