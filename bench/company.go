package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// highRate is so high that nobody reaches it in a run. The rates are not switched off: they are part of what is measured.
const highRate = 1_000_000

// punchesEach is how many punches an employee has: two on each of 250 days.
const punchesEach = 500

// fewestEmployees is how many even a small company has, so that its pages name as many as those of a large one.
const fewestEmployees = 40

// firstDay is the Wednesday on which the punches begin; lastYear is the year before which they all end.
var firstDay = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// seeded is a database with its accounts.
type seeded struct {
	Path      string
	Companies []company
}

// company is an account with what is needed to send requests for it.
type company struct {
	Account   int64
	Key       string
	Employees []int64
}

// seedDatabase is the database of that name with so many accounts of so many punches each. One made before is used
// again, unless the program no longer takes it.
func seedDatabase(ctx context.Context, o *options, name string, accounts, punches int) (*seeded, error) {
	db := &seeded{Path: filepath.Join(o.dir, name+".db")}
	manifest := filepath.Join(o.dir, name+".json")
	if db.readManifest(manifest) == nil && db.migrate(ctx) == nil {
		return db, nil
	}
	fmt.Fprintf(os.Stderr, "seeding %s: %d accounts with %d punches each\n", name, accounts, punches)
	for _, file := range []string{db.Path, db.Path + "-wal", db.Path + "-shm", filepath.Join(o.dir, "shifts-"+name+".db"), manifest} {
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	db.Companies = nil
	if err := db.seed(ctx, accounts, punches); err != nil {
		return nil, err
	}
	text, err := json.Marshal(db)
	if err != nil {
		return nil, err
	}
	return db, os.WriteFile(manifest, text, 0o600)
}

func (db *seeded) readManifest(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, db)
}

// migrate brings the database up to date.
func (db *seeded) migrate(ctx context.Context) error {
	return db.open(ctx, func(*app.App) error { return nil })
}

// open opens the database for fn.
func (db *seeded) open(ctx context.Context, fn func(*app.App) error) (err error) {
	s, err := store.Open(ctx, db.Path, store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := s.Migrate(ctx, time.Now()); err != nil {
		return err
	}
	a, err := app.New(ctx, s, time.Now, nil)
	if err != nil {
		return err
	}
	return fn(a)
}

func (db *seeded) seed(ctx context.Context, accounts, punches int) error {
	return db.open(ctx, func(a *app.App) error {
		for i := range accounts {
			b := &builder{ctx: ctx, app: a, number: i}
			b.found(max(fewestEmployees, punches/punchesEach))
			b.punch(punches)
			if b.err != nil {
				return b.err
			}
			db.Companies = append(db.Companies, b.company)
		}
		return nil
	})
}

// builder makes one company. After an error it makes nothing more.
type builder struct {
	ctx     context.Context
	app     *app.App
	number  int
	err     error
	who     attendance.Actor
	company company

	units, clocks, departments, jobs, phases, codes, labels []int64
	payClass                                                int64
	workers                                                 []*attendance.Worker
	zones                                                   []*time.Location
}

// first keeps the first error.
func (b *builder) first(err error) {
	if b.err == nil {
		b.err = err
	}
}

// made is the id of a record that was made, or 0 after an error.
func made[R interface{ Identify() *attendance.Identity }](b *builder, r R, err error) int64 {
	b.first(err)
	if b.err != nil {
		return 0
	}
	return r.Identify().ID
}

// found makes the account, a key and all that employees and punches refer to.
func (b *builder) found(employees int) {
	account, err := b.app.CreateAccount(b.ctx, fmt.Sprintf("Company %d", b.number+1), "America/New_York", highRate, highRate)
	if b.first(err); b.err != nil {
		return
	}
	b.company.Account = account.ID
	b.who = attendance.Actor{Scope: attendance.Everything(account.ID), Name: "bench", Via: "cli", Permissions: attendance.Permissions{"*"}}
	_, b.company.Key, err = b.app.CreateKey(b.ctx, account.ID, attendance.Key{Name: "Payroll sync", Permissions: attendance.Permissions{"*:read", "punches:write"}})
	b.first(err)
	for i, place := range []struct{ name, zone string }{{"Brooklyn", "America/New_York"}, {"Chicago West", "America/Chicago"}, {"Oakland", "America/Los_Angeles"}} {
		unit, err := b.app.CreateOrgUnit(b.ctx, b.who, attendance.OrgUnitInput{Name: attendance.Some(place.name), Timezone: attendance.Some(place.zone)})
		b.units = append(b.units, made(b, unit, err))
		clock, err := b.app.CreateDevice(b.ctx, b.who, attendance.DeviceInput{Name: attendance.Some(fmt.Sprintf("Entrance %d", i+1)), OrgUnit: attendance.Some(b.units[i])})
		b.clocks = append(b.clocks, made(b, clock, err))
	}
	for _, name := range []string{"Assembly", "Kitchen", "Logistics", "Maintenance", "Sales"} {
		d, err := b.app.CreateDepartment(b.ctx, b.who, attendance.DepartmentInput{Name: attendance.Some(name)})
		b.departments = append(b.departments, made(b, d, err))
	}
	class, err := b.app.CreatePayClass(b.ctx, b.who, attendance.PayClassInput{Name: attendance.Some("Hourly")})
	b.payClass = made(b, class, err)
	for i := range 8 {
		l, err := b.app.CreateLabel(b.ctx, b.who, attendance.LabelInput{Kind: attendance.Some("work"), Name: attendance.Some(fmt.Sprintf("Project %c", 'A'+i))})
		b.labels = append(b.labels, made(b, l, err))
	}
	for i := range 20 {
		b.foundWork(i)
	}
	for i := range employees {
		b.hire(i)
	}
}

// foundWork makes a job, and every fourth time a phase and a cost code.
func (b *builder) foundWork(i int) {
	job, err := b.app.CreateJob(b.ctx, b.who, attendance.JobInput{Name: attendance.Some(fmt.Sprintf("Job %03d", i+1)), PayrollID: attendance.Some(new(fmt.Sprintf("J-%03d", i+1)))})
	b.jobs = append(b.jobs, made(b, job, err))
	if i%4 != 0 {
		return
	}
	phase, err := b.app.CreateJobPhase(b.ctx, b.who, attendance.WorkCodeInput{Name: attendance.Some(fmt.Sprintf("Phase %d", i/4+1))})
	b.phases = append(b.phases, made(b, phase, err))
	code, err := b.app.CreateCostCode(b.ctx, b.who, attendance.WorkCodeInput{Name: attendance.Some(fmt.Sprintf("Cost code %d", i/4+1))})
	b.codes = append(b.codes, made(b, code, err))
}

// hire makes an employee.
func (b *builder) hire(i int) {
	firsts := [...]string{"Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Frances", "Niklaus", "Margaret", "Ken", "Radia"}
	lasts := [...]string{"Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Knuth", "Allen", "Wirth", "Hamilton", "Thompson", "Perlman", "Müller", "O'Brien"}
	if b.err != nil {
		return
	}
	e, err := b.app.CreateEmployee(b.ctx, b.who, attendance.EmployeeInput{
		FirstName: attendance.Some(firsts[i%len(firsts)]), LastName: attendance.Some(lasts[i%len(lasts)]), OrgUnit: attendance.Some(b.units[i%len(b.units)]),
		Department: attendance.Some(&b.departments[i%len(b.departments)]), PayClass: attendance.Some(&b.payClass), PayrollID: attendance.Some(new(fmt.Sprintf("E-%05d", i))),
	})
	id := made(b, e, err)
	worker, err := b.app.Store().Worker(b.ctx, b.who.Scope, id)
	if b.first(err); b.err != nil {
		return
	}
	zone, err := b.app.Zones().Load(worker.Timezone)
	b.first(err)
	b.company.Employees = append(b.company.Employees, id)
	b.workers, b.zones = append(b.workers, worker), append(b.zones, zone)
}
