package demo

import (
	"context"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// shift is a shift class.
type shift struct {
	id         int64
	start, end attendance.TimeOfDay
}

// length is how long the shift lasts.
func (s *shift) length() time.Duration {
	seconds := s.end - s.start
	if seconds <= 0 {
		seconds += 86400
	}
	return time.Duration(seconds) * time.Second
}

// schedule is a team schedule.
type schedule struct {
	id   int64
	days map[int]*shift // by ISO weekday
}

// hour is a time of day.
func hour(h, m int64) attendance.TimeOfDay { return attendance.TimeOfDay(h*3600 + m*60) }

// span is a length of time.
func span(h, m int64) attendance.Span { return attendance.Span(h*3600 + m*60) }

// makeWords makes labels, departments, codes and custom fields.
func (c *company) makeWords(ctx context.Context) {
	c.labels = make(map[string]attendance.LabelRef)
	for _, l := range [][2]string{
		{attendance.LabelUser, "Part-time"},
		{attendance.LabelUser, "First aider"},
		{attendance.LabelWork, "Rush order"},
		{attendance.LabelWork, "Training"},
		{attendance.LabelDevice, "Back entrance"},
	} {
		c.labels[l[1]] = attendance.MakeLabelRef(l[0], create(ctx, c, c.app.CreateLabel, attendance.LabelInput{Kind: some(l[0]), Name: some(l[1])}))
	}
	c.departments = make(map[string]int64)
	c.costCodes = make(map[string]int64)
	for _, d := range [][2]string{{"Production", "4100"}, {"Logistics", "4200"}, {"Customer service", "4300"}, {"Administration", "4400"}} {
		c.departments[d[0]] = create(ctx, c, c.app.CreateDepartment, attendance.DepartmentInput{Name: some(d[0]), PayrollID: somePtr("D" + d[1])})
		c.costCodes[d[0]] = create(ctx, c, c.app.CreateCostCode, attendance.WorkCodeInput{Name: some(d[1] + " Wages " + d[0]), PayrollID: somePtr(d[1])})
	}
	for _, name := range []string{"Prepare", "Carry out", "Clean up"} {
		c.phases = append(c.phases, create(ctx, c, c.app.CreateJobPhase, attendance.WorkCodeInput{Name: some(name)}))
	}
	c.timeOff = map[string]int64{
		"Vacation": create(ctx, c, c.app.CreateTimeOffCode, attendance.TimeOffCodeInput{Name: some("Vacation"), IsPaid: some(true), AllowWorkerRequest: some(true), SortOrder: somePtr(int64(1))}),
		"Sick":     create(ctx, c, c.app.CreateTimeOffCode, attendance.TimeOffCodeInput{Name: some("Sick"), IsPaid: some(true), SortOrder: somePtr(int64(2))}),
		"Unpaid":   create(ctx, c, c.app.CreateTimeOffCode, attendance.TimeOffCodeInput{Name: some("Unpaid leave"), AllowWorkerRequest: some(true), SortOrder: somePtr(int64(3))}),
	}
	c.fields = map[string]int64{
		"shirt": create(ctx, c, c.app.CreateCustomField, attendance.CustomFieldInput{
			Key: some("shirt"), Name: some("Shirt size"), Type: some("select"), Options: some([]string{"S", "M", "L", "XL"}), Filterable: some(true),
		}),
		"forklift": create(ctx, c, c.app.CreateCustomField, attendance.CustomFieldInput{
			Key: some("forklift"), Name: some("May drive the forklift"), Type: some("boolean"), Filterable: some(true),
		}),
	}
}

// makeRules makes pay codes, pay classes, shift classes and team schedules. All ready-made pay classes are there to look
// at; those of New York and Berlin are two of them, with what the company adds.
func (c *company) makeRules(ctx context.Context) {
	create(ctx, c, c.app.CreatePayCode, attendance.PayCodeInput{
		Name: some("Holiday"), Abbreviation: somePtr("HOL"), Multiplier: some[attendance.Decimal]("1.5"), IsPaid: some(true),
	})
	classes := make(map[string]int64)
	for _, p := range app.Presets() {
		name := map[string]string{"flsa": "New York hourly", "eu": "Berlin hourly"}[p.Key]
		classes[p.Key] = create(ctx, c, func(ctx context.Context, who attendance.Actor, p app.Preset) (*attendance.PayClass, error) {
			return c.app.AddPreset(ctx, who, p, name)
		}, p)
	}
	c.readPayCodes(ctx)
	c.units[0].payClass = c.adapt(ctx, classes["flsa"], c.newYork())
	c.units[1].payClass = c.adapt(ctx, classes["eu"], c.berlin())
	c.units[2].payClass = create(ctx, c, c.app.CreatePayClass, c.pune())
	c.makeShifts(ctx)
	c.makeSchedules(ctx)
}

// readPayCodes finds the pay codes by name: those that every account begins with, and those made since.
func (c *company) readPayCodes(ctx context.Context) {
	c.payCodes = make(map[string]int64)
	for code, err := range c.app.Store().PayCodes(ctx, c.who.Scope, attendance.PayCodeFilter{}) {
		if err != nil {
			c.err = err
			return
		}
		c.payCodes[code.Name] = code.ID
	}
}

// adapt changes a pay class.
func (c *company) adapt(ctx context.Context, class int64, in attendance.PayClassInput) int64 {
	return create(ctx, c, func(ctx context.Context, who attendance.Actor, in attendance.PayClassInput) (*attendance.PayClass, error) {
		return c.app.UpdatePayClass(ctx, who, class, in)
	}, in)
}

// newYork lets the week begin on Monday, pays holidays and nights, and rounds to the quarter of an hour (29 CFR 785.48).
func (c *company) newYork() attendance.PayClassInput {
	quarter := func() *attendance.ClockRounding {
		interval := span(0, 15)
		return &attendance.ClockRounding{Interval: &interval, Mode: attendance.RoundNearest}
	}
	return attendance.PayClassInput{
		PayPeriodStartsOn: some(int64(1)), PayDateDaysAfter: somePtr(int64(5)),
		Overtime: somePtr(attendance.OvertimeRules{
			WeeklyBasis: attendance.BasisNonOvertime, Combination: attendance.CombinationStacked, Holiday: &attendance.HolidayRule{PayCode: c.payCodes["Holiday"]},
		}),
		Rounding: somePtr(attendance.RoundingRules{In: quarter(), Out: quarter()}),
		Premiums: somePtr([]attendance.Premium{{Name: "Night", PayCode: c.payCodes["Night premium"], Start: hour(22, 0), End: hour(6, 0)}}),
	}
}

// berlin pays overtime from ten hours a day on, and deducts the pauses that the law asks for (section 4 ArbZG) as far as
// they were not punched.
func (c *company) berlin() attendance.PayClassInput {
	return attendance.PayClassInput{
		Daily1Threshold: somePtr(span(10, 0)), Daily1PayCode: somePtr(c.payCodes["Overtime"]),
		AutoMeals: somePtr([]attendance.AutoMeal{
			{Kind: attendance.PauseMeal, Type: attendance.PauseDeduct, After: span(6, 0), Amount: span(0, 30), IncludePunched: true},
		}),
	}
}

// pune pays double from nine hours a day and 48 a week on (section 59 of the Factories Act, 1948).
func (c *company) pune() attendance.PayClassInput {
	return attendance.PayClassInput{
		Name: some("Pune monthly"), PayPeriod: some(attendance.PeriodMonth), PayPeriodStartsOn: some(int64(1)),
		Daily1Threshold: somePtr(span(9, 0)), Daily1PayCode: somePtr(c.payCodes["Double time"]),
		Weekly1Threshold: somePtr(span(48, 0)), Weekly1PayCode: somePtr(c.payCodes["Double time"]),
		AutoMeals: somePtr([]attendance.AutoMeal{
			{Kind: attendance.PauseMeal, Type: attendance.PauseDeduct, After: span(5, 0), Amount: span(0, 45)},
		}),
	}
}

func (c *company) makeShifts(ctx context.Context) {
	c.shifts = make(map[string]*shift)
	for _, s := range []struct {
		name       string
		start, end attendance.TimeOfDay
	}{
		{"Early", hour(5, 0), hour(13, 30)},
		{"Day", hour(9, 0), hour(17, 30)},
		{"Late", hour(13, 30), hour(22, 0)},
		{"Night", hour(22, 0), hour(6, 0)},
		{"Short day", hour(10, 0), hour(15, 0)},
	} {
		id := create(ctx, c, c.app.CreateShiftClass, attendance.ShiftClassInput{
			Name: some(s.name), Start: some(s.start), End: some(s.end), LateGrace: some(span(0, 5)), EarlyGrace: some(span(0, 5)), BindWindow: some(span(4, 0)),
		})
		c.shifts[s.name] = &shift{id, s.start, s.end}
	}
}

func (c *company) makeSchedules(ctx context.Context) {
	c.schedules = make(map[string]*schedule)
	for _, s := range []struct {
		name, shift string
		days        []int
	}{
		{"Early, Monday to Friday", "Early", []int{1, 2, 3, 4, 5}},
		{"Day, Monday to Friday", "Day", []int{1, 2, 3, 4, 5}},
		{"Late, Tuesday to Saturday", "Late", []int{2, 3, 4, 5, 6}},
		{"Nights, Sunday to Thursday", "Night", []int{7, 1, 2, 3, 4}},
		{"Short days, Friday to Sunday", "Short day", []int{5, 6, 7}},
	} {
		made := &schedule{days: make(map[int]*shift)}
		var days []attendance.ScheduleDay
		for _, d := range s.days {
			made.days[d] = c.shifts[s.shift]
			days = append(days, attendance.ScheduleDay{Weekday: int64(d), ShiftClass: c.shifts[s.shift].id})
		}
		made.id = create(ctx, c, c.app.CreateTeamSchedule, attendance.TeamScheduleInput{Name: some(s.name), Days: some(days)})
		c.schedules[s.shift] = made
	}
}
