package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// newPostgresCrews opens a PostgreSQL database, whichever engine the tests run on, and makes an account without records in
// it for each test that asks for one.
func newPostgresCrews(t *testing.T) func(t *testing.T) *crew {
	t.Helper()
	address := storetest.PostgresAddress(t)
	both := storetest.OpenServersOn(t, address, nil, nil)
	return func(t *testing.T) *crew {
		t.Helper()
		return &crew{t: t, address: address, here: both[0], there: both[1], account: busy(t, both[0])}
	}
}

// insertUnit adds an org unit in change i.
func (c *crew) insertUnit(ctx context.Context, tx *store.Tx, i int) error {
	unit := attendance.NewOrgUnit()
	unit.ID, unit.Name, unit.Timezone = int64(3_000_000+i), "Bronx", "UTC"
	unit.Created = tx.Stamp()
	unit.Modified = unit.Created
	return tx.InsertOrgUnit(ctx, unit)
}

// holdsUnits counts the org units that the account has, none of which may be of a change that cannot be made.
func (c *crew) holdsUnits(want int) {
	c.t.Helper()
	of := fmt.Sprintf("SELECT count(*) FROM org_units WHERE account_id = %d", c.account)
	if all, wrong := ask(c.t.Context(), c.t, c.address, of), ask(c.t.Context(), c.t, c.address, of+" AND id % 3 = 1"); all != want || wrong > 0 {
		c.t.Errorf("%d org units are there, want %d; %d are of changes that cannot be made", all, want, wrong)
	}
}

// fault makes that a change cannot be made.
type fault struct {
	name string
	make func(ctx context.Context, tx *store.Tx) error
	says string // in the error
	code string // of PostgreSQL; empty where it was not asked
}

// faults show when what was written is put together, when it arrives, or with what is asked next.
func faults() []fault {
	statement := func(sql string, args ...any) func(context.Context, *store.Tx) error {
		return func(ctx context.Context, tx *store.Tx) error { return tx.Exec(ctx, sql, args...) }
	}
	question := func(ctx context.Context, tx *store.Tx) error { return tx.Ask(ctx, "SELECT clock / 0 FROM accounts") }
	return []fault{
		{"a value that cannot be encoded", statement("UPDATE accounts SET clock = $1 WHERE false", struct{}{}), "encode", ""},
		{"a character that no text holds", statement("UPDATE accounts SET name = $1 WHERE false", "a\x00b"), "0x00", "22021"},
		{"a statement that cannot be prepared", statement("UPDATE accounts SET nothing = 1"), "nothing", "42703"},
		{"a statement that fails", statement("UPDATE accounts SET clock = 1 WHERE clock / 0 = 1"), "division by zero", "22012"},
		{"a question that fails", question, "division by zero", "22012"},
	}
}

// unlike says what is wrong with the error of a change that had the fault.
func (f fault) unlike(err error) error {
	code := ""
	if server, ok := errors.AsType[*pgconn.PgError](err); ok {
		code = server.Code
	}
	if err == nil || code != f.code || !strings.Contains(err.Error(), f.says) {
		return fmt.Errorf("%s: the error is %w", f.name, err)
	}
	return nil
}

// TestAChangeThatCannotBeSentFailsAlone puts changes that cannot be made among others. What they wrote goes to the database
// together with what the others wrote, or with what the next change asks; nevertheless each of the others is made, and only
// they fail, each with its own error.
func TestAChangeThatCannotBeSentFailsAlone(t *testing.T) {
	t.Parallel()
	newCrew := newPostgresCrews(t)
	for _, f := range faults() {
		for _, asks := range []string{"never", "first", "last"} {
			t.Run(f.name+", asks "+asks, func(t *testing.T) {
				t.Parallel()
				c := newCrew(t)
				c.together(12, func(i int) error {
					if i%3 != 1 {
						return c.changes(i, asks, fault{})
					}
					return f.unlike(c.changes(i, asks, f))
				})
				c.holdsUnits(8)
			})
		}
	}
}

// changes makes a change, which asks something first or last, or never, and may have a fault.
func (c *crew) changes(i int, asks string, f fault) error {
	ctx := c.t.Context()
	return c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
		if asks == "first" {
			if err := tx.Ask(ctx, "SELECT 1"); err != nil {
				return err
			}
		}
		if err := c.insertUnit(ctx, tx, i); err != nil {
			return err
		}
		if f.make != nil {
			if err := f.make(ctx, tx); err != nil {
				return err
			}
		}
		if asks == "last" {
			return tx.Ask(ctx, "SELECT 1")
		}
		return nil
	})
}

// TestAChangeThatCannotBeSentFails makes them with no others, so that nobody but their own commit shows what is wrong.
func TestAChangeThatCannotBeSentFails(t *testing.T) {
	t.Parallel()
	c := newPostgresCrews(t)(t)
	for i, f := range faults() {
		if err := f.unlike(c.changes(i, "never", f)); err != nil {
			t.Error(err)
		}
		c.holdsUnits(0)
	}
	if err := c.changes(0, "never", fault{}); err != nil {
		t.Error("afterwards:", err)
	}
	c.holdsUnits(1)
}

// TestAChangeThatPassesOverAnErrorIsNotMade lets changes go on after a statement of theirs failed, as if it had not. All that
// the transaction did is undone then, and PostgreSQL answers its COMMIT with ROLLBACK, which is no error. Nevertheless no
// such change is acknowledged, alone or with others, and each of the others is made.
func TestAChangeThatPassesOverAnErrorIsNotMade(t *testing.T) {
	t.Parallel()
	newCrew := newPostgresCrews(t)
	for _, f := range faults() {
		if f.code == "" { // the transaction does not notice
			continue
		}
		for _, writes := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, writes=%t", f.name, writes), func(t *testing.T) {
				t.Parallel()
				c := newCrew(t)
				c.isCareless(0, f, writes)
				c.holdsUnits(0)
				c.together(12, func(i int) error {
					if i%3 == 1 {
						c.isCareless(i, f, writes)
						return nil
					}
					return c.changes(i, "never", fault{})
				})
				c.holdsUnits(8)
			})
		}
	}
}

// isCareless makes a change that passes over a fault. It must be told that nothing was changed.
func (c *crew) isCareless(i int, f fault, writes bool) {
	ctx := c.t.Context()
	err := c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
		if writes {
			if err := c.insertUnit(ctx, tx, i); err != nil {
				return err
			}
		}
		_ = f.make(ctx, tx)
		return nil
	})
	if known, ok := errors.AsType[*attendance.Error](err); err == nil || ok && !strings.Contains(known.Detail, "Nothing was changed") {
		c.t.Errorf("a careless change: %v", err)
	}
}

// TestAChangeIsMadeAgainWhenItsStatementsHadNoEffect has what a change wrote last fail the first time, as it goes to the
// database with the commit, for reasons that go by. Nothing was committed then, so the change is made again, once.
func TestAChangeIsMadeAgainWhenItsStatementsHadNoEffect(t *testing.T) {
	t.Parallel()
	newCrew := newPostgresCrews(t)
	for reason, sql := range map[string]string{
		"its session was ended":    "SELECT pg_terminate_backend(pg_backend_pid())",
		"it could not be ordered":  "DO $$BEGIN RAISE EXCEPTION SQLSTATE '40001'; END$$",
		"it waited for each other": "DO $$BEGIN RAISE EXCEPTION SQLSTATE '40P01'; END$$",
	} {
		t.Run(reason, func(t *testing.T) {
			t.Parallel()
			c := newCrew(t)
			tries := 0
			err := c.changes(0, "never", fault{make: func(ctx context.Context, tx *store.Tx) error {
				if tries++; tries > 1 {
					return nil
				}
				return tx.Exec(ctx, sql)
			}})
			if err != nil || tries != 2 {
				t.Errorf("after %d tries: %v", tries, err)
			}
			c.holdsUnits(1)
		})
	}
}

// TestACommitIsRefused has PostgreSQL refuse commits, as it may where it looks only then whether all is well. It says so:
// nobody is told that the change may have been made, and it is made again where that may help.
func TestACommitIsRefused(t *testing.T) {
	t.Parallel()
	for code, madeAgain := range map[string]bool{"40001": true, "23514": false} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			c := newPostgresCrews(t)(t)
			for _, sql := range []string{
				"CREATE SEQUENCE commits", // which no rollback sets back
				"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN" +
					" IF nextval('commits') = 1 THEN RAISE EXCEPTION SQLSTATE '" + code + "'; END IF; RETURN NULL; END$$",
				"CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON org_units DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()",
			} {
				ask(t.Context(), t, c.address, sql)
			}
			err := c.changes(0, "never", fault{})
			if madeAgain {
				if err != nil {
					t.Errorf("a change that could be made again: %v", err)
				}
				c.holdsUnits(1)
				return
			}
			if err := (fault{says: code, code: code}).unlike(err); err != nil {
				t.Error(err)
			}
			c.holdsUnits(0)
			if err := c.changes(0, "never", fault{}); err != nil {
				t.Errorf("the next change: %v", err)
			}
			c.holdsUnits(1)
		})
	}
}

// TestWhatWasNotSentIsNotAcknowledged lets a change pass over that what it wrote could not be sent with a question. The
// transaction notices nothing of it. Such a change is refused, or made as a whole, and those that go with it are made.
func TestWhatWasNotSentIsNotAcknowledged(t *testing.T) {
	t.Parallel()
	c := newPostgresCrews(t)(t)
	made := 0
	if c.passesOverUnsent(0) == nil {
		made++
	}
	c.holdsUnits(made)
	c.together(12, func(i int) error {
		switch i % 3 {
		case 1:
			_ = c.asksInVain() // it changes nothing
			return nil
		case 2:
			return c.changes(i, "last", fault{})
		}
		return nil
	})
	c.holdsUnits(made + 4)
}

// passesOverUnsent makes a change that writes what cannot be encoded, something else, and asks, and takes no note of errors.
func (c *crew) passesOverUnsent(i int) error {
	ctx := c.t.Context()
	return c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
		_ = tx.Exec(ctx, "UPDATE accounts SET clock = $1 WHERE false", struct{}{})
		err := c.insertUnit(ctx, tx, i)
		_ = tx.Ask(ctx, "SELECT 1")
		return err
	})
}

// asksInVain makes a change that passes over that its question cannot be encoded.
func (c *crew) asksInVain() error {
	ctx := c.t.Context()
	return c.here.Write(ctx, c.account, storetest.Epoch, func(tx *store.Tx) error {
		_ = tx.Ask(ctx, "SELECT $1::bigint", struct{}{})
		return nil
	})
}
