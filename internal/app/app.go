// Package app makes every change, and gives every answer that takes thought: it validates, transacts, stamps, audits
// and remembers. API, console, clocks and command line all change things through it, so nothing is possible by one
// door and not by another. Plain questions go to the store directly.
package app

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/wire"
)

// App is the product without its doors.
type App struct {
	store *store.Store
	now   func() time.Time
	zones *attendance.Zones
	seal  sealer

	zoneTables sync.Map // *cards.Zone by name
}

// New makes the App of a migrated store. The secret protects PINs at rest; when it is empty, one kept in the database
// is used. A store keeps the secret with which it was begun: with another one it is refused.
func New(ctx context.Context, s *store.Store, now func() time.Time, secret []byte) (*App, error) {
	if len(secret) == 0 {
		var err error
		if secret, err = Secret(ctx, s, "seal"); err != nil {
			return nil, err
		}
	}
	seal, err := newSealer(secret)
	if err != nil {
		return nil, err
	}
	proof, err := s.Secret(ctx, "proof", seal.proof)
	if err != nil {
		return nil, err
	}
	if !hmac.Equal(proof, seal.proof) {
		return nil, errors.New("the secret is not the one with which this database was begun, so that PINs could not be read: give that one, or none when it was begun without")
	}
	return &App{store: s, now: now, zones: &attendance.Zones{}, seal: seal}, nil
}

// Secret is the installation's random secret of that name, made when first asked for.
func Secret(ctx context.Context, s *store.Store, name string) ([]byte, error) {
	proposed := make([]byte, 32)
	if _, err := rand.Read(proposed); err != nil {
		return nil, err
	}
	return s.Secret(ctx, name, proposed)
}

// Store is the store that the App changes.
func (a *App) Store() *store.Store { return a.store }

// Zones are the time zones by name.
func (a *App) Zones() *attendance.Zones { return a.zones }

// Now is the present instant.
func (a *App) Now() time.Time { return a.now() }

// Tx is a change in the making: a transaction that knows who makes it.
type Tx struct {
	*store.Tx
	app   *App
	who   attendance.Actor
	now   time.Time
	known *known // nil for the change of a single record
}

// savedFor is how long the answer to an idempotency key is kept.
const savedFor = 24 * time.Hour

// change runs fn in a transaction of the actor's account, once for each idempotency key, and gives the record that fn
// made or changed. A change that was already made under the same key is a ReplayError. That, too, is said only after a
// commit of its own: the first change may be there and not be safe yet, because it waits for the same commit, or because
// the database gave up waiting for the standby that confirms it.
func change[R attendance.Record](ctx context.Context, a *App, who attendance.Actor, fn func(*Tx) (R, error)) (R, error) {
	var result R
	var made error
	now := a.now()
	err := a.store.Write(ctx, who.Account, now, func(stx *store.Tx) error {
		tx := &Tx{Tx: stx, app: a, who: who, now: now}
		made = nil
		err := tx.replay(ctx)
		if _, ok := errors.AsType[attendance.ReplayError](err); ok {
			made = err
			return nil
		}
		if err != nil {
			return err
		}
		if result, err = fn(tx); err != nil {
			return err
		}
		if err := tx.given(nil).Err(); err != nil {
			return err
		}
		return tx.remember(ctx, result)
	})
	return result, cmp.Or(err, made)
}

// once is the idempotency key of the change. The hash of the body becomes a keyed one, for a plain hash of a short body
// would let whoever reads the database find a PIN that stands in it.
func (tx *Tx) once() *attendance.Once {
	if tx.who.Conditions == nil || tx.who.Conditions.Once == nil {
		return nil
	}
	once := *tx.who.Conditions.Once
	copy(once.Hash[:], tx.app.seal.key(tx.who.Account, string(once.Hash[:])))
	return &once
}

// replay ends a change that was made before under the same idempotency key.
func (tx *Tx) replay(ctx context.Context) error {
	once := tx.once()
	if once == nil {
		return nil
	}
	saved, same, err := tx.Saved(ctx, tx.who.Key, once, tx.now.Add(-savedFor))
	switch {
	case err != nil || saved == nil:
		return err
	case !same:
		return attendance.Fail(attendance.Conflict, "idempotencyKeyReused", "The Idempotency-Key %q was used for another request. Use a new key for each new request.", once.Key)
	}
	body, err := tx.app.seal.open(tx.who.Account, saved.Body)
	if err != nil {
		return fmt.Errorf("open the answer kept under an idempotency key: %w", err)
	}
	saved.Body = []byte(body)
	return attendance.ReplayError{SavedReply: *saved}
}

// remember keeps the answer under the idempotency key. It is sealed, for it may show a PIN.
func (tx *Tx) remember(ctx context.Context, result attendance.Record) error {
	once := tx.once()
	if once == nil {
		return nil
	}
	answer := once.Answer(result)
	answer.Body = tx.app.seal.seal(tx.who.Account, string(answer.Body))
	return tx.Save(ctx, tx.who.Key, once, answer, tx.now)
}

// match refuses the change when the request's If-Match names another version of the record.
func (tx *Tx) match(record attendance.Record) error {
	if tx.who.Conditions == nil || len(tx.who.Conditions.IfMatch) == 0 {
		return nil
	}
	tag := ETag(record)
	for _, want := range tx.who.Conditions.IfMatch {
		if want == tag || want == "*" {
			return nil
		}
	}
	return attendance.Fail(attendance.Precondition, "precondition", "The record was changed since it was read. Read it again and repeat the change.")
}

// given is what is wrong with the request before the change is looked at: what the binding found, and derived fields
// that differ from the record, which is nil for a new one.
func (tx *Tx) given(record attendance.Record) attendance.Problems {
	c := tx.who.Conditions
	if c == nil {
		return nil
	}
	problems := slices.Clone(c.Problems)
	if c.Unchanged != nil && record != nil {
		problems = append(problems, c.Unchanged(record)...)
	}
	return problems
}

// audit adds the change to the audit trail; was and became are nil where there was or is no record.
func (tx *Tx) audit(ctx context.Context, action, kind string, id int64, was, became *string) error {
	return tx.Audit(ctx, store.Audited{Who: tx.who, At: tx.now, Action: action, Kind: kind, RecordID: id, Was: was, Became: became})
}

// Audit adds an event that is not the change of a record to the audit trail.
func (a *App) Audit(ctx context.Context, who attendance.Actor, action, kind string, id int64) error {
	return a.store.Write(ctx, who.Account, a.now(), func(stx *store.Tx) error {
		return (&Tx{Tx: stx, app: a, who: who, now: a.now()}).audit(ctx, action, kind, id, nil, nil)
	})
}

// snapshot is the record as JSON for the audit trail.
func snapshot(record attendance.Record) *string {
	text := string(encode(attendance.Discreet(record)))
	return &text
}

func encode(record attendance.Record) []byte {
	w := wire.NewWriter(make([]byte, 0, 1024), wire.JSON)
	w.Open("")
	record.Fields(w)
	w.Close()
	return w.Bytes()
}

// ETag names the version of a record: a hash of all that everybody may see of it, the time of its last change included.
// What only some may see is left out, for a PIN could be found by trying all of them.
func ETag(record attendance.Record) string {
	sum := sha256.Sum256(encode(attendance.Discreet(record)))
	return hex.EncodeToString(sum[:12])
}

// isNotFound says whether err means that there is no such record.
func isNotFound(err error) bool { return attendance.KindOf(err) == attendance.NotFound }

// another says whether a lookup, which may have found nothing, found a record other than the one with that id.
func another[R any, P record[R]](found P, id int64, err error) (bool, error) {
	if isNotFound(err) {
		return false, nil
	}
	return err == nil && found.Identify().ID != id, err
}

// asField gives an error about a value its field; an error that is not about a value stays as it is.
func asField(p *attendance.Problems, field string, err error) {
	if bad, ok := errors.AsType[attendance.FieldError](err); ok {
		p.Add(field, bad.Code, "%s", bad.Detail)
		return
	}
	p.Add(field, "format", "%s", err)
}
