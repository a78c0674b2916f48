package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/pocketbase/dbx"
)

// The range of modification that every request for a page asks for.
const (
	pagesFrom = "2025-01-01"
	pagesTo   = "2026-01-31"
)

// mostPlaces is how many different pages are asked for.
const mostPlaces = 500

// place is where a page begins.
type place struct {
	company  company
	cursor   string
	modified time.Time // of the first record
}

// path is the request for the page.
func (p *place) path(limit int, more string) string {
	return fmt.Sprintf("/api/punches?from=%s&to=%s&orderBy=modified&limit=%d&cursor=%s%s", pagesFrom, pagesTo, limit, url.QueryEscape(p.cursor), more)
}

// page is what is read of an answer.
type page struct {
	Results []struct{ Modified time.Time }
	Cursor  string
}

// get sends a request to a server and gives the body of its answer.
func get(ctx context.Context, server *process, path, authorization string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+server.address+path, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", authorization)
	client := &http.Client{Timeout: time.Minute}
	response, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s: %s", path, response.Status, body)
	}
	return body, err
}

// walk goes through the feeds of all companies as a client would and picks places from them at random.
func walk(ctx context.Context, server *process, db *seeded) ([]place, error) {
	var all []place
	for _, c := range db.Companies {
		at := place{company: c}
		path := fmt.Sprintf("/api/punches?from=%s&to=%s&orderBy=modified&limit=200&supplementalData=no", pagesFrom, pagesTo)
		for path != "" {
			body, err := get(ctx, server, path, "Token "+c.Key)
			if err != nil {
				return nil, err
			}
			var p page
			if err := json.Unmarshal(body, &p); err != nil {
				return nil, err
			}
			if len(p.Results) == 200 && at.cursor != "" {
				at.modified = p.Results[0].Modified
				all = append(all, at)
			}
			at.cursor, path = p.Cursor, ""
			if p.Cursor != "" {
				path = at.path(200, "&supplementalData=no")
			}
		}
	}
	random := rand.New(rand.NewPCG(3, 5)) //nolint:gosec // the same pages in every run
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if len(all) == 0 {
		return nil, errors.New("the database is too small to have pages")
	}
	return all[:min(len(all), mostPlaces)], nil
}

// requests writes a file of requests for wrk.
func requests(o *options, name string, places []place, line func(*place) string) (func(int) []string, error) {
	all := make([]string, len(places))
	for i := range places {
		all[i] = line(&places[i])
	}
	file := filepath.Join(o.dir, name+".requests")
	return func(int) []string { return []string{file} }, os.WriteFile(file, lines(all), 0o600)
}

// ours is the request for a page to the server.
func ours(limit int, more string) func(*place) string {
	return func(p *place) string { return p.path(limit, more) + "\tToken " + p.company.Key }
}

// pocket is the request for the same records to PocketBase: the same filter, the same order, no counting.
func pocket(limit int, token string) func(*place) string {
	return func(p *place) string {
		query := url.Values{
			"filter": {fmt.Sprintf("account=%d && modified>='%s' && modified<='%s 23:59:59.999Z'", p.company.Account, p.modified.UTC().Format(pocketTime), pagesTo)},
			"sort":   {"modified,id"}, "perPage": {strconv.Itoa(limit)}, "skipTotal": {"1"},
		}
		return "/api/collections/punches/records?" + query.Encode() + "\t" + token
	}
}

// measurePages compares pages of the feed.
func measurePages(ctx context.Context, o *options, t *table) (err error) {
	db, err := seedDatabase(ctx, o, "pages", 10, 100_000)
	if err != nil {
		return err
	}
	pocketDir, err := seedPocketBase(ctx, o, db)
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
	bareDir := filepath.Join(o.dir, "bare")
	if err := os.MkdirAll(bareDir, 0o755); err != nil {
		return err
	}
	for _, limit := range []int{25, 200} {
		if err := keepBody(ctx, server, &places[0], limit, filepath.Join(bareDir, strconv.Itoa(limit))); err != nil {
			return err
		}
	}
	bare, err := startRole(ctx, o, roleBare, bareDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.stop()) }()
	pocketBase, err := startRole(ctx, o, rolePocketBase, pocketDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pocketBase.stop()) }()
	if err := sameRecords(ctx, &places[0], server, pocketBase); err != nil {
		return err
	}
	var sides []side
	for _, s := range []struct {
		name   string
		server *process
		line   func(*place) string
	}{
		{"bare 25", bare, func(*place) string { return "/25\tToken none" }},
		{"server 25", server, ours(25, "")},
		{"server 25 alone", server, ours(25, "&supplementalData=no")},
		{"server 25 XML", server, ours(25, "&format=xml")},
		{"PocketBase 25", pocketBase, pocket(25, pocketBase.first)},
		{"bare 200", bare, func(*place) string { return "/200\tToken none" }},
		{"server 200", server, ours(200, "")},
		{"PocketBase 200", pocketBase, pocket(200, pocketBase.first)},
	} {
		args, err := requests(o, s.name, places, s.line)
		if err != nil {
			return err
		}
		sides = append(sides, side{name: s.name, server: s.server, script: "page.lua", args: args, connections: 16})
	}
	all, err := interleave(ctx, o, o.seconds, sides...)
	if err != nil {
		return err
	}
	t.pages(all)
	return nil
}

// keepBody writes the answer of the server to a file, for the bare handler.
func keepBody(ctx context.Context, server *process, p *place, limit int, file string) error {
	body, err := get(ctx, server, p.path(limit, ""), "Token "+p.company.Key)
	if err != nil {
		return err
	}
	return os.WriteFile(file, body, 0o600)
}

// sameRecords makes sure that the server and PocketBase answer the same records, so that the same is compared.
func sameRecords(ctx context.Context, p *place, server, pocketBase *process) error {
	mine, err := get(ctx, server, p.path(25, ""), "Token "+p.company.Key)
	if err != nil {
		return err
	}
	request := pocket(25, pocketBase.first)(p)
	path := request[:len(request)-len(pocketBase.first)-1]
	theirs, err := get(ctx, pocketBase, path, pocketBase.first)
	if err != nil {
		return err
	}
	var a struct{ Results []struct{ ID int64 } }
	var b struct{ Items []struct{ Number int64 } }
	if err := errors.Join(json.Unmarshal(mine, &a), json.Unmarshal(theirs, &b)); err != nil {
		return err
	}
	if len(a.Results) != 25 || len(b.Items) != 25 {
		return fmt.Errorf("the server answers %d records and PocketBase %d, not 25", len(a.Results), len(b.Items))
	}
	for i := range a.Results {
		if a.Results[i].ID != b.Items[i].Number {
			return fmt.Errorf("record %d is %d of the server and %d of PocketBase", i, a.Results[i].ID, b.Items[i].Number)
		}
	}
	return pocketPlan(pocketBase)
}

// pocketPlan makes sure that PocketBase finds its pages by an index, as the server does.
func pocketPlan(pocketBase *process) (err error) {
	db, err := dbx.Open("sqlite", filepath.Join(pocketBase.command.Args[2], "data.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var steps []struct{ Detail string }
	const page = "EXPLAIN QUERY PLAN SELECT punches.* FROM punches WHERE account = 1 AND modified >= '2025' AND modified <= '2099' ORDER BY modified ASC, id ASC LIMIT 25"
	if err := db.NewQuery(page).All(&steps); err != nil {
		return err
	}
	if len(steps) != 1 {
		return fmt.Errorf("PocketBase's page is planned as %v", steps)
	}
	return nil
}
