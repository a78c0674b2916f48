package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var customFields = collection[attendance.CustomField, *attendance.CustomField, attendance.CustomFieldInput]{
	kind:   "customField",
	fresh:  attendance.NewCustomField,
	load:   store.Reads.CustomField,
	insert: (*store.Tx).InsertCustomField,
	update: (*store.Tx).UpdateCustomField,
	check:  checkCustomField,
}

// CreateCustomField makes a custom field.
func (a *App) CreateCustomField(ctx context.Context, who attendance.Actor, in attendance.CustomFieldInput) (*attendance.CustomField, error) {
	return customFields.create(ctx, a, who, in)
}

// UpdateCustomField changes a custom field.
func (a *App) UpdateCustomField(ctx context.Context, who attendance.Actor, id int64, in attendance.CustomFieldInput) (*attendance.CustomField, error) {
	return customFields.modify(ctx, a, who, id, in)
}

// checkCustomField refuses a key that another field has, and another type once there are values.
func checkCustomField(ctx context.Context, tx *Tx, was, now *attendance.CustomField, _ attendance.CustomFieldInput, p *attendance.Problems) error {
	if was != nil && was.Type != now.Type && !p.Has("type") {
		used, err := tx.CustomFieldUsed(ctx, tx.who.Scope, now.ID)
		if err != nil {
			return err
		}
		if used {
			p.Add("type", "inUse", "type cannot be changed while an employee has a value of the field. Make a new field instead.")
		}
	}
	if p.Has("key") {
		return nil
	}
	other, err := tx.CustomFieldKeyed(ctx, tx.who.Scope, now.Key)
	if taken, err := another(other, now.ID, err); !taken {
		return err
	}
	p.Add("key", "notUnique", "key: the custom field %d (%s) has the key %q already. Choose another.", other.ID, other.Name, other.Key)
	return nil
}

// fieldsByID are the custom fields of an account.
func fieldsByID(ctx context.Context, r store.Reads, account int64) (map[int64]*attendance.CustomField, error) {
	fields := make(map[int64]*attendance.CustomField)
	for f, err := range r.CustomFields(ctx, attendance.Everything(account), attendance.CustomFieldFilter{}) {
		if err != nil {
			return nil, err
		}
		fields[f.ID] = f
	}
	return fields, nil
}

// nameFields gives values of custom fields the keys and types of their fields.
func nameFields(values []attendance.FieldValue, fields map[int64]*attendance.CustomField) {
	for i := range values {
		if f := fields[values[i].Field]; f != nil {
			values[i].Key, values[i].Type = f.Key, f.Type
		}
	}
}

// fieldValues are the values that are given in a request, checked against their fields. A value that the employee had
// before may be one that its field does not allow any more.
func (tx *Tx) fieldValues(ctx context.Context, p *attendance.Problems, given []attendance.FieldValueInput, was []attendance.FieldValue) ([]attendance.FieldValue, error) {
	fields, err := fieldsByID(ctx, tx.Reads, tx.who.Account)
	if err != nil {
		return nil, err
	}
	values := make([]attendance.FieldValue, 0, len(given))
	seen := make(map[int64]bool, len(given))
	for i, in := range given {
		at := fmt.Sprintf("customFieldValues[%d].", i)
		f := fieldGiven(p, at, in, fields)
		switch {
		case f == nil:
			continue
		case seen[f.ID]:
			p.Add(at+"customField", "duplicate", "%scustomField: there is another value of %q.", at, f.Key)
			continue
		case !in.Value.Set:
			p.Add(at+"value", "required", "%svalue is required; null is no value.", at)
			continue
		}
		seen[f.ID] = true
		if in.Value.Value != nil {
			values = append(values, fieldValue(p, at+"value", in.Value.Value, f, was))
		}
	}
	return values, nil
}

// fieldGiven is the field that a value names, or nil when it names none.
func fieldGiven(p *attendance.Problems, at string, in attendance.FieldValueInput, fields map[int64]*attendance.CustomField) *attendance.CustomField {
	switch {
	case in.CustomField.Set:
		f := fields[in.CustomField.Value]
		if f == nil {
			p.Add(at+"customField", "unknownReference", "%scustomField: there is no custom field %d.", at, in.CustomField.Value)
		} else if in.Key.Set && in.Key.Value != f.Key {
			p.Add(at+"key", "unknownReference", "%skey: the key of the custom field %d is %q. Leave the key out, or give that one.", at, f.ID, f.Key)
		}
		return f
	case in.Key.Set:
		for _, f := range fields {
			if f.Key == in.Key.Value {
				return f
			}
		}
		p.Add(at+"key", "unknownReference", "%skey: there is no custom field with the key %.80q.", at, in.Key.Value)
	default:
		p.Add(at+"customField", "required", "%scustomField is required, or the key.", at)
	}
	return nil
}

func fieldValue(p *attendance.Problems, at string, given any, f *attendance.CustomField, was []attendance.FieldValue) attendance.FieldValue {
	v := attendance.FieldValue{Field: f.ID, Key: f.Key, Type: f.Type}
	for _, old := range was {
		if old.Field == f.ID && given == old.Text {
			v.Text = old.Text
			return v
		}
	}
	var err error
	if v.Text, err = f.ValueOf(given); err != nil {
		if bad, ok := errors.AsType[attendance.FieldError](err); ok {
			bad.Detail = strings.Replace(bad.Detail, "It must", at+" must", 1)
			err = bad
		}
		asField(p, at, err)
	}
	return v
}
