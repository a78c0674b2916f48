package arch

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// inside are the codes that no client gets to see.
var inside = map[string]bool{
	"leaseLost": true, // ends the making of a report that another server has taken
}

// coded says which argument of a function is the code of an error.
var coded = map[string]int{"Fail": 1, "InvalidField": 1, "Add": 1, "add": 1, "bad": 1}

func TestCodesAreDocumented(t *testing.T) {
	t.Parallel()
	used := map[string]string{}
	for _, s := range sources(t) {
		speaks := under(s.dir(), "internal/attendance") || under(s.dir(), "internal/app") || under(s.dir(), "internal/api") || under(s.dir(), "internal/store")
		if speaks && !s.test() {
			maps.Copy(used, codes(s))
		}
	}
	report(t, uncodified(used, documentedCodes(string(read(t, "docs/api.md")))))
}

// codes returns the codes of errors that a file makes, and where it makes them.
func codes(s source) map[string]string {
	found := map[string]string{}
	note := func(e ast.Expr) {
		if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if code, err := strconv.Unquote(literal.Value); err == nil {
				found[code] = s.at(e.Pos())
			}
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if at, ok := coded[called(n)]; ok && len(n.Args) > at+1 {
				note(n.Args[at])
			}
		case *ast.CompositeLit:
			if !isError(n.Type) {
				break
			}
			for _, element := range n.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					if name, ok := pair.Key.(*ast.Ident); ok && name.Name == "Code" {
						note(pair.Value)
					}
				}
			}
		}
		return true
	})
	return found
}

// isError says whether a type is one of the two that carry codes.
func isError(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "Error" || e.Name == "FieldError"
	case *ast.SelectorExpr:
		return e.Sel.Name == "Error" || e.Sel.Name == "FieldError"
	}
	return false
}

// documentedCode is the first cell of a row that explains a code.
var documentedCode = regexp.MustCompile("(?m)^\\| `([a-zA-Z]+)` \\|")

// documentedCodes returns the codes that a page explains between the two marks.
func documentedCodes(page string) map[string]bool {
	_, rest, _ := strings.Cut(page, "<!-- codes -->")
	table, _, _ := strings.Cut(rest, "<!-- /codes -->")
	documented := map[string]bool{}
	for _, row := range documentedCode.FindAllStringSubmatch(table, -1) {
		documented[row[1]] = true
	}
	return documented
}

// uncodified returns the codes that are used and not documented, and the other way round.
func uncodified(used map[string]string, documented map[string]bool) []string {
	var wrong []string
	for _, code := range slices.Sorted(maps.Keys(used)) {
		if !documented[code] && !inside[code] {
			wrong = append(wrong, fmt.Sprintf("%s: the code %q is not explained in docs/api.md", used[code], code))
		}
	}
	for _, code := range slices.Sorted(maps.Keys(documented)) {
		if used[code] == "" {
			wrong = append(wrong, fmt.Sprintf("docs/api.md explains the code %q, which nothing uses", code))
		}
	}
	return wrong
}

func TestUndocumentedCodesAreFound(t *testing.T) {
	t.Parallel()
	used := codes(parse(t, "a.go", `package a
func f() {
	Fail(Invalid, "one", "sentence")
	p.Add("field", "two", "sentence")
	_ = attendance.FieldError{Field: "field", Code: "three", Detail: "sentence"}
	_ = FieldError{Code: "four"}
	at.Add(duration)
	_ = other{Code: "none"}
}`))
	if got := slices.Sorted(maps.Keys(used)); !slices.Equal(got, []string{"four", "one", "three", "two"}) {
		t.Errorf("codes = %q", got)
	}
	page := "| `five` | before |\n<!-- codes -->\n| `one` | a |\n| `two` | b |\n| `three` | c |\n| `six` | d |\n<!-- /codes -->\n| `four` | after |"
	got := strings.Join(uncodified(used, documentedCodes(page)), "\n")
	if !strings.Contains(got, `"four" is not explained`) || !strings.Contains(got, `"six", which nothing uses`) || strings.Count(got, "\n") != 1 {
		t.Errorf("violations = %q, want four and six", got)
	}
}
