package main

import (
	"context"
	"errors"
	"fmt"
)

// measureSizes compares a page of a small account with one of a large account.
func measureSizes(ctx context.Context, o *options, t *table) (err error) {
	sizes := []int{10_000, 1_000_000}
	if o.huge > 0 {
		sizes = append(sizes, o.huge)
	}
	var sides []side
	for _, size := range sizes {
		db, err := seedDatabase(ctx, o, fmt.Sprintf("one-%d", size), 1, size)
		if err != nil {
			return err
		}
		server, err := startServer(ctx, o, db.Path)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, server.stop()) }()
		places, err := walk(ctx, server, db)
		if err != nil {
			return err
		}
		name := sizeName(size)
		args, err := requests(o, name, places, ours(25, ""))
		if err != nil {
			return err
		}
		sides = append(sides, side{name: name, server: server, script: "page.lua", args: args, connections: 16})
	}
	all, err := interleave(ctx, o, o.seconds, sides...)
	if err != nil {
		return err
	}
	t.sizes(all, sizes)
	return nil
}

func sizeName(size int) string { return fmt.Sprintf("page of %d", size) }
