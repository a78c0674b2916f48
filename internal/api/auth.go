package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"strings"
	"sync"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// keyMemory is how long what the database said of a key is believed. A revoked key stops working within a second.
const keyMemory = 500 * time.Millisecond

// mostKeys bounds the memory for keys. Keys that do not exist are never remembered.
const mostKeys = 10_000

// keyCache remembers for a moment which keys are valid, so that a burst of requests asks the database once.
type keyCache struct {
	store *store.Store
	mu    sync.Mutex
	known map[[sha256.Size]byte]knownKey
}

type knownKey struct {
	key     *attendance.Key
	account *attendance.Account
	asked   time.Time
}

func newKeyCache(s *store.Store) *keyCache {
	return &keyCache{store: s, known: make(map[[sha256.Size]byte]knownKey)}
}

// find is the valid key with that secret and its account, or ErrNotFound.
func (c *keyCache) find(ctx context.Context, secret string, now time.Time) (knownKey, error) {
	hash := sha256.Sum256([]byte(secret))
	c.mu.Lock()
	k, ok := c.known[hash]
	c.mu.Unlock()
	if ok && now.Sub(k.asked).Abs() < keyMemory && k.key.Valid(now) {
		return k, nil
	}
	key, stored, err := c.store.KeyByHash(ctx, hash[:])
	if err != nil {
		return knownKey{}, err
	}
	if subtle.ConstantTimeCompare(stored, hash[:]) != 1 || !key.Valid(now) {
		return knownKey{}, attendance.ErrNotFound()
	}
	account, err := c.store.Account(ctx, key.Account)
	if err != nil {
		return knownKey{}, err
	}
	k = knownKey{key, account, now}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= mostKeys {
		clear(c.known)
	}
	c.known[hash] = k
	return k, nil
}

// authenticate finds out who asks. Whatever is wrong with the key, the answer is the same.
func (x *exchange) authenticate() error {
	refused := attendance.Fail(attendance.Unauthenticated, "unauthenticated", "A valid API key is required. Send it as: Authorization: Token YOUR_KEY.")
	headers := x.r.Header.Values("Authorization")
	if len(headers) != 1 {
		return refused
	}
	scheme, secret, ok := strings.Cut(headers[0], " ")
	if !ok || !strings.EqualFold(scheme, "Token") || len(secret) > 200 {
		return refused
	}
	k, err := x.s.keys.find(x.r.Context(), secret, x.began)
	if attendance.KindOf(err) == attendance.NotFound {
		return refused
	}
	if err != nil {
		return err
	}
	x.account = k.account
	x.who = attendance.Actor{
		Scope: attendance.Scope{Account: k.key.Account, OrgUnits: k.key.OrgUnits}, Key: k.key.ID, Name: k.key.Name,
		Via: "api", RequestID: x.id, Permissions: k.key.Permissions,
	}
	return nil
}
