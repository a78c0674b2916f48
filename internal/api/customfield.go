package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) customFields() []route {
	return answering(
		&attendance.CustomField{
			Identity: exampleIdentity(31), Key: "shirt", Name: "Shirt size", Type: attendance.FieldSelect, Options: []string{"S", "M", "L", "XL"}, Filterable: true,
		},
		get("/customfields", attendance.Read("customfields"), s.listCustomFields).describe("List custom fields of employees, by name."),
		post("/customfields", attendance.Write("customfields"), s.createCustomField).describe("Create a custom field."),
		get("/customfields/{id}", attendance.Read("customfields"), s.getCustomField).describe("Retrieve a custom field."),
		put("/customfields/{id}", attendance.Write("customfields"), s.updateCustomField).describe("Update a custom field."),
	)
}

type customFieldList struct {
	ID []int64 `query:"id" doc:"Only these custom fields."`
	nameSearch
}

func (s *Server) listCustomFields(ctx context.Context, who attendance.Actor, in *customFieldList) (reply, error) {
	return listing(s.store.CustomFields(ctx, who.Scope, attendance.CustomFieldFilter{IDs: in.ID, Search: in.texts()})).reply()
}

func (s *Server) createCustomField(ctx context.Context, who attendance.Actor, in *write[attendance.CustomFieldInput]) (reply, error) {
	return answer(s.app.CreateCustomField(ctx, who, in.Body))
}

func (s *Server) getCustomField(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.CustomField(ctx, who.Scope, in.ID))
}

func (s *Server) updateCustomField(ctx context.Context, who attendance.Actor, in *writeTo[attendance.CustomFieldInput]) (reply, error) {
	return answer(s.app.UpdateCustomField(ctx, who, in.ID, in.Body))
}
