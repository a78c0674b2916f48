package arch

import (
	"regexp"
	"strings"
	"testing"
)

// namedTest is the name of a test or a fuzz target on a page of the documentation.
var namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Z][A-Za-z]*)`")

// TestNamedTestsExist holds the pages of the documentation to the tests that they name as their proof.
func TestNamedTestsExist(t *testing.T) {
	t.Parallel()
	var code strings.Builder
	for _, name := range files(t, func(name string) bool { return strings.HasSuffix(name, "_test.go") }) {
		code.Write(read(t, name))
	}
	named := 0
	for _, page := range files(t, func(name string) bool { return strings.HasPrefix(name, "docs/") && strings.HasSuffix(name, ".md") }) {
		for _, m := range namedTest.FindAllSubmatch(read(t, page), -1) {
			named++
			if !strings.Contains(code.String(), "func "+string(m[1])+"(") {
				t.Errorf("%s names %s, which is no test", page, m[1])
			}
		}
	}
	if named < 60 {
		t.Errorf("only %d tests are named", named)
	}
}
