package arch

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

func TestDependenciesHaveReasons(t *testing.T) {
	t.Parallel()
	var records strings.Builder
	for _, name := range files(t, func(name string) bool { return path.Dir(name) == "docs/adr" && path.Ext(name) == ".md" }) {
		records.Write(read(t, name))
	}
	report(t, unexplained(sources(t), string(read(t, "go.mod")), records.String()))
}

// unexplained returns the modules that the code imports, or that go.mod calls direct, and that no record of a decision
// names in backquotes. What go.mod alone says is not enough: it is only right after it was tidied.
func unexplained(all []source, mod, records string) []string {
	required, direct := requirements(mod)
	for _, s := range all {
		for _, imported := range s.imports() {
			if m := provider(required, imported); m != "" {
				direct[m] = s.name
			}
		}
	}
	var without []string
	for _, m := range slices.Sorted(maps.Keys(direct)) {
		if !strings.Contains(records, "`"+m+"`") {
			without = append(without, fmt.Sprintf("%s (%s) has no reason; give it one under docs/adr", m, direct[m]))
		}
	}
	return without
}

// requirements returns the modules that a go.mod file requires and, with the name of the file, those it requires
// directly.
func requirements(mod string) (required []string, direct map[string]string) {
	direct = map[string]string{}
	inBlock := false
	for line := range strings.Lines(mod) {
		line = strings.TrimSpace(line)
		switch {
		case line == "require (":
			inBlock = true
			continue
		case line == ")":
			inBlock = false
			continue
		case strings.HasPrefix(line, "require "):
			line = strings.TrimPrefix(line, "require ")
		case !inBlock:
			continue
		}
		name, rest, found := strings.Cut(line, " ")
		if !found || name == "//" {
			continue
		}
		required = append(required, name)
		if !strings.HasSuffix(rest, "// indirect") {
			direct[name] = "go.mod"
		}
	}
	return required, direct
}

// provider returns the required module that a package belongs to: the longest that its path begins with.
func provider(required []string, imported string) string {
	longest := ""
	for _, m := range required {
		if under(imported, m) && len(m) > len(longest) {
			longest = m
		}
	}
	return longest
}

func TestDependenciesWithoutReasonsAreFound(t *testing.T) {
	t.Parallel()
	mod := `module punchclock

require example.com/alone v1.0.0

require (
	example.com/direct v1.0.0
	example.com/known v1.0.0
	// A comment.
	example.com/used v1.0.0 // indirect
	example.com/used/deep v1.0.0 // indirect
	example.com/transitive v1.0.0 // indirect
)
`
	user := parse(t, "cmd/a.go", "package a\nimport _ \"example.com/used/deep/er\"")
	got := unexplained([]source{user}, mod, "We take `example.com/known` because.")
	want := []string{"example.com/alone", "example.com/direct", "example.com/used/deep"}
	if len(got) != len(want) {
		t.Fatalf("unexplained = %q, want %q", got, want)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]+" ") {
			t.Errorf("unexplained[%d] = %q, want %q", i, got[i], want[i])
		}
	}
}
