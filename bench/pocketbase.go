package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // the schema of its own tables

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

const (
	rolePocketBase = "serve-pocketbase"
	pocketAdmin    = "bench@example.com"
)

// openPocketBase opens the data directory of a PocketBase. It differs from what PocketBase does by itself in one point:
// a commit is on disk before it is answered (synchronous=FULL), as it is here.
func openPocketBase(dir string) (*core.BaseApp, error) {
	pocket := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: func(path string) (*dbx.DB, error) {
		return dbx.Open("sqlite", path+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)"+
			"&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)")
	}})
	if err := pocket.Bootstrap(); err != nil {
		return nil, err
	}
	return pocket, pocket.RunAllMigrations()
}

// servePocketBase is the program in the role of a PocketBase. It prints a token for the requests.
func servePocketBase(dir, address string) error {
	pocket, err := openPocketBase(dir)
	if err != nil {
		return err
	}
	admin, err := pocket.FindAuthRecordByEmail(core.CollectionNameSuperusers, pocketAdmin)
	if err != nil {
		return err
	}
	token, err := admin.NewStaticAuthToken(24 * time.Hour)
	if err != nil {
		return err
	}
	fmt.Println(token)
	return apis.Serve(pocket, apis.ServeConfig{HttpAddr: address})
}

// seedPocketBase is the directory of a PocketBase with the punches of the database: every field that the API shows, the
// names of what a punch refers to included, so that it has nothing to look up. Its indexes are those of the server.
func seedPocketBase(ctx context.Context, o *options, db *seeded) (string, error) {
	dir := filepath.Join(o.dir, "pocketbase")
	done := filepath.Join(dir, "seeded")
	if made, err := os.Stat(done); err == nil {
		if source, err := os.Stat(strings.TrimSuffix(db.Path, ".db") + ".json"); err == nil && made.ModTime().After(source.ModTime()) {
			return dir, nil
		}
	}
	fmt.Fprintln(os.Stderr, "seeding PocketBase with the same punches")
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	pocket, err := openPocketBase(dir)
	if err != nil {
		return "", err
	}
	if err := foundPocketBase(pocket); err != nil {
		return "", err
	}
	err = db.open(ctx, func(a *app.App) error {
		for _, c := range db.Companies {
			if err := copyPunches(ctx, pocket, a, c.Account); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if err := indexPocketBase(pocket); err != nil {
		return "", err
	}
	if err := pocket.ResetBootstrapState(); err != nil { // it closes the databases
		return "", err
	}
	return dir, os.WriteFile(done, nil, 0o600)
}

// foundPocketBase makes the administrator and the collection, and switches off PocketBase's log of requests.
func foundPocketBase(pocket *core.BaseApp) error {
	admins, err := pocket.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		return err
	}
	admin := core.NewRecord(admins)
	admin.SetEmail(pocketAdmin)
	admin.SetPassword("loopback only")
	pocket.Settings().Logs.MaxDays = 0
	return errors.Join(pocket.Save(admin), pocket.Save(pocket.Settings()), pocket.Save(punchCollection()))
}

// punchCollection has a field for each field of a punch.
func punchCollection() *core.Collection {
	c := core.NewBaseCollection("punches")
	c.Fields.Add(&core.NumberField{Name: "account"})
	var f flat
	(&attendance.Punch{}).Fields(&f)
	for _, field := range f.fields {
		switch {
		case field.name == "created":
			c.Fields.Add(&core.AutodateField{Name: field.name, OnCreate: true})
		case field.name == "modified":
			c.Fields.Add(&core.AutodateField{Name: field.name, OnCreate: true, OnUpdate: true})
		case field.kind == aNumber:
			c.Fields.Add(&core.NumberField{Name: field.name})
		case field.kind == aTime:
			c.Fields.Add(&core.DateField{Name: field.name})
		case field.kind == aList:
			c.Fields.Add(&core.JSONField{Name: field.name})
		default:
			c.Fields.Add(&core.TextField{Name: field.name})
		}
	}
	return c
}

// indexPocketBase gives the collection the indexes that the server's table has.
func indexPocketBase(pocket *core.BaseApp) error {
	c, err := pocket.FindCollectionByNameOrId("punches")
	if err != nil {
		return err
	}
	c.AddIndex("punches_by_in", false, "account, inDt, id", "")
	c.AddIndex("punches_by_modified", false, "account, modified, id", "")
	c.AddIndex("punches_by_employee", false, "account, employee, inDt, id", "")
	return pocket.Save(c)
}

// copyPunches writes the punches of an account in one transaction.
func copyPunches(ctx context.Context, pocket *core.BaseApp, a *app.App, account int64) error {
	everything := &attendance.PunchFilter{Range: attendance.ExactRange(attendance.Range{From: firstDay, To: firstDay.AddDate(2, 0, 0)})}
	return pocket.RunInTransaction(func(tx core.App) error {
		var insert *dbx.Query
		defer func() {
			if insert != nil {
				_ = insert.Close() // the rows are written all the same
			}
		}()
		for p, err := range a.Store().Punches(ctx, attendance.Everything(account), everything, time.Now()) {
			if err != nil {
				return err
			}
			var f flat
			p.Fields(&f)
			row := dbx.Params{"id": fmt.Sprintf("%015d", p.ID), "account": account}
			for _, field := range f.fields {
				row[field.name] = field.value
			}
			if insert == nil {
				insert = tx.DB().NewQuery(insertInto("punches", row)).Prepare()
			}
			if _, err := insert.Bind(row).Execute(); err != nil {
				return err
			}
		}
		return nil
	})
}

// insertInto is the statement that writes a row, with a place named after each column.
func insertInto(table string, row dbx.Params) string {
	columns := slices.Sorted(maps.Keys(row))
	return "INSERT INTO " + table + " ([[" + strings.Join(columns, "]], [[") + "]]) VALUES ({:" + strings.Join(columns, "}, {:") + "})"
}
