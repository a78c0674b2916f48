package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// habits are the rules that look at one file at a time.
var habits = []func(source) []string{noInit, noClock, noTestify, noLooseEnds, noSkip}

func TestHabits(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		for _, habit := range habits {
			report(t, habit(s))
		}
	}
}

// noInit finds init functions: what happens before main cannot be injected, ordered or tested.
func noInit(s source) []string {
	var found []string
	for _, declaration := range s.file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			found = append(found, s.at(f.Pos())+": no init functions; do it where the value is made")
		}
	}
	return found
}

// noClock finds uses of the machine's clock and zone inside internal: both are injected.
func noClock(s source) []string {
	if s.test() || !under(s.dir(), "internal") {
		return nil
	}
	var found []string
	name := nameOf(s, "time")
	if name == "." {
		return []string{s.name + ": import time under its name"}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, ok := selector.X.(*ast.Ident)
		if ok && of.Name == name && (selector.Sel.Name == "Now" || selector.Sel.Name == "Local") {
			found = append(found, fmt.Sprintf("%s: no time.%s in internal; it is injected", s.at(n.Pos()), selector.Sel.Name))
		}
		return true
	})
	return found
}

// nameOf returns the name under which the file imports a package of the standard library, or "".
func nameOf(s source, imported string) string {
	for _, spec := range s.file.Imports {
		switch {
		case spec.Path.Value != strconv.Quote(imported):
		case spec.Name != nil:
			return spec.Name.Name
		default:
			return path.Base(imported)
		}
	}
	return ""
}

// noTestify finds imports of testify: the testing package and go-cmp say the same in plain Go.
func noTestify(s source) []string {
	var found []string
	for _, imported := range s.imports() {
		if under(imported, "github.com/stretchr/testify") {
			found = append(found, s.name+": no testify; use the testing package and go-cmp")
		}
	}
	return found
}

// looseEnd matches the marks of unfinished work. They are spelt in pieces so as not to match themselves.
var looseEnd = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X|HA` + `CK)\b`)

// noLooseEnds finds comments that put something off. What is not done belongs in an issue.
func noLooseEnds(s source) []string {
	var found []string
	for _, group := range s.file.Comments {
		for _, comment := range group.List {
			if mark := looseEnd.FindString(comment.Text); mark != "" {
				found = append(found, fmt.Sprintf("%s: %s: finish it, or open an issue", s.at(comment.Pos()), mark))
			}
		}
	}
	return found
}

// noSkip finds tests that skip themselves for another reason than the short run: a test that cannot run must fail.
func noSkip(s source) []string {
	if !s.test() {
		return nil
	}
	var found []string
	ast.Inspect(s.file, func(n ast.Node) bool {
		if branch, ok := n.(*ast.IfStmt); ok && calls(branch.Cond, "Short") {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if ok && (called(call) == "Skip" || called(call) == "Skipf" || called(call) == "SkipNow") {
			found = append(found, s.at(n.Pos())+": a test that cannot run must fail, not be skipped")
		}
		return true
	})
	return found
}

// called returns the name of the function or method that is called, without what stands before the dot.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// calls says whether an expression is a call of the named function.
func calls(e ast.Expr, name string) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && called(call) == name
}

func TestPackageComments(t *testing.T) {
	t.Parallel()
	report(t, uncommented(sources(t)))
}

// uncommented returns the packages without a package comment. A comment in a test file counts where there is
// nothing but tests.
func uncommented(all []source) []string {
	commented := map[string]bool{}
	onlyTests := map[string]bool{}
	for _, s := range all {
		if _, seen := onlyTests[s.dir()]; !seen {
			onlyTests[s.dir()] = true
		}
		onlyTests[s.dir()] = onlyTests[s.dir()] && s.test()
	}
	for _, s := range all {
		counts := s.file.Doc != nil && (!s.test() || onlyTests[s.dir()])
		commented[s.dir()] = commented[s.dir()] || counts
	}
	var without []string
	for _, dir := range slices.Sorted(maps.Keys(commented)) {
		if !commented[dir] {
			without = append(without, dir+": no package comment; say what the package is for")
		}
	}
	return without
}

func TestHabitsAreHeld(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file, text string
		want             string
	}{
		{"init", "cmd/a.go", "package a\nfunc init() {}", "cmd/a.go:2: no init"},
		{"a method called init", "cmd/a.go", "package a\ntype b int\nfunc (b) init() {}", ""},
		{"the clock", "internal/a/a.go", "package a\nimport \"time\"\nvar now = time.Now", "internal/a/a.go:3: no time.Now"},
		{"the clock by another name", "internal/a/a.go", "package a\nimport c \"time\"\nvar now = c.Now", "no time.Now"},
		{"the clock without a name", "internal/a/a.go", "package a\nimport . \"time\"\nvar now = Now", "under its name"},
		{"the local zone", "internal/a/a.go", "package a\nimport \"time\"\nvar here = time.Local", "no time.Local"},
		{"the clock in a test", "internal/a/a_test.go", "package a\nimport \"time\"\nvar now = time.Now", ""},
		{"the clock in main", "cmd/a.go", "package a\nimport \"time\"\nvar now = time.Now", ""},
		{"another thing called Now", "internal/a/a.go", "package a\nimport \"time\"\nvar _ time.Time\nvar n = b.Now", ""},
		{"testify", "test/a_test.go", "package a\nimport _ \"github.com/stretchr/testify/assert\"", "no testify"},
		{"a loose end", "cmd/a.go", "package a\n// TO" + "DO: later.", "cmd/a.go:2: TO" + "DO"},
		{"a skip", "cmd/a_test.go", "package a\nfunc f() { t.Skip() }", "cmd/a_test.go:2: a test that cannot run"},
		{"a skip in the short run", "cmd/a_test.go", "package a\nfunc f() { if testing.Short() { t.Skip() } }", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var found []string
			for _, habit := range habits {
				found = append(found, habit(parse(t, test.file, test.text))...)
			}
			got := strings.Join(found, "\n")
			if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
				t.Errorf("violations = %q, want %q", got, test.want)
			}
		})
	}
}

func TestPackageCommentsAreHeld(t *testing.T) {
	t.Parallel()
	got := uncommented([]source{
		parse(t, "good/doc.go", "// Package good is good.\npackage good"),
		parse(t, "good/a.go", "package good"),
		parse(t, "bad/a.go", "package bad"),
		parse(t, "bad/a_test.go", "// Package bad has a comment in the wrong file.\npackage bad"),
		parse(t, "tests/a_test.go", "// Package tests has nothing but tests.\npackage tests"),
	})
	if len(got) != 1 || !strings.HasPrefix(got[0], "bad:") {
		t.Errorf("packages without a comment = %q, want bad alone", got)
	}
}
