package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// defaultPool is how many connections a server opens at most when nobody says: two servers then leave half of what
	// PostgreSQL allows by default to others.
	defaultPool = 20
	// poolPatience is how long a question waits for a connection before it is refused.
	poolPatience = 1500 * time.Millisecond
	// idlePatience is how long the database lets a transaction do nothing. A server that is frozen or cut off keeps
	// others from changing an account for no longer than this.
	idlePatience = 15 * time.Second
)

// postgresPool is the connections to a PostgreSQL database.
type postgresPool struct {
	*pgxpool.Pool
	patience time.Duration
	begin    []string      // the statements that begin a transaction which changes something
	pooled   atomic.Bool   // a pooler stands before the database
	free     chan struct{} // as full as there are connections that may still be taken
	lent     chan struct{} // as full as there are more of them than usual
	scarce   func(error)   // is told that the database does not allow as many
	withheld withheld      // those that it does not allow
}

func openPool(ctx context.Context, address string, options Options) (*postgresPool, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, wrongAddress(err)
	}
	p := &postgresPool{patience: options.Patience, begin: beginning(options.Patience), scarce: func(error) {}}
	if options.Scarce != nil {
		var once sync.Once
		p.scarce = func(err error) { once.Do(func() { options.Scarce(Plain(err)) }) }
	}
	size := cmp.Or(options.Pool, defaultPool)
	config.MaxConns = int32(2 * size) //nolint:gosec // a small number
	p.free, p.lent = make(chan struct{}, 2*size), make(chan struct{}, size)
	for range size {
		p.free <- struct{}{}
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = 3 * time.Second
	}
	config.ConnConfig.DialFunc = p.dial
	// A role or a database may have other defaults; the driver knows only these.
	config.ConnConfig.RuntimeParams["client_encoding"] = "UTF8"
	config.ConnConfig.RuntimeParams["standard_conforming_strings"] = "on"
	config.AfterConnect = p.meet
	config.ConnConfig.OnNotice = hear
	if p.Pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	return p, nil
}

// beginning begins a transaction and says in the same breath how long its statements and its pauses may take. It is said
// for the transaction alone, because behind a pooler a session belongs to many. Changes of an account wait for one another,
// so no lock of theirs is waited for a shorter time than the statement takes.
func beginning(patience time.Duration) []string {
	settings := fmt.Sprintf("SELECT set_config('statement_timeout', '%d', true)", patience.Milliseconds())
	if patience > 0 {
		settings += fmt.Sprintf(", set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '%d', true)", idlePatience.Milliseconds())
	}
	return []string{"begin isolation level read committed", settings}
}

// dial opens a connection that notices within seconds when the other side is gone without a word.
func (p *postgresPool) dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := &net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3}}
	c, err := dialer.DialContext(ctx, network, address)
	if err != nil || p.patience == 0 {
		return c, err
	}
	return &patientConn{c, p.patience}, nil
}

// patientConn is closed when the database is silent for too long while something waits for it.
type patientConn struct {
	net.Conn
	patience time.Duration
}

var errSilent = errors.New("the database does not answer")

// Read waits for what the database says.
func (c *patientConn) Read(b []byte) (int, error) {
	return c.within(func() (int, error) { return c.Conn.Read(b) })
}

// Write waits until the database takes it.
func (c *patientConn) Write(b []byte) (int, error) {
	return c.within(func() (int, error) { return c.Conn.Write(b) })
}

func (c *patientConn) within(fn func() (int, error)) (int, error) {
	limit := time.AfterFunc(c.patience, func() { _ = c.Close() })
	n, err := fn()
	if !limit.Stop() && err != nil {
		err = errSilent
	}
	return n, err
}

var errEncoding = errors.New("the database cannot hold every character: make another with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0; its encoding is")

// meet refuses a database that cannot hold every name, and notices a pooler such as PgBouncer between a new connection and
// the database: the process that answers is not the one that greeted.
func (p *postgresPool) meet(ctx context.Context, c *pgx.Conn) error {
	if encoding := c.PgConn().ParameterStatus("server_encoding"); encoding != "UTF8" {
		return fmt.Errorf("%w %s", errEncoding, encoding)
	}
	var pid int64
	if err := c.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&pid); err != nil {
		return err
	}
	if uint32(pid) != c.PgConn().PID() { //nolint:gosec // process ids are small
		p.pooled.Store(true)
		return nil
	}
	// A page is planned once, not each time it is asked for: the plans are the same, whatever is asked for.
	// And a list takes as long as its reader does, a copy as long as the tables do, whatever is usual for the role.
	// And whoever counts a request sees what other servers counted while it waited, however strict a transaction is by default.
	// And whoever asks for a table that somebody has locked soon leaves the connection to those who ask for others.
	const sql = "SET plan_cache_mode = force_generic_plan; SET statement_timeout = 0; SET default_transaction_isolation = 'read committed'; SET lock_timeout = %d"
	_, err := c.Exec(ctx, fmt.Sprintf(sql, p.patience.Milliseconds()/6), pgx.QueryExecModeSimpleProtocol)
	return err
}

// unreplicated is under which name a connection keeps that it was told of a commit that no standby confirmed.
const unreplicated = "unreplicated"

var errNotReplicated = errors.New("the database gave up waiting for its standby")

// hear takes note of the warning with which PostgreSQL says that it ended the wait for a synchronous standby, be it for
// a timeout or for an operator's sake. The commit itself is then answered as if nothing had been.
func hear(c *pgconn.PgConn, n *pgconn.Notice) {
	if n.Code == "57014" || n.Code == "57P01" {
		c.CustomData()[unreplicated] = true
	}
}

// listen forgets what a connection heard before.
func (p *postgresPool) listen(c postgresLoan) {
	delete(c.Conn.Conn().PgConn().CustomData(), unreplicated)
}

// heardOfLoss says whether the commit since listen was not confirmed by the standby.
func (p *postgresPool) heardOfLoss(c postgresLoan) bool {
	return c.Conn.Conn().PgConn().CustomData()[unreplicated] != nil
}

// postgresLoan is a connection that is to be given back.
type postgresLoan struct {
	*pgxpool.Conn
	free chan<- struct{}
}

// release gives the connection back.
func (l postgresLoan) release() {
	l.Release()
	l.free <- struct{}{}
}

// acquire gives a connection, which must be released. Where the database allows no more of them it waits for one of those
// that are there.
func (p *postgresPool) acquire(ctx context.Context) (l postgresLoan, err error) {
	limited := ctx
	if p.patience > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, poolPatience)
		defer cancel()
	}
	for {
		select {
		case <-p.free:
		case <-limited.Done():
			if ctx.Err() != nil {
				return l, ctx.Err()
			}
			return l, errStore().Because(errNoConnection)
		}
		l = postgresLoan{free: p.free}
		if l.Conn, err = p.Acquire(limited); err == nil {
			return l, nil
		}
		if p.patience == 0 || !tooMany(err) || p.Stat().TotalConns() == 0 {
			break
		}
		p.scarce(err)
		p.withheld.add(p.free)
	}
	p.free <- struct{}{}
	if ctx.Err() == nil && limited.Err() != nil {
		err = errStore().Because(fmt.Errorf("%w: %w", errNoConnection, err))
	}
	return l, postgresError(err)
}

// tooMany says whether the database allows no further connection: its max_connections, or the limit of the user or of the
// database, is reached.
func tooMany(err error) bool {
	server, ok := errors.AsType[*pgconn.PgError](err)
	return ok && server.Code == "53300"
}

// withheld is how many connections may be taken once the database allows more: they could not be opened, and whoever waits
// for a connection waits for one of those that are open.
type withheld struct {
	mu      sync.Mutex
	many    int
	waiting bool // to try one
}

// withholdFor is after what time one connection that the database did not allow is tried again, for whoever has taken the
// rest may have gone. So the database is not asked in vain more often.
const withholdFor = time.Second

// add withholds one more, which goes back to the free ones after a while.
func (w *withheld) add(free chan<- struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.many++
	w.wait(free)
}

// join withholds one more where others are withheld, since it would not be allowed either, and says whether it did.
func (w *withheld) join(free chan<- struct{}) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.many == 0 {
		return false
	}
	w.many++
	w.wait(free)
	return true
}

// wait provides that one goes back to the free ones, and after it the others.
func (w *withheld) wait(free chan<- struct{}) {
	if w.many == 0 || w.waiting {
		return
	}
	w.waiting = true
	time.AfterFunc(withholdFor, func() {
		if w.take() {
			free <- struct{}{}
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.waiting = false
		w.wait(free)
	})
}

// take takes one out, and says whether there was one.
func (w *withheld) take() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.many == 0 {
		return false
	}
	w.many--
	return true
}

// lend lets one more connection be taken until back is called. There may be as many more as the pool is large.
func (p *postgresPool) lend() (back func() error, err error) {
	select {
	case p.lent <- struct{}{}:
	default:
		return nil, errStore().Because(errNoConnection)
	}
	if !p.withheld.join(p.free) {
		p.free <- struct{}{}
	}
	return func() error {
		if !p.withheld.take() {
			<-p.free
		}
		<-p.lent
		return nil
	}, nil
}

// outOfPatience says whether something failed because it waited for the database as long as anything may wait.
func outOfPatience(err error) bool {
	return errors.Is(err, errSilent) || errors.Is(err, errNoConnection)
}

var errNoConnection = fmt.Errorf("no connection to the database within %s", poolPatience)

// mode is how statements are sent where the default does not do. Prepared statements belong to a session of the
// database, which behind a pooler is another one with every transaction: there each statement is sent whole.
func (p *postgresPool) mode() pgx.QueryExecMode {
	if p.pooled.Load() {
		return pgx.QueryExecModeCacheDescribe
	}
	return 0
}
