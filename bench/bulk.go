package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// bulkRows is how many punches are imported.
const bulkRows = 100_000

// measureImport imports a file with the program, beside writing the same rows to the same table without a check.
func measureImport(ctx context.Context, o *options, t *table) error {
	var took, plain []float64
	for range min(o.rounds, 3) {
		db, err := bulkDatabase(ctx, o)
		if err != nil {
			return err
		}
		began := time.Now()
		if err := db.bareLoad(ctx); err != nil {
			return err
		}
		plain = append(plain, time.Since(began).Seconds())
		if db, err = bulkDatabase(ctx, o); err != nil {
			return err
		}
		seconds, err := db.importPunches(ctx, o)
		if err != nil {
			return err
		}
		took = append(took, seconds)
	}
	t.bulk("", median(took), "the same rows written without check or audit", median(took)/median(plain))
	return nil
}

// measurePgImport imports the same into PostgreSQL, beside a COPY of the rows that came of it.
func measurePgImport(ctx context.Context, o *options, t *table) (err error) {
	address, stop, err := startPostgres(ctx, o, "--durable")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	var took, plain []float64
	for range min(o.rounds, 3) {
		db := &seeded{Path: address}
		if err := db.foundOne(ctx); err != nil {
			return err
		}
		seconds, err := db.importPunches(ctx, o)
		if err != nil {
			return err
		}
		copied, err := copyRows(ctx, address, db.Companies[0].Account)
		if err != nil {
			return err
		}
		took, plain = append(took, seconds), append(plain, copied)
	}
	t.bulk(" over PostgreSQL", median(took), "COPY of the punches alone", median(took)/median(plain))
	return nil
}

// copyRows is how long a COPY of an account's punches into another table like theirs takes, in seconds.
func copyRows(ctx context.Context, address string, account int64) (float64, error) {
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		return 0, err
	}
	defer func() { _ = c.Close(ctx) }()
	var rows bytes.Buffer
	if _, err := c.PgConn().CopyTo(ctx, &rows, fmt.Sprintf("COPY (SELECT * FROM punches WHERE account_id = %d) TO STDOUT", account)); err != nil {
		return 0, err
	}
	if _, err := c.Exec(ctx, "DROP TABLE IF EXISTS copied; CREATE TABLE copied (LIKE punches INCLUDING ALL)"); err != nil {
		return 0, err
	}
	began := time.Now()
	if _, err := c.PgConn().CopyFrom(ctx, &rows, "COPY copied FROM STDIN"); err != nil {
		return 0, err
	}
	took := time.Since(began).Seconds()
	_, err = c.Exec(ctx, "DROP TABLE copied")
	return took, err
}

// importPunches imports the punches of the company with the program, and says how many seconds that took.
func (db *seeded) importPunches(ctx context.Context, o *options) (float64, error) {
	file, err := db.writeCSV(o)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	c := exec.CommandContext(ctx, filepath.Join(o.dir, "punchclock"), "import", "punches", file, "--db", db.Path,
		"--account", strconv.FormatInt(db.Companies[0].Account, 10))
	if out, err := c.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	return time.Since(began).Seconds(), nil
}

// bulkDatabase is a fresh database of one company without punches.
func bulkDatabase(ctx context.Context, o *options) (*seeded, error) {
	const name = "import"
	if err := os.Remove(filepath.Join(o.dir, name+".json")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	db := &seeded{Path: filepath.Join(o.dir, name+".db")}
	for _, rest := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(db.Path + rest); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	return db, db.foundOne(ctx)
}

// foundOne makes one company without punches.
func (db *seeded) foundOne(ctx context.Context) error {
	return db.open(ctx, func(a *app.App) error {
		b := &builder{ctx: ctx, app: a}
		b.found(bulkRows / punchesEach)
		db.Companies = []company{b.company}
		return b.err
	})
}

// writeCSV writes the punches of the company as a file to import.
func (db *seeded) writeCSV(o *options) (name string, err error) {
	name = filepath.Join(o.dir, "punches.csv")
	file, err := os.Create(name)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	out := csv.NewWriter(file)
	_ = out.Write([]string{"employee", "inDt", "outDt"}) // Flush tells the error
	employees := db.Companies[0].Employees
	for i := range bulkRows {
		in := workday(i / len(employees) / 2).Add(time.Duration(13+5*(i/len(employees)%2)) * time.Hour)
		_ = out.Write([]string{strconv.FormatInt(employees[i%len(employees)], 10), in.Format(time.RFC3339), in.Add(4 * time.Hour).Format(time.RFC3339)})
	}
	out.Flush()
	return name, out.Error()
}

// bareLoad writes as many rows of punches as the import does, in one transaction, and nothing else: no check, no audit.
func (db *seeded) bareLoad(ctx context.Context) error {
	return db.open(ctx, func(a *app.App) error {
		c := db.Companies[0]
		return a.Store().Write(ctx, c.Account, time.Now(), func(tx *store.Tx) error {
			if err := tx.ReserveIDs(ctx, bulkRows); err != nil {
				return err
			}
			for i := range bulkRows {
				id, err := tx.NewID(ctx)
				if err != nil {
					return err
				}
				stamp := tx.Stamp()
				in := workday(i / len(c.Employees) / 2).Add(time.Duration(13+5*(i/len(c.Employees)%2)) * time.Hour)
				p := &attendance.Punch{
					Identity: attendance.Identity{ID: id, Created: stamp, Modified: stamp}, Employee: c.Employees[i%len(c.Employees)],
					Timezone: "America/New_York", InDt: in, InLocal: in, OutDt: new(in.Add(4 * time.Hour)), OpenUntil: in, Status: attendance.PunchApproved,
				}
				if err := tx.LoadPunch(ctx, p); err != nil {
					return err
				}
			}
			return nil
		})
	})
}
