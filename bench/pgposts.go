package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// measurePgPosts compares the creation of punches over PostgreSQL by 64 clients with pgbench, which writes the same rows with
// as many. Both wait for the disk.
func measurePgPosts(ctx context.Context, o *options, t *table) (err error) {
	db, stop, err := seedPostgres(ctx, o, "--durable")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	server, err := startServer(ctx, o, db.Path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	args, err := newPosts(o, "PostgreSQL POST", db, "/api/punches", ourPunch, "", 0)
	if err != nil {
		return err
	}
	ours := side{name: "PostgreSQL POST", server: server, script: "post.lua", args: args, connections: 64}
	if _, err := ours.load(ctx, o, 0, 1); err != nil { // also for a row to copy
		return err
	}
	inserts, err := newInserts(ctx, o, db)
	if err != nil {
		return err
	}
	var ratios []float64
	for round := range o.rounds {
		mine, err := ours.load(ctx, o, round+1, o.seconds)
		if err != nil {
			return err
		}
		theirs, err := inserts.run(ctx, round, o.seconds)
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "server %.0f/s, cpu %s, p50 %s, p99 %s; pgbench %.0f/s\n", mine.rate, mine.cpu, mine.median, mine.slow, theirs)
		ratios = append(ratios, mine.rate/theirs)
	}
	t.pgPosts(median(ratios))
	return nil
}

// inserts is a script for pgbench: a transaction that writes a punch and the record of its creation.
type inserts struct {
	script, socket string
	account        [2]int64 // the lowest and the highest
}

// newInserts makes the script from the last punch that the server created.
func newInserts(ctx context.Context, o *options, db *seeded) (*inserts, error) {
	c, err := pgx.Connect(ctx, db.Path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = c.Close(ctx) }()
	punch, err := insertLike(ctx, c, "SELECT * FROM punches ORDER BY created DESC LIMIT 1", "punches")
	if err != nil {
		return nil, err
	}
	record, err := insertLike(ctx, c, "SELECT * FROM audit WHERE kind = 'punch' ORDER BY at DESC LIMIT 1", "audit")
	if err != nil {
		return nil, err
	}
	made := &inserts{script: filepath.Join(o.dir, "inserts.sql"), socket: c.Config().Host}
	for _, company := range db.Companies {
		if made.account[0] == 0 || company.Account < made.account[0] {
			made.account[0] = company.Account
		}
		made.account[1] = max(made.account[1], company.Account)
	}
	script := []string{
		fmt.Sprintf(`\set account random(%d, %d)`, made.account[0], made.account[1]),
		`\set employee random(1, 10000000)`, `\set n :n + 1`, `\set id :first + :client_id * 10000000 + :n`, `\set at :id * 1000`,
		"BEGIN;", punch, record, "END;",
	}
	return made, os.WriteFile(made.script, lines(script), 0o600)
}

// insertLike is a statement that writes such a row again, with another id, account, employee and time.
func insertLike(ctx context.Context, c *pgx.Conn, query, table string) (string, error) {
	rows, err := c.Query(ctx, query, pgx.QueryExecModeSimpleProtocol) // values as text
	if err != nil {
		return "", err
	}
	defer rows.Close()
	if !rows.Next() {
		return "", errors.Join(fmt.Errorf("there is no row of %s", table), rows.Err())
	}
	changed := map[string]string{"account_id": ":account", "id": ":id", "employee_id": ":employee", "record_id": ":id"}
	for _, time := range []string{"in_dt", "in_local", "out_dt", "created", "modified", "at"} {
		changed[time] = ":at"
	}
	var names, values []string
	for i, field := range rows.FieldDescriptions() {
		names = append(names, field.Name)
		value := rows.RawValues()[i]
		switch other, found := changed[field.Name]; {
		case found:
			values = append(values, other)
		case value == nil:
			values = append(values, "NULL")
		default: // a colon would be the beginning of a variable
			values = append(values, "'"+strings.NewReplacer("'", "''", ":", " ").Replace(string(value))+"'")
		}
	}
	return "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(values, ", ") + ");", nil
}

// run lets pgbench write with 64 clients for some seconds and says how many transactions it made in one.
func (i *inserts) run(ctx context.Context, round, seconds int) (float64, error) {
	programs, err := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
	if err != nil || len(programs) == 0 {
		return 0, errors.Join(errors.New("pgbench is not installed"), err)
	}
	command := exec.CommandContext(ctx, slices.Max(programs), "-n", "-h", i.socket, "-U", "postgres", "-M", "prepared", "-c", "64", "-j", "2",
		"-T", strconv.Itoa(seconds), "-f", i.script, "-D", "n=0", "-D", fmt.Sprintf("first=%d", (1000+round)*1_000_000_000), "postgres")
	out, err := command.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("pgbench: %w\n%s", err, out)
	}
	_, rest, _ := strings.Cut(string(out), "tps = ")
	number, _, _ := strings.Cut(rest, " ")
	return strconv.ParseFloat(number, 64)
}
