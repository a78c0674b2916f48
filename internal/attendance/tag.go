package attendance

import (
	"fmt"
	"slices"
	"strings"
)

// TagFilter is what the parameter tag asks of cards: one of some tags, and none of others.
type TagFilter struct {
	any  []string
	none []string
}

// UnmarshalText reads tags separated by commas, of which one must hold; those that begin with - must not.
func (t *TagFilter) UnmarshalText(text []byte) error {
	for word := range strings.SplitSeq(string(text), ",") {
		name, not := strings.CutPrefix(strings.TrimSpace(word), "-")
		if _, known := (CardTags{}).has(name); !known {
			return FieldError{Code: "unknown", Detail: fmt.Sprintf("There is no tag %.40q. The tags are tardy, exception, flagged, open, missing, overtime and edited; a leading - is not.", name)}
		}
		if not {
			t.none = append(t.none, name)
		} else {
			t.any = append(t.any, name)
		}
	}
	return nil
}

// Wants says whether a card with these tags is wanted.
func (t TagFilter) Wants(tags CardTags) bool {
	holds := func(name string) bool { set, _ := tags.has(name); return set }
	return (len(t.any) == 0 || slices.ContainsFunc(t.any, holds)) && !slices.ContainsFunc(t.none, holds)
}

// oneOf says whether the value is among the ids; no ids are no condition.
func oneOf(ids []int64, value *int64) bool {
	return len(ids) == 0 || value != nil && slices.Contains(ids, *value)
}
