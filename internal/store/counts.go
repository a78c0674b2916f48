package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
	"time"
)

// mostCounted bounds the memory for counts of requests, in bytes.
const mostCounted = 32 << 20

// countCache keeps what each account's count of requests was when this server wrote it last. As long as no other server
// counted since, one statement writes the next count; the database compares before it does.
type countCache struct {
	mu       sync.Mutex
	accounts map[int64]*counted
	size     int
}

// counted is an account's count of requests.
type counted struct {
	turn chan bool // holds the one value while this server counts no request of the account
	made []byte    // nil when it is not known
}

// await waits for the turn to count. Who waits long is refused: the database is gone then, and all would wait for one
// another.
func (a *counted) await(ctx context.Context) error {
	limit := time.NewTimer(poolPatience)
	defer limit.Stop()
	select {
	case <-a.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-limit.C:
		return errStore().Because(errNoTurn)
	}
}

var errNoTurn = fmt.Errorf("other requests of the account were not counted within %s", poolPatience)

func newCountCache() *countCache { return &countCache{accounts: make(map[int64]*counted)} }

func (c *countCache) of(account int64) *counted {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.size > mostCounted {
		clear(c.accounts) // whoever counts just now still has its own
		c.size = 0
	}
	a := c.accounts[account]
	if a == nil {
		a = &counted{turn: make(chan bool, 1)}
		a.turn <- true
		c.accounts[account] = a
	}
	return a
}

func (c *countCache) grown(by int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.size += by
}

// CountRequest replaces the noted instants of the account's requests by what count makes of them, one server after the
// other. It may call count twice, and the last call is the one that counts. A crash of the database may lose the last
// requests, for nobody waits until they are on disk.
func (s *Store) CountRequest(ctx context.Context, account int64, count func(made []byte) ([]byte, error)) error {
	a := s.counts.of(account)
	if err := a.await(ctx); err != nil {
		return err
	}
	defer func() { a.turn <- true }()
	before := a.made
	a.made = nil
	made, err := s.countOn(ctx, account, before, count)
	if err == nil && made == nil {
		made, err = s.countAnew(ctx, account, count)
	}
	if err != nil {
		return err
	}
	a.made = made
	s.counts.grown(len(made) - len(before))
	return nil
}

// countOn goes on from the count as it was known last. It gives nil when another server counted since.
func (s *Store) countOn(ctx context.Context, account int64, before []byte, count func([]byte) ([]byte, error)) (made []byte, err error) {
	if before == nil || !s.engine.shared() {
		return nil, nil
	}
	next, err := count(before)
	if err != nil {
		return nil, err
	}
	// The setting holds until the end of the statement's own transaction.
	const sql = "UPDATE rates SET made = $3 FROM (SELECT set_config('synchronous_commit', 'off', true)) AS relaxed " +
		"WHERE account_id = $1 AND sha256(made) = $2 RETURNING account_id"
	sum := sha256.Sum256(before)
	err = s.on.query(ctx, sql, []any{account, sum[:], next}, func(*row) error {
		made = next
		return nil
	})
	return made, err
}

// countAnew reads the count and writes the next one, while others wait.
func (s *Store) countAnew(ctx context.Context, account int64, count func([]byte) ([]byte, error)) (made []byte, err error) {
	err = s.engine.write(ctx, noAccount, func(c conn) error {
		if err := s.engine.relax(ctx, c); err != nil {
			return err
		}
		if _, err := c.exec(ctx, "INSERT INTO rates (account_id, made) VALUES ($1, $2) ON CONFLICT (account_id) DO NOTHING", []any{account, []byte{}}); err != nil {
			return err
		}
		var before []byte
		err := c.query(ctx, "SELECT made FROM rates WHERE account_id = $1"+s.engine.forUpdate(), []any{account}, func(r *row) error {
			before = r.Bytes()
			return nil
		})
		if err != nil {
			return err
		}
		if made, err = count(before); err != nil {
			return err
		}
		_, err = c.exec(ctx, "UPDATE rates SET made = $2 WHERE account_id = $1", []any{account, made})
		return err
	})
	return made, err
}
