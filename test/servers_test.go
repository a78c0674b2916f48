package test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// servers starts so many servers on the same database at the same time.
func (i *installation) servers(many int) []*server {
	i.t.Helper()
	all := make([]*server, many)
	for n := range all {
		all[n] = i.begin(i.command(nil, "serve", "--listen", "127.0.0.1:0", "--shutdown-delay", "0s"))
	}
	for _, s := range all {
		s.up()
	}
	return all
}

// pair starts two of them.
func (i *installation) pair() [2]*server { return [2]*server(i.servers(2)) }

// TestTwoServersMigrateTogether starts two servers at once on an empty database, again and again. Every step of the
// schema is there once, and both serve.
func TestTwoServersMigrateTogether(t *testing.T) {
	t.Parallel()
	for range 3 {
		i := installOnPostgres(t)
		both := i.pair()
		steps := query(t, i.db, "SELECT count(*)::text || ' of ' || max(version)::text FROM schema_migrations")[0]
		if n, of, _ := strings.Cut(steps, " of "); n != of {
			t.Errorf("the schema has %s steps", steps)
		}
		key := i.key(i.account(), "*")
		id := both[0].as(key).create("/departments", `{"name": "Stores"}`)
		both[1].as(key).get(fmt.Sprint("/departments/", id))
		i.sound()
		for _, s := range both {
			s.stop()
		}
	}
}

// TestAnOlderProgramRefusesANewerSchemaOfPostgreSQL holds that it says so and changes nothing.
func TestAnOlderProgramRefusesANewerSchemaOfPostgreSQL(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	i.account()
	query(t, i.db, "INSERT INTO schema_migrations SELECT max(version) + 1, 'later.sql', 'x', 0 FROM schema_migrations", "CREATE TABLE later (id BIGINT)")
	const state = "SELECT string_agg(relname || xmin::text, ',' ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
	before := query(t, i.db, state)[0]
	for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"migrate"}, {"account", "list"}, {"doctor"}} {
		if r := i.try(args...); r.code != 1 || !strings.Contains(r.log+r.output, "newer") {
			t.Errorf("%v exits with %d: %s", args, r.code, r.log)
		}
	}
	if after := query(t, i.db, state)[0]; after != before {
		t.Error("the older program changed the schema")
	}
}

// TestRatesHoldOverAllServers sends the requests of one fresh account from twelve clients to two servers, and to three. In the
// first minute exactly 50 pass, whoever answers them, and another account has its own.
func TestRatesHoldOverAllServers(t *testing.T) {
	t.Parallel()
	for _, many := range []int{2, 3} {
		t.Run(fmt.Sprint(many), func(t *testing.T) {
			t.Parallel()
			i := installOnPostgres(t)
			i.ratesHold(i.servers(many))
		})
	}
}

// ratesHold has servers on which nothing was asked yet count together.
func (i *installation) ratesHold(all []*server) {
	t := i.t
	t.Helper()
	account := i.account("--burst", "50", "--sustained", "1000")
	keys := []string{i.key(account, "*"), i.key(account, "*")}
	other := i.key(i.account("--burst", "50", "--sustained", "1000"), "*")
	var passed, refused atomic.Int64
	var clients sync.WaitGroup
	began := time.Now()
	for n := range 12 {
		clients.Go(func() {
			for k := range 12 {
				a := all[(n+k)%len(all)].as(keys[n%2]).do(0, http.MethodGet, "/departments", "")
				switch {
				case a.status == http.StatusOK:
					passed.Add(1)
				case a.status == http.StatusTooManyRequests && retryAfter(a) > 0 && retryAfter(a) <= 60:
					refused.Add(1)
				default:
					t.Errorf("status %d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.body)
				}
			}
		})
	}
	clients.Wait()
	if took := time.Since(began); took > time.Minute {
		t.Fatalf("the requests took %s, so nothing is known of a minute", took)
	}
	if passed.Load() != 50 || refused.Load() != 12*12-50 {
		t.Errorf("%d passed and %d were refused, want 50 and %d", passed.Load(), refused.Load(), 12*12-50)
	}
	all[0].as(other).get("/departments")
	if left := all[1].as(other).get("/departments").header.Get("RateLimit"); !strings.Contains(left, `"burst";r=48`) {
		t.Errorf("after two requests of the other account is left: %s", left)
	}
}

// retryAfter is for how many seconds an answer asks to wait.
func retryAfter(a answer) int {
	n, _ := strconv.Atoi(a.header.Get("Retry-After"))
	return n
}

// TestAKeyIsRevokedOnAllServers uses a key on two servers without pause while it is revoked: what is sent a second later
// is refused by both.
func TestAKeyIsRevokedOnAllServers(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	both := i.pair()
	account := i.account()
	key := i.key(account, "*")
	id := strings.TrimSpace(query(t, i.db, "SELECT id::text FROM api_keys")[0])
	for _, s := range both {
		s.as(key).get("/departments")
	}
	var revoked atomic.Pointer[time.Time]
	var using sync.WaitGroup
	for _, s := range both {
		using.Go(func() {
			for late := 0; late < 20; {
				sent := time.Now()
				at := revoked.Load()
				a := s.as(key).do(0, http.MethodGet, "/departments", "")
				switch isLate := at != nil && sent.Sub(*at) >= time.Second; {
				case isLate && a.status != http.StatusUnauthorized:
					t.Errorf("%s after it was revoked a key is answered with %d", sent.Sub(*at), a.status)
					return
				case isLate:
					late++
				case at == nil && a.status != http.StatusOK:
					t.Errorf("before it was revoked a key is answered with %d: %s", a.status, a.body)
					return
				}
			}
		})
	}
	i.run("key", "revoke", "--account", account, id)
	now := time.Now()
	revoked.Store(&now)
	using.Wait()
}

// TestLimitsAndResetsHoldOnAllServers changes the rates of an account and resets a device: the server that was not asked
// knows within a second.
func TestLimitsAndResetsHoldOnAllServers(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	both := i.pair()
	account := i.account()
	key := i.key(account, "*")
	a, b := both[0].as(key), both[1].as(key)
	unit := a.create("/orgunits", `{"name": "North"}`)
	device := fmt.Sprint("/devices/", a.create("/devices", fmt.Sprintf(`{"name": "Gate", "orgUnit": %d}`, unit)))
	for _, path := range []string{"/request-logs", "/reset"} {
		answered := a.do(http.StatusOK, http.MethodPost, device+path, "").object(t)["clockSessionSubmitLogs"]
		if shown := b.get(device).object(t)["clockSessionSubmitLogs"]; shown != answered || shown != (path == "/request-logs") {
			t.Errorf("after %s the other server shows %v, the answer was %v", path, shown, answered)
		}
	}
	for burst, want := range map[string]int{"3": http.StatusTooManyRequests, "0": http.StatusOK} {
		i.run("account", "set", account, "--burst", burst)
		changed := time.Now()
		var asking sync.WaitGroup
		for _, c := range []caller{a, b} {
			asking.Go(func() {
				for late := false; !late; { // asking without pause keeps alive what a server remembers
					sent := time.Now()
					answer := c.do(0, http.MethodGet, device, "")
					if late = sent.Sub(changed) >= time.Second; late && answer.status != want {
						t.Errorf("%s after burst became %s a request is answered with %d", sent.Sub(changed), burst, answer.status)
					}
				}
			})
		}
		asking.Wait()
	}
}

// TestWhatOneServerWroteTheOtherReads changes records on one server and reads them on the other at once, in both
// directions and from several clients, also what others are called.
func TestWhatOneServerWroteTheOtherReads(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	both := i.pair()
	key := i.key(i.account(), "*")
	var clients sync.WaitGroup
	for n := range 4 {
		clients.Go(func() {
			c := both[n%2].as(key)
			unit := c.create("/orgunits", fmt.Sprintf(`{"name": "Unit %d"}`, n))
			employee := c.create("/employees", fmt.Sprintf(`{"firstName": "Ada", "lastName": "W%d", "orgUnit": %d}`, n, unit))
			punch := fmt.Sprint("/punches/", c.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-10T08:00:00Z"}`, employee)))
			code := c.create("/timeoffcodes", fmt.Sprintf(`{"name": "Vacation %d"}`, n))
			c.create("/timeoffentries", fmt.Sprintf(`{"employee": %d, "date": "2026-03-11", "timeOffCode": %d, "duration": 3600}`, employee, code))
			const off = "/timeoffentries?from=2026-03-01&to=2026-03-31"
			for round := range 15 {
				writer, reader := both[round%2].as(key), both[(round+1)%2].as(key)
				name := fmt.Sprintf("W%d-%d", n, round)
				reader.get(off) // so that it has the name of before in memory
				writer.do(http.StatusOK, http.MethodPut, fmt.Sprint("/employees/", employee), fmt.Sprintf(`{"lastName": %q}`, name))
				if got := reader.get(punch).object(t)["employeeLastName"]; got != name {
					t.Errorf("the punch shows the employee %v after %s", got, name)
				}
				if _, told, _ := strings.Cut(reader.get(off).body, "supplementalData"); !strings.Contains(told, fmt.Sprintf("%q", name)) {
					t.Errorf("after %s what the time off refers to is %s", name, told)
				}
				page := reader.get("/punches?from=2000-01-01&to=2100-01-01&orderBy=modified&limit=25&employee=" + fmt.Sprint(employee)).results(t)
				if len(page) != 1 || page[0]["employeeLastName"] != name {
					t.Errorf("the page of punches shows %v after %s", page, name)
				}
			}
		})
	}
	clients.Wait()
}

// TestTheFeedMissesNothingOverServers writes from eight clients to two servers, and to three, while another walks through the
// feed, asking one server after the other in turn. It sees every punch, each version once, in order.
func TestTheFeedMissesNothingOverServers(t *testing.T) {
	t.Parallel()
	for _, many := range []int{2, 3} {
		t.Run(fmt.Sprint(many), func(t *testing.T) {
			t.Parallel()
			i := installOnPostgres(t)
			i.feedMissesNothing(i.servers(many))
		})
	}
}

// feedMissesNothing writes punches through servers and walks through their feed meanwhile.
func (i *installation) feedMissesNothing(all []*server) {
	t := i.t
	t.Helper()
	key := i.key(i.account(), "*")
	employees := all[0].as(key).crew(8)
	var left atomic.Int64
	left.Store(8)
	var acknowledged sync.Map
	for n, employee := range employees {
		go func() {
			defer left.Add(-1)
			for day := range 20 {
				id := all[(n+day)%len(all)].as(key).create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-02-%02dT08:00:00Z"}`, employee, day+1))
				all[n%len(all)].as(key).do(http.StatusOK, http.MethodPut, fmt.Sprint("/punches/", id), fmt.Sprintf(`{"outDt": "2026-02-%02dT16:00:00Z"}`, day+1))
				acknowledged.Store(id, true)
			}
		}()
	}
	shown := walk(t, all, key, func() bool { return left.Load() == 0 })
	acknowledged.Range(func(id, _ any) bool {
		if shown[id.(int64)] != "2026-02" {
			t.Errorf("the feed shows %q last of punch %d", shown[id.(int64)], id)
		}
		return true
	})
	if len(shown) != 160 {
		t.Errorf("the feed shows %d punches, want 160", len(shown))
	}
}

// walk goes through the feed of punches until it found nothing new after ended. It gives the month of the last out that
// was shown of each.
func walk(t testing.TB, all []*server, key string, ended func() bool) map[int64]string {
	t.Helper()
	shown, last, cursor := map[int64]string{}, "", ""
	for n, quiet := 0, false; ; n++ {
		page := all[n%len(all)].as(key).get("/punches?from=2000-01-01&to=2100-01-01&orderBy=modified&supplementalData=no&limit=7" + cursor)
		for _, p := range page.results(t) {
			if modified, _ := p["modified"].(string); modified <= last {
				t.Errorf("the feed goes from %s back to %s", last, modified)
			} else {
				last = modified
			}
			out, _ := p["outDt"].(string)
			shown[number(p["id"])] = out[:min(7, len(out))]
		}
		body := page.object(t)
		if next, more := body["cursor"].(string); more {
			cursor = "&cursor=" + url.QueryEscape(next)
			continue
		}
		resume, _ := body["resumeCursor"].(string)
		cursor = "&cursor=" + url.QueryEscape(resume)
		if quiet {
			return shown
		}
		quiet = ended()
	}
}

// stuckReport has a server begin a report that it cannot finish, because the test holds the table that it reads. free lets
// go of the table.
func stuckReport(t *testing.T, i *installation, c caller) (poll string, free func()) {
	t.Helper()
	employee := c.crew(1)[0]
	c.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-10T08:00:00Z", "outDt": "2026-03-10T16:00:00Z"}`, employee))
	holder, err := pgx.Connect(t.Context(), i.db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := holder.Exec(t.Context(), "BEGIN; LOCK TABLE punches IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	started := c.do(http.StatusAccepted, http.MethodPost, "/punches/async?from=2026-03-01&to=2026-03-31", "").object(t)
	eventually(t, "the report is begun", func() bool {
		return query(t, i.db, "SELECT coalesce(max(fence), 0)::text FROM reports")[0] == "1"
	})
	return fmt.Sprintf("/punches/async/%s/poll", started["reportKey"]), func() {
		if err := holder.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// endLease is what the time of a lease would do.
func endLease(t *testing.T, i *installation) {
	t.Helper()
	query(t, i.db, "UPDATE reports SET lease = 0")
}

// TestAReportOutlivesItsServer kills the server that makes a report: another one makes it, and answers the poll.
func TestAReportOutlivesItsServer(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	key := i.key(i.account(), "*")
	first := i.serve("--db-timeout", "1m")
	poll, free := stuckReport(t, i, first.as(key))
	second := i.serve().as(key)
	second.do(http.StatusAccepted, http.MethodGet, poll, "")
	first.kill()
	free()
	endLease(t, i)
	eventually(t, "the report is complete", func() bool { return second.do(0, http.MethodGet, poll, "").status != http.StatusAccepted })
	if got, want := second.get(poll).body, second.get("/punches?from=2026-03-01&to=2026-03-31").body; got != want {
		t.Errorf("the report is %s, the list %s", got, want)
	}
	third := i.serve().as(key)
	third.get(poll)
	if rows := query(t, i.db, "SELECT fence::text || ' ' || number::text FROM report_chunks"); len(rows) != 1 || rows[0] != "2 0" {
		t.Errorf("the report's pieces are of the tries %v", rows)
	}
}

// TestAFrozenServersReportIsRefused freezes the server that makes a report for as long as its lease lasts. Another one
// makes the report; when the first one goes on, its result does not count.
func TestAFrozenServersReportIsRefused(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	key := i.key(i.account(), "*")
	first := i.serve("--db-timeout", "1m")
	poll, free := stuckReport(t, i, first.as(key))
	if err := first.command.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	free()
	endLease(t, i)
	second := i.serve().as(key)
	eventually(t, "the report is complete", func() bool { return second.do(0, http.MethodGet, poll, "").status != http.StatusAccepted })
	made := second.get(poll).body
	if err := first.command.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	select {
	case <-first.says("Another server has taken the report"):
	case <-time.After(patience):
		t.Errorf("the server that was frozen does not see that it is late: %s", first.logged())
	}
	for _, c := range []caller{first.as(key), second} {
		if again := c.get(poll).body; again != made {
			t.Errorf("the report was %s and became %s", made, again)
		}
	}
	if tries := query(t, i.db, "SELECT DISTINCT fence::text FROM report_chunks"); len(tries) != 1 || tries[0] != "2" {
		t.Errorf("the report's pieces are of the tries %v", tries)
	}
}

// TestReportsAreMadeOnce asks two servers for many reports. Each is made by one of them, and each server answers for all,
// also when both find the reports at the same moment.
func TestReportsAreMadeOnce(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	both := i.pair()
	key := i.key(i.account(), "*")
	both[0].as(key).crew(3)
	for n := range 20 {
		c := both[n%2].as(key)
		started := c.do(http.StatusAccepted, http.MethodPost, "/timecards/async?from=2026-03-01&to=2026-03-07", "").object(t)
		poll := fmt.Sprintf("/timecards/async/%s/poll", started["reportKey"])
		other := both[(n+1)%2].as(key)
		eventually(t, "the report is complete", func() bool { return other.do(0, http.MethodGet, poll, "").status == http.StatusOK })
	}
	if most := query(t, i.db, "SELECT max(fence)::text FROM reports")[0]; most != "1" {
		t.Errorf("a report was made %s times", most)
	}
	for range 3 {
		i.wakeTogether()
		eventually(t, "all reports are complete", func() bool {
			return query(t, i.db, "SELECT count(*)::text FROM reports WHERE state <> 'complete'")[0] == "0"
		})
		if tries := query(t, i.db, "SELECT DISTINCT fence::text FROM reports"); len(tries) != 1 || tries[0] != "1" {
			t.Errorf("two servers that looked for reports at the same moment took them %v times", tries)
		}
	}
}

// wakeTogether has two servers, which look for reports every second, find many at the same moment.
func (i *installation) wakeTogether() {
	i.t.Helper()
	ctx := i.t.Context()
	holder, err := pgx.Connect(ctx, i.db)
	if err != nil {
		i.t.Fatal(err)
	}
	const again = "BEGIN; LOCK TABLE reports IN ACCESS EXCLUSIVE MODE; DELETE FROM report_chunks; UPDATE reports SET state = 'processing', lease = 0, fence = 0"
	if _, err := holder.Exec(ctx, again); err != nil {
		i.t.Fatal(err)
	}
	eventually(i.t, "both servers look for reports", func() bool {
		return query(i.t, i.db, "SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")[0] >= "2"
	})
	if _, err := holder.Exec(ctx, "COMMIT"); err != nil {
		i.t.Fatal(err)
	}
	if err := holder.Close(ctx); err != nil {
		i.t.Fatal(err)
	}
}
