package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestTheFeedMissesAndRepeatsNothing writes punches from many goroutines while another pages through the feed, going on
// from each last page's resumeCursor. What the feed showed last of each punch must be how the punch now is, and no
// version may have come twice.
func TestTheFeedMissesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "North"}`)
	const writers, punches = 8, 12
	var writing sync.WaitGroup
	var left atomic.Int64
	left.Store(writers)
	for i := range writers {
		employee := w.create("/employees", fmt.Sprintf(`{"firstName": "A", "lastName": "%d", "orgUnit": %d}`, i, unit))
		writing.Go(func() {
			defer left.Add(-1)
			for day := range punches {
				id := w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-02-%02dT08:00:00Z"}`, employee, day+1))
				w.put(fmt.Sprint("/punches/", id), fmt.Sprintf(`{"outDt": "2026-02-%02dT16:00:00Z"}`, day+1)).want(http.StatusOK)
				w.clock.advance(time.Duration(day%3) * time.Millisecond)
				if day%4 == 3 {
					w.delete(fmt.Sprint("/punches/", id)).want(http.StatusNoContent)
				}
			}
		})
	}
	shown := map[int64]string{}   // by id, the version seen last
	versions := map[string]bool{} // every version seen
	path := "/punches?from=2000-01-01&to=2100-01-01&orderBy=modified&supplementalData=no&limit=7"
	cursor, last := "", ""
	for quiet := false; ; {
		page := w.get(path + cursor).want(http.StatusOK)
		for _, p := range page.results() {
			version := fmt.Sprint(p["id"], " ", p["modified"])
			if versions[version] {
				t.Errorf("the feed shows %s twice", version)
			}
			if modified := p["modified"].(string); modified <= last {
				t.Errorf("the feed goes from %s back to %s", last, modified)
			} else {
				last = modified
			}
			versions[version] = true
			shown[int64(p["id"].(float64))] = fmt.Sprint(p["modified"], p["outDt"])
		}
		body := page.object()
		if next, more := body["cursor"].(string); more {
			cursor = "&cursor=" + url.QueryEscape(next)
			continue
		}
		cursor = "&cursor=" + url.QueryEscape(body["resumeCursor"].(string))
		if quiet {
			break
		}
		quiet = left.Load() == 0
	}
	writing.Wait()
	for _, p := range w.get("/punches?from=2026-01-01&to=2026-12-31").results() {
		if got, want := shown[int64(p["id"].(float64))], fmt.Sprint(p["modified"], p["outDt"]); got != want {
			t.Errorf("the feed shows %q last of punch %v, which is %q", got, p["id"], want)
		}
	}
	if n := len(w.get("/delete-history?kind=punch&limit=200").results()); n != writers*punches/4 {
		t.Errorf("delete history has %d punches, want %d", n, writers*punches/4)
	}
}

func TestFeedsNeedTheirOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const all = "/punches?from=2026-01-01&to=2026-12-31"
	for _, parameter := range []string{"limit=5", "direction=1", "cursor=x"} {
		w.get(all + "&" + parameter).want(http.StatusBadRequest)
	}
	w.get(all + "&orderBy=modified&direction=0").want(http.StatusBadRequest)
	w.get(all + "&orderBy=modified&direction=1&limit=5").want(http.StatusOK)
	w.post("/punches/async?from=2026-01-01&to=2026-12-31&orderBy=modified", "").want(http.StatusAccepted)
}
