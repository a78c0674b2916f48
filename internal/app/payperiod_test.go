package app

import (
	"testing"

	"punchclock/internal/attendance"
)

// TestAReasonAloneReopensNothing holds what the audit trail calls the changes of pay periods.
func TestAReasonAloneReopensNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ was, now, want string }{
		{"open", "open", "update"},
		{"closed", "closed", "update"},
		{"open", "approved", "update"},
		{"approved", "closed", "close"},
		{"closed", "open", "reopen: a forgotten punch"},
		{"closed", "submitted", "reopen: a forgotten punch"},
	} {
		was, now := &attendance.PayPeriod{State: c.was}, &attendance.PayPeriod{State: c.now, Reason: "a forgotten punch"}
		if got := payPeriods.nameOf(was, now); got != c.want {
			t.Errorf("from %s to %s is called %q, want %q", c.was, c.now, got, c.want)
		}
	}
	if got := departments.nameOf(nil, nil); got != "update" {
		t.Errorf("the change of a department is called %q", got)
	}
}
