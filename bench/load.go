package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// side is one of the servers that are compared, and how it is loaded.
type side struct {
	name        string
	server      *process
	database    *postmaster // nil where it is within the server
	script      string      // of wrk
	args        func(round int) []string
	connections int
}

// turn is what came of loading a side once.
type turn struct {
	rate   float64       // requests answered per second
	cpu    time.Duration // processor time of the server per request
	all    time.Duration // the same with its database
	median time.Duration // of the time to an answer
	slow   time.Duration // 99 of 100 answers took less
}

// turns are the turns of each side by name, the rounds in order.
type turns map[string][]turn

// interleave loads the sides in turn, round after round: whatever else the machine does then burdens all of them alike.
// The turns of round 0 warm up and are not counted.
func interleave(ctx context.Context, o *options, seconds int, sides ...side) (turns, error) {
	all := make(turns)
	for round := range o.rounds + 1 {
		for i := range sides {
			long := seconds
			if round == 0 {
				long = 1
			}
			t, err := sides[i].load(ctx, o, round, long)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", sides[i].name, err)
			}
			if round > 0 {
				all[sides[i].name] = append(all[sides[i].name], t)
			}
		}
	}
	for _, s := range sides {
		fmt.Fprintf(os.Stderr, "%-24s %9.0f/s  cpu %8s  p50 %8s  p99 %8s\n", s.name, all.of(s.name, turn.perSecond),
			time.Duration(all.of(s.name, turn.cost)).Round(100*time.Nanosecond), time.Duration(all.of(s.name, turn.usual)).Round(time.Microsecond),
			time.Duration(all.of(s.name, turn.tail)).Round(time.Microsecond))
	}
	return all, nil
}

func (t turn) perSecond() float64 { return t.rate }
func (t turn) cost() float64      { return float64(t.cpu) }
func (t turn) whole() float64     { return float64(t.all) }
func (t turn) usual() float64     { return float64(t.median) }
func (t turn) tail() float64      { return float64(t.slow) }

// of is the median of a figure of a side.
func (all turns) of(name string, figure func(turn) float64) float64 {
	values := make([]float64, len(all[name]))
	for i, t := range all[name] {
		values[i] = figure(t)
	}
	return median(values)
}

// ratio is the median, over the rounds, of a figure of one side divided by that of another.
func (all turns) ratio(name, by string, figure func(turn) float64) float64 {
	values := make([]float64, len(all[name]))
	for i := range values {
		values[i] = figure(all[name][i]) / figure(all[by][i])
	}
	return median(values)
}

// load loads the side once.
func (s *side) load(ctx context.Context, o *options, round, seconds int) (turn, error) {
	before, err := s.server.cpu()
	if err != nil {
		return turn{}, err
	}
	databaseBefore, err := s.database.cpu()
	if err != nil {
		return turn{}, err
	}
	args := append([]string{
		"-t2", "-c" + strconv.Itoa(s.connections), fmt.Sprintf("-d%ds", seconds), "--latency",
		"-s", filepath.Join(o.root, "bench", s.script), "http://" + s.server.address, "--",
	}, s.args(round)...)
	out, err := exec.CommandContext(ctx, "wrk", args...).CombinedOutput()
	if err != nil {
		return turn{}, fmt.Errorf("wrk: %w\n%s", err, out)
	}
	after, err := s.server.cpu()
	if err != nil {
		return turn{}, err
	}
	databaseAfter, err := s.database.cpu()
	if err != nil {
		return turn{}, err
	}
	_, line, _ := strings.Cut(string(out), "RESULT ")
	var requests, took, failed, usual, slow int64
	if _, err := fmt.Sscan(line, &requests, &took, &failed, &usual, &slow); err != nil || requests == 0 {
		return turn{}, fmt.Errorf("wrk gave no result: %w\n%s", err, out)
	}
	if failed > 0 {
		return turn{}, fmt.Errorf("%d of %d requests failed\n%s", failed, requests, out)
	}
	return turn{
		rate: float64(requests) / (float64(took) / 1e6), cpu: (after - before) / time.Duration(requests),
		all:    (after - before + databaseAfter - databaseBefore) / time.Duration(requests),
		median: time.Duration(usual) * time.Microsecond, slow: time.Duration(slow) * time.Microsecond,
	}, nil
}

func sortedCopy(values []float64) []float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted
}
