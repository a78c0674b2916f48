package wire

import (
	"fmt"
	"mime"
	"net/url"
	"strconv"
	"strings"
)

// Format is a form in which values travel.
type Format int

// The formats. JSON is the one used when nothing else is asked for.
const (
	JSON Format = iota
	XML
)

// String is the name of the format as the format parameter spells it.
func (f Format) String() string {
	if f == XML {
		return "xml"
	}
	return "json"
}

// ContentType is the value of the Content-Type header for the format.
func (f Format) ContentType() string {
	if f == XML {
		return "application/xml; charset=utf-8"
	}
	return "application/json; charset=utf-8"
}

// ChoiceError says that a format was asked for that does not exist.
type ChoiceError struct {
	// Source is "extension", "format" (the query parameter) or "Content-Type".
	Source string
	// Given is what stood there.
	Given string
}

// Error is a sentence that says what to send instead.
func (e *ChoiceError) Error() string {
	switch e.Source {
	case "extension":
		return fmt.Sprintf("There is no extension %.40q. Use .json or .xml.", e.Given)
	case "format":
		return fmt.Sprintf("format must be json or xml, once, not %.40q.", e.Given)
	default:
		return fmt.Sprintf("Content-Type must be application/json or application/xml in UTF-8, not %.80q.", e.Given)
	}
}

// Choose picks the format of an answer: the extension of the path ("", ".json" or ".xml") comes before the query
// parameter format, which comes before the Accept header (several headers joined with commas). Without any of them,
// or when Accept names neither format, it is JSON.
//
// The error is a *ChoiceError. The format that comes with it is the one in which to report the error.
func Choose(extension string, query url.Values, accept string) (Format, error) {
	chosen := accepted(accept)
	var problem error
	if values, given := query["format"]; given {
		f, ok := named(strings.Join(values, ", "))
		if ok {
			chosen = f
		} else {
			problem = &ChoiceError{Source: "format", Given: strings.Join(values, ", ")}
		}
	}
	if extension != "" {
		f, ok := named(strings.TrimPrefix(extension, "."))
		if !ok {
			return chosen, &ChoiceError{Source: "extension", Given: extension}
		}
		chosen = f
	}
	return chosen, problem
}

// named is the format of that name.
func named(name string) (Format, bool) {
	switch name {
	case "json":
		return JSON, true
	case "xml":
		return XML, true
	default:
		return JSON, false
	}
}

// OfBody is the format of a request body with this Content-Type: JSON when there is none. Another type, or another
// character encoding than UTF-8, is a *ChoiceError.
func OfBody(contentType string) (Format, error) {
	if contentType == "" {
		return JSON, nil
	}
	kind, params, err := mime.ParseMediaType(contentType)
	charset, given := params["charset"]
	if err == nil && (!given || strings.EqualFold(charset, "utf-8")) {
		switch kind {
		case "application/json":
			return JSON, nil
		case "application/xml", "text/xml":
			return XML, nil
		}
	}
	return JSON, &ChoiceError{Source: "Content-Type", Given: contentType}
}

// preference is how much a client wants a format: the quality of the most specific range that covers it.
type preference struct {
	quality     float64
	specificity int
}

// covered notes a range that covers the format; of several the most specific one counts (RFC 9110, 12.5.1).
func (p *preference) covered(quality float64, specificity int) {
	if specificity > p.specificity || specificity == p.specificity && quality > p.quality {
		*p = preference{quality, specificity}
	}
}

// accepted is the format that an Accept header prefers. When both are wanted equally, the one that is named more
// precisely is taken, then JSON.
func accepted(accept string) Format {
	var json, xml preference
	for part := range strings.SplitSeq(accept, ",") {
		kind, rest, _ := strings.Cut(part, ";")
		quality, ok := qualityOf(rest)
		if !ok {
			continue
		}
		switch strings.ToLower(strings.TrimSpace(kind)) {
		case "application/json":
			json.covered(quality, 3)
		case "application/xml", "text/xml":
			xml.covered(quality, 3)
		case "application/*":
			json.covered(quality, 2)
			xml.covered(quality, 2)
		case "text/*":
			xml.covered(quality, 2)
		case "*/*":
			json.covered(quality, 1)
			xml.covered(quality, 1)
		}
	}
	if xml.quality > json.quality || xml.quality > 0 && xml.quality == json.quality && xml.specificity > json.specificity {
		return XML
	}
	return JSON
}

// qualityOf is the q parameter of a media range, 1 without one; false when it is not a number from 0 to 1.
func qualityOf(params string) (float64, bool) {
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		return q, err == nil && q >= 0 && q <= 1
	}
	return 1, true
}
