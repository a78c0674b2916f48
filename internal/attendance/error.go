package attendance

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind says what sort of failure an Error is. The set is closed: each kind has one HTTP status and one exit code.
type Kind int

// The kinds of failure.
const (
	Internal         Kind = iota // something of ours is broken: 500
	Invalid                      // the request is wrong: 400
	Unauthenticated              // no valid key: 401
	Forbidden                    // a valid key without the permission: 403
	NotFound                     // no such URL or record: 404
	MethodNotAllowed             // a known URL, another method: 405
	Conflict                     // the state does not allow it: 409
	Precondition                 // If-Match names another version: 412
	TooLarge                     // the body is too large: 413
	TooMany                      // over the account's rate: 429
	Unavailable                  // draining, or the store cannot take it now: 503
)

// FieldError says what is wrong with one field or parameter of a request.
type FieldError struct {
	Field  string // path such as phones[0].number, or the parameter's name
	Code   string // lowerCamel, stable, documented
	Detail string // a sentence that says what to do
}

// Error is the sentence.
func (e FieldError) Error() string { return e.Detail }

// Error is a failure that a caller is told of. Errors of any other type are internal.
type Error struct {
	Kind       Kind
	Code       string
	Detail     string
	Fields     []FieldError
	RetryAfter time.Duration // for TooMany and Unavailable
	cause      error
}

// Error is the sentence, followed by its cause when there is one; the cause is for logs only.
func (e *Error) Error() string {
	if e.cause != nil {
		return e.Detail + " (" + e.cause.Error() + ")"
	}
	return e.Detail
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.cause }

// Fail is an error of a kind, with its stable code and a sentence.
func Fail(kind Kind, code, format string, args ...any) *Error {
	return &Error{Kind: kind, Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Because adds the cause, which is logged and never shown.
func (e *Error) Because(cause error) *Error {
	e.cause = cause
	return e
}

// ErrNotFound is the answer for a record that does not exist or is not this account's.
func ErrNotFound() *Error {
	return Fail(NotFound, "notFound", "There is no such record.")
}

// ErrLacks is the answer to a key without a permission that the request takes.
func ErrLacks(p Permission) *Error {
	return Fail(Forbidden, "forbidden", "This key lacks the permission %s. Give it that permission, or use another key.", p)
}

// InvalidFields is the error that lists every bad field, or nil when the list is empty.
func InvalidFields(problems []FieldError) error {
	if len(problems) == 0 {
		return nil
	}
	e := &Error{Kind: Invalid, Code: "invalid", Fields: problems}
	if len(problems) == 1 {
		e.Code, e.Detail = problems[0].Code, problems[0].Detail
		return e
	}
	names := make([]string, 0, len(problems))
	for _, p := range problems {
		names = append(names, p.Field)
	}
	e.Detail = fmt.Sprintf("%d fields are wrong: %s. See errors for each.", len(problems), strings.Join(names, ", "))
	return e
}

// InvalidField is the error about a single field.
func InvalidField(field, code, format string, args ...any) error {
	return InvalidFields([]FieldError{{Field: field, Code: code, Detail: fmt.Sprintf(format, args...)}})
}

// KindOf is the kind of err; an error that is not an *Error is Internal.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}

// Problems collects what is wrong with a record or an input, so that all of it is told at once.
type Problems []FieldError

// Add notes one problem.
func (p *Problems) Add(field, code, format string, args ...any) {
	*p = append(*p, FieldError{Field: field, Code: code, Detail: fmt.Sprintf(format, args...)})
}

// Has says whether the field has a problem already.
func (p Problems) Has(field string) bool {
	for _, e := range p {
		if e.Field == field {
			return true
		}
	}
	return false
}

// Err is all of it as one error, or nil. Of a field with several problems the first is told.
func (p Problems) Err() error {
	told := make(Problems, 0, len(p))
	for _, e := range p {
		if !told.explains(e.Field) {
			told = append(told, e)
		}
	}
	return InvalidFields(told)
}

// explains says whether the field has a problem already, or stands in something that is of the wrong type as a whole,
// of which nothing inside was given. The body itself has no name, and every field stands in it.
func (p Problems) explains(field string) bool {
	for _, e := range p {
		rest, inside := strings.CutPrefix(field, e.Field)
		if inside && (rest == "" || (e.Code == "type" || e.Code == "null") && (e.Field == "" || rest[0] == '.' || rest[0] == '[')) {
			return true
		}
	}
	return false
}
