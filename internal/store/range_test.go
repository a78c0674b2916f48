package store_test

import (
	"strings"
	"testing"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store/storetest"
)

// TestPagesBeginAtTheirStart looks at how the database would find a page in the middle of a range: it must begin at the
// page's start, not at the end of the range, or late pages would cost more than early ones.
func TestPagesBeginAtTheirStart(t *testing.T) {
	t.Parallel()
	s, statements := traced(t)
	statements() // of the start
	account := attendance.Everything(1)
	span := attendance.Range{From: storetest.Epoch.AddDate(-1, 0, 0), To: storetest.Epoch}
	for _, backward := range []bool{false, true} {
		page := &attendance.Page{Limit: 25, Backward: backward, Start: &attendance.Position{Number: storetest.Epoch.AddDate(0, -1, 0).UnixMicro(), ID: 7}}
		read(t, s.Punches(t.Context(), account, &attendance.PunchFilter{Range: attendance.ExactRange(span), ByModified: true, Page: page}, time.Time{}))
		read(t, s.Employees(t.Context(), account, attendance.EmployeeFilter{Modified: span, ByModified: true, Page: page}))
		read(t, s.DurationEntries(t.Context(), account, &attendance.DurationEntryFilter{Modified: span, ByModified: true, Page: page}))
		read(t, s.Deletions(t.Context(), account, attendance.DeletionFilter{Range: span, Page: page}))
	}
	for _, sql := range statements() {
		if !strings.Contains(sql, "ORDER BY") {
			continue
		}
		plan, err := s.Plan(t.Context(), sql)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(plan, "modified,id)") && !strings.Contains(plan, "at,id)") {
			t.Errorf("the page is not found by its start\n%s\n%s", sql, plan)
		}
	}
}
