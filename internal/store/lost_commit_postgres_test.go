package store_test

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

// wire is a network between a store and its database. Once it is told to lose what comes next on the way there, or the
// way back, it passes nothing on there any more and breaks the connection as soon as something comes.
type wire struct {
	there, back atomic.Bool
	ready       atomic.Bool // the database's last word, that it is ready for the next query, is lost
	open        sync.WaitGroup
}

// pass passes on what comes from one side to the other until it ends or is to be lost.
func (w *wire) pass(from, to net.Conn, lose *atomic.Bool) {
	defer func() { _, _ = from.Close(), to.Close() }()
	for part := make([]byte, 64<<10); ; {
		n, err := from.Read(part)
		if n > 0 && lose.Swap(false) || err != nil {
			return
		}
		const word = 6 // bytes
		if lose == &w.back && n >= word && part[n-word] == 'Z' && w.ready.Swap(false) {
			_, _ = to.Write(part[:n-word])
			return
		}
		if _, err := to.Write(part[:n]); err != nil {
			return
		}
	}
}

// lay gives the address of a database by way of the wire.
func (w *wire) lay(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	network, where := pgconn.NetworkAddress(config.Host, config.Port)
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = on.Close()
		w.open.Wait()
	})
	w.open.Go(func() {
		for {
			client, err := on.Accept()
			if err != nil {
				return
			}
			database, err := net.Dial(network, where)
			if err != nil {
				_ = client.Close()
				continue
			}
			w.open.Go(func() { w.pass(client, database, &w.there) })
			w.open.Go(func() { w.pass(database, client, &w.back) })
		}
	})
	return fmt.Sprintf("postgres://%s@%s%s?sslmode=disable", u.User.Username(), on.Addr(), u.Path)
}

// TestALostAnswerOfACommitIsUncertain loses the connection as a change is on its way to the database, together with its
// commit, or as the answer is on its way back. In the second case the change is there. Nobody can know, so it is not made
// again, and whoever wanted it is told. What is lost after the answer to the commit makes nothing uncertain.
func TestALostAnswerOfACommitIsUncertain(t *testing.T) {
	t.Parallel()
	for _, f := range []struct {
		lost string
		of   func(*wire) *atomic.Bool
		made int
	}{
		{"there", func(w *wire) *atomic.Bool { return &w.there }, 0},
		{"back", func(w *wire) *atomic.Bool { return &w.back }, 1},
		{"ready", func(w *wire) *atomic.Bool { return &w.ready }, 1},
	} {
		t.Run(f.lost, func(t *testing.T) {
			t.Parallel()
			w, address := &wire{}, storetest.PostgresAddress(t)
			s, err := store.Open(t.Context(), w.lay(t, address), store.Options{Pool: 1})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			c := &crew{t: t, address: address, here: s, account: busy(t, s)}
			// A connection learns each statement the first time.
			if err := c.changes(0, "never", fault{}); err != nil {
				t.Fatal(err)
			}
			tries := 0
			err = c.changes(3, "never", fault{make: func(context.Context, *store.Tx) error {
				tries++
				f.of(w).Store(true)
				return nil
			}})
			uncertain := err != nil && strings.Contains(err.Error(), "could not make sure")
			if f.lost == "ready" && err != nil || f.lost != "ready" && !uncertain || tries != 1 {
				t.Errorf("after %d tries: %v", tries, err)
			}
			c.holdsUnits(1 + f.made)
			if err := c.changes(6, "never", fault{}); err != nil {
				t.Errorf("the next change: %v", err)
			}
		})
	}
}

// TestACommitThatWasNeverSentIsCertain loses the connection in a change that passes over it, and writes what is sent at once.
// Its commit cannot be sent, so nobody is told that it may have been made: it is made again.
func TestACommitThatWasNeverSentIsCertain(t *testing.T) {
	t.Parallel()
	address := storetest.PostgresAddress(t)
	s := storetest.OpenServersOn(t, address, nil, nil)[0]
	tries := 0
	account := &attendance.Account{Name: "Lost", Timezone: "UTC", Created: storetest.Epoch}
	err := s.CreateAccount(t.Context(), account, func(tx *store.Tx) error {
		if tries++; tries == 1 {
			_ = tx.Ask(t.Context(), "SELECT pg_terminate_backend(pg_backend_pid())")
		}
		return nil
	})
	if accounts := ask(t.Context(), t, address, "SELECT count(*) FROM accounts"); err != nil || tries != 2 || accounts != 1 {
		t.Errorf("after %d tries there are %d accounts: %v", tries, accounts, err)
	}
}

// TestALostAnswerOfALoneCommitIsUncertain loses the answer to a commit that was sent by itself. The driver calls that safe to
// repeat, which it is not.
func TestALostAnswerOfALoneCommitIsUncertain(t *testing.T) {
	t.Parallel()
	w, address := &wire{}, storetest.PostgresAddress(t)
	s, err := store.Open(t.Context(), w.lay(t, address), store.Options{Pool: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	tries := 0
	account := &attendance.Account{Name: "Lone", Timezone: "UTC", Created: storetest.Epoch}
	err = s.CreateAccount(t.Context(), account, func(*store.Tx) error {
		tries++
		w.back.Store(true)
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "could not make sure") || tries != 1 {
		t.Errorf("after %d tries: %v", tries, err)
	}
	if accounts := ask(t.Context(), t, address, "SELECT count(*) FROM accounts"); accounts != 1 {
		t.Errorf("there are %d accounts, want 1", accounts)
	}
}
