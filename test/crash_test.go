package test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
)

// entry is a time off entry as a worker knows it.
type entry struct {
	id      int64
	notes   string // names it, for nobody else has these
	seconds int64
	gone    bool
}

// try is a request that was sent and whose answer did not come.
type try struct {
	method, path, body, once string
	entry                    *entry
	after                    entry // what the entry is when the request was carried out
}

// worker makes, changes and deletes time off entries, one after the other, and remembers what was acknowledged.
type worker struct {
	name     string
	employee int64
	code     int64
	rand     *rand.Rand
	entries  []*entry
	pending  *try
	count    int
}

// step sends one request. It gives false when no answer came, which makes the request pending.
func (w *worker) step(c caller) (bool, error) {
	w.count++
	next := w.choose()
	a, err := c.send(next.method, next.path, next.body, "Idempotency-Key: "+next.once)
	if err != nil {
		w.pending = next
		return false, nil //nolint:nilerr // that no answer comes is what the test is about
	}
	return true, w.settle(next, a)
}

// choose is the next request.
func (w *worker) choose() *try {
	once := fmt.Sprintf("%s-%d", w.name, w.count)
	if len(w.entries) > 0 && w.rand.IntN(3) > 0 {
		e := w.entries[w.rand.IntN(len(w.entries))]
		path := fmt.Sprintf("/timeoffentries/%d", e.id)
		switch {
		case e.gone: // another one is made
		case w.rand.IntN(4) == 0:
			return &try{http.MethodDelete, path, "", once, e, entry{e.id, e.notes, e.seconds, true}}
		default:
			seconds := 60 + w.rand.Int64N(80_000)
			return &try{http.MethodPut, path, fmt.Sprintf(`{"duration": %d}`, seconds), once, e, entry{e.id, e.notes, seconds, false}}
		}
	}
	e := entry{notes: once, seconds: 60 + w.rand.Int64N(80_000)}
	body := fmt.Sprintf(`{"employee": %d, "date": "2026-03-%02d", "timeOffCode": %d, "duration": %d, "notes": %q}`, w.employee, 1+w.rand.IntN(28), w.code, e.seconds, e.notes)
	return &try{http.MethodPost, "/timeoffentries", body, once, &entry{}, e}
}

// settle takes note of an answer.
func (w *worker) settle(t *try, a answer) error {
	if a.status != http.StatusOK && a.status != http.StatusNoContent {
		return fmt.Errorf("%s answers %d: %s", a.what, a.status, a.body)
	}
	isNew := t.entry.id == 0
	*t.entry = t.after
	if isNew {
		t.entry.id = idIn(a.body)
		w.entries = append(w.entries, t.entry)
	}
	return nil
}

// retry sends the pending request again.
func (w *worker) retry(c caller) {
	c.t.Helper()
	if w.pending == nil {
		return
	}
	p := w.pending
	w.pending = nil
	if err := w.settle(p, c.do(0, p.method, p.path, p.body, "Idempotency-Key: "+p.once)); err != nil {
		c.t.Errorf("the request that was under way is sent again: %v", err)
	}
}

// TestKilledServersLoseNothing kills a server again and again while four clients write. What was acknowledged is there
// afterwards as it was acknowledged, and a request whose answer was lost is carried out once when it is sent again.
func TestKilledServersLoseNothing(t *testing.T) {
	t.Parallel()
	cycles := 50 * more(t)
	if testing.Short() {
		cycles = 5
	}
	onBothEngines(t, func(t *testing.T, i *installation) {
		key := i.key(i.account(), "*")
		c := i.serve().as(key)
		code := c.create("/timeoffcodes", `{"name": "Vacation"}`)
		var workers []*worker
		for n, employee := range c.crew(4) {
			workers = append(workers, &worker{name: fmt.Sprint("w", n), employee: employee, code: code, rand: rand.New(rand.NewPCG(7, uint64(n)))})
		}
		acknowledged := 0
		for range cycles {
			acknowledged += killWhileWriting(c, workers)
			c = i.serve().as(key)
			for _, w := range workers {
				w.retry(c)
			}
			compareEntries(c, workers)
			if t.Failed() {
				return
			}
		}
		c.stop()
		i.sound()
		t.Logf("%d requests were acknowledged in %d lives", acknowledged, cycles)
	})
}

// killWhileWriting lets the workers write and kills the server in the middle of it.
func killWhileWriting(c caller, workers []*worker) (acknowledged int) {
	c.t.Helper()
	var done atomic.Int64
	last := 5 + rand.Int64N(60)
	var writing sync.WaitGroup
	for _, w := range workers {
		writing.Go(func() {
			for {
				answered, err := w.step(c)
				if err != nil {
					c.t.Error(err)
				}
				if !answered || err != nil {
					return
				}
				if done.Add(1) == last {
					_ = c.command.Process.Kill() // the others are in the middle of their requests
				}
			}
		})
	}
	writing.Wait()
	c.kill()
	return int(done.Load())
}

// compareEntries compares what the server shows with what was acknowledged.
func compareEntries(c caller, workers []*worker) {
	c.t.Helper()
	shown := map[string]map[string]any{}
	for _, record := range c.get("/timeoffentries?from=2026-01-01&to=2026-12-31").results(c.t) {
		notes, _ := record["notes"].(string)
		if shown[notes] != nil {
			c.t.Errorf("the entry %s is there twice", notes)
		}
		shown[notes] = record
	}
	for _, w := range workers {
		for _, e := range w.entries {
			record := shown[e.notes]
			switch {
			case e.gone && record != nil:
				c.t.Errorf("the deleted entry %s is there again", e.notes)
			case !e.gone && record == nil:
				c.t.Errorf("the entry %s is lost", e.notes)
			case !e.gone && (number(record["id"]) != e.id || number(record["duration"]) != e.seconds):
				c.t.Errorf("the entry %s is %v, acknowledged was %+v", e.notes, record, *e)
			}
			delete(shown, e.notes)
		}
	}
	for notes := range shown {
		c.t.Errorf("nobody made the entry %s", notes)
	}
}

// TestALostAnswerIsGivenAgainAfterACrash sends one request from many sides at once, kills the server, and sends it once
// more: there is one record, and its first answer.
func TestALostAnswerIsGivenAgainAfterACrash(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		key := i.key(i.account(), "*")
		other := i.key("1", "*")
		c := i.serve().as(key)
		body := fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-10T08:00:00Z"}`, c.crew(1)[0])
		answers := make([]answer, 16)
		var twins sync.WaitGroup
		for n := range answers {
			twins.Go(func() {
				var err error
				if answers[n], err = c.send(http.MethodPost, "/punches", body, "Idempotency-Key: one"); err != nil {
					t.Error(err)
				}
			})
		}
		twins.Wait()
		for _, a := range answers {
			if a.status != http.StatusOK || a.body != answers[0].body {
				t.Errorf("a twin got %d: %s; another %s", a.status, a.body, answers[0].body)
			}
		}
		c.kill()
		c = i.serve().as(key)
		again := c.do(http.StatusOK, http.MethodPost, "/punches", body, "Idempotency-Key: one")
		if again.body != answers[0].body || again.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("after the crash the answer is %s, before it was %s", again.body, answers[0].body)
		}
		c.do(http.StatusConflict, http.MethodPost, "/punches", body+" ", "Idempotency-Key: one")
		c.as(other).do(http.StatusBadRequest, http.MethodPost, "/punches", body, "Idempotency-Key: one") // it overlaps: the key is another's
		if n := len(c.get("/punches?from=2026-03-01&to=2026-03-31").results(t)); n != 1 {
			t.Errorf("there are %d punches, want 1", n)
		}
	})
}
