package attendance

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is how many characters a name may have.
const maxName = 200

// Fold is the form of a name by which names are compared and sorted: every letter by its Unicode simple case folding.
// It is made here, and not by a database's collation, so that every database sorts alike.
func Fold(s string) string { return strings.Map(foldRune, s) }

func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		return unicode.ToLower(r)
	}
	lowest := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		lowest = min(lowest, o)
	}
	if lowest == r && unicode.SimpleFold(r) == r {
		return r
	}
	return unicode.ToLower(unicode.ToUpper(lowest))
}

// SearchWords are the folded words of a search, all of which must occur in a name.
func SearchWords(s string) []string { return strings.Fields(Fold(s)) }

// CheckName trims the name and says what is wrong with it.
func (p *Problems) CheckName(field string, name *string) {
	*name = strings.TrimSpace(*name)
	switch {
	case *name == "":
		p.Add(field, "required", "%s is required.", field)
	case utf8.RuneCountInString(*name) > maxName:
		p.Add(field, "range", "%s must have at most %d characters.", field, maxName)
	default:
		p.CheckText(field, *name, maxName)
	}
}

// CheckText says what is wrong with a text: more than most characters, control characters other than tab and line
// breaks, or characters that XML cannot carry.
func (p *Problems) CheckText(field, text string, most int) {
	if p.Has(field) {
		return
	}
	if utf8.RuneCountInString(text) > most {
		p.Add(field, "range", "%s must have at most %d characters.", field, most)
		return
	}
	for _, r := range text {
		if r == '\t' || r == '\n' || r == '\r' {
			if most > maxName {
				continue
			}
		}
		if unicode.IsControl(r) || r == utf8.RuneError || r == 0xFFFE || r == 0xFFFF {
			p.Add(field, "format", "%s must not contain the character %U.", field, r)
			return
		}
	}
}

// CheckTextOrNull is CheckText for a text that may be unset.
func (p *Problems) CheckTextOrNull(field string, text *string, most int) {
	if text != nil {
		p.CheckText(field, *text, most)
	}
}
