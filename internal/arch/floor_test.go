package arch

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
)

// floors says on which floor each part of the program lies. A part is a directory with all below it. It may import
// parts of lower floors, and nothing else of the program.
var floors = map[string]int{
	"internal/attendance": 0,
	"internal/cards":      0,
	"internal/config":     0,
	"internal/golden":     0, // for tests only.
	"internal/limit":      0,
	"internal/sheet":      0,
	"internal/wire":       0,
	"web":                 0, // the built front end, embedded.

	"client":         1,
	"internal/store": 1,

	"internal/app": 2,

	"internal/api":     3,
	"internal/clock":   3,
	"internal/console": 3,
	"internal/demo":    3,

	"cmd": 4, // wires everything together.

	"bench":         5, // a module of its own.
	"conformance":   5, // a module of its own, whose tools judge the API.
	"internal/arch": 5,
	"scripts":       5,
	"test":          5, // black-box tests of the program.
}

// outermost are the parts that only the program itself and tests may import: the server does not call itself, and
// what is for tests stays there.
var outermost = []string{"client", "internal/golden"}

// doors names the modules that only one part may import, so that there is one place to look, and to change.
var doors = map[string]string{
	"zombiezen.com/go/sqlite": "internal/store",
	"modernc.org/sqlite":      "internal/store",
	"github.com/jackc/pgx/v5": "internal/store",
	"github.com/spf13/cobra":  "cmd",
}

func TestFloors(t *testing.T) {
	t.Parallel()
	report(t, wrongImports(sources(t)))
}

// wrongImports returns the imports that the floors do not allow.
func wrongImports(all []source) []string {
	var wrong []string
	for _, s := range all {
		from, known := partOf(s.dir())
		if !known {
			wrong = append(wrong, fmt.Sprintf("%s: %s has no floor; give it one in floors", s.name, s.dir()))
			continue
		}
		for _, imported := range s.imports() {
			if reason := refuse(s, from, imported); reason != "" {
				wrong = append(wrong, fmt.Sprintf("%s imports %s: %s", s.name, imported, reason))
			}
		}
	}
	return wrong
}

// refuse says why the file, of part from, may not import a package; an empty reason means that it may.
func refuse(s source, from, imported string) string {
	inside, own := strings.CutPrefix(imported, module+"/")
	if !own {
		return refuseForeign(s, from, imported)
	}
	to, known := partOf(inside)
	switch {
	case !known:
		return inside + " has no floor; give it one in floors"
	case to == from:
		return ""
	case floors[to] > floors[from]:
		return fmt.Sprintf("floor %d may not import floor %d", floors[from], floors[to])
	case slices.Contains(outermost, to) && floors[from] < floors["cmd"] && !s.test():
		return "only the program and tests may import it"
	case floors[to] == floors[from] && (!s.test() || floors[from] == 3):
		return fmt.Sprintf("packages of floor %d do not import each other", floors[from])
	}
	return ""
}

// refuseForeign judges the import of a package that is not the project's own. Tests are free in this, and so is the
// benchmark, which measures the program beside what its drivers do alone.
func refuseForeign(s source, from, imported string) string {
	if s.test() || standard(imported) || from == "bench" {
		return ""
	}
	if floors[from] == 0 {
		return "floor 0 has the standard library only"
	}
	for door, part := range doors {
		if under(imported, door) && part != from {
			return "only " + part + " may import it"
		}
	}
	return ""
}

// standard says whether an import path belongs to the standard library: its first element is no host name.
func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

// under says whether a path is a given one or lies below it.
func under(name, top string) bool {
	return name == top || strings.HasPrefix(name, top+"/")
}

// partOf returns the part that a directory belongs to.
func partOf(dir string) (string, bool) {
	for ; dir != "."; dir = path.Dir(dir) {
		if _, known := floors[dir]; known {
			return dir, true
		}
	}
	return "", false
}

func TestFloorsAreHeld(t *testing.T) {
	t.Parallel()
	tests := []struct{ file, imported, want string }{
		{"internal/store/a.go", "punchclock/internal/attendance", ""},
		{"internal/store/a.go", "punchclock/internal/store/storetest", ""},
		{"internal/store/a.go", "punchclock/internal/app", "floor 1 may not import floor 2"},
		{"internal/store/a_test.go", "punchclock/internal/app", "floor 1 may not import floor 2"},
		{"internal/store/storetest/a.go", "punchclock/internal/api", "floor 1 may not import floor 3"},
		{"internal/wire/a.go", "punchclock/internal/attendance", "floor 0 do not import each other"},
		{"internal/wire/a_test.go", "punchclock/internal/attendance", ""},
		{"internal/wire/a.go", "github.com/google/go-cmp/cmp", "standard library only"},
		{"internal/wire/a_test.go", "github.com/google/go-cmp/cmp", ""},
		{"internal/wire/a.go", "encoding/xml", ""},
		{"internal/api/a.go", "punchclock/internal/console", "floor 3 do not import each other"},
		{"internal/api/a_test.go", "punchclock/internal/console", "floor 3 do not import each other"},
		{"internal/api/a.go", "punchclock/client", "only the program and tests"},
		{"internal/api/a_test.go", "punchclock/client", ""},
		{"internal/app/a.go", "punchclock/internal/golden", "only the program and tests"},
		{"internal/cards/a_test.go", "punchclock/internal/golden", ""},
		{"internal/app/a.go", "zombiezen.com/go/sqlite/sqlitex", "only internal/store"},
		{"internal/app/a.go", "github.com/spf13/cobra", "only cmd"},
		{"bench/a.go", "github.com/jackc/pgx/v5/pgxpool", ""},
		{"internal/app/a.go", "punchclock/cmd/punchclock", "floor 2 may not import floor 4"},
		{"internal/app/a.go", "punchclock/internal/helpers", "has no floor"},
		{"internal/helpers/a.go", "fmt", "has no floor"},
		{"cmd/punchclock/main.go", "punchclock/internal/console", ""},
		{"cmd/punchclock/main.go", "punchclock/client", ""},
	}
	for _, test := range tests {
		t.Run(test.file+" imports "+test.imported, func(t *testing.T) {
			t.Parallel()
			text := fmt.Sprintf("package a\n\nimport _ %q\n", test.imported)
			got := strings.Join(wrongImports([]source{parse(t, test.file, text)}), "\n")
			if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
				t.Errorf("violations = %q, want %q", got, test.want)
			}
		})
	}
}
