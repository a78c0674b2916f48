package test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
