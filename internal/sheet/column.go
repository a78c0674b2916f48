package sheet

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Column is a column that a reader of tables understands.
type Column struct {
	Name     string   // as it is written and documented
	Also     []string // other names under which files have it
	Required bool
	Help     string // what stands in it
}

// Columns is where the columns of a table are.
type Columns struct {
	at      map[string]int
	Ignored []string // columns of the file that mean nothing to the reader
}

// Find finds the known columns in the header. Case, spaces and punctuation of names do not matter. Given maps names of
// known columns to names in the header and goes before all else.
func Find(header []string, known []Column, given map[string]string) (*Columns, error) {
	c := &Columns{at: make(map[string]int)}
	meant := make(map[string]string) // what a plain header cell means
	for _, column := range known {
		for _, name := range append([]string{column.Name}, column.Also...) {
			meant[plainName(name)] = column.Name
		}
	}
	taken := make(map[int]bool)
	for name, cell := range given {
		i := slices.IndexFunc(header, func(h string) bool { return plainName(h) == plainName(cell) })
		switch {
		case !slices.ContainsFunc(known, func(k Column) bool { return k.Name == name }):
			return nil, fmt.Errorf("there is no column %q to map to; there are: %s", name, names(known))
		case i < 0:
			return nil, fmt.Errorf("the file has no column %q; it has: %s", cell, strings.Join(header, ", "))
		}
		c.at[name], taken[i] = i, true
	}
	for i, cell := range header {
		name, ok := meant[plainName(cell)]
		_, had := c.at[name]
		switch {
		case taken[i]:
		case !ok:
			c.Ignored = append(c.Ignored, cell)
		case had && given[name] == "":
			return nil, fmt.Errorf("the columns %q and %q both mean %s; say which one is meant by mapping %s", header[c.at[name]], cell, name, name)
		case had:
			c.Ignored = append(c.Ignored, cell)
		default:
			c.at[name] = i
		}
	}
	return c, c.complete(header, known)
}

func (c *Columns) complete(header []string, known []Column) error {
	var without []string
	for _, column := range known {
		if column.Required && !c.Has(column.Name) {
			without = append(without, column.Name)
		}
	}
	if without == nil {
		return nil
	}
	return fmt.Errorf("no column for %s was found; the file has: %s", strings.Join(without, ", "), strings.Join(header, ", "))
}

// Has says whether the file has the column.
func (c *Columns) Has(name string) bool { _, ok := c.at[name]; return ok }

// Get is the value of a column in a row; empty when the file does not have it.
func (c *Columns) Get(r Row, name string) string {
	if i, ok := c.at[name]; ok {
		return r.Cells[i]
	}
	return ""
}

func names(known []Column) string {
	var all []string
	for _, c := range known {
		all = append(all, c.Name)
	}
	return strings.Join(all, ", ")
}

// plainName is the letters and digits of a name, in lower case.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
