package api

import (
	"crypto/sha256"
	"errors"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"punchclock/internal/attendance"
	"punchclock/internal/wire"
)

// mostBody is how large the body of a request may be.
const mostBody = 1 << 20

// bind makes the route's parameter struct of the request: path, query and body. All that is wrong is told at once.
func (x *exchange) bind() (any, error) {
	in := reflect.New(x.route.in)
	if strings.Contains(x.route.pattern, "{") {
		if err := bindPath(in.Elem(), &x.params); err != nil {
			return nil, err
		}
	}
	if err := x.bindQuery(in); err != nil {
		return nil, err
	}
	x.who.Conditions = &attendance.Conditions{}
	if x.route.body != nil {
		body := bodyOf(in.Elem())
		var err error
		if x.bodyFormat, err = wire.OfBody(x.r.Header.Get("Content-Type")); err != nil {
			return nil, attendance.InvalidField("Content-Type", "format", "%s", err)
		}
		if x.body, err = x.readBody(); err != nil {
			return nil, err
		}
		if err := x.bindBody(body); err != nil {
			return nil, err
		}
	} else if x.r.Method == http.MethodPost {
		if err := x.refuseBody(); err != nil {
			return nil, err
		}
	}
	return in.Interface(), x.conditions()
}

// bindQuery reads the parameters into the struct that in points to.
func (x *exchange) bindQuery(in reflect.Value) error {
	problems := attendance.Problems(x.route.query.bind(x.query, in.Elem()))
	problems = append(problems, x.bindConventions(in.Interface())...)
	notPaged(problems, in.Interface())
	return problems.Err()
}

// bindPath reads the ids of the path. What is not a positive whole number names nothing.
func bindPath(in reflect.Value, p *params) error {
	for i := range in.NumField() {
		field := in.Type().Field(i)
		if field.Anonymous && field.Type.Kind() == reflect.Struct {
			if err := bindPath(in.Field(i), p); err != nil {
				return err
			}
		}
		name := field.Tag.Get("path")
		if name == "" {
			continue
		}
		value := p.get(name)
		if field.Type.Kind() == reflect.String {
			in.Field(i).SetString(value)
			continue
		}
		id, err := strconv.ParseInt(value, 10, 64)
		if err != nil || id < 1 || value[0] < '1' || value[0] > '9' {
			return attendance.ErrNotFound()
		}
		in.Field(i).SetInt(id)
	}
	return nil
}

// bindConventions gives the embedded conventions of a list what they need.
func (x *exchange) bindConventions(in any) (problems attendance.Problems) {
	plain := url.Values{}
	for name, values := range x.query {
		plain[plainName(name)] = values
	}
	if p, ok := in.(turns); ok {
		seal := newCursorSeal(x.s.secret, x.who.Account, x.route.collection(), x.query)
		problems = append(problems, p.pages().turn(seal, plain)...)
	}
	if r, ok := in.(choosesRelated); ok {
		problems = append(problems, r.related().check()...)
	}
	if n, ok := in.(searchesNames); ok {
		problems = append(problems, n.names().check()...)
	}
	return problems
}

// plainName is the name of a parameter without the brackets of a multi-valued one.
func plainName(name string) string { return strings.TrimSuffix(name, "[]") }

// notPaged says of the paging parameters of a list without pages why they are not known.
func notPaged(problems attendance.Problems, in any) {
	if _, paged := in.(turns); paged {
		return
	}
	for i, p := range problems {
		if p.Code == "unknown" && (p.Field == "cursor" || p.Field == "limit" || p.Field == "direction") {
			problems[i].Detail = "This is not paged: the whole result is given. Leave " + p.Field + " out."
		}
	}
}

// bodyOf is the address of the field that takes the body, of a route that takes one.
func bodyOf(in reflect.Value) reflect.Value {
	for i := range in.NumField() {
		if in.Type().Field(i).Tag.Get("body") != "" {
			return in.Field(i).Addr()
		}
	}
	return reflect.Value{}
}

// refuseBody is an error when there is a body that says something where none is taken: filters of a report that were
// sent as a body and ignored would widen it.
func (x *exchange) refuseBody() error {
	body, err := x.readBody()
	if err != nil || len(body) == 0 {
		return err
	}
	if format, err := wire.OfBody(x.r.Header.Get("Content-Type")); err == nil {
		if tree, err := parse(body, format); err == nil {
			if members, isObject := tree.AsObject(); isObject && len(members) == 0 {
				return nil
			}
		}
	}
	return attendance.Fail(attendance.Invalid, "unknown", "This URL takes no body. Send filters as parameters of the URL, and leave the body out.")
}

// readBody is the whole body, which must not be compressed or too large.
func (x *exchange) readBody() ([]byte, error) {
	tooLarge := attendance.Fail(attendance.TooLarge, "tooLarge", "The body must be at most %d bytes. Split the work over several requests.", mostBody)
	if x.r.ContentLength > mostBody {
		return nil, tooLarge
	}
	if encoding := x.r.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return nil, attendance.InvalidField("Content-Encoding", "format", "A body must not be compressed. Send it without Content-Encoding.")
	}
	raw, err := io.ReadAll(http.MaxBytesReader(x.w, x.r.Body, mostBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, tooLarge
	}
	if err != nil {
		return nil, attendance.Fail(attendance.Invalid, "body", "The body did not arrive whole. Send the request again.").Because(err)
	}
	return raw, nil
}

// bindBody reads the body into the struct that body points to. Fields that the record shows but nobody may write are
// kept for the change, which compares them with the record; so is what is wrong with the others, for the change may find
// more.
func (x *exchange) bindBody(body reflect.Value) error {
	tree, err := parse(x.body, x.bodyFormat)
	if err != nil {
		return err
	}
	unknown, found := x.route.body.bind(tree, body.Elem())
	problems := attendance.Problems(found)
	var derived []namedValue
	var known map[string]bool
	if len(unknown) > 0 {
		known = recordFields(x.route.record)
	}
	for _, given := range unknown {
		switch {
		case !known[given.name]:
			problems = append(problems, unknownField(given.name, body.Type().Elem()))
		case x.route.method == http.MethodPost:
			problems.Add(given.name, "readOnly", "%s cannot be written. Leave it out.", given.name)
		default:
			derived = append(derived, given)
		}
	}
	x.who.Conditions.Problems = problems
	if len(derived) > 0 {
		x.who.Conditions.Unchanged = func(record attendance.Record) []attendance.FieldError {
			return differing(derived, x.shown(record))
		}
	}
	return nil
}

func parse(raw []byte, format wire.Format) (*wire.Value, error) {
	if len(raw) == 0 {
		return nil, attendance.Fail(attendance.Invalid, "required", "A body is required.")
	}
	tree, err := wire.Read(raw, format)
	if syntax, ok := errors.AsType[*wire.SyntaxError](err); ok {
		if syntax.Field != "" {
			return nil, attendance.InvalidField(syntax.Field, "duplicate", "%s", syntax.Detail)
		}
		return nil, attendance.Fail(attendance.Invalid, "syntax", "%s", syntax.Detail)
	}
	return tree, err
}

// recordFields are the names of the fields that a record shows.
func recordFields(record attendance.Record) map[string]bool {
	names := make(map[string]bool)
	if record == nil {
		return names
	}
	tree := wire.NewTree()
	record.Fields(tree)
	for _, m := range tree.Value().Members {
		names[m.Name] = true
	}
	return names
}

// differing names the derived fields whose given value is not the record's.
func differing(derived []namedValue, record attendance.Record) (problems []attendance.FieldError) {
	tree := wire.NewTree()
	record.Fields(tree)
	for _, given := range derived {
		if !wire.Equal(given.value, tree.Value().Get(given.name)) {
			problems = append(problems, attendance.FieldError{
				Field: given.name, Code: "readOnly", Detail: given.name + " cannot be written. Leave it out, or give it as it was read.",
			})
		}
	}
	return problems
}

// conditions reads If-Match and Idempotency-Key.
func (x *exchange) conditions() error {
	if x.r.Method == http.MethodGet || x.r.Method == http.MethodHead {
		return nil
	}
	tags := x.r.Header.Values("If-Match")
	for tag := range strings.SplitSeq(strings.Join(tags, ","), ",") {
		if tag = plainTag(tag); tag != "" {
			x.who.Conditions.IfMatch = append(x.who.Conditions.IfMatch, tag)
		}
	}
	// An empty header is most often a variable of the client that was not set, which wants what it asked for no less.
	if len(tags) > 0 && len(x.who.Conditions.IfMatch) == 0 {
		return attendance.InvalidField("If-Match", "format", "If-Match must hold the ETag of the record as it was read, or *.")
	}
	keys := x.r.Header.Values("Idempotency-Key")
	if len(keys) == 0 {
		return nil
	}
	key := strings.Join(keys, ",")
	if key == "" || len(key) > 200 || strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) {
		return attendance.InvalidField("Idempotency-Key", "format", "Idempotency-Key must be 1 to 200 printable ASCII characters, such as a UUID.")
	}
	x.who.Conditions.Once = &attendance.Once{
		Key: key, Method: x.r.Method, Path: x.r.URL.RequestURI(), Hash: sha256.Sum256(x.body),
		Answer: func(result attendance.Record) attendance.SavedReply {
			return x.render(reply{record: result})
		},
	}
	return nil
}

// locationOf is the URL path of a record that a POST to a collection made.
func (x *exchange) locationOf(result attendance.Record) string {
	made, ok := result.(interface {
		Identify() *attendance.Identity
	})
	if !ok || x.r.Method != http.MethodPost || strings.Contains(x.route.pattern, "{") {
		return ""
	}
	return recordPath(x.route.collection(), made.Identify().ID)
}

// plainTag is an entity tag without its quotes and the format that answers add to it.
func plainTag(tag string) string {
	tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
	tag = strings.Trim(tag, `"`)
	tag = strings.TrimSuffix(tag, "-json")
	return strings.TrimSuffix(tag, "-xml")
}

// matches says whether one of the tags of the headers is the given one.
func matches(headers []string, tag string) bool {
	for given := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		given = strings.TrimPrefix(strings.TrimSpace(given), "W/")
		if given == "*" || given != "" && given == tag {
			return true
		}
	}
	return false
}
