package api

import (
	"context"

	"punchclock/internal/attendance"
)

// fieldFilter is embedded in the parameters of a list that can be narrowed by custom fields of the employee.
type fieldFilter struct {
	CustomFields *attendance.FieldQuery `query:"userCustomFields" doc:"Custom fields of the employee, such as shirt=L,XL;years>=3;badge!= where ; is and, a comma is or, and an empty value is unset." bounds:"1..2000"`
}

// tests are the tests of the account's custom fields that the parameter asks for.
func (f *fieldFilter) tests(ctx context.Context, s *Server, who attendance.Actor) ([]attendance.FieldTest, error) {
	if f.CustomFields == nil {
		return nil, nil
	}
	var fields []*attendance.CustomField
	for field, err := range s.store.CustomFields(ctx, who.Scope, attendance.CustomFieldFilter{}) {
		if err != nil {
			return nil, err
		}
		fields = append(fields, field)
	}
	return f.CustomFields.Tests("userCustomFields", fields)
}
