// Command mutator puts one fault at a time into the functions of a package, runs the package's tests on each, and prints
// which faults they notice. The faults reach the compiler as overlays, so that the checkout stays as it is.
//
// Usage, from the root of the repository: scripts/mutate [-sample N] [-seed S] [-limit 20s] PACKAGE [FILE[:LINE]…].
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// options are what a run was asked for.
type options struct {
	folder string   // of the package
	files  []string // files to put faults into, or lines such as round.go:25; empty is all
	sample int      // how many faults are drawn; 0 is all
	seed   uint64   // of the draw
	limit  time.Duration
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func readOptions(args []string) (*options, error) {
	var o options
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.IntVar(&o.sample, "sample", 0, "how many faults to draw at random; 0 takes all")
	flags.Uint64Var(&o.seed, "seed", 1, "of the draw: the same seed draws the same faults")
	flags.DurationVar(&o.limit, "limit", 20*time.Second, "how long the tests may run on one fault")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() == 0 {
		return nil, errors.New("name the folder of a package, such as internal/cards")
	}
	o.folder, o.files = filepath.Clean(flags.Arg(0)), flags.Args()[1:]
	return &o, nil
}

// run takes the faults one after the other and prints the verdict on each.
func run(ctx context.Context, args []string, out io.Writer) (err error) {
	o, err := readOptions(args)
	if err != nil {
		return err
	}
	faults, err := o.faults()
	if err != nil {
		return err
	}
	b, err := newBench(o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	if err := b.prepare(ctx); err != nil {
		return err
	}
	count := make(map[verdict]int)
	for i := range faults {
		v, err := b.try(ctx, &faults[i])
		if err != nil {
			return err
		}
		count[v]++
		if _, err := fmt.Fprintf(out, "%-12s %s\n", v, &faults[i]); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "%d faults: %d killed, %d survived, %d timed out, %d do not compile\n",
		len(faults), count[killed], count[survived], count[timedOut], count[invalid])
	return err
}

// wants says whether faults of that line of a file were asked for.
func (o *options) wants(name string, line int) bool {
	return len(o.files) == 0 || slices.Contains(o.files, name) || slices.Contains(o.files, fmt.Sprintf("%s:%d", name, line))
}

// faults are those of the files that were asked for, or a draw of them, in the order of the source.
func (o *options) faults() ([]fault, error) {
	paths, err := filepath.Glob(filepath.Join(o.folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var all []fault
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		found, err := faultsIn(path)
		if err != nil {
			return nil, err
		}
		all = append(all, slices.DeleteFunc(found, func(f fault) bool { return !o.wants(name, f.line) })...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("nothing to put a fault into in %s", o.folder)
	}
	if o.sample <= 0 || o.sample >= len(all) {
		return all, nil
	}
	places := rand.New(rand.NewPCG(o.seed, 0)).Perm(len(all))[:o.sample]
	slices.Sort(places)
	drawn := make([]fault, 0, o.sample)
	for _, i := range places {
		drawn = append(drawn, all[i])
	}
	return drawn, nil
}
