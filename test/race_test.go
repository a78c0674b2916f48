package test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"
)

// atOnce sends the requests at the same time and counts the answers by status.
func (c caller) atOnce(method, path string, bodies []string, headers ...string) map[int]int {
	c.t.Helper()
	var mu sync.Mutex
	count := map[int]int{}
	var all sync.WaitGroup
	begin := make(chan struct{})
	for _, body := range bodies {
		all.Go(func() {
			<-begin
			a, err := c.send(method, path, body, headers...)
			if err != nil {
				c.t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			count[a.status]++
		})
	}
	close(begin)
	all.Wait()
	return count
}

// repeated is a text n times.
func repeated(text string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = text
	}
	return all
}

// TestChangesAtOnceAreAllKept sends partial changes of different fields, and of one version, at the same time.
func TestChangesAtOnceAreAllKept(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		employee := c.crew(1)[0]
		for round := range 20 {
			path := fmt.Sprintf("/employees/%d", employee)
			tag := c.get(path).header.Get("ETag")
			fields := []string{"jobTitle", "notes", "address", "email", "middleName", "hireBy", "distributor", "emgContact"}
			var bodies []string
			for _, f := range fields {
				bodies = append(bodies, fmt.Sprintf(`{%q: "%s%d@example.org"}`, f, f, round))
			}
			if got := c.atOnce(http.MethodPut, path, bodies); got[http.StatusOK] != len(fields) {
				t.Fatalf("the answers are %v", got)
			}
			record := c.get(path).object(t)
			for _, f := range fields {
				if want := fmt.Sprintf("%s%d@example.org", f, round); record[f] != want {
					t.Errorf("%s is %v, a change to %s was acknowledged", f, record[f], want)
				}
			}
			if got := c.atOnce(http.MethodPut, path, []string{`{"notes": "a"}`}, "If-Match: "+tag); got[http.StatusPreconditionFailed] != 1 {
				t.Errorf("a change of a version that is gone is answered with %v", got)
			}
			tag = c.get(path).header.Get("ETag")
			bodies = nil
			for n := range 12 {
				bodies = append(bodies, fmt.Sprintf(`{"notes": "one of %d"}`, n))
			}
			if got := c.atOnce(http.MethodPut, path, bodies, "If-Match: "+tag); got[http.StatusOK] != 1 || got[http.StatusPreconditionFailed] != 11 {
				t.Errorf("twelve changes of one version are answered with %v", got)
			}
		}
	})
}

// TestNobodyIsInTwice sends the beginning of work many times at once, without anything that makes them one request.
func TestNobodyIsInTwice(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		began := time.Now().Add(-time.Hour)
		for n, employee := range c.crew(10) {
			var bodies []string
			for k := range 12 { // of every other employee at different times
				in := began.Add(time.Duration(k*(n%2)) * time.Minute).UTC().Format(time.RFC3339)
				bodies = append(bodies, fmt.Sprintf(`{"employee": %d, "inDt": %q}`, employee, in))
			}
			got := c.atOnce(http.MethodPost, "/punches", bodies)
			if got[http.StatusOK] != 1 || got[http.StatusBadRequest] != 11 {
				t.Errorf("twelve beginnings at once are answered with %v", got)
			}
			if open := c.get(fmt.Sprintf("/punches?from=%s&to=2199-12-31&employee=%d", began.AddDate(0, 0, -2).Format(time.DateOnly), employee)).results(t); len(open) != 1 {
				t.Errorf("there are %d punches, want 1", len(open))
			}
		}
	})
}

// TestDeletionsAtOnceAreOne deletes and changes records at the same time: one deletion has an effect, one item of the
// delete history tells of it, and no change brings the record back.
func TestDeletionsAtOnceAreOne(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		employees := c.crew(12)
		code := c.create("/timeoffcodes", `{"name": "Vacation"}`)
		paths := map[string]string{}
		for k, employee := range employees {
			switch k % 3 {
			case 0:
				paths[fmt.Sprintf("/employees/%d", employee)] = "employee"
			case 1:
				paths[fmt.Sprintf("/punches/%d", c.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-10T08:00:00Z"}`, employee)))] = "punch"
			default:
				entry := c.create("/timeoffentries", fmt.Sprintf(`{"employee": %d, "date": "2026-03-10", "timeOffCode": %d, "duration": 3600}`, employee, code))
				paths[fmt.Sprintf("/timeoffentries/%d", entry)] = "durationEntry"
			}
		}
		for path, kind := range paths {
			var both sync.WaitGroup
			both.Go(func() {
				if got := c.atOnce(http.MethodPut, path, repeated(`{"notes": "changed"}`, 6)); got[http.StatusOK]+got[http.StatusNotFound] != 6 {
					t.Errorf("changes of %s are answered with %v", path, got)
				}
			})
			both.Go(func() {
				if got := c.atOnce(http.MethodDelete, path, repeated("", 8)); got[http.StatusNoContent] != 1 || got[http.StatusNotFound] != 7 {
					t.Errorf("deletions of %s are answered with %v", path, got)
				}
			})
			both.Wait()
			c.do(http.StatusNotFound, http.MethodGet, path, "")
			c.do(http.StatusNotFound, http.MethodPut, path, `{"notes": "again"}`)
			var id int64
			if _, err := fmt.Sscanf(path[1+len(kindPath(kind)):], "/%d", &id); err != nil {
				t.Fatal(err)
			}
			if items := c.get(fmt.Sprintf("/delete-history?kind=%s&deletedId=%d", kind, id)).results(t); len(items) != 1 {
				t.Errorf("the delete history tells %d times of %s", len(items), path)
			}
		}
	})
}

// kindPath is the collection of a kind of delete history.
func kindPath(kind string) string {
	return map[string]string{"employee": "employees", "punch": "punches", "durationEntry": "timeoffentries"}[kind]
}
