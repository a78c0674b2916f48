package api

import (
	"context"
	"time"

	"punchclock/internal/attendance"
)

// dateRange is embedded in the parameters of a list that must be asked for a range.
type dateRange struct {
	From attendance.Bound `query:"from" doc:"Start of the range, a date or an ISO 8601 date and time. A date means its first instant." required:"true"`
	To   attendance.Bound `query:"to" doc:"End of the range, itself included. A date means its last instant." required:"true"`
}

// in is the range in instants, its bounds without an offset read in zone.
func (r *dateRange) in(zone *time.Location) (attendance.Range, error) {
	return attendance.RangeOf(&r.From, &r.To, zone)
}

// dates are the first and the last day of the range, as they were written.
func (r *dateRange) dates() (from, to attendance.Date, err error) {
	from, to = attendance.DateOf(r.From.Wall()), attendance.DateOf(r.To.Wall())
	if from > to {
		return "", "", attendance.InvalidField("from", "range", "from must not be after to.")
	}
	return from, to, nil
}

// maybeRange is embedded in the parameters of a list that may be asked for a range, either end of which may be open.
type maybeRange struct {
	From *attendance.Bound `query:"from" doc:"Start of the range, a date or an ISO 8601 date and time. A date means its first instant."`
	To   *attendance.Bound `query:"to" doc:"End of the range, itself included. A date means its last instant."`
}

// in is the range in instants, its bounds without an offset read in zone.
func (r *maybeRange) in(zone *time.Location) (attendance.Range, error) {
	return attendance.RangeOf(r.From, r.To, zone)
}

// accountZone is the time zone of the account that asks, in which ranges of changes and of deletions are read.
func (s *Server) accountZone(ctx context.Context) (*time.Location, error) {
	return s.app.Zones().Load(exchangeOf(ctx).account.Timezone)
}
