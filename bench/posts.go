package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// perRound is how many shifts of each employee a round may use up.
const perRound = 200

// The requests that create a punch. PocketBase is given what the server finds out by itself, but for the names.
const (
	ourPunch    = `{"employee": @employee, "inDt": "@in", "outDt": "@out"}`
	pocketPunch = `{"account": @account, "employee": @employee, "inDt": "@in", "outDt": "@out", "orgUnit": 12, "timezone": "America/New_York", ` +
		`"department": 14, "payClass": 19, "status": "approved", "inExceptions": ["added"], "outExceptions": ["added"], "labels": [], "entryState": 2}`
)

// measurePosts compares the creation of punches by 64 clients, each waiting for its punch to be on disk.
func measurePosts(ctx context.Context, o *options, t *table) (err error) {
	db, err := seedDatabase(ctx, o, "pages", 10, 100_000)
	if err != nil {
		return err
	}
	pocketDir, err := seedPocketBase(ctx, o, db)
	if err != nil {
		return err
	}
	first, err := db.takeShifts(o, (o.rounds+1)*perRound)
	if err != nil {
		return err
	}
	server, err := startServer(ctx, o, db.Path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	pocketBase, err := startRole(ctx, o, rolePocketBase, pocketDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pocketBase.stop()) }()
	mine, err := newPosts(o, "server POST", db, "/api/punches", ourPunch, "", first)
	if err != nil {
		return err
	}
	theirs, err := newPosts(o, "PocketBase POST", db, "/api/collections/punches/records", pocketPunch, pocketBase.first, first)
	if err != nil {
		return err
	}
	all, err := interleave(ctx, o, o.seconds,
		side{name: "server POST", server: server, script: "post.lua", args: mine, connections: 64}, side{name: "PocketBase POST", server: pocketBase, script: "post.lua", args: theirs, connections: 64})
	if err != nil {
		return err
	}
	t.posts(all)
	return nil
}

// newPosts writes the file for post.lua. Employees of all companies take turns.
func newPosts(o *options, name string, db *seeded, path, body, token string, first int) (func(round int) []string, error) {
	all := []string{path + "\t" + body}
	for i := range db.Companies[0].Employees {
		for _, c := range db.Companies {
			key := token
			if key == "" {
				key = "Token " + c.Key
			}
			all = append(all, fmt.Sprintf("%s\t%d\t%d", key, c.Employees[i], c.Account))
		}
	}
	file := filepath.Join(o.dir, name+".requests")
	return func(round int) []string { return []string{file, strconv.Itoa(first + round*perRound)} }, os.WriteFile(file, lines(all), 0o600)
}

// takeShifts is the first of so many shifts in which nobody has a punch yet. They lie in the years before the seeded
// punches, so that the posts of a run can stay in the database without being in the way of another one.
func (db *seeded) takeShifts(o *options, n int) (first int, err error) {
	file := filepath.Join(o.dir, "shifts-"+filepath.Base(db.Path))
	if text, err := os.ReadFile(file); err == nil {
		if first, err = strconv.Atoi(string(text)); err != nil {
			return 0, err
		}
	}
	if (first+n)*43_200 > int(firstDay.Unix())-365*86_400 {
		return 0, fmt.Errorf("the employees of %s have no free shifts left; remove %s", db.Path, o.dir)
	}
	return first, os.WriteFile(file, []byte(strconv.Itoa(first+n)), 0o600)
}
