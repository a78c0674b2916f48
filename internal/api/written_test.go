package api_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// TestDerivedFieldsCannotBeWritten sends another value for every field that nobody writes, of every collection, when a
// record is made and when it is changed. Each is named as the mistake, and nothing changes.
func TestDerivedFieldsCannotBeWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	document := readDocument(t)
	tried := 0
	for path, id := range w.found(w.key, "OWN") {
		one := fmt.Sprintf("%s/%d", path, id)
		before := w.get(one).want(http.StatusOK)
		shown := document.Paths.Find(path + "/{id}").Get.Responses.Status(http.StatusOK).Value.Content.Get("application/json").Schema.Value
		for field, value := range before.object() {
			if !shown.Properties[field].Value.ReadOnly {
				continue
			}
			tried++
			body := toJSON(map[string]any{field: otherThan(value)})
			if a := w.put(one, body); a.status != http.StatusBadRequest || !mentions(a, field) || !contains(a.body, `"readOnly"`) {
				t.Errorf("PUT %s with %s: %d %s", path, body, a.status, a.body)
			}
			if a := w.post(path, body); a.status != http.StatusBadRequest || !mentions(a, field) || !contains(a.body, `"readOnly"`) {
				t.Errorf("POST %s with %s: %d %s", path, body, a.status, a.body)
			}
		}
		for _, field := range []string{"account", "accountId", "account_id", "ID", "Id"} {
			w.put(one, fmt.Sprintf(`{%q: %d}`, field, w.decoy.ID)).wantError(field + " unknown")
		}
		if diff := cmp.Diff(before.body, w.get(one).body); diff != "" {
			t.Errorf("%s changed: %s", one, diff)
		}
	}
	if tried < 60 {
		t.Errorf("only %d fields were tried", tried)
	}
}

// otherThan is a value of the same kind, but another one.
func otherThan(value any) any {
	switch v := value.(type) {
	case float64:
		return v + 1
	case bool:
		return !v
	case []any:
		return []any{"x"}
	default:
		return fmt.Sprint(v, "x")
	}
}

// TestNamesAreKeptAsTheyAre gives every collection names that are hard to write. Each is refused, or comes back letter by
// letter in JSON, and in an XML document that other parsers read.
func TestNamesAreKeptAsTheyAre(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for path, id := range w.found(w.key, "OWN") {
		field := nameField(w.get(fmt.Sprintf("%s/%d", path, id)).object())
		if field == "" {
			continue
		}
		for _, name := range hardNames() {
			body := toJSON(map[string]any{field: name})
			one := fmt.Sprintf("%s/%d", path, id)
			a := w.put(one, body)
			if a.status == http.StatusBadRequest {
				continue
			}
			if got := a.want(http.StatusOK).object()[field]; got != name {
				t.Errorf("%s %s: %q became %q", path, field, name, got)
			}
			if got := textOf(t, w.get(one+".xml").body, field); got != name {
				t.Errorf("%s %s: %q is %q in XML", path, field, name, got)
			}
			if field != "notes" && strings.ContainsFunc(name, unicode.IsControl) {
				t.Errorf("%s %s: %q holds a control character and was taken", path, field, name)
			}
		}
	}
}

// hardNames are names with what XML, JSON, terminals, logs and databases write in ways of their own.
func hardNames() []string {
	return []string{
		"<b>&amp;\"'</b>", "]]>", "<!--x-->", "a\u00a0b", "\u202eabc", "אבג ABC", "e\u0301", "é", "🧑‍🏭", "名前", "y\u2028x", "x\ufeffy", "x\ufffdy", "\\u0041", "a\\b", "%00", "a\tb", "a\nb", "a\rb",
		"a\x00b", "a\x1bb", "a\x7fb", "a\u0085b", "x\ufffey", "x\uffffy", "\U0001d11e",
	}
}

// nameField is what the record calls its name; empty when it has none.
func nameField(record map[string]any) string {
	for _, field := range []string{"name", "firstName", "notes"} {
		if _, ok := record[field]; ok {
			return field
		}
	}
	return ""
}

// textOf is the text of the first element with the name, as the standard library reads it.
func textOf(t *testing.T, document, name string) string {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(document))
	text, found := "", false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return text
		}
		if err != nil {
			t.Fatalf("%v: %s", err, document)
		}
		if start, ok := token.(xml.StartElement); ok && !found && start.Name.Local == name {
			found = true
			if err := d.DecodeElement(&text, &start); err != nil {
				t.Fatalf("%v: %s", err, document)
			}
		}
	}
}
