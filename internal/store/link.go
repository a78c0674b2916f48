package store

import (
	"context"
	"strings"

	"punchclock/internal/attendance"
)

// labelRefs reads a list of label strings joined by commas.
func (r *row) labelRefs() []attendance.LabelRef {
	list := r.Word()
	if list == "" {
		return []attendance.LabelRef{}
	}
	labels := make([]attendance.LabelRef, 0, 1+strings.Count(list, ","))
	for label := range strings.SplitSeq(list, ",") {
		labels = append(labels, attendance.LabelRef(label))
	}
	return labels
}

func joinLabels(labels []attendance.LabelRef) string {
	return joinWords(plainTexts(labels))
}

// The kinds of records that are found by label.
const (
	linkEmployee      = "employee"
	linkJob           = "job"
	linkPunch         = "punch"
	linkDurationEntry = "durationEntry"
	linkAccess        = "access" // an employee, by the device labels to which workerAllowLabels give access
)

// relinkLabels makes the record findable by exactly these labels. A new record has no old links to remove.
func (tx *Tx) relinkLabels(ctx context.Context, kind string, record int64, labels []attendance.LabelRef, isNew bool) error {
	if !isNew {
		if err := tx.conn.exec(ctx, "DELETE FROM label_links WHERE account_id = $1 AND kind = $2 AND record_id = $3", []any{tx.account, kind, record}); err != nil {
			return err
		}
	}
	for _, l := range labels {
		err := tx.conn.exec(ctx, "INSERT INTO label_links (account_id, kind, label_id, record_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING", []any{tx.account, kind, l.ID(), record})
		if err != nil {
			return err
		}
	}
	return nil
}

// carrying asks that the record in column carries one of the labels. No labels are no condition.
func (w *where) carrying(column, kind string, labels []int64) *where {
	if len(labels) > 0 {
		w.sql.WriteString(" AND ")
		w.linked(column, kind, labels)
	}
	return w
}

// linked writes the condition that the record in column carries one of the labels, of which there is one at least.
func (w *where) linked(column, kind string, labels []int64) {
	w.raw(column+" IN (SELECT record_id FROM label_links WHERE account_id = $1 AND kind = ? AND ", kind)
	w.oneOf("label_id", labels)
	w.sql.WriteByte(')')
}
