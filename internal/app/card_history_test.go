package app_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// worker hires an employee who has one punch on every day, or every weekday, from first until the day before now.
func worker(t *testing.T, a *app.App, who attendance.Actor, unit int64, first, now time.Time, weekends bool) int64 {
	t.Helper()
	e, err := a.CreateEmployee(context.Background(), who, attendance.EmployeeInput{
		FirstName: attendance.Some("Worker"), LastName: attendance.Some(fmt.Sprint(first, weekends)), OrgUnit: attendance.Some(unit),
	})
	if err != nil {
		t.Fatal(err)
	}
	var rows []attendance.PunchInput
	for in := first; in.Before(now.AddDate(0, 0, -1)); in = in.AddDate(0, 0, 1) {
		if !weekends && (in.Weekday() == time.Saturday || in.Weekday() == time.Sunday) {
			continue
		}
		out := attendance.At(in.Add(8 * time.Hour))
		rows = append(rows, attendance.PunchInput{Employee: attendance.Some(e.ID), InDt: attendance.Some(attendance.At(in)), OutDt: attendance.Some(&out)})
	}
	result, err := a.ImportPunches(context.Background(), who, app.PunchImport{Rows: rows})
	if err != nil || !result.Done {
		t.Fatal(err, result)
	}
	return e.ID
}

// TestCardsDoNotReadHistory: what a week of cards costs goes by the week and its look-back, not by how long somebody has
// worked, also for somebody who never has a day off. Allocations are counted in place of time, because they grow with every
// punch that is read.
//
//nolint:paralleltest // allocations of other tests would be counted
func TestCardsDoNotReadHistory(t *testing.T) {
	ctx := context.Background()
	now := time.Date(2026, 3, 16, 12, 0, 0, 0, time.UTC)
	a, who, unit := employer(t, now)
	for _, weekends := range []bool{false, true} {
		shifts := 5
		if weekends {
			shifts = 7
		}
		cost := make(map[int]float64)
		for _, days := range []int{90, 900} {
			id := worker(t, a, who, unit, time.Date(2026, 3, 16-days, 13, 0, 0, 0, time.UTC), now, weekends)
			f := attendance.CardFilter{From: "2026-02-09", To: "2026-02-15", Employees: []int64{id}}
			cost[days] = testing.AllocsPerRun(5, func() {
				if cards, err := a.TimeCards(ctx, who.Scope, &f); err != nil || len(cards) != shifts {
					t.Fatal(fmt.Sprintf("%d cards", len(cards)), err)
				}
			})
		}
		if cost[900] > cost[90]*1.1 {
			t.Errorf("a week of %d shifts costs %.0f allocations after 900 days of work, %.0f after 90", shifts, cost[900], cost[90])
		}
	}
}
