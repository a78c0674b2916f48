// Command bench measures the server beside what it is compared with, all sides in turn in one run, and writes the
// results as ratios to docs/performance.md. It is a module of its own, so that PocketBase stays out of the program's.
//
// Usage, from the root of the repository: make bench, or
//
//	go -C bench run . [-rounds 5] [-seconds 3] [-only pages,posts,…] [-write]
//	go -C bench run . -profile 25
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// options are what a run was asked for.
type options struct {
	root    string // of the repository
	dir     string // of what is built, seeded and logged
	rounds  int
	seconds int    // how long each side is loaded in each round
	huge    int    // rows of one more database whose pages are compared; 0 is none
	only    string // the measures to take, separated by commas; empty is all
	write   bool   // put the table into docs/performance.md
}

// wants says whether a measure is to be taken.
func (o *options) wants(measure string) bool {
	return o.only == "" || slices.Contains(strings.Split(o.only, ","), measure)
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == rolePocketBase { // it ends on signals by itself
		fmt.Fprintln(os.Stderr, "bench:", servePocketBase(os.Args[2], os.Args[3]))
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1)
	}
}

// run takes the measures, or is the bare server that they are compared with.
func run(ctx context.Context, args []string) error {
	if len(args) == 3 && args[0] == roleBare {
		return serveBare(ctx, args[1], args[2])
	}
	if len(args) == 3 && args[0] == rolePgx {
		return servePgx(ctx, args[1], args[2])
	}
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&o.root, "root", "..", "root of the repository")
	flags.IntVar(&o.rounds, "rounds", 5, "how often each side has its turn")
	flags.IntVar(&o.seconds, "seconds", 3, "how long a turn is")
	flags.IntVar(&o.huge, "huge", 0, "rows of one more database, such as 10000000, whose pages are compared; it takes minutes and gigabytes")
	flags.StringVar(&o.only, "only", "", "measures to take: pages, sizes, posts, list, start, import, cards, pgpages, pgposts, pgimport")
	what := flags.String("profile", "", "keep profiles of one kind of request in place of measures: post, 25, 200, 25&format=xml")
	postgres := flags.Bool("postgres", false, "keep the profiles over a throw-away PostgreSQL")
	flags.BoolVar(&o.write, "write", false, "write the table to docs/performance.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var err error
	if o.root, err = filepath.Abs(o.root); err != nil {
		return err
	}
	o.dir = filepath.Join(o.root, ".cache", "bench")
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	if *what != "" {
		return profileOn(ctx, &o, *what, *postgres)
	}
	return measureAll(ctx, &o)
}

// measureAll builds the server, takes the measures and writes the table.
func measureAll(ctx context.Context, o *options) error {
	if err := buildServer(ctx, o); err != nil {
		return err
	}
	results := &table{}
	for _, m := range []struct {
		name string
		take func(context.Context, *options, *table) error
	}{
		{"pages", measurePages},
		{"sizes", measureSizes},
		{"posts", measurePosts},
		{"list", measureList},
		{"start", measureStart},
		{"import", measureImport},
		{"cards", measureCards},
		{"pgpages", measurePgPages},
		{"pgposts", measurePgPosts},
		{"pgimport", measurePgImport},
	} {
		if !o.wants(m.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "== %s\n", m.name)
		if err := m.take(ctx, o, results); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	fmt.Print(results.markdown())
	if !o.write {
		return nil
	}
	if o.only != "" {
		return errors.New("a table of some of the measures is not written to docs/performance.md; leave out -only")
	}
	return results.writeTo(filepath.Join(o.root, "docs", "performance.md"))
}
