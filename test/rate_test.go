package test

import (
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"
)

// TestExactlyFiftyPassAtOnce sends many requests at once with two keys of an account that has the usual rates. Fifty pass,
// not one more, also after the server was killed, and the next passes when Retry-After says so. Another account and
// wrong keys have nothing to do with it.
func TestExactlyFiftyPassAtOnce(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		account := i.run("account", "create", "Slow", "--timezone", "UTC")
		keys := []string{i.key(account, "*"), i.key(account, "*")}
		other := i.key(i.run("account", "create", "Other", "--timezone", "UTC"), "*")
		c := i.serve().as(keys[0])
		for range 60 {
			c.as("pck_wrong").do(http.StatusUnauthorized, http.MethodGet, "/departments", "")
		}
		began := time.Now()
		passed, refused, wait := flood(c, keys, 120)
		if passed != 50 || refused != 70 {
			t.Errorf("%d requests passed and %d were refused, want 50 and 70", passed, refused)
		}
		c.kill()
		c = i.serve().as(keys[0])
		if passed, refused, again := flood(c, keys, 5); passed != 0 || refused != 5 {
			t.Errorf("after a crash %d more requests passed and %d were refused", passed, refused)
		} else {
			wait = again
		}
		c.as(other).get("/departments")
		if end := time.Since(began) + wait; end < 58*time.Second || end > 70*time.Second {
			t.Errorf("Retry-After ends %s after the first request", end)
		}
		if testing.Short() {
			return
		}
		time.Sleep(wait) // that Retry-After is true can only be seen by waiting for it
		c.get("/departments")
	})
}

// flood sends requests from 12 sides at once, and says how many passed and were refused, and the longest Retry-After.
func flood(c caller, keys []string, requests int) (passed, refused int, wait time.Duration) {
	c.t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	next := make(chan int)
	for range 12 {
		all.Go(func() {
			for n := range next {
				a, err := c.as(keys[n%len(keys)]).send(http.MethodGet, "/departments", "")
				mu.Lock()
				switch {
				case err == nil && a.status == http.StatusOK:
					passed++
				case err == nil && a.status == http.StatusTooManyRequests:
					refused++
					seconds, err := strconv.Atoi(a.header.Get("Retry-After"))
					if err != nil || seconds < 1 || seconds > 60 {
						c.t.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
					}
					wait = max(wait, time.Duration(seconds)*time.Second)
				default:
					c.t.Errorf("%d: %v", a.status, err)
				}
				mu.Unlock()
			}
		})
	}
	for n := range requests {
		next <- n
	}
	close(next)
	all.Wait()
	return passed, refused, wait
}
