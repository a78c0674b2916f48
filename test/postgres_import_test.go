package test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnImportIsCopied lets PostgreSQL note the statements that add punches and their audit records: an import of many takes
// COPY alone.
func TestAnImportIsCopied(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	c := i.serve().as(i.key(i.account(), "*"))
	employees := c.crew(5)
	query(t, i.db,
		"CREATE TABLE noted (relation TEXT, statement TEXT)",
		`CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			INSERT INTO noted VALUES (TG_TABLE_NAME, current_query());
			RETURN NULL;
		END $$`,
		"CREATE TRIGGER note AFTER INSERT ON punches FOR EACH STATEMENT EXECUTE FUNCTION note()",
		"CREATE TRIGGER note AFTER INSERT ON audit FOR EACH STATEMENT EXECUTE FUNCTION note()")
	var file strings.Builder
	file.WriteString("employee,inDt,outDt\n")
	for day := range 28 {
		for _, employee := range employees {
			fmt.Fprintf(&file, "%d,2026-02-%02dT08:00:00Z,2026-02-%02dT16:00:00Z\n", employee, day+1, day+1)
		}
	}
	path := filepath.Join(i.dir, "punches.csv")
	if err := os.WriteFile(path, []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	i.run("import", "punches", path, "--account", "1")
	for _, table := range []string{"punches", "audit"} {
		noted := query(t, i.db, "SELECT statement FROM noted WHERE relation = '"+table+"'")
		if len(noted) == 0 || len(noted) > 5 {
			t.Errorf("%d statements added 140 rows to %s", len(noted), table)
		}
		for _, statement := range noted {
			if !strings.HasPrefix(strings.ToUpper(statement), "COPY") {
				t.Errorf("rows were added by %s", statement)
			}
		}
	}
	if n := len(c.get("/punches?from=2026-02-01&to=2026-02-28").results(t)); n != 140 {
		t.Errorf("%d punches were imported", n)
	}
}
