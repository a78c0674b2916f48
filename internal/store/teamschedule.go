package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var teamSchedules = table[attendance.TeamSchedule]{
	name:    "team_schedules",
	columns: "id, name, name_key, active, days, created, modified",
	scan: func(r *row, s *attendance.TeamSchedule) error {
		s.ID, s.Name = r.Int(), r.Text()
		r.next()
		s.Active = r.Bool()
		if err := r.JSON(&s.Days); err != nil {
			return err
		}
		s.Created, s.Modified = r.Time(), r.Time()
		return nil
	},
	values: func(s *attendance.TeamSchedule) []any {
		return []any{s.ID, s.Name, attendance.Fold(s.Name), s.Active, toJSON(s.Days), micros(s.Created), micros(s.Modified)}
	},
}

// TeamSchedules lists team schedules by name.
func (r Reads) TeamSchedules(ctx context.Context, scope attendance.Scope, f attendance.TeamScheduleFilter) iter.Seq2[*attendance.TeamSchedule, error] {
	w := inScope("", scope).in("id", f.IDs).active("active", f.Active).search("name_key", f.Search...)
	return teamSchedules.all(ctx, r, w.pageByText("name_key", "id", nil), nil)
}

// TeamSchedule is one team schedule, or ErrNotFound.
func (r Reads) TeamSchedule(ctx context.Context, scope attendance.Scope, id int64) (*attendance.TeamSchedule, error) {
	return teamSchedules.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// InsertTeamSchedule writes a new team schedule.
func (tx *Tx) InsertTeamSchedule(ctx context.Context, s *attendance.TeamSchedule) error {
	return teamSchedules.insert(ctx, tx, s)
}

// UpdateTeamSchedule writes a changed team schedule.
func (tx *Tx) UpdateTeamSchedule(ctx context.Context, s *attendance.TeamSchedule) error {
	return teamSchedules.update(ctx, tx, s)
}
