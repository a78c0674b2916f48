package api

import (
	"context"
	"sync"
	"time"

	"punchclock/internal/attendance"
)

// mostLongLists is how many lists of an account may be sent piece by piece at once. Each keeps a connection to the
// database for as long as its reader takes.
const mostLongLists = 8

// longListPatience is how long a further one waits for one of those to end.
const longListPatience = 5 * time.Second

// longLists counts the long lists that are being sent, so that the slow readers of one account keep nobody else from the
// database.
type longLists struct {
	mu sync.Mutex
	of map[int64]chan struct{} // by account: as full as there are lists
}

// begin counts a long list of the account. It waits when there are too many.
func (l *longLists) begin(ctx context.Context, account int64) (end func(), err error) {
	l.mu.Lock()
	if l.of == nil {
		l.of = make(map[int64]chan struct{})
	}
	if l.of[account] == nil {
		l.of[account] = make(chan struct{}, mostLongLists)
	}
	lists := l.of[account]
	l.mu.Unlock()
	waiting, cancel := context.WithTimeout(ctx, longListPatience)
	defer cancel()
	select {
	case lists <- struct{}{}:
		return func() { <-lists }, nil
	case <-waiting.Done():
		e := attendance.Fail(attendance.Unavailable, "tooManyLists", "Too many long lists are being read at once. Read this one later, ask for a shorter range, or for a report with /async.")
		e.RetryAfter = 10 * time.Second
		return nil, e
	}
}

// longList is a list that turned out to be so long that it is sent piece by piece.
type longList struct {
	x    *exchange
	back func() error // gives the connection back that makes up for ours
	done func()       // tells that it is sent
}

// send sends a part of the list. Before the first part it provides that nobody waits for this list's reader.
func (l *longList) send(b []byte) (err error) {
	if l.back == nil {
		if l.back, err = l.x.s.store.Lend(); err != nil {
			return err
		}
	}
	if l.done == nil {
		if l.done, err = l.x.s.longLists.begin(l.x.r.Context(), l.x.who.Account); err != nil {
			return err
		}
	}
	return l.x.sendPiece(b)
}

// end is called when the list's own connection is free again.
func (l *longList) end() {
	if l.done != nil {
		l.done()
	}
	if l.back == nil {
		return
	}
	if err := l.back(); err != nil {
		l.x.s.log.ErrorContext(l.x.r.Context(), "a connection to the database cannot be closed", "id", l.x.id, "error", err)
	}
}
