package arch

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// module is the path of this module.
const module = "punchclock"

// source is one Go file.
type source struct {
	name string // path from the root of the repository, with slashes.
	file *ast.File
	set  *token.FileSet
}

// test says whether the file is compiled only for tests.
func (s source) test() bool { return strings.HasSuffix(s.name, "_test.go") }

// dir is the directory of the file, from the root of the repository.
func (s source) dir() string { return path.Dir(s.name) }

// at describes a place in the file.
func (s source) at(pos token.Pos) string {
	return fmt.Sprintf("%s:%d", s.name, s.set.Position(pos).Line)
}

// imports returns the paths that the file imports.
func (s source) imports() []string {
	var paths []string
	for _, spec := range s.file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			panic(err) // The parser has accepted it as a string.
		}
		paths = append(paths, imported)
	}
	return paths
}

// parse makes a source of text. Every test of a rule uses it to show that the rule catches what it is for.
func parse(t *testing.T, name, text string) source {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("parsing %s: %v", name, err)
	}
	return source{name: name, file: file, set: set}
}

// root is the directory of the repository, as seen from this package.
var root = filepath.Join("..", "..")

// tree returns the paths of all files of the repository, without what is built, fetched or hidden from it. What another
// test has made and removes meanwhile does not count.
var tree = sync.OnceValues(func() ([]string, error) {
	ignored := []string{".git", ".cache", "bin", "node_modules"}
	var names []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(ignored, entry.Name()):
			return fs.SkipDir
		case entry.Type().IsRegular():
			name, err = filepath.Rel(root, name)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	return names, err
})

// files returns the paths of the files of the repository for which want is true.
func files(t *testing.T, want func(name string) bool) []string {
	t.Helper()
	names, err := tree()
	if err != nil {
		t.Fatalf("walking the repository: %v", err)
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !want(name) })
}

// read returns the content of a file of the repository, or nothing if it has vanished since the walk.
func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("reading a file of the repository: %v", err)
	}
	return content
}

// sources parses every Go file of the module. Testdata is none, and tools are a module of their own.
func sources(t *testing.T) []source {
	t.Helper()
	names := files(t, func(name string) bool {
		return path.Ext(name) == ".go" && !strings.Contains("/"+name, "/testdata/") && !strings.HasPrefix(name, "tools/")
	})
	if len(names) < 10 {
		t.Fatalf("found only %d Go files; the walk has lost its way", len(names))
	}
	parsed := make([]source, 0, len(names))
	for _, name := range names {
		parsed = append(parsed, parse(t, name, string(read(t, name))))
	}
	return parsed
}

// report fails the test with one line for each violation.
func report(t *testing.T, violations []string) {
	t.Helper()
	for _, violation := range violations {
		t.Error(violation)
	}
}
