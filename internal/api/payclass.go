package api

import (
	"context"

	"punchclock/internal/attendance"
)

func (s *Server) payClasses() []route {
	return answering(
		examplePayClass(),
		get("/payclasses", attendance.Read("payclasses"), s.listPayClasses).describe("List pay classes, by name."),
		post("/payclasses", attendance.Write("payclasses"), s.createPayClass).describe("Create a pay class."),
		get("/payclasses/{id}", attendance.Read("payclasses"), s.getPayClass).describe("Retrieve a pay class."),
		put("/payclasses/{id}", attendance.Write("payclasses"), s.updatePayClass).
			describe("Update a pay class.", "An object or a list of the pay class, such as shift or premiums, is written whole: what is left out of it has its default."),
	)
}

type payClassList struct {
	ID []int64 `query:"id" doc:"Only these pay classes."`
}

func (s *Server) listPayClasses(ctx context.Context, who attendance.Actor, in *payClassList) (reply, error) {
	return listing(s.store.PayClasses(ctx, who.Scope, attendance.PayClassFilter{IDs: in.ID})).reply()
}

func (s *Server) createPayClass(ctx context.Context, who attendance.Actor, in *write[attendance.PayClassInput]) (reply, error) {
	return answer(s.app.CreatePayClass(ctx, who, in.Body))
}

func (s *Server) getPayClass(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.store.PayClass(ctx, who.Scope, in.ID))
}

func (s *Server) updatePayClass(ctx context.Context, who attendance.Actor, in *writeTo[attendance.PayClassInput]) (reply, error) {
	return answer(s.app.UpdatePayClass(ctx, who, in.ID, in.Body))
}

// examplePayClass is a pay class in which every rule is set, so that the documentation shows them all.
func examplePayClass() *attendance.PayClass {
	const hour = 3600
	overtime, double := new(int64(2)), new(int64(3))
	level := func(hours attendance.Span, code *int64) attendance.PayLevel {
		return attendance.PayLevel{Threshold: new(hours * hour), PayCode: code}
	}
	return &attendance.PayClass{
		Identity: exampleIdentity(5), Name: "Hourly, warehouse", Active: true,
		PayRules: attendance.PayRules{
			PayMode: attendance.PayHourly, PayPeriod: attendance.PeriodBiweek, PayPeriodStartsOn: 1,
			PayPeriodAnchor: new(attendance.Date("2026-01-05")), PayDateDaysAfter: new(int64(5)), RegularPayCode: 1,
			Daily:  [3]attendance.PayLevel{level(8, overtime), level(12, double), {}},
			Weekly: [3]attendance.PayLevel{level(40, overtime), {}, {}},
			Period: [3]attendance.PayLevel{level(160, overtime), {}, {}},
			Shift: &attendance.ShiftRules{
				Gap: 4 * hour, Maximum: new(attendance.Span(16 * hour)), Date: attendance.ShiftDateStart,
			},
			Overtime:  exampleOvertime(),
			Rounding:  exampleRounding(),
			AutoMeals: []attendance.AutoMeal{{Kind: attendance.PauseMeal, Type: attendance.PauseDeduct, After: 6 * hour, Amount: hour / 2, IncludePunched: true}},
			UnpaidWindows: []attendance.UnpaidWindow{
				{Start: 12 * hour, End: 13 * hour, Days: &attendance.Weekdays{1, 2, 3, 4, 5}},
			},
			Premiums: []attendance.Premium{{
				Name: "Night", PayCode: 4, Days: &attendance.Weekdays{1, 2, 3, 4, 5}, Start: 22 * hour, End: 6 * hour,
				From: new(attendance.Date("2026-01-01")), To: new(attendance.Date("2026-12-31")),
				Minimum: new(attendance.Span(hour)), Maximum: new(attendance.Span(8 * hour)),
			}},
			MinimumShift: &attendance.MinimumShift{Length: 4 * hour, Gap: 8 * hour, PayCode: 1},
		},
	}
}

func exampleOvertime() *attendance.OvertimeRules {
	const hour = 3600
	return &attendance.OvertimeRules{
		WeekStartsOn: new(int64(1)), WeeklyBasis: attendance.BasisNonOvertime, Combination: attendance.CombinationStacked,
		Tolerance: hour / 12, PeriodWeeks: new(int64(4)), PeriodAnchor: new(attendance.Date("2026-01-05")),
		SeventhDay: &attendance.SeventhDayRule{
			PayCode: 2, Threshold2: new(attendance.Span(8 * hour)), PayCode2: new(int64(3)),
		},
		ConsecutiveDays: &attendance.ConsecutiveDaysRule{Days: 6, Scope: attendance.ScopeWeek, PayCode: 2},
		DaysPerWeek:     &attendance.DaysPerWeekRule{Days: 6, PayCode: 2},
		RestDays:        &attendance.RestDaysRule{Days: attendance.Weekdays{6, 7}, PayCode: 2},
		Holiday:         &attendance.HolidayRule{PayCode: 3},
	}
}

func exampleRounding() *attendance.RoundingRules {
	const minute, hour = 60, 3600
	return &attendance.RoundingRules{
		In: &attendance.ClockRounding{
			Mode: attendance.RoundSnap, From: new(attendance.TimeOfDay(7*hour + 45*minute)),
			To: new(attendance.TimeOfDay(8*hour + 5*minute)), At: new(attendance.TimeOfDay(8 * hour)),
		},
		Out: &attendance.ClockRounding{
			Interval: new(attendance.Span(15 * minute)), Mode: attendance.RoundNearest,
			Window: &attendance.ClockRange{From: 16 * hour, To: 18 * hour},
		},
		Meal:             &attendance.LengthRounding{Interval: 5 * minute, Mode: attendance.RoundUp},
		Break:            &attendance.LengthRounding{Interval: 5 * minute, Mode: attendance.RoundDown, Grace: minute},
		Total:            &attendance.TotalRounding{LengthRounding: attendance.LengthRounding{Interval: 6 * minute, Mode: attendance.RoundNearest}, Between: &attendance.SpanRange{From: 7 * hour, To: 9 * hour}},
		TruncateToMinute: true,
		SnapToSchedule:   &attendance.ScheduleSnap{InBefore: 10 * minute, InAfter: 5 * minute},
	}
}
