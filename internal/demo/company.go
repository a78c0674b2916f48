package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// weeks is how far back the punches of the company go.
const weeks = 10

// company is the demo company in the making. The first failure is kept in err, and nothing is made after it.
type company struct {
	app    *app.App
	who    attendance.Actor
	now    time.Time
	random *rand.Rand
	err    error

	units       []*unit
	departments map[string]int64
	payCodes    map[string]int64
	shifts      map[string]*shift
	schedules   map[string]*schedule
	labels      map[string]attendance.LabelRef
	jobs        map[string][]int64 // by department
	phases      []int64
	costCodes   map[string]int64 // by department
	fields      map[string]int64
	timeOff     map[string]int64 // time off codes
	people      []*person
}

// unit is an org unit with what belongs to it.
type unit struct {
	id       int64
	place    *place
	zone     *time.Location
	devices  []int64
	payClass int64
	holidays map[attendance.Date]bool
}

// Company makes the demo company and an API key that may do everything. The account has the rates that every account
// begins with.
func Company(ctx context.Context, a *app.App, now time.Time) (account *attendance.Account, key string, err error) {
	account, err = a.CreateAccount(ctx, "Harbor & Pine Bakeries", "America/New_York", attendance.DefaultBurst, attendance.DefaultSustained)
	if err != nil {
		return nil, "", err
	}
	c := &company{
		app: a, now: now.UTC().Truncate(time.Second), random: rand.New(rand.NewPCG(1926, 10)), //nolint:gosec // it is to be the same each time
		who: attendance.Actor{Scope: attendance.Everything(account.ID), Name: "demo", Via: "cli", Permissions: attendance.Permissions{"*"}},
	}
	for _, step := range []struct {
		what string
		make func(context.Context)
	}{
		{"labels and codes", c.makeWords},
		{"org units", c.makeUnits},
		{"rules", c.makeRules},
		{"employees", c.makePeople},
		{"jobs", c.makeJobs},
		{"time off", c.makeTimeOff},
		{"punches", c.makePunches},
	} {
		step.make(ctx)
		if c.err != nil {
			return nil, "", fmt.Errorf("make the %s of the demo company: %w", step.what, c.err)
		}
	}
	_, key, err = a.CreateKey(ctx, account.ID, attendance.Key{Name: "Demo", Permissions: attendance.Permissions{"*"}})
	return account, key, err
}

// identified is a record that has an id.
type identified interface{ Identify() *attendance.Identity }

// create makes a record and gives its id.
func create[In any, R identified](ctx context.Context, c *company, do func(context.Context, attendance.Actor, In) (R, error), in In) int64 {
	if c.err != nil {
		return 0
	}
	r, err := do(ctx, c.who, in)
	if err != nil {
		c.err = err
		return 0
	}
	return r.Identify().ID
}

// some is a value that is given.
func some[T any](v T) attendance.Opt[T] { return attendance.Some(v) }

// somePtr is a value that is given to a field that can be null.
func somePtr[T any](v T) attendance.Opt[*T] { return attendance.Some(&v) }

// chance is true so many times in a hundred.
func (c *company) chance(percent float64) bool { return c.random.Float64()*100 < percent }

// between is a duration from least to most.
func (c *company) between(least, most time.Duration) time.Duration {
	return least + time.Duration(c.random.Int64N(int64(most-least)+1)).Truncate(time.Second)
}

// pick is one of the items.
func pick[T any](c *company, items []T) T { return items[c.random.IntN(len(items))] }
