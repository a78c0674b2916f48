package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// table is the results as docs/performance.md shows them.
type table struct{ rows []row }

type row struct{ what, result, target string }

func (t *table) add(what, result, target string) { t.rows = append(t.rows, row{what, result, target}) }

// pages adds the rows about pages of the feed.
func (t *table) pages(all turns) {
	for _, p := range []struct{ size, bare, times, far string }{{"25", "0.15", "12", "0.25"}, {"200", "0.08", "18", "0.12"}} {
		server := "server " + p.size
		t.add("page of "+p.size+", requests: server / bare handler", fmt.Sprintf("%.3f", all.ratio(server, "bare "+p.size, turn.perSecond)), "at least "+p.bare+", then towards "+p.far)
		t.add("page of "+p.size+", requests: server / PocketBase", fmt.Sprintf("%.1f", all.ratio(server, "PocketBase "+p.size, turn.perSecond)), "at least "+p.times)
		t.add("page of "+p.size+", processor time: bare handler / server", fmt.Sprintf("%.3f", all.ratio("bare "+p.size, server, turn.cost)), "")
	}
	t.add("page of 25, processor time: without / with supplemental data", fmt.Sprintf("%.2f", all.ratio("server 25 alone", "server 25", turn.cost)), "")
	t.add("page of 25, processor time: XML / JSON", fmt.Sprintf("%.2f", all.ratio("server 25 XML", "server 25", turn.cost)), "at most 1.5")
}

// pgPages adds the rows about pages over PostgreSQL.
func (t *table) pgPages(all turns) {
	for _, size := range []string{"25", "200"} {
		server := "PostgreSQL " + size
		t.add("page of "+size+" over PostgreSQL, processor time: server / bare query and handler", fmt.Sprintf("%.2f", all.ratio(server, "pgx "+size, turn.cost)), "at most 1.5")
		t.add("the same with the processor time of PostgreSQL", fmt.Sprintf("%.2f", all.ratio(server, "pgx "+size, turn.whole)), "")
		t.add("the same beside a query whose rows are not read", fmt.Sprintf("%.2f", all.ratio(server, "pgx unread "+size, turn.cost)), "")
		t.add("page of "+size+" over PostgreSQL, requests: server / bare handler", fmt.Sprintf("%.3f", all.ratio(server, "bare "+size, turn.perSecond)), "at least 0.08")
	}
}

// pgPosts adds the row about the creation of punches over PostgreSQL.
func (t *table) pgPosts(ratio float64) {
	t.add("durable POST of a punch over PostgreSQL, 64 clients: server / pgbench", fmt.Sprintf("%.2f", ratio), "at least 0.6")
}

// sizes adds the rows about accounts of different sizes.
func (t *table) sizes(all turns, sizes []int) {
	for _, size := range sizes[1:] {
		t.add(fmt.Sprintf("page of 25, processor time: account of %d / of %d punches", size, sizes[0]),
			fmt.Sprintf("%.2f", all.ratio(sizeName(size), sizeName(sizes[0]), turn.cost)), "0.8 to 1.2")
	}
}

// posts adds the row about the creation of punches.
func (t *table) posts(all turns) {
	t.add("durable POST of a punch, 64 clients: server / PocketBase", fmt.Sprintf("%.1f", all.ratio("server POST", "PocketBase POST", turn.perSecond)), "at least 5, then towards 8")
}

// list adds the rows about a list that is not paged.
func (t *table) list(rows int, first, whole, memory, private float64) {
	t.add(fmt.Sprintf("list of %d punches: first byte", rows), fmt.Sprintf("%.0f ms", first*1000), "under 100 ms")
	t.add(fmt.Sprintf("list of %d punches: memory above the idle server", rows), fmt.Sprintf("%.0f MiB, of which %.0f MiB its own", memory/(1<<20), private/(1<<20)), "under 64 MiB")
	t.add(fmt.Sprintf("list of %d punches: first byte / whole list", rows), fmt.Sprintf("%.4f", first/whole), "")
}

// start adds the row about the start of the server.
func (t *table) start(seconds float64) {
	t.add("start on a database that does not exist yet", fmt.Sprintf("%.0f ms", seconds*1000), "well under 200 ms")
}

// bulk adds the rows about imports, into a database of some kind and beside something else.
func (t *table) bulk(over string, seconds float64, beside string, ratio float64) {
	t.add(fmt.Sprintf("import of %d punches%s", bulkRows, over), fmt.Sprintf("%.1f s", seconds), "seconds")
	t.add("import"+over+" / "+beside+", time", fmt.Sprintf("%.1f", ratio), "")
}

// markdown is the table in Markdown.
func (t *table) markdown() string {
	var b strings.Builder
	b.WriteString("| what | result | target |\n|---|---|---|\n")
	for _, r := range t.rows {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r.what, r.result, r.target)
	}
	return b.String()
}

// The table stands between these lines.
const (
	tableBegins = "<!-- make bench writes what follows -->\n"
	tableEnds   = "<!-- to here -->\n"
)

// writeTo replaces the table in a file.
func (t *table) writeTo(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), tableBegins)
	_, after, ok2 := strings.Cut(rest, tableEnds)
	if !ok || !ok2 {
		return errors.New(file + " has no place for the table")
	}
	return os.WriteFile(file, []byte(before+tableBegins+t.markdown()+tableEnds+after), 0o644)
}
