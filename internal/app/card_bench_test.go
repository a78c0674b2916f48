package app_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/store/storetest"
)

// employer is an account in New York with one org unit, and somebody who may do everything there.
func employer(t testing.TB, now time.Time) (a *app.App, who attendance.Actor, unit int64) {
	t.Helper()
	ctx := context.Background()
	a, err := app.New(ctx, storetest.Open(t), func() time.Time { return now }, []byte("a secret of the tests"))
	if err != nil {
		t.Fatal(err)
	}
	account, err := a.CreateAccount(ctx, "Employer", "America/New_York", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	who = attendance.Actor{Scope: attendance.Everything(account.ID), Name: "Test", Via: "cli", Permissions: attendance.Permissions{"*"}}
	north, err := a.CreateOrgUnit(ctx, who, attendance.OrgUnitInput{Name: attendance.Some("North")})
	if err != nil {
		t.Fatal(err)
	}
	return a, who, north.ID
}

// crew is an account with that many employees who each have twenty punches in the two weeks before now.
func crew(b *testing.B, employees int) (*app.App, attendance.Scope, []int64) {
	b.Helper()
	ctx := context.Background()
	a, who, unit := employer(b, time.Date(2026, 3, 16, 12, 0, 0, 0, time.UTC))
	ids := make([]int64, employees)
	var rows []attendance.PunchInput
	for i := range employees {
		e, err := a.CreateEmployee(ctx, who, attendance.EmployeeInput{
			FirstName: attendance.Some("Worker"), LastName: attendance.Some(fmt.Sprint(i)), OrgUnit: attendance.Some(unit),
		})
		if err != nil {
			b.Fatal(err)
		}
		ids[i] = e.ID
		for day := range 10 {
			morning := time.Date(2026, 3, 2+day+2*(day/5), 13, i%50, 0, 0, time.UTC)
			for _, start := range []time.Time{morning, morning.Add(5 * time.Hour)} {
				out := attendance.At(start.Add(4 * time.Hour))
				rows = append(rows, attendance.PunchInput{Employee: attendance.Some(e.ID), InDt: attendance.Some(attendance.At(start)), OutDt: attendance.Some(&out)})
			}
		}
	}
	result, err := a.ImportPunches(ctx, who, app.PunchImport{Rows: rows})
	if err != nil || !result.Done {
		b.Fatal(err, result)
	}
	return a, who.Scope, ids
}

// BenchmarkTimeCards lists the time cards of two weeks, of a crew and of one of its employees.
func BenchmarkTimeCards(b *testing.B) {
	a, scope, ids := crew(b, 2000)
	f := attendance.CardFilter{From: "2026-03-02", To: "2026-03-15"}
	b.Run("everybody", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			cards, err := a.TimeCards(context.Background(), scope, &f)
			if err != nil || len(cards) != 20_000 {
				b.Fatal(len(cards), err)
			}
		}
		b.ReportMetric(40_000*float64(b.N)/b.Elapsed().Seconds(), "punches/s")
	})
	one := f
	one.From, one.To, one.Employees = "2026-03-09", "2026-03-15", ids[:1]
	b.Run("one week of one", func(b *testing.B) {
		for b.Loop() {
			if _, err := a.TimeCards(context.Background(), scope, &one); err != nil {
				b.Fatal(err)
			}
		}
	})
}
