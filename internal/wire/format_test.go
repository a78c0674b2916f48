package wire_test

import (
	"errors"
	"net/url"
	"testing"

	"punchclock/internal/wire"
)

func TestChooseTakesExtensionThenParameterThenAccept(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		extension, query, accept string
		want                     wire.Format
		source                   string // of the error, if any
	}{
		{"", "", "", wire.JSON, ""},
		{".xml", "format=json", "application/json", wire.XML, ""},
		{".json", "format=xml", "application/xml", wire.JSON, ""},
		{"xml", "", "", wire.XML, ""},
		{"", "format=xml", "application/json", wire.XML, ""},
		{"", "format=json", "application/xml", wire.JSON, ""},
		{"", "a=b", "application/xml", wire.XML, ""},
		{".yaml", "", "application/xml", wire.XML, "extension"},
		{".XML", "", "", wire.JSON, "extension"},
		{"", "format=yaml", "application/xml", wire.XML, "format"},
		{"", "format=", "", wire.JSON, "format"},
		{"", "format=XML", "", wire.JSON, "format"},
		{"", "format=xml&format=xml", "", wire.JSON, "format"},
		{".xml", "format=yaml", "", wire.XML, "format"},
	} {
		query, err := url.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		got, err := wire.Choose(c.extension, query, c.accept)
		if got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
		var choice *wire.ChoiceError
		if errors.As(err, &choice); c.source == "" && err != nil || c.source != "" && (choice == nil || choice.Source != c.source) {
			t.Errorf("%+v: got error %v", c, err)
		}
	}
}

func TestChooseWeighsAccept(t *testing.T) {
	t.Parallel()
	for accept, want := range map[string]wire.Format{
		"application/json":     wire.JSON,
		"application/xml":      wire.XML,
		"text/xml":             wire.XML,
		"TEXT/XML ; Q=0.5":     wire.XML,
		"*/*":                  wire.JSON,
		"application/*":        wire.JSON,
		"text/*":               wire.XML,
		"text/html":            wire.JSON,
		"image/png, */*;q=0.1": wire.JSON,
		"application/xml;q=0.4, application/json;q=0.5":          wire.JSON,
		"application/xml;q=0.5, application/json;q=0.4":          wire.XML,
		"application/xml, application/json":                      wire.JSON,
		"application/xml, */*":                                   wire.XML,
		"application/xml;q=0.9, */*;q=0.8":                       wire.XML,
		"application/xml;q=0.7, */*;q=0.8":                       wire.JSON,
		"application/json;q=0, */*":                              wire.XML,
		"application/json;q=0":                                   wire.JSON,
		"application/xml;q=0":                                    wire.JSON,
		"application/json;q=0, application/xml;q=0":              wire.JSON,
		"application/*;q=0.5, application/xml":                   wire.XML,
		"application/xml;q=0.3, text/xml;q=0.9, */*;q=0.5":       wire.XML,
		"application/json;q=0.3, application/*;q=0.9, */*;q=0.1": wire.XML,
		"application/xml;version=1;q=0.5, application/json;q=2":  wire.XML,
		"application/xml;q=NaN":                                  wire.JSON,
		", ;,;q=,/,application":                                  wire.JSON,
	} {
		if got, err := wire.Choose("", nil, accept); got != want || err != nil {
			t.Errorf("%q: got %v (%v), want %v", accept, got, err, want)
		}
	}
}

func TestOfBodyReadsTheContentType(t *testing.T) {
	t.Parallel()
	for contentType, want := range map[string]wire.Format{
		"": wire.JSON, "application/json": wire.JSON, "Application/JSON; charset=UTF-8": wire.JSON,
		"application/xml": wire.XML, `text/xml; charset="utf-8"`: wire.XML,
	} {
		if got, err := wire.OfBody(contentType); got != want || err != nil {
			t.Errorf("%q: got %v (%v), want %v", contentType, got, err, want)
		}
	}
	for _, contentType := range []string{"text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "json", ";", "application/json; charset"} {
		if _, err := wire.OfBody(contentType); err == nil {
			t.Errorf("%q is accepted", contentType)
		}
	}
	if wire.JSON.ContentType() != "application/json; charset=utf-8" || wire.XML.ContentType() != "application/xml; charset=utf-8" {
		t.Error("the content types are wrong")
	}
}
