package store

import (
	"context"
	"iter"

	"punchclock/internal/attendance"
)

var customFields = table[attendance.CustomField]{
	name:    "custom_fields",
	columns: "id, key, name, name_key, type, options, filterable, created, modified",
	scan: func(r *row, c *attendance.CustomField) error {
		c.ID, c.Key, c.Name = r.Int(), r.Text(), r.Text()
		r.next()
		c.Type = attendance.FieldType(r.Text())
		if err := r.JSON(&c.Options); err != nil {
			return err
		}
		c.Filterable, c.Created, c.Modified = r.Bool(), r.Time(), r.Time()
		return nil
	},
	values: func(c *attendance.CustomField) []any {
		return []any{
			c.ID, c.Key, c.Name, attendance.Fold(c.Name), string(c.Type), toJSON(c.Options), c.Filterable, micros(c.Created), micros(c.Modified),
		}
	},
}

// CustomFields lists custom fields by name.
func (r Reads) CustomFields(ctx context.Context, scope attendance.Scope, f attendance.CustomFieldFilter) iter.Seq2[*attendance.CustomField, error] {
	w := inScope("", scope).in("id", f.IDs).search("name_key", f.Search...)
	return customFields.all(ctx, r, w.pageByText("name_key", "id", nil), nil)
}

// CustomField is one custom field, or ErrNotFound.
func (r Reads) CustomField(ctx context.Context, scope attendance.Scope, id int64) (*attendance.CustomField, error) {
	return customFields.one(ctx, r, inScope("", scope).and("id = ?", id))
}

// CustomFieldKeyed is the custom field with that key, or ErrNotFound.
func (r Reads) CustomFieldKeyed(ctx context.Context, scope attendance.Scope, key string) (*attendance.CustomField, error) {
	return customFields.one(ctx, r, inScope("", scope).and("key = ?", key))
}

// CustomFieldUsed says whether an employee has a value of the custom field.
func (r Reads) CustomFieldUsed(ctx context.Context, scope attendance.Scope, id int64) (used bool, err error) {
	w := inScope("", attendance.Everything(scope.Account)).and("field_id = ?", id)
	err = r.on.query(ctx, "SELECT 1 FROM field_values WHERE "+w.sql.String()+" LIMIT 1", w.args, func(*row) error { used = true; return nil })
	return used, err
}

// InsertCustomField writes a new custom field.
func (tx *Tx) InsertCustomField(ctx context.Context, c *attendance.CustomField) error {
	return customFields.insert(ctx, tx, c)
}

// UpdateCustomField writes a changed custom field.
func (tx *Tx) UpdateCustomField(ctx context.Context, c *attendance.CustomField) error {
	return customFields.update(ctx, tx, c)
}
