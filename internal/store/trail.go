package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/wire"
)

// mostDeviations is how many deviations are told one by one.
const mostDeviations = 10

// Deviations compares every punch and every duration entry, which are what pay is computed from, with what the audit
// trail says that it became, and tells in sentences what differs: a value that changed on the disk, or that somebody
// changed past the program. It reads both tables from end to end.
func (r Reads) Deviations(ctx context.Context) ([]string, error) {
	d := &deviations{}
	for _, t := range []trailed{
		{"punch", "Punch", "punches", punchColumns, func(r *row) attendance.Record {
			p := &punchRow{}
			p.scan(r, time.Time{})
			return p
		}},
		{"durationEntry", "Duration entry", "duration_entries", durationEntries.columns, func(r *row) attendance.Record {
			e := &attendance.DurationEntry{}
			_ = durationEntries.scan(r, e) // it has no way to fail
			return e
		}},
	} {
		if err := d.compare(ctx, r, t); err != nil {
			return nil, err
		}
		if err := d.lookForLost(ctx, r, t); err != nil {
			return nil, err
		}
	}
	if d.more > 0 {
		d.found = append(d.found, fmt.Sprintf("%d more records are not what the audit trail says.", d.more))
	}
	return d.found, nil
}

// trailed is a table whose records are compared with the audit trail.
type trailed struct {
	kind    string // in the audit trail
	name    string // in a sentence
	table   string
	columns string
	scan    func(*row) attendance.Record
}

type deviations struct {
	found []string
	more  int
}

func (d *deviations) add(format string, args ...any) {
	if len(d.found) == mostDeviations {
		d.more++
		return
	}
	d.found = append(d.found, fmt.Sprintf(format, args...))
}

// compare holds each record against the last change that was audited of it.
func (d *deviations) compare(ctx context.Context, r Reads, t trailed) error {
	sql := "SELECT " + t.columns + ", p.account_id, (SELECT a.became FROM audit a WHERE a.account_id = p.account_id AND a.record_id = p.id AND a.kind = $1" +
		" ORDER BY a.at DESC, a.id DESC LIMIT 1) FROM " + t.table + " p"
	return r.on.query(ctx, sql, []any{t.kind}, func(r *row) error {
		record := t.scan(r)
		account, became := r.Int(), r.TextOrNull()
		is := asTrailed(record)
		of := fmt.Sprintf("%s %v of account %d", t.name, is["id"], account)
		if became == nil {
			d.add("%s is there, but the audit trail does not say that it was made, or says that it was deleted.", of)
			return nil
		}
		if was, err := parseTrailed([]byte(*became)); err != nil {
			d.add("The audit trail of %s cannot be read: %v.", of, err)
		} else if difference := firstDifference(is, was); difference != "" {
			d.add("%s is not what the audit trail says it became: %s.", of, difference)
		}
		return nil
	})
}

// lookForLost finds records that were made, not deleted, and are not there.
func (d *deviations) lookForLost(ctx context.Context, r Reads, t trailed) error {
	sql := "SELECT a.account_id, a.record_id FROM audit a WHERE a.kind = $1 AND a.was IS NULL" +
		" AND NOT EXISTS (SELECT 1 FROM " + t.table + " p WHERE p.account_id = a.account_id AND p.id = a.record_id)" +
		" AND NOT EXISTS (SELECT 1 FROM audit o WHERE o.account_id = a.account_id AND o.record_id = a.record_id AND o.kind = a.kind AND o.became IS NULL)"
	return r.on.query(ctx, sql, []any{t.kind}, func(r *row) error {
		account := r.Int()
		d.add("%s %d of account %d is lost: the audit trail says that it was made, and not that it was deleted.", t.name, r.Int(), account)
		return nil
	})
}

// asTrailed is the record as the audit trail would hold it.
func asTrailed(record attendance.Record) map[string]any {
	w := wire.NewWriter(nil, wire.JSON)
	w.Open("")
	record.Fields(w)
	w.Close()
	tree, _ := parseTrailed(w.Bytes()) // the writer writes nothing else
	return tree
}

func parseTrailed(text []byte) (tree map[string]any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&tree)
	return tree, err
}

// firstDifference says in which field the record is not as it was; empty when it is. What others are called, and what
// depends on the time of asking, stands in the trail as it was then.
func firstDifference(is, was map[string]any) string {
	var names []string
	for name := range is {
		if !strings.HasSuffix(name, "Name") && name != "employeePayrollId" && name != "entryState" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if !reflect.DeepEqual(is[name], was[name]) {
			return fmt.Sprintf("%s is %v, not %v", name, is[name], was[name])
		}
	}
	return ""
}
