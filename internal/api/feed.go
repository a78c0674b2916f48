package api

import (
	"context"
	"fmt"
	"slices"

	"punchclock/internal/attendance"
)

// byModified is the order that makes a list a sync feed.
const byModified = "modified"

// feed says what is wrong with the paging of a list that is paged only in the order of modification, and only forwards.
// A list in another order is given whole.
func (p *paging) feed(isFeed bool) error {
	var problems attendance.Problems
	backward := p.page != nil && p.page.Backward
	switch {
	case isFeed && backward:
		problems.Add("direction", "range", "With orderBy=modified direction must be 1: the list is read forwards only.")
	case !isFeed:
		for _, given := range [...]struct {
			name  string
			given bool
		}{{"cursor", p.Cursor != ""}, {"direction", backward || p.Direction != 0}, {"limit", p.Limit != 0}} {
			if given.given {
				problems.Add(given.name, "notPaged", "This list is paged only with orderBy=modified; in any other order the whole result is given. Leave %s out, or set orderBy=modified.", given.name)
			}
		}
		p.page = nil
	}
	return problems.Err()
}

// asFeed makes the list one page of a sync feed; without a page it stays whole.
func (l *list) asFeed(p *paging) *list {
	l.feed = true
	return l.paged(p, placeOf)
}

// recordedRange is the range of recorded times that the parameters ask for. Bounds without an offset are read in the
// zone of the one org unit that the lists of ids name, and otherwise in the zone of each record.
func (s *Server) recordedRange(ctx context.Context, who attendance.Actor, r *dateRange, named ...[]int64) (attendance.WallRange, error) {
	units := slices.Concat(named...)
	slices.Sort(units)
	if units = slices.Compact(units); len(units) != 1 || r.From.Zoned() && r.To.Zoned() {
		return attendance.WallRangeOf(r.From, r.To)
	}
	unit, err := s.store.OrgUnit(ctx, who.Scope, units[0])
	if attendance.KindOf(err) == attendance.NotFound {
		return attendance.WallRangeOf(r.From, r.To)
	}
	if err != nil {
		return attendance.WallRange{}, err
	}
	zone, err := s.app.Zones().Load(unit.Timezone)
	if err != nil {
		return attendance.WallRange{}, fmt.Errorf("time zone of org unit %d: %w", unit.ID, err)
	}
	exact, err := r.in(zone)
	return attendance.ExactRange(exact), err
}

// fieldChoice is embedded in the parameters of a list whose records can be cut to some of their fields.
type fieldChoice struct {
	Names []string `query:"fields" doc:"Only these fields of each record; id is always there."`
}

// of is which fields of a record are shown; nil is all.
func (c *fieldChoice) of(record attendance.Record) (map[string]bool, error) {
	if len(c.Names) == 0 {
		return nil, nil //nolint:nilnil // nil is all
	}
	known := recordFields(record)
	var names []string
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	var problems attendance.Problems
	chosen := map[string]bool{"id": true}
	for _, name := range c.Names {
		if !known[name] {
			problems.Add("fields", "unknown", "%s", unknownName("field", name, names))
		}
		chosen[name] = true
	}
	return chosen, problems.Err()
}
