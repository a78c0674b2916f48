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
	"punchclock/internal/cards"
)

// cardCrew is how many employees the list of time cards has, each with cardPunches punches in two weeks.
const (
	cardCrew    = 10_000
	cardPunches = 20
)

// measureCards takes what time cards cost: how much of a long list is computing, what one employee's week takes, and
// what a longer history adds to it.
func measureCards(ctx context.Context, o *options, t *table) error {
	engine := median(repeat(o.rounds, func() float64 { return computeCards().Seconds() }))
	all, err := cardList(ctx, o)
	if err != nil {
		return err
	}
	short, err := cardWeek(ctx, o, 1)
	if err != nil {
		return err
	}
	long, err := cardWeek(ctx, o, 10)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("time cards of two weeks of %d employees", cardCrew)
	t.add(what+": punches computed in a second, on one core", fmt.Sprintf("%.1f million", cardCrew*cardPunches/engine/1e6), "at least 1 million")
	t.add(what+", processor time: computing / whole answer", fmt.Sprintf("%.2f", engine/all), "under 0.5")
	t.add("time cards of a week of one employee: answer", fmt.Sprintf("%.2f ms", short*1000), "under 2 ms")
	t.add("time cards of a week of one employee, time: ten years of history / one year", fmt.Sprintf("%.2f", long/short), "0.8 to 1.2")
	return nil
}

func repeat(times int, measure func() float64) []float64 {
	values := make([]float64, times)
	for i := range values {
		values[i] = measure()
	}
	return values
}

// computeCards computes the cards of as many punches as the list has, without reading or writing any.
func computeCards() time.Duration {
	zone := cards.NewZone(time.UTC)
	rules := []*cards.Rules{cards.Defaults(cards.PayCode{ID: 1, Multiplier: 10_000})}
	first := cards.DateOf(2025, time.January, 1)
	punches := make([]cards.Punch, 0, cardPunches)
	for half := range cardPunches {
		in := workday(half/2).Unix() + 8*3600 + int64(half%2)*16_200
		punches = append(punches, cards.Punch{ID: int64(half + 1), In: in, Out: in + 4*3600, Zone: zone})
	}
	var engine cards.Evaluator
	began := time.Now()
	for range cardCrew {
		engine.Evaluate(&cards.Input{Punches: punches, Classes: rules, From: first, To: first + 13, Now: began.Unix()})
	}
	return time.Since(began)
}

// cardList is the processor time of the server for one list, in seconds.
func cardList(ctx context.Context, o *options) (seconds float64, err error) {
	db, err := seedCrew(ctx, o, "cards", cardCrew, cardCrew*cardPunches)
	if err != nil {
		return 0, err
	}
	server, err := startServer(ctx, o, db.Path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	path := fmt.Sprintf("/api/timecards?from=%s&to=%s", firstDay.Format(time.DateOnly), firstDay.AddDate(0, 0, 13).Format(time.DateOnly))
	var took []float64
	for range o.rounds + 1 {
		before, err := server.cpu()
		if err != nil {
			return 0, err
		}
		if _, err := get(ctx, server, path, "Token "+db.Companies[0].Key); err != nil {
			return 0, err
		}
		after, err := server.cpu()
		if err != nil {
			return 0, err
		}
		took = append(took, (after - before).Seconds())
	}
	return median(took[1:]), nil // the first one warmed up
}

// cardWeek is the time from question to answer for one week of one employee, the last week but one of a history of so
// many years, in seconds.
func cardWeek(ctx context.Context, o *options, years int) (seconds float64, err error) {
	db, err := seedCrew(ctx, o, fmt.Sprintf("years-%d", years), fewestEmployees, fewestEmployees*punchesEach*years)
	if err != nil {
		return 0, err
	}
	server, err := startServer(ctx, o, db.Path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	monday := firstDay.AddDate(0, 0, 7*(50*years-2)-2)
	company := db.Companies[0]
	var took []float64
	for i := range 60 * o.rounds {
		path := fmt.Sprintf("/api/timecards?from=%s&to=%s&employee=%d", monday.Format(time.DateOnly), monday.AddDate(0, 0, 6).Format(time.DateOnly),
			company.Employees[i%len(company.Employees)])
		began := time.Now()
		if _, err := get(ctx, server, path, "Token "+company.Key); err != nil {
			return 0, err
		}
		took = append(took, time.Since(began).Seconds())
	}
	return median(took), nil
}

// seedCrew is the database of that name with one account of so many employees, among whom the punches are spread. One
// made before is used again, unless the program no longer takes it.
func seedCrew(ctx context.Context, o *options, name string, employees, punches int) (*seeded, error) {
	db := &seeded{Path: filepath.Join(o.dir, name+".db")}
	manifest := filepath.Join(o.dir, name+".json")
	if db.readManifest(manifest) == nil && db.migrate(ctx) == nil {
		return db, nil
	}
	fmt.Fprintf(os.Stderr, "seeding %s: %d employees with %d punches\n", name, employees, punches)
	for _, file := range []string{db.Path, db.Path + "-wal", db.Path + "-shm", manifest} {
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	b := &builder{ctx: ctx}
	if err := db.open(ctx, func(a *app.App) error {
		b.app = a
		b.found(employees)
		b.punch(punches)
		return b.err
	}); err != nil {
		return nil, err
	}
	db.Companies = []company{b.company}
	text, err := json.Marshal(db)
	if err != nil {
		return nil, err
	}
	return db, os.WriteFile(manifest, text, 0o600)
}
