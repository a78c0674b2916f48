package app

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"hash/crc32"

	"punchclock/internal/attendance"
)

// KeyPrefix is what every API key begins with.
const KeyPrefix = "pck_"

// A key is KeyPrefix, keyRandom random characters (238 bits) and a checksum, by which a scanner for leaked secrets
// tells a key from other text.
const (
	keyRandom   = 40
	keyChecksum = 6 // as many as a CRC32 takes in base62
	keyShown    = 8 // how many characters are kept for display
	base62      = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// CreateKey makes an API key of the account with the name, permissions, org units and expiry of k. The secret is given
// this once and kept nowhere: only its SHA-256 is stored.
func (a *App) CreateKey(ctx context.Context, account int64, k attendance.Key) (key *attendance.Key, secret string, err error) {
	secret = newSecret()
	key, err = change(ctx, a, operator(account), func(tx *Tx) (*attendance.Key, error) {
		k := k // of this attempt
		if err := tx.checkKey(ctx, &k); err != nil {
			return nil, err
		}
		id, err := tx.NewID(ctx)
		if err != nil {
			return nil, err
		}
		k.Account, k.ID, k.Created = account, id, tx.now.UTC()
		k.Prefix, k.Last4, k.Revoked, k.LastUsed = secret[:keyShown], secret[len(secret)-4:], nil, nil
		hash := sha256.Sum256([]byte(secret))
		if err := tx.InsertKey(ctx, &k, hash[:]); err != nil {
			return nil, err
		}
		return tx.writtenKey(ctx, "create", nil, id)
	})
	if err != nil {
		return nil, "", err
	}
	return key, secret, nil
}

// checkKey says what is wrong with a key that is to be made.
func (tx *Tx) checkKey(ctx context.Context, k *attendance.Key) error {
	var p attendance.Problems
	k.Validate(&p, tx.now)
	if err := tx.referAll(ctx, &p, "orgUnits", attendance.RefOrgUnit, k.OrgUnits, nil); err != nil {
		return err
	}
	return p.Err()
}

// RevokeKey makes a key of the account invalid for good, on every server within a second. A key that is revoked stays as
// it is.
func (a *App) RevokeKey(ctx context.Context, who attendance.Actor, account, id int64) (*attendance.Key, error) {
	who.Scope = attendance.Everything(account)
	return change(ctx, a, who, func(tx *Tx) (*attendance.Key, error) {
		k, err := tx.Key(ctx, account, id)
		if err != nil || k.Revoked != nil {
			return k, err
		}
		was := snapshot(k)
		if err := tx.Tx.RevokeKey(ctx, id, tx.now); err != nil {
			return nil, err
		}
		return tx.writtenKey(ctx, "revoke", was, id)
	})
}

// writtenKey reads the key as it now is and audits the change.
func (tx *Tx) writtenKey(ctx context.Context, action string, was *string, id int64) (*attendance.Key, error) {
	k, err := tx.Key(ctx, tx.who.Account, id)
	if err != nil {
		return nil, err
	}
	return k, tx.audit(ctx, action, "key", id, was, snapshot(k))
}

// newSecret is a new random key.
func newSecret() string {
	body := KeyPrefix + randomBase62(keyRandom)
	return body + checksum(body)
}

// randomBase62 is n characters, each of them as likely as any other.
func randomBase62(n int) string {
	const even = 256 / len(base62) * len(base62) // bytes from here on would favour some characters
	text := make([]byte, 0, n)
	var b [64]byte
	for len(text) < n {
		_, _ = rand.Read(b[:]) // it does not fail
		for _, c := range b {
			if int(c) < even && len(text) < n {
				text = append(text, base62[int(c)%len(base62)])
			}
		}
	}
	return string(text)
}

// checksum is the CRC-32 (IEEE) of what stands before it, in base62.
func checksum(body string) string {
	sum := crc32.ChecksumIEEE([]byte(body))
	var text [keyChecksum]byte
	for i := range text {
		text[keyChecksum-1-i] = base62[sum%uint32(len(base62))]
		sum /= uint32(len(base62))
	}
	return string(text[:])
}
