package test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestForeignRecordsTakeAsLongAsMissingOnes asks in turn for a record of another account and for one that does not exist:
// the answers are the same, and so is how long they take.
func TestForeignRecordsTakeAsLongAsMissingOnes(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		s := i.serve()
		own, other := s.as(i.key(i.account(), "*")), s.as(i.key(i.account(), "*"))
		foreign := fmt.Sprintf("/employees/%d", other.crew(1)[0])
		const missing = "/employees/987654321"
		own.sameTime(t, 300*time.Microsecond, func(c caller, second bool) answer {
			path := foreign
			if second {
				path = missing
			}
			return c.do(http.StatusNotFound, http.MethodGet, path, "")
		})
		body := func(id string) string { return fmt.Sprintf(`{"employee": %s, "inDt": "2026-03-10T08:00:00Z"}`, id) }
		foreignID := strings.TrimPrefix(foreign, "/employees/")
		own.sameTime(t, 300*time.Microsecond, func(c caller, second bool) answer {
			id := foreignID
			if second {
				id = "987654321"
			}
			a := c.do(http.StatusBadRequest, http.MethodPost, "/punches", body(id))
			a.body = strings.ReplaceAll(a.body, id, "ID")
			return a
		})
	})
}

// TestWrongKeysTellNothingByTheirTime tries keys that differ from a real one in the first and in the last character.
func TestWrongKeysTellNothingByTheirTime(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		key := i.key(i.account(), "*")
		s := i.serve()
		early, late := "pck_"+flip(key[4])+key[5:], key[:len(key)-1]+flip(key[len(key)-1])
		s.as("").sameTime(t, 100*time.Microsecond, func(c caller, second bool) answer {
			if second {
				return c.as(late).do(http.StatusUnauthorized, http.MethodGet, "/departments", "")
			}
			return c.as(early).do(http.StatusUnauthorized, http.MethodGet, "/departments", "")
		})
	})
}

func flip(c byte) string {
	if c == 'A' {
		return "B"
	}
	return "A"
}

// sameTime sends two kinds of requests in turn and compares the answers and the medians of how long they take. Noise is
// there today and gone tomorrow; a difference that tells something stays, so it must be seen three times.
func (c caller) sameTime(t *testing.T, most time.Duration, ask func(c caller, second bool) answer) {
	t.Helper()
	var differ time.Duration
	for range 3 {
		var took [2][]time.Duration
		for n := range 2000 {
			a := ask(c, n%2 == 1)
			took[n%2] = append(took[n%2], a.took)
			if n < 2 {
				b := ask(c, n%2 == 0)
				if a.body != b.body || a.status != b.status {
					t.Errorf("the answers differ: %s and %s", a.body, b.body)
				}
			}
		}
		slices.Sort(took[0])
		slices.Sort(took[1])
		if differ = (took[0][len(took[0])/2] - took[1][len(took[1])/2]).Abs(); differ <= most {
			return
		}
	}
	t.Errorf("the medians differ by %s", differ)
}
