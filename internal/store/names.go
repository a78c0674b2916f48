package store

import (
	"context"
	"sync"

	"punchclock/internal/attendance"
)

// mostNames bounds how many summaries are kept in memory, over all accounts: about 15 MB.
const mostNames = 50_000

// nameCache keeps what records are called, so that a page of punches need not look up the same few employees, org units
// and devices for each row. What it holds of an account counts for as long as the account's count of renamings, which
// every change of such a record moves on in its own transaction, stays what it was: so nobody reads a name after its
// change was answered, whichever server made it.
type nameCache struct {
	mu       sync.RWMutex
	accounts map[int64]*accountNames
	size     int
}

// accountNames is what is known of an account. Ids are unique over all kinds of record.
type accountNames struct {
	renamings int64
	known     map[int64]*attendance.Summary
}

func newNameCache() *nameCache { return &nameCache{accounts: make(map[int64]*accountNames)} }

// of is what is known of the account at a count of renamings. A count that is behind what others have seen already is
// no harm: what is known then is newer.
func (c *nameCache) of(account, renamings int64) *accountNames {
	c.mu.RLock()
	a := c.accounts[account]
	c.mu.RUnlock()
	if a != nil && a.renamings >= renamings {
		return a
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if a = c.accounts[account]; a != nil && a.renamings >= renamings {
		return a
	}
	if a != nil {
		c.size -= len(a.known)
	}
	a = &accountNames{renamings: renamings, known: make(map[int64]*attendance.Summary)}
	c.accounts[account] = a
	return a
}

// copy copies what is known of the ids, and gives those of which nothing is.
func (c *nameCache) copy(a *accountNames, kind attendance.RefKind, ids []int64, to map[int64]*attendance.Summary) (missing []int64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, id := range ids {
		if _, ok := to[id]; ok {
			continue
		}
		s := a.known[id]
		if s == nil || s.Kind != kind {
			s, missing = nil, append(missing, id)
		}
		to[id] = s // also when it is nil, so that it is asked for once
	}
	return missing
}

// keep adds what the store said after the count of renamings was read.
func (c *nameCache) keep(account int64, a *accountNames, summaries []*attendance.Summary) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.accounts[account] != a {
		return
	}
	if c.size+len(summaries) > mostNames {
		clear(c.accounts)
		c.size = 0
		return
	}
	before := len(a.known)
	for _, s := range summaries {
		a.known[s.ID] = s
	}
	c.size += len(a.known) - before
}

// Names is what the records of an account are called, for the time of one answer.
type Names struct {
	reads Reads
	scope attendance.Scope
	known *accountNames                 // nil in a transaction, which keeps nothing
	taken map[int64]*attendance.Summary // so far
}

// Names is what the records of the account are called from now on.
func (r Reads) Names(ctx context.Context, scope attendance.Scope) (*Names, error) {
	if r.names == nil {
		return (&Names{reads: r, scope: scope}).at(0), nil
	}
	renamings := int64(0)
	err := r.on.query(ctx, "SELECT names FROM accounts WHERE id = $1", []any{scope.Account}, func(row *row) error {
		renamings = row.Int()
		return nil
	})
	return (&Names{reads: r, scope: scope}).at(renamings), err
}

// at begins with what is known at a count of renamings.
func (n *Names) at(renamings int64) *Names {
	n.taken = make(map[int64]*attendance.Summary, 64)
	if n.reads.names != nil {
		n.known = n.reads.names.of(n.scope.Account, renamings)
	}
	return n
}

// need makes sure that what there is to say of the ids is at hand.
func (n *Names) need(ctx context.Context, kind attendance.RefKind, ids []int64) error {
	missing := ids
	if n.known != nil {
		missing = n.reads.names.copy(n.known, kind, ids, n.taken)
	}
	if len(missing) == 0 {
		return nil
	}
	var found []*attendance.Summary
	err := n.reads.Summaries(ctx, n.scope, kind, missing, func(s *attendance.Summary) error {
		n.taken[s.ID] = s
		found = append(found, s)
		return nil
	})
	if err == nil && n.known != nil {
		n.reads.names.keep(n.scope.Account, n.known, found)
	}
	return err
}

// Each passes what there is to say about the records of a kind with these ids, in their order. Deleted employees are
// there, so that their punches keep their names. A scope limited to org units hides nothing here: whoever may see a
// record may see the names of what it refers to.
func (n *Names) Each(ctx context.Context, kind attendance.RefKind, ids []int64, each func(*attendance.Summary) error) error {
	if err := n.need(ctx, kind, ids); err != nil {
		return err
	}
	for _, id := range ids {
		if s := n.taken[id]; s != nil && s.Kind == kind {
			if err := each(s); err != nil {
				return err
			}
		}
	}
	return nil
}
