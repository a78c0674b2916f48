package test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// killBackends ends every session of other programs with the database.
const killBackends = "SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

// multiply adds copies of the rows of a table under other ids.
func (i *installation) multiply(table string, copies int) {
	i.t.Helper()
	columns := query(i.t, i.db, "SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute WHERE attrelid = '"+table+"'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'id'")[0]
	query(i.t, i.db, fmt.Sprintf("INSERT INTO %s (id, %s) SELECT 1000000000 + n, %s FROM %s, generate_series(1, %d) n", table, columns, columns, table, copies), "ANALYZE")
}

// readThen reads a list, does something when half of the bytes are there, and reads on. The error says that the answer is
// no whole one.
func (c caller) readThen(path string, half int, do func()) (status int, text []byte, err error) {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, "http://"+c.address+"/api"+path, http.NoBody)
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Token "+c.key)
	response, err := c.client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	first, err := io.ReadAll(io.LimitReader(response.Body, int64(half)))
	if err != nil {
		return response.StatusCode, first, err
	}
	do()
	rest, err := io.ReadAll(response.Body)
	return response.StatusCode, append(first, rest...), err
}

// punchesIn is how many punches a document has; it fails when the document is not well-formed.
func punchesIn(document []byte) (n int, err error) {
	if bytes.HasPrefix(document, []byte("<")) {
		d := xml.NewDecoder(bytes.NewReader(document))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				return n, nil
			}
			if err != nil {
				return n, err
			}
			if start, ok := token.(xml.StartElement); ok && start.Name.Local == "inDt" {
				n++
			}
		}
	}
	var list struct{ Results []json.RawMessage }
	err = json.Unmarshal(document, &list)
	return len(list.Results), err
}

// TestAKilledBackendNeverShortensAList reads long lists whose connection to the database is ended meanwhile. Each is there
// as a whole, or its transfer is broken off and what came is no document. The server goes on.
func TestAKilledBackendNeverShortensAList(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	c := i.serve().as(i.key(i.account(), "*"))
	c.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-10T08:00:00Z", "outDt": "2026-03-10T16:00:00Z"}`, c.crew(1)[0]))
	copies := 10_000
	if more(t) > 1 {
		copies = 100_000
	}
	i.multiply("punches", copies)
	broken := 0
	for _, path := range []string{"/punches?from=2026-03-01&to=2026-03-31", "/punches?from=2026-03-01&to=2026-03-31&format=xml", "/punches?orderBy=modified&from=2020-01-01&to=2100-01-01"} {
		status, whole, err := c.readThen(path, 0, func() {})
		if n, malformed := punchesIn(whole); err != nil || malformed != nil || status != http.StatusOK || n != copies+1 && !strings.Contains(path, "orderBy") {
			t.Fatalf("%s answers %d with %d punches, %v, %v", path, status, n, err, malformed)
		}
		for _, part := range []int{0, 1000, len(whole) / 2, len(whole) - 1000} {
			status, text, err := c.readThen(path, part, func() { query(t, i.db, killBackends) })
			n, malformed := punchesIn(text)
			switch {
			case err == nil && (status != http.StatusOK || !bytes.Equal(text, whole)):
				t.Errorf("%s, killed after %d bytes, answers %d with %d of %d bytes and %d punches", path, part, status, len(text), len(whole), n)
			case err != nil && malformed == nil:
				t.Errorf("%s, killed after %d bytes, is broken off, but a document of %d punches came", path, part, n)
			case err != nil:
				broken++
			}
			c.get("/employees")
		}
	}
	if broken == 0 {
		t.Error("no list was broken off: the test shows nothing")
	}
}
