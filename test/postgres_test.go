package test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// postgresVariable names the address of the PostgreSQL server that the tests share.
const postgresVariable = "PUNCHCLOCK_TEST_POSTGRES"

var databases atomic.Int64

// installOnPostgres is an installation with an empty database on the server that the tests share.
func installOnPostgres(t testing.TB) *installation {
	t.Helper()
	address := os.Getenv(postgresVariable)
	if address == "" {
		t.Fatalf("%s is not set: run the tests with scripts/postgres-run", postgresVariable)
	}
	return installOnServer(t, address)
}

// installOnServer is an installation with an empty database on a server, to which the address of any database of it leads.
func installOnServer(t testing.TB, address string) *installation {
	t.Helper()
	name := fmt.Sprintf("black_box_%d_%d", os.Getpid(), databases.Add(1))
	query(t, address, "CREATE DATABASE "+name)
	t.Cleanup(func() {
		if c, err := pgx.Connect(context.Background(), address); err == nil { // a server of the test's own may be gone
			_, err := c.Exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)")
			if err := errors.Join(err, c.Close(context.Background())); err != nil {
				t.Error(err)
			}
		}
	})
	return &installation{t, t.TempDir(), databaseAt(t, address, name)}
}

// onBothEngines runs a test on SQLite and on PostgreSQL, with the same expectations, each in an installation of its own.
func onBothEngines(t *testing.T, test func(t *testing.T, i *installation)) {
	t.Helper()
	for engine, install := range map[string]func(testing.TB) *installation{"SQLite": install, "PostgreSQL": installOnPostgres} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			test(t, install(t))
		})
	}
}

// databaseAt is the address of another database on the same server.
func databaseAt(t testing.TB, address, name string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// query runs statements, each by itself, and gives the first column of the rows of the last one as text.
func query(t testing.TB, address string, statements ...string) (rows []string) {
	t.Helper()
	c, err := pgx.Connect(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range statements {
		found, err := c.Query(context.Background(), sql, pgx.QueryExecModeSimpleProtocol)
		if err == nil {
			rows, err = pgx.CollectRows(found, func(r pgx.CollectableRow) (string, error) { return string(r.RawValues()[0]), nil })
		}
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if err := c.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	return rows
}

// postgresOwner is the user whom PostgreSQL's programs run as; nil is the one who runs the tests. They refuse to run as
// root.
var postgresOwner = sync.OnceValues(func() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil //nolint:nilnil // that is who runs the tests
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(who.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(who.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
})

// asOwner is a run of a program as the owner of the databases. It does not outlive the tests.
func asOwner(t testing.TB, path string, args ...string) *exec.Cmd {
	t.Helper()
	owner, err := postgresOwner()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, args...)
	c.Dir = "/"
	c.SysProcAttr = &syscall.SysProcAttr{Credential: owner}
	return c
}

// runAsOwner runs a program to its end, which must be good.
func runAsOwner(t testing.TB, path string, args ...string) {
	t.Helper()
	if output, err := asOwner(t, path, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, output)
	}
}

// ownersPlace is a directory of the databases' owner.
func ownersPlace(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp(workshop, "postgres-") //nolint:usetesting // another user must reach it
	if err != nil {
		t.Fatal(err)
	}
	if owner, _ := postgresOwner(); owner != nil {
		if err := os.Chown(dir, int(owner.Uid), int(owner.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// postgresProgram is the path of a program of the newest PostgreSQL.
func postgresProgram(t testing.TB, name string) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal("no PostgreSQL server is installed: run scripts/install-needs postgresql")
		}
		return path
	}
	return slices.MaxFunc(found, func(a, b string) int {
		version := func(path string) int { n, _ := strconv.Atoi(strings.Split(path, "/")[4]); return n }
		return version(a) - version(b)
	})
}

// cluster is a PostgreSQL server of a test's own, which keeps what it acknowledges.
type cluster struct {
	t        testing.TB
	dir      string
	port     string
	settings []string
	process  *exec.Cmd
	ended    chan struct{} // closed when the process has ended
	log      *os.File
}

// newCluster starts a server with settings of the form name=value.
func newCluster(t testing.TB, settings ...string) *cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts a PostgreSQL server of its own")
	}
	c := &cluster{t: t, dir: filepath.Join(ownersPlace(t), "data"), port: freePort(t), settings: settings}
	runAsOwner(t, postgresProgram(t, "initdb"), "-D", c.dir, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
	c.start()
	return c
}

// freePort is a port on which nothing listens.
func freePort(t testing.TB) string {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(on.Addr().String())
	if err := errors.Join(err, on.Close()); err != nil {
		t.Fatal(err)
	}
	return port
}

// start starts the server and waits until it takes connections.
func (c *cluster) start() {
	c.t.Helper()
	args := []string{"-D", c.dir, "-p", c.port}
	for _, s := range append([]string{"listen_addresses=127.0.0.1", "unix_socket_directories=", "shared_buffers=32MB", "max_connections=120"}, c.settings...) {
		args = append(args, "-c", s)
	}
	if c.log == nil {
		log, err := os.CreateTemp(c.t.TempDir(), "postgres.log")
		if err != nil {
			c.t.Fatal(err)
		}
		c.log = log
		c.t.Cleanup(func() {
			c.stop(syscall.SIGQUIT)
			_ = log.Close()
		})
	}
	c.run(args)
	eventually(c.t, "PostgreSQL starts", func() bool {
		select {
		case <-c.ended: // after a crash it may still find its own remains
			c.run(args)
		default:
		}
		return c.answers()
	})
}

func (c *cluster) run(args []string) {
	c.t.Helper()
	c.process, c.ended = asOwner(c.t, postgresProgram(c.t, "postgres"), args...), make(chan struct{})
	c.process.Stdout, c.process.Stderr = c.log, c.log
	if err := c.process.Start(); err != nil {
		c.t.Fatal(err)
	}
	go func(p *exec.Cmd, ended chan struct{}) {
		_ = p.Wait() // how it ends is what the tests are about
		close(ended)
	}(c.process, c.ended)
}

// answers says whether the server takes connections.
func (c *cluster) answers() bool {
	connection, err := pgx.Connect(context.Background(), c.address())
	if err != nil {
		return false
	}
	return connection.Close(context.Background()) == nil
}

// stop ends the server with a signal and waits until it is gone.
func (c *cluster) stop(s syscall.Signal) {
	_ = c.process.Process.Signal(s) // it may have ended already
	<-c.ended
}

// address is that of the database which every server has.
func (c *cluster) address() string { return "postgres://postgres@127.0.0.1:" + c.port + "/postgres" }
