package app

import (
	"context"
	"fmt"

	"punchclock/internal/attendance"
)

// referLabels checks labels that a record carries or allows: each must exist, be of the kind its text names and, when
// newly set, be active. Wildcards name no record.
func (tx *Tx) referLabels(ctx context.Context, p *attendance.Problems, field string, labels, was []attendance.LabelRef) error {
	had := make(map[attendance.LabelRef]bool, len(was))
	for _, l := range was {
		had[l] = true
	}
	for i, l := range labels {
		if l.ID() == 0 || had[l] {
			continue
		}
		at := fmt.Sprintf("%s[%d]", field, i)
		found, err := tx.Referable(ctx, tx.who.Scope, attendance.RefLabel, l.ID())
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
