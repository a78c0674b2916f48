package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// TestGatheredRowsAreWritten loads more punches than are kept back at once and finds every one.
func TestGatheredRowsAreWritten(t *testing.T) {
	t.Parallel()
	const many = 5001
	c := newCrew(t)
	ctx, scope := t.Context(), attendance.Everything(c.account)
	punch := func(i int) *attendance.Punch {
		in := storetest.Epoch.Add(time.Duration(i) * time.Hour)
		return &attendance.Punch{
			Employee: c.ada.ID, OrgUnit: c.unit.ID, Timezone: "UTC", InDt: in, InLocal: in, OpenUntil: in,
			OutDt: new(in.Add(time.Minute)), Status: attendance.PunchApproved, Notes: new("a\tb\\n"),
		}
	}
	err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
		tx.Gather()
		for i := range many {
			p := punch(i)
			id, err := tx.NewID(ctx)
			if err != nil {
				return err
			}
			stamp := tx.Stamp()
			p.Identity = attendance.Identity{ID: id, Created: stamp, Modified: stamp}
			if err := tx.LoadPunch(ctx, p); err != nil {
				return err
			}
			if err := tx.Audit(ctx, store.Audited{At: stamp, Action: "create", Kind: "punch", RecordID: id, Became: new("{}")}); err != nil {
				return err
			}
		}
		return tx.WriteGathered(ctx)
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for p, err := range c.here.Punches(ctx, scope, &attendance.PunchFilter{}, storetest.Epoch) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Notes == nil { // the crew's own
			continue
		}
		want := punch(found)
		if diff := cmp.Diff([]any{want.InDt, want.OutDt, want.Notes}, []any{p.InDt, p.OutDt, p.Notes}); diff != "" {
			t.Fatalf("punch %d (-want +got):\n%s", found, diff)
		}
		found++
	}
	if found != many {
		t.Errorf("%d punches are there, want %d", found, many)
	}
}
