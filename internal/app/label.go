package app

import (
	"context"
	"fmt"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

var labels = collection[attendance.Label, *attendance.Label, attendance.LabelInput]{
	kind:   "label",
	fresh:  attendance.NewLabel,
	load:   store.Reads.Label,
	insert: (*store.Tx).InsertLabel,
	update: (*store.Tx).UpdateLabel,
	check:  checkLabel,
}

// CreateLabel makes a label.
func (a *App) CreateLabel(ctx context.Context, who attendance.Actor, in attendance.LabelInput) (*attendance.Label, error) {
	return labels.create(ctx, a, who, in)
}

// UpdateLabel changes a label.
func (a *App) UpdateLabel(ctx context.Context, who attendance.Actor, id int64, in attendance.LabelInput) (*attendance.Label, error) {
	return labels.modify(ctx, a, who, id, in)
}

// checkLabel checks that the kind stays, since every reference to the label names it, and that no other label of the
// kind has the name.
func checkLabel(ctx context.Context, tx *Tx, was, now *attendance.Label, _ attendance.LabelInput, p *attendance.Problems) error {
	if was != nil && was.Kind != now.Kind && !p.Has("kind") {
		p.Add("kind", "readOnly", "kind cannot be changed: whatever carries the label names it by its kind. Make a new label instead.")
	}
	if p.Has("kind") || p.Has("name") {
		return nil
	}
	other, err := tx.LabelNamed(ctx, tx.who.Scope, now.Kind, now.Name)
	if taken, err := another(other, now.ID, err); !taken {
		return err
	}
	p.Add("name", "notUnique", "name: the %s label %d has the name %q already. Choose another.", now.Kind, other.ID, other.Name)
	return nil
}

// referLabels checks labels that a record carries or allows: each must exist, be of the kind its text names and, when
// newly set, be active. Wildcards name no record. What has a problem already is not looked up.
func (tx *Tx) referLabels(ctx context.Context, p *attendance.Problems, field string, labels, was []attendance.LabelRef) error {
	if p.Has(field) {
		return nil
	}
	had := make(map[attendance.LabelRef]bool, len(was))
	for _, l := range was {
		had[l] = true
	}
	for i, l := range labels {
		at := fmt.Sprintf("%s[%d]", field, i)
		if l.ID() == 0 || had[l] || p.Has(at) {
			continue
		}
		found, err := tx.referable(ctx, attendance.RefLabel, l.ID())
		switch {
		case err != nil:
			return err
		case found == nil || found.LabelKind != l.Kind():
			p.Add(at, "unknownReference", "%s: there is no %s label %d.", at, l.Kind(), l.ID())
		case !found.Active:
			p.Add(at, "inactiveReference", "%s: the label %s (%s) is not active. Activate it first, or name another.", at, l, found.Name)
		}
	}
	return nil
}
