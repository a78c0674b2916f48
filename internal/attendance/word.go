package attendance

import (
	"slices"
	"strings"
)

// CheckWord says what is wrong with a text that must be one of a few words.
func (p *Problems) CheckWord(field, word string, known ...string) {
	switch {
	case word == "":
		p.Add(field, "required", "%s is required. It is one of: %s.", field, strings.Join(known, ", "))
	case !slices.Contains(known, word):
		p.Add(field, "unknown", "%s cannot be %.40q. It is one of: %s.", field, word, strings.Join(known, ", "))
	}
}

// CheckWordOrNull is CheckWord for a word that may be unset.
func (p *Problems) CheckWordOrNull(field string, word *string, known ...string) {
	if word == nil {
		return
	}
	if *word == "" {
		p.Add(field, "unknown", "%s cannot be empty. It is null or one of: %s.", field, strings.Join(known, ", "))
		return
	}
	p.CheckWord(field, *word, known...)
}
