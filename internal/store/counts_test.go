package store_test

import (
	"slices"
	"sync"
	"testing"
)

// TestCountsOfTwoServersLoseNothing counts requests of one account at two servers at once.
func TestCountsOfTwoServersLoseNothing(t *testing.T) {
	t.Parallel()
	const each = 40
	c := newCrew(t)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			s := c.here
			if i%2 == 1 {
				s = c.there
			}
			for range each {
				err := s.CountRequest(t.Context(), c.account, func(made []byte) ([]byte, error) { return append(slices.Clip(made), byte(i)), nil })
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	made, err := c.here.Rates(t.Context(), c.account)
	if err != nil {
		t.Fatal(err)
	}
	counted := make([]int, 4)
	for _, by := range made {
		counted[by]++
	}
	for i, n := range counted {
		if n != each {
			t.Errorf("client %d was counted %d times, want %d", i, n, each)
		}
	}
}

// TestCountOfAloneServerIsOneStatement holds that a server that counts alone asks a shared database once for each request.
func TestCountOfAloneServerIsOneStatement(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	add := func(made []byte) ([]byte, error) { return append(slices.Clip(made), 1), nil }
	for range 2 {
		c.statements()
		if err := c.here.CountRequest(t.Context(), c.account, add); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(c.statements()); c.here.Shared() && got != 1 {
		t.Errorf("the second request took %d statements, want 1", got)
	}
}
