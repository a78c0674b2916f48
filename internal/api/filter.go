package api

import (
	"fmt"
	"unicode/utf8"

	"punchclock/internal/attendance"
)

// activeState is a filter value that is active or inactive.
type activeState string

// UnmarshalText takes active and inactive.
func (a *activeState) UnmarshalText(text []byte) error {
	if s := string(text); s != "active" && s != "inactive" {
		return attendance.FieldError{Code: "format", Detail: fmt.Sprintf("active must be active or inactive, not %.40q.", s)}
	}
	*a = activeState(text)
	return nil
}

// activeFilter is embedded in the parameters of a list that can be narrowed to active or inactive records.
type activeFilter struct {
	Active []activeState `query:"active" doc:"active for active records only, inactive for the others only." enum:"active,inactive"`
}

// wanted is true for active records, false for inactive ones, nil for both.
func (f *activeFilter) wanted() *bool {
	var active, inactive bool
	for _, state := range f.Active {
		active = active || state == "active"
		inactive = inactive || state == "inactive"
	}
	if active == inactive {
		return nil
	}
	return &active
}

// The bounds of searches: in characters, as many as the names have that it looks through; and how many one request may
// have, for every word of each is compared with every name.
const (
	mostSearch   = 200
	mostSearches = 20
)

// searchText is a part of a name.
type searchText string

// UnmarshalText takes a text that is not too long.
func (s *searchText) UnmarshalText(text []byte) error {
	if utf8.RuneCount(text) > mostSearch {
		return attendance.FieldError{Code: "range", Detail: fmt.Sprintf("A search must have at most %d characters.", mostSearch)}
	}
	*s = searchText(text)
	return nil
}

// nameSearch is embedded in the parameters of a list that can be searched by name.
type nameSearch struct {
	Search []searchText `query:"search" doc:"Part of the name, without regard to case; of several words, each must occur." bounds:"..20" each:"..200"`
}

// searchesNames is any parameter struct that embeds nameSearch.
type searchesNames interface{ names() *nameSearch }

func (s *nameSearch) names() *nameSearch { return s }

// check says whether there are too many searches.
func (s *nameSearch) check() (problems attendance.Problems) {
	if len(s.Search) > mostSearches {
		problems.Add("search", "range", "search may be given at most %d times.", mostSearches)
	}
	return problems
}

// texts are the searches, one of which must match.
func (s *nameSearch) texts() []string { return wordsOf(s.Search) }

// wordsOf are the values of a parameter as strings.
func wordsOf[T ~string](values []T) []string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = string(v)
	}
	return words
}

// placed is a record that knows where it stands in lists.
type placed interface{ Place() attendance.Position }

// placeOf is where a record stands in its list. Every record of a list that is paged so is placed.
func placeOf(record attendance.Record) attendance.Position {
	return record.(placed).Place() //nolint:forcetypeassert // the tests page every such list
}
