package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const rolePgx = "serve-pgx"

// startPostgres starts a throw-away PostgreSQL with such options of scripts/postgres-run, and gives its address.
func startPostgres(ctx context.Context, o *options, how ...string) (address string, stop func() error, err error) {
	command := exec.CommandContext(ctx, filepath.Join(o.root, "scripts", "postgres-run"), append(how, "sh", "-c", `echo "$PUNCHCLOCK_TEST_POSTGRES"; cat`)...)
	in, err := command.StdinPipe() // it ends when this does
	if err != nil {
		return "", nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	stop = func() error { return errors.Join(in.Close(), command.Wait()) }
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return "", nil, errors.Join(err, stop())
	}
	return strings.TrimSpace(line), stop, nil
}

// pagePgx is the query of a page, as anybody would write it who needs nothing but its rows.
const pagePgx = "SELECT * FROM punches WHERE account_id = $1 AND (modified, id) >= ($2, 0) ORDER BY modified, id LIMIT "

// analyze lets the database learn what its tables hold, as it does by itself where it lives longer.
func analyze(ctx context.Context, address string) error {
	pool, err := pgxpool.New(ctx, address)
	if err != nil {
		return err
	}
	defer pool.Close()
	_, err = pool.Exec(ctx, "VACUUM ANALYZE")
	return err
}

// pgxPunch is a punch as the driver reads it.
type pgxPunch struct {
	account, id, employee, orgUnit int64
	department, payClass           *int64
	timezone                       string
	in, inLocal                    int64
	inClock, inOrgUnit             *int64
	inExceptions                   string
	out, outClock, outOrgUnit      *int64
	outExceptions                  string
	outKind                        *string
	openUntil                      int64
	status                         string
	overrideBy                     *string
	job, jobPhase, costCode        *int64
	labels                         string
	notes                          *string
	created, modified              int64
}

// takePunches reads the punches of the rows, unless they are to be passed over.
func takePunches(rows pgx.Rows, unread bool) (punches []pgxPunch, err error) {
	defer rows.Close()
	for rows.Next() {
		if unread {
			continue
		}
		var p pgxPunch
		if err := rows.Scan(&p.account, &p.id, &p.employee, &p.orgUnit, &p.department, &p.payClass, &p.timezone, &p.in, &p.inLocal,
			&p.inClock, &p.inOrgUnit, &p.inExceptions, &p.out, &p.outClock, &p.outOrgUnit, &p.outExceptions, &p.outKind, &p.openUntil,
			&p.status, &p.overrideBy, &p.job, &p.jobPhase, &p.costCode, &p.labels, &p.notes, &p.created, &p.modified); err != nil {
			return nil, err
		}
		punches = append(punches, p)
	}
	return punches, rows.Err()
}

// servePgx is the program in the role of the least that a server over PostgreSQL can be: for the path
// /LIMIT?account=…&modified=… it reads the punches of a page, and writes the file LIMIT of a directory. With &unread it passes
// over the rows and looks at none.
func servePgx(ctx context.Context, dir, address string) error {
	pool, err := pgxpool.New(ctx, os.Getenv(postgresVariable))
	if err != nil {
		return err
	}
	defer pool.Close()
	bodies, err := readBodies(dir)
	if err != nil {
		return err
	}
	return serveHandler(ctx, address, func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		account, _ := strconv.ParseInt(query.Get("account"), 10, 64)
		modified, _ := strconv.ParseInt(query.Get("modified"), 10, 64)
		rows, err := pool.Query(r.Context(), pagePgx+r.URL.Path[1:], account, modified)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		if _, err := takePunches(rows, query.Has("unread")); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		writeBody(w, bodies[r.URL.Path])
	})
}

// postgresVariable tells the role its database.
const postgresVariable = "PUNCHCLOCK_TEST_POSTGRES"

// seedPostgres starts a throw-away PostgreSQL with ten accounts of 10,000 punches each.
func seedPostgres(ctx context.Context, o *options, how ...string) (db *seeded, stop func() error, err error) {
	address, stop, err := startPostgres(ctx, o, how...)
	if err != nil {
		return nil, nil, err
	}
	db = &seeded{Path: address}
	if err := errors.Join(os.Setenv(postgresVariable, address), db.seed(ctx, 10, 10_000), analyze(ctx, address)); err != nil {
		return nil, nil, errors.Join(err, stop())
	}
	return db, stop, nil
}

// askPgx is how the least that a server can be is asked for a page.
func askPgx(limit int, more string) func(*place) string {
	return func(p *place) string {
		return fmt.Sprintf("/%d?account=%d&modified=%d%s\tToken none", limit, p.company.Account, p.modified.UnixMicro(), more)
	}
}

// measurePgPages compares pages over PostgreSQL with the bare query and with the bare handler.
func measurePgPages(ctx context.Context, o *options, t *table) (err error) {
	db, stop, err := seedPostgres(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	server, err := startServer(ctx, o, db.Path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	database, err := findPostmaster(ctx, db.Path)
	if err != nil {
		return err
	}
	places, err := walk(ctx, server, db)
	if err != nil {
		return err
	}
	dir := filepath.Join(o.dir, "pgbare")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, limit := range []int{25, 200} {
		if err := keepBody(ctx, server, &places[0], limit, filepath.Join(dir, strconv.Itoa(limit))); err != nil {
			return err
		}
	}
	bare, err := startRole(ctx, o, roleBare, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.stop()) }()
	query, err := startRole(ctx, o, rolePgx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, query.stop()) }()
	var sides []side
	for _, limit := range []int{25, 200} {
		for _, s := range []struct {
			name   string
			server *process
			line   func(*place) string
		}{
			{"bare", bare, func(*place) string { return fmt.Sprintf("/%d\tToken none", limit) }},
			{"pgx", query, askPgx(limit, "")},
			{"pgx unread", query, askPgx(limit, "&unread")},
			{"PostgreSQL", server, ours(limit, "")},
		} {
			name := fmt.Sprintf("%s %d", s.name, limit)
			args, err := requests(o, name, places, s.line)
			if err != nil {
				return err
			}
			sides = append(sides, side{name: name, server: s.server, database: database, script: "page.lua", args: args, connections: 16})
		}
	}
	all, err := interleave(ctx, o, o.seconds, sides...)
	if err != nil {
		return err
	}
	t.pgPages(all)
	return nil
}

// serveHandler serves until ctx ends.
func serveHandler(ctx context.Context, address string, handle http.HandlerFunc) error {
	server := &http.Server{Addr: address, ReadHeaderTimeout: 10 * time.Second, Handler: handle}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
