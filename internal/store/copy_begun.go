package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// beginsLike says what keeps the other side from being a part of this copy: it must hold nothing but the first rows of
// each table. It is asked before anything is written, so that a copy to the database of another installation leaves
// nothing there.
func (s *Store) beginsLike(ctx context.Context, copies []*tableCopy) error {
	for _, t := range copies {
		if err := t.begun(ctx); err != nil {
			return err
		}
	}
	return nil
}

// begun compares what the other side holds with as much of this side.
func (t *tableCopy) begun(ctx context.Context) error {
	if t.keyless() {
		return nil
	}
	last, err := t.last(ctx)
	if err != nil || last == nil {
		return err
	}
	there, err := t.sum(ctx, t.to, nil)
	if err != nil {
		return err
	}
	here, err := t.sum(ctx, t.from, last)
	if err == nil && here != there {
		err = fmt.Errorf("the target holds other rows than the first ones of this copy in the table %s: "+
			"it must be empty, or hold a part of this copy, whose source has not changed since. Nothing was copied; name an empty database", t.table)
	}
	return err
}

// bound compares the key with values, by their places.
func (t *tableCopy) bound(operator string, values []any) string {
	places := make([]string, len(values))
	for i := range values {
		places[i] = "$" + strconv.Itoa(i+1)
	}
	return " WHERE (" + t.keyNames("") + ") " + operator + " (" + strings.Join(places, ", ") + ")"
}
