package test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
)

// TestTheAccountLeadsEveryKey holds that tables can be divided by account: every table carries the account, and every key,
// index and reference begins with it. What does not is known, and has a reason.
func TestTheAccountLeadsEveryKey(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	i.run("migrate")
	const without = `SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT EXISTS (
		SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'account_id' AND attnotnull) ORDER BY 1`
	if diff := cmp.Diff([]string{
		"accounts",          // the account itself
		"id_blocks",         // ids are unique over all accounts
		"schema_migrations", // of the database
		"secrets",           // of the installation
	}, query(t, i.db, without)); diff != "" {
		t.Errorf("tables without an account: %s", diff)
	}
	const keys = `SELECT i.relname::text FROM pg_index JOIN pg_class i ON i.oid = indexrelid
		JOIN pg_class r ON r.oid = indrelid JOIN pg_attribute a ON a.attrelid = indrelid AND a.attnum = indkey[0]
		WHERE r.relnamespace = 'public'::regnamespace AND a.attname <> 'account_id' ORDER BY 1`
	if diff := cmp.Diff([]string{
		"accounts_pkey",
		"api_keys_by_hash", // a request shows its key, which says whose it is
		"idempotency_by_age",
		"reports_by_age",
		"reports_by_state", // whatever account's report waits is made
		"schema_migrations_pkey",
		"secrets_pkey",
	}, query(t, i.db, keys)); diff != "" {
		t.Errorf("keys that do not begin with the account: %s", diff)
	}
	const references = `SELECT DISTINCT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`
	if diff := cmp.Diff([]string{"FOREIGN KEY (account_id) REFERENCES accounts(id)"}, query(t, i.db, references)); diff != "" {
		t.Errorf("references that do not begin with the account: %s", diff)
	}
}

// divide makes a table a partitioned one. Its keys stay as they are, or it gets this primary key, when one is given, and the
// other indexes that it had.
func (i *installation) divide(table, key, by string, partitions ...string) {
	i.t.Helper()
	like, primary := "INCLUDING ALL", "SELECT 1"
	var indexes []string
	if key != "" {
		like, primary = "INCLUDING DEFAULTS", "ALTER TABLE "+table+" ADD PRIMARY KEY "+key
		indexes = query(i.t, i.db, "SELECT indexdef FROM pg_indexes WHERE tablename = '"+table+"' AND indexname <> '"+table+"_pkey'")
	}
	statements := []string{
		"ALTER TABLE " + table + " RENAME TO whole",
		"CREATE TABLE " + table + " (LIKE whole " + like + ") PARTITION BY " + by, primary,
	}
	for n, values := range partitions {
		statements = append(statements, fmt.Sprintf("CREATE TABLE %s_%d PARTITION OF %s FOR VALUES %s", table, n, table, values))
	}
	statements = append(statements, "INSERT INTO "+table+" SELECT * FROM whole", "DROP TABLE whole")
	for _, index := range indexes { // a unique one must hold what divides the table, too
		statements = append(statements, strings.Replace(index, "clock_id, device_event_id)", "clock_id, device_event_id, dt)", 1))
	}
	query(i.t, i.db, statements...)
}

// months are the values of partitions for these months around now, of a column in microseconds, and for all before and after.
func months(before, after int) (values []string) {
	now := time.Now().UTC()
	from := "MINVALUE"
	for n := -before; n <= after; n++ {
		to := fmt.Sprint(time.Date(now.Year(), now.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC).UnixMicro())
		values = append(values, "FROM ("+from+") TO ("+to+")")
		from = to
	}
	return append(values, "FROM ("+from+") TO (MAXVALUE)")
}

// TestTablesCanBeDividedByMonth divides the tables that are mostly added to by month, and copies a company into them. A server
// answers every list of it as from undivided tables, changes go where they belong, and all of it can be copied back.
func TestTablesCanBeDividedByMonth(t *testing.T) {
	t.Parallel()
	company, key := installCompany(t)
	i, back := installOnPostgres(t), install(t)
	i.run("migrate")
	for _, view := range []string{"readable_punches", "readable_duration_entries", "readable_audit"} { // they hold on to the tables
		query(t, i.db, "DROP VIEW "+view)
	}
	for table, by := range map[string]string{"audit": "at", "punches": "created", "clock_logs": "dt"} {
		i.divide(table, "(account_id, id, "+by+")", "RANGE ("+by+")", months(4, 2)...)
	}
	if diff := cmp.Diff(company.copyTo(i), i.copyTo(back)); diff != "" {
		t.Errorf("from divided tables something else is copied: %s", diff)
	}
	s, whole := i.serve().as(key), company.serve().as(key)
	want := whole.everything()
	for list, got := range s.everything() {
		if got != want[list] {
			t.Errorf("%s differs on divided tables:\n%.2000s\n%.2000s", list, got, want[list])
		}
	}
	for _, table := range []string{"clock_logs"} { // of the others the company has only what was made now
		if parts := query(t, i.db, "SELECT DISTINCT tableoid::regclass::text FROM "+table); len(parts) < 2 {
			t.Errorf("the rows of %s are all in %v", table, parts)
		}
	}
	employee := number(s.get("/employees?limit=1").results(t)[0]["id"])
	punch := fmt.Sprint("/punches/", s.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-01-01T08:00:00Z"}`, employee)))
	s.do(http.StatusOK, http.MethodPut, punch, `{"inDt": "2025-12-31T08:00:00Z", "outDt": "2025-12-31T16:30:00Z"}`)
	if found := s.get("/punches?from=2025-12-31&to=2025-12-31&employee=" + fmt.Sprint(employee)).results(t); len(found) != 1 {
		t.Errorf("the list shows %v", found)
	}
	s.do(http.StatusNoContent, http.MethodDelete, punch, "")
	s.stop()
	i.sound()
}

// TestTablesCanBeDivided divides the tables that grow by account, as they are, and the audit trail by month, whose key must
// then name the month too. The program notices nothing.
func TestTablesCanBeDivided(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	key := i.key(i.account(), "*")
	for _, view := range []string{"readable_punches", "readable_duration_entries", "readable_audit"} { // they hold on to the tables
		query(t, i.db, "DROP VIEW "+view)
	}
	for _, table := range []string{"punches", "clock_logs", "duration_entries", "deletions", "idempotency", "employees", "reports", "report_chunks", "label_links"} {
		i.divide(table, "", "HASH (account_id)", "WITH (MODULUS 2, REMAINDER 0)", "WITH (MODULUS 2, REMAINDER 1)")
	}
	i.divide("audit", "(account_id, id, at)", "RANGE (at)", "FROM (MINVALUE) TO (1767225600000000)", "FROM (1767225600000000) TO (MAXVALUE)")
	s := i.serve()
	c := s.as(key)
	employee := c.crew(1)[0]
	punch := fmt.Sprint("/punches/", c.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-10T08:00:00Z"}`, employee)))
	c.do(http.StatusOK, http.MethodPut, punch, `{"outDt": "2026-03-10T16:30:00Z"}`, "Idempotency-Key: one")
	c.do(http.StatusOK, http.MethodPut, punch, `{"outDt": "2026-03-10T16:30:00Z"}`, "Idempotency-Key: one")
	if found := c.get("/punches?from=2026-03-01&to=2026-03-31").results(t); len(found) != 1 {
		t.Errorf("the list shows %v", found)
	}
	c.get("/timecards?from=2026-03-09&to=2026-03-15")
	started := c.do(http.StatusAccepted, http.MethodPost, "/shiftcards/async?from=2026-03-09&to=2026-03-15", "").object(t)
	eventually(t, "the report is complete", func() bool {
		return c.do(0, http.MethodGet, fmt.Sprintf("/shiftcards/async/%s/poll", started["reportKey"]), "").status == http.StatusOK
	})
	c.do(http.StatusNoContent, http.MethodDelete, punch, "")
	s.stop()
	if strings.Contains(s.logged(), "request failed") {
		t.Errorf("on divided tables something failed: %s", s.logged())
	}
	if n := query(t, i.db, "SELECT count(*)::text FROM audit_1")[0]; n == "0" {
		t.Error("the audit trail of this year is not where it belongs")
	}
	i.run("migrate")
}

// TestTheGuideDividesTheAuditTrail follows the guide word for word. What was written before and what is written afterwards,
// this month or years from now, is found in one trail.
func TestTheGuideDividesTheAuditTrail(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(filepath.Join("..", "docs", "scaling.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, steps, found := strings.Cut(string(guide), "```sql\n")
	steps, _, ended := strings.Cut(steps, "```")
	if !found || !ended {
		t.Fatal("the guide has no steps")
	}
	i := installOnPostgres(t)
	key := i.key(i.account(), "*")
	before := i.serve()
	before.as(key).create("/departments", `{"name": "before"}`)
	before.stop()
	c, err := pgx.Connect(t.Context(), i.db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.PgConn().Exec(t.Context(), steps).ReadAll(); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	i.run("migrate")
	after := i.serve().as(key)
	after.do(http.StatusOK, http.MethodPut, fmt.Sprint("/departments/", after.get("/departments").results(t)[0]["id"]), `{"name": "after"}`)
	trail := "SELECT action FROM readable_audit WHERE kind = 'department' ORDER BY at_utc"
	if diff := cmp.Diff([]string{"create", "update"}, query(t, i.db, trail)); diff != "" {
		t.Errorf("the trail of the department: %s", diff)
	}
	const later = "UPDATE audit SET at = at + %d * 30 * 86400000000 WHERE action = 'update' AND kind = 'department'"
	for _, months := range []int{2, 20} {
		query(t, i.db, fmt.Sprintf(later, months))
	}
	parts := query(t, i.db, "SELECT tableoid::regclass::text FROM audit WHERE kind = 'department' ORDER BY at")
	if diff := cmp.Diff([]string{"audit_before", "audit_later"}, parts); diff != "" {
		t.Errorf("the parts of the trail: %s", diff)
	}
	if n := query(t, i.db, "SELECT count(*)::text FROM pg_inherits WHERE inhparent = 'audit'::regclass")[0]; n != "14" {
		t.Errorf("the trail has %s parts", n)
	}
	if diff := cmp.Diff([]string{"FOREIGN KEY (account_id) REFERENCES accounts(id)"},
		query(t, i.db, "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' AND conrelid = 'audit'::regclass")); diff != "" {
		t.Errorf("the references of the trail: %s", diff)
	}
}

// schemaOf is every column, index and constraint of a PostgreSQL database, and the steps that it went through.
func schemaOf(t *testing.T, address string) string {
	t.Helper()
	return strings.Join(query(t, address, `
		SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name) FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
		UNION ALL SELECT version || ' ' || checksum FROM schema_migrations
		UNION ALL SELECT 'blocks ' || count(*) FROM id_blocks ORDER BY 1`), "\n")
}
