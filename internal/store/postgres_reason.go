package store

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"punchclock/internal/attendance"
)

// ErrAddress is what an address of a database that is not well-formed is refused with.
var ErrAddress = errors.New("the database address is wrong")

// plainError says what its cause means to those who run the program.
type plainError struct {
	text  string
	cause error
}

// Error is one line, which says what to do.
func (e plainError) Error() string { return e.text }

// Unwrap is the cause.
func (e plainError) Unwrap() error { return e.cause }

// Plain makes the failure of a PostgreSQL database one that says in a line what is the matter and what can be done, for
// those who run the program. Other errors stay as they are.
func Plain(err error) error {
	if _, ok := errors.AsType[plainError](err); ok {
		return err
	}
	cause := err
	if e, ok := errors.AsType[*attendance.Error](err); ok && e.Unwrap() != nil {
		cause = e.Unwrap()
	}
	if failed, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return plainError{unconnected(failed), err}
	}
	if server, ok := errors.AsType[*pgconn.PgError](err); ok {
		text := oneLine(cause.Error())
		if todo := advice(server, nil); todo != "" {
			text += "; " + todo
		}
		return plainError{text, err}
	}
	if attendance.KindOf(err) == attendance.Unavailable && lostConnection(cause) {
		return plainError{"the connection to the database was lost (" + oneLine(cause.Error()) + "); run the same again", err}
	}
	if errors.Is(err, errSilent) || errors.Is(err, errNoConnection) || errors.Is(err, errEncoding) {
		return plainError{oneLine(cause.Error()), err}
	}
	return err
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// unconnected says why a connection could not be made. Each address that was tried is named, once.
func unconnected(failed *pgconn.ConnectError) string {
	all := attempts(failed)
	if slices.ContainsFunc(all, func(a attempt) bool { return !a.withoutTLS }) {
		// Where the address leaves TLS open it was tried without, too, and that attempt says more.
		all = slices.DeleteFunc(all, func(a attempt) bool { return a.withoutTLS })
	}
	var told, advised []string
	for _, a := range all {
		what, todo := a.tell(failed.Config)
		if !slices.Contains(told, what) {
			told = append(told, what)
		}
		if todo != "" && !slices.Contains(advised, todo) {
			advised = append(advised, todo)
		}
	}
	return strings.Join(append(told, advised...), "; ")
}

// attempt is one try to make a connection, and why it failed.
type attempt struct {
	where      string // address and, in parentheses, host
	err        error
	withoutTLS bool // the server offers no TLS
}

// attempts takes a failure apart.
func attempts(err error) (all []attempt) {
	if failed, ok := err.(*pgconn.ConnectError); ok { //nolint:errorlint // this very error is taken apart
		return attempts(failed.Unwrap())
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range many.Unwrap() {
			all = append(all, attempts(one)...)
		}
		return all
	}
	a := attempt{err: err, withoutTLS: strings.HasSuffix(err.Error(), noTLS)}
	if inner := errors.Unwrap(err); inner != nil {
		place, _, _ := strings.Cut(strings.TrimSuffix(err.Error(), inner.Error()), "): ")
		address, host, _ := strings.Cut(place, " (")
		a.where = address
		if host != "" && !strings.HasPrefix(address, host) {
			a.where += " (" + host + ")"
		}
	}
	return []attempt{a}
}

// noTLS is how the driver says that a server offers none.
const noTLS = "server refused TLS connection"

// tell says what failed, and what can be done.
func (a attempt) tell(c *pgconn.Config) (what, todo string) {
	if server, ok := errors.AsType[*pgconn.PgError](a.err); ok {
		return a.where + ": " + server.Message, advice(server, c)
	}
	if name, ok := errors.AsType[*net.DNSError](a.err); ok {
		return fmt.Sprintf("the host %q is not known (%s)", name.Name, name.Err), "correct the address, or make the name known"
	}
	if a.withoutTLS {
		return a.where + " offers no TLS, which the address asks for", "switch it on there (ssl = on), or write sslmode=disable where nobody can listen"
	}
	for _, known := range []struct {
		is         func(error) bool
		what, todo string
	}{
		{untrusted, "its certificate is not trusted", "name the authority that signed it with sslrootcert, and the host as the certificate does"},
		{refusal(syscall.ECONNREFUSED), "nothing answers", "see whether PostgreSQL runs, and whether host and port are right"},
		{refusal(fs.ErrNotExist), "there is no such socket", "see whether PostgreSQL runs, and whether the directory of its sockets is right"},
		{slow, "no answer in time", "see whether the address is right and that of a PostgreSQL, and whether a firewall lets this through"},
		{unfit, "it is not the kind of server that target_session_attrs asks for", ""},
	} {
		if known.is(a.err) {
			return fmt.Sprintf("%s: %s (%s)", a.where, known.what, oneLine(innermost(a.err).Error())), known.todo
		}
	}
	return strings.TrimPrefix(a.where+": "+oneLine(cmp.Or(errors.Unwrap(a.err), a.err).Error()), ": "), ""
}

func refusal(what error) func(error) bool {
	return func(err error) bool { return errors.Is(err, what) }
}

// slow says whether time ran out.
func slow(err error) bool {
	network, ok := errors.AsType[net.Error](err)
	return ok && network.Timeout() || errors.Is(err, context.DeadlineExceeded)
}

// untrusted says whether the server's certificate was refused.
func untrusted(err error) bool {
	_, wrong := errors.AsType[*tls.CertificateVerificationError](err)
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	return wrong || unknown
}

// unfit says whether the server was to take changes and does not, or the other way round.
func unfit(err error) bool { return strings.Contains(err.Error(), "ValidateConnect failed") }

func innermost(err error) error {
	for inner := err; inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return err
}

// advice is what can be done about what a server refuses; the configuration is known where that was a connection. Nothing
// is concluded from a message, for a server may speak another language.
func advice(e *pgconn.PgError, c *pgconn.Config) string {
	user, database := "USER", "NAME"
	if c != nil {
		user, database = c.User, c.Database
	}
	switch {
	case e.Code == "28P01":
		return "give the right password in the address, in PGPASSWORD or in ~/.pgpass"
	case e.Code == "28000":
		return "look at the server's pg_hba.conf and roles: who may come from here, and whether that takes TLS (sslmode=require)"
	case e.Code == "3D000":
		return fmt.Sprintf("correct the address, or make it: CREATE DATABASE %s OWNER %s ENCODING 'UTF8' TEMPLATE template0", database, user)
	case e.Code == "42501" && c != nil:
		return fmt.Sprintf("an administrator can allow it: GRANT CONNECT ON DATABASE %s TO %s", database, user)
	case e.Code == "42501":
		return "the owner of the tables can allow it: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO USER; " +
			"GRANT EXECUTE ON FUNCTION count_requests TO USER"
	case e.Code == "42P01", e.Code == "3F000":
		return "see whether the database is the right one, and whether the user's search_path leads to the schema of Punchclock's tables"
	case e.Code == "25006":
		return "it is a standby, or default_transaction_read_only is set: name the leader, or both with target_session_attrs=read-write"
	case slices.Contains([]string{"57P01", "57P02", "57P05"}, e.Code) && c == nil:
		return "the server was stopped or ended the session; run the same again"
	case e.Code == "57014" && c == nil:
		return "see whether a statement_timeout is set for the user or the database, and take it off"
	case e.Code == "53300":
		return "lower --db-pool, raise the server's max_connections, or put PgBouncer between"
	case c != nil && (e.Code == "42704" || e.Code == "22023"):
		return "correct what stands after the ? in the address"
	}
	return ""
}

// hopeless says whether waiting does not help, because somebody must change an address, a server or a right first: the
// database answered and does not want this program, or one side will not speak TLS as the other wants.
func hopeless(err error) bool {
	if errors.Is(err, errEncoding) {
		return true
	}
	if server, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains([]string{"28", "3D"}, server.Code[:2]) || slices.Contains([]string{"42501", "42704", "22023"}, server.Code)
	}
	failed, ok := errors.AsType[*pgconn.ConnectError](err)
	return ok && !slices.ContainsFunc(attempts(failed), func(a attempt) bool { return !a.withoutTLS && !untrusted(a.err) })
}
