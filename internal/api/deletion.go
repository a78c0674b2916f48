package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) deletions() []route {
	return answering(
		&attendance.Deletion{
			ID: 88, Timestamp: exampleIdentity(88).Created, Kind: attendance.DeletedPunch, DeletedID: 51, APIKey: new("Payroll export"),
		},
		get("/delete-history", attendance.Read("delete-history"), s.listDeletions).describe("List what was deleted, by time.",
			"Together with the lists by modification it tells a copy of the data all that changed."),
	)
}

type deletionList struct {
	maybeRange
	Kind      []attendance.DeletedKind `query:"kind" doc:"Only records of these kinds." enum:"durationEntry,employee,punch,punchCode"`
	DeletedID []int64                  `query:"deletedId" doc:"Only the deletions of the records with these ids."`
	paging
}

func (s *Server) listDeletions(ctx context.Context, who attendance.Actor, in *deletionList) (reply, error) {
	zone, err := s.accountZone(ctx)
	if err != nil {
		return reply{}, err
	}
	within, err := in.maybeRange.in(zone)
	if err != nil {
		return reply{}, err
	}
	f := attendance.DeletionFilter{Range: within, Kinds: in.Kind, DeletedIDs: in.DeletedID, Page: in.page}
	return listing(s.store.Deletions(ctx, who.Scope, f)).paged(&in.paging, placeOf).reply()
}
