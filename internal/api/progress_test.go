package api

import (
	"context"
	"iter"
	"slices"
	"testing"
	"time"

	"punchclock/internal/attendance"
)

func boundOf(t *testing.T, text string) (b attendance.Bound) {
	t.Helper()
	if err := b.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return b
}

// instants is a list of records that are nothing but their times.
func instants(t *testing.T, texts ...string) iter.Seq2[time.Time, error] {
	t.Helper()
	return func(yield func(time.Time, error) bool) {
		for _, text := range texts {
			at, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(at, nil) {
				return
			}
		}
	}
}

func TestProgressAlongARange(t *testing.T) {
	t.Parallel()
	p := &progress{}
	ctx := withExchange(context.Background(), &exchange{progress: p})
	r := &dateRange{From: boundOf(t, "2026-03-01"), To: boundOf(t, "2026-03-04")}
	records := instants(t, "2026-02-28T23:00:00Z", "2026-03-02T00:00:00Z", "2026-03-01T00:00:00Z", "2026-03-04T12:00:00Z", "2026-03-05T06:00:00Z")
	var made []float64
	for range alongRange(ctx, r, records, func(at time.Time) time.Time { return at }) {
		made = append(made, p.made())
	}
	if want := []float64{0, 0.25, 0.25, 0.875, 1}; !slices.Equal(made, want) {
		t.Errorf("the progress is %v, want %v", made, want)
	}
}

func TestNobodyIsToldOfAListThatIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	ctx := withExchange(context.Background(), &exchange{})
	r := &dateRange{From: boundOf(t, "2026-03-01"), To: boundOf(t, "2026-03-04")}
	n := 0
	for range alongRange(ctx, r, instants(t, "2026-03-02T00:00:00Z"), func(at time.Time) time.Time { return at }) {
		n++
	}
	if n != 1 || exchangeOf(ctx).progress.ofAll() != nil {
		t.Errorf("%d records, and somebody is told of them", n)
	}
}
