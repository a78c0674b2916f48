package api

import (
	"context"
	"fmt"

	"punchclock/internal/attendance"
)

func (s *Server) labels() []route {
	return answering(
		&attendance.Label{Identity: exampleIdentity(7), Kind: attendance.LabelWork, Name: "Outdoors", Active: true},
		get("/labels", attendance.Read("labels"), s.listLabels).describe("List labels, by name."),
		post("/labels", attendance.Write("labels"), s.createLabel).describe("Create a label.", "Records carry it as kind:id, such as work:7."),
		get("/labels/{id}", attendance.Read("labels"), s.getLabel).describe("Retrieve a label."),
		put("/labels/{id}", attendance.Write("labels"), s.updateLabel).describe("Update a label.", "Its kind cannot be changed."),
	)
}

// labelKind is a filter value that names a kind of label.
type labelKind string

// UnmarshalText takes the kinds.
func (k *labelKind) UnmarshalText(text []byte) error {
	switch s := string(text); s {
	case attendance.LabelUser, attendance.LabelWork, attendance.LabelDevice:
		*k = labelKind(s)
		return nil
	default:
		return attendance.FieldError{Code: "unknown", Detail: fmt.Sprintf("There is no kind of label %.40q. The kinds are user, work and device.", s)}
	}
}

type labelList struct {
	ID   []int64     `query:"id" doc:"Only these labels."`
	Kind []labelKind `query:"kind" doc:"Only labels of this kind." enum:"user,work,device"`
	activeFilter
	nameSearch
}

func (s *Server) listLabels(ctx context.Context, who attendance.Actor, in *labelList) (reply, error) {
	f := attendance.LabelFilter{IDs: in.ID, Kinds: wordsOf(in.Kind), Active: in.wanted(), Search: in.texts()}
	return listing(s.store.Labels(ctx, who.Scope, f)).reply()
}

func (s *Server) createLabel(ctx context.Context, who attendance.Actor, in *write[attendance.LabelInput]) (reply, error) {
	return answer(s.app.CreateLabel(ctx, who, in.Body))
}

func (s *Server) getLabel(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.Label(ctx, who.Scope, in.ID))
}

func (s *Server) updateLabel(ctx context.Context, who attendance.Actor, in *writeTo[attendance.LabelInput]) (reply, error) {
	return answer(s.app.UpdateLabel(ctx, who, in.ID, in.Body))
}
