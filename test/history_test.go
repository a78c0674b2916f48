package test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// touch is what a client did to a record: it wrote a name, or read the one that is there.
type touch struct {
	write bool
	name  string
}

// nameplate is a record that holds one name: whoever reads it finds what was written last.
var nameplate = porcupine.Model{
	Init: func() any { return "new" },
	Step: func(state, input, output any) (bool, any) {
		if did, _ := input.(touch); did.write {
			return true, did.name
		}
		return output == state, state
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprint(input, " gives ", output) },
}

// TestTwoServersAreAsOne has five clients read and change a record through two servers at random. Each history of 30
// operations is one that a single server could have answered, doing one operation after the other: nobody, whichever
// server he asks, reads what was overwritten before he asked.
func TestTwoServersAreAsOne(t *testing.T) {
	t.Parallel()
	i := installOnPostgres(t)
	both := i.pair()
	key := i.key(i.account(), "*")
	for round := range 20 * more(t) {
		id := both[0].as(key).create("/departments", `{"name": "new"}`)
		history := i.history(both, key, id, uint64(round))
		if !porcupine.CheckOperations(nameplate, history) {
			t.Fatalf("no single server answers so: %+v", history)
		}
	}
}

// history is what five clients did to a department, and what they were answered.
func (i *installation) history(both [2]*server, key string, id int64, seed uint64) (all []porcupine.Operation) {
	var mu sync.Mutex
	var clients sync.WaitGroup
	began := time.Now()
	path := fmt.Sprint("/departments/", id)
	for client := range 5 {
		clients.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(client)))
			for n := range 6 {
				c := both[random.IntN(2)].as(key)
				op := porcupine.Operation{ClientId: client, Call: time.Since(began).Nanoseconds()}
				switch random.IntN(5) {
				case 0, 1:
					name := fmt.Sprintf("%d of %d in %d", n, client, seed)
					c.do(http.StatusOK, http.MethodPut, path, fmt.Sprintf(`{"name": %q}`, name))
					op.Input = touch{true, name}
				case 2:
					for _, d := range c.get("/departments").results(i.t) {
						if number(d["id"]) == id {
							op.Input, op.Output = touch{}, d["name"]
						}
					}
				default:
					op.Input, op.Output = touch{}, c.get(path).object(i.t)["name"]
				}
				op.Return = time.Since(began).Nanoseconds()
				mu.Lock()
				all = append(all, op)
				mu.Unlock()
			}
		})
	}
	clients.Wait()
	return all
}
