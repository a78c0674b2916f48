package test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestAReportWhoseServerWasKilledIsMadeByTheNext kills a server while it makes a report, and once more the next one. The
// report is complete within two minutes of the last start, and is what the list would have answered.
func TestAReportWhoseServerWasKilledIsMadeByTheNext(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it waits for a lease to end")
	}
	onBothLarge(t, func(t *testing.T, i *installation, key string) {
		c := i.serve().as(key)
		want := c.get("/shiftcards?" + largeRange).body
		started := c.do(http.StatusAccepted, http.MethodPost, "/shiftcards/async?"+largeRange, "").object(t)
		poll := fmt.Sprintf("/shiftcards/async/%v/poll", started["reportKey"])
		for range 2 {
			if a := c.do(0, http.MethodGet, poll, ""); a.status != http.StatusAccepted {
				t.Fatalf("the report was made before the server could be killed: %d", a.status)
			}
			c.kill()
			c = i.serve().as(key)
		}
		began := time.Now()
		var got answer
		for got = c.do(0, http.MethodGet, poll, ""); got.status == http.StatusAccepted && time.Since(began) < 2*time.Minute; got = c.do(0, http.MethodGet, poll, "") {
			time.Sleep(200 * time.Millisecond) // a report is asked for, it does not tell
		}
		if got.status != http.StatusOK || got.body != want {
			t.Fatalf("after %s the report answers %d, %d bytes; the list has %d", time.Since(began), got.status, len(got.body), len(want))
		}
		if strings.Contains(c.logged(), "report failed") {
			t.Errorf("the report failed: %s", c.logged())
		}
		c.stop()
		i.sound()
	})
}
