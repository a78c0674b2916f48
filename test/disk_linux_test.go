package test

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestFailingWritesLoseNothingAcknowledged makes one write or sync after the other fail, once or from then on. Whatever
// the server then answers, what it acknowledged is there when it is started again, and the database is sound.
func TestFailingWritesLoseNothingAcknowledged(t *testing.T) {
	t.Parallel()
	template := install(t)
	key := template.key(template.account(), "*")
	content, err := os.ReadFile(template.db)
	if err != nil {
		t.Fatal(err)
	}
	type failure struct {
		call, code string
		first      int
		step, last int
	}
	for _, f := range []failure{
		{"fsync", "EIO", 1, 1, 12}, {"pwrite64", "EIO", 1, 3, 40}, {"pwrite64", "ENOSPC", 10, 7, 40}, {"pwrite64", "EROFS", 12, 20, 40}, {"ftruncate", "EIO", 1, 1, 2},
	} {
		last := f.last * more(t)
		if testing.Short() { // only the first call of each kind fails
			last = f.first
		}
		for n := f.first; n <= last; n += f.step {
			for _, forever := range []string{"", "+"} {
				t.Run(fmt.Sprint(f.call, " ", n, forever, " with ", f.code), func(t *testing.T) {
					t.Parallel()
					i := install(t)
					if err := os.WriteFile(i.db, content, 0o600); err != nil {
						t.Fatal(err)
					}
					acknowledged := writeWhileFailing(i, key, fmt.Sprintf("inject=%s:error=%s:when=%d%s", f.call, f.code, n, forever))
					c := i.serve().as(key)
					there := departments(c)
					for _, name := range acknowledged {
						if there[name] != 1 {
							t.Errorf("%s was acknowledged and is there %d times", name, there[name])
						}
					}
					c.do(http.StatusOK, http.MethodPost, "/departments", `{"name": "afterwards"}`)
					c.stop()
					i.sound()
				})
			}
		}
	}
}

// writeWhileFailing makes departments on a server whose system calls fail, and gives the names of the acknowledged ones.
func writeWhileFailing(i *installation, key, fault string) (acknowledged []string) {
	i.t.Helper()
	trace := []string{"strace", "-D", "-f", "--seccomp-bpf", "-e", "signal=none", "-e", "trace=fsync,pwrite64,ftruncate", "-e", fault, "-o", "/dev/null"}
	s := i.begin(i.command(trace, "serve", "--listen", "127.0.0.1:0"))
	if !s.listens() {
		if code := s.command.ProcessState.ExitCode(); code != 1 || !strings.Contains(s.logged(), "punchclock: ") || strings.Contains(s.logged(), "goroutine ") {
			i.t.Errorf("the server did not start and exited with %d: %s", code, s.logged())
		}
		return nil
	}
	c := s.as(key)
	for n := range 12 {
		name := fmt.Sprint("department ", n)
		a, err := c.send(http.MethodPost, "/departments", fmt.Sprintf(`{"name": %q}`, name))
		switch {
		case err != nil:
			i.t.Errorf("no answer: %v\n%s", err, s.logged())
		case a.status == http.StatusOK:
			acknowledged = append(acknowledged, name)
		case a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "":
			i.t.Errorf("a failing disk is answered with %d: %s", a.status, a.body)
		}
	}
	there := departments(c)
	for _, name := range acknowledged {
		if there[name] != 1 {
			i.t.Errorf("%s was acknowledged and the running server shows it %d times", name, there[name])
		}
	}
	s.kill()
	return acknowledged
}

// departments counts the departments by name.
func departments(c caller) map[string]int {
	c.t.Helper()
	there := map[string]int{}
	for _, d := range c.get("/departments").results(c.t) {
		there[fmt.Sprint(d["name"])]++
	}
	return there
}

// mounted is a server whose database lies on a small file system of its own, in a namespace that nobody else sees.
type mounted struct {
	*server
	root string // the file system, as others reach it
}

// inNamespace are the words that run a shell script with the program as its arguments in a mount namespace, where the
// caller may mount.
func inNamespace(script string) []string {
	words := []string{"unshare", "-m"}
	if os.Geteuid() != 0 {
		words = []string{"unshare", "-r", "-m"}
	}
	return append(words, "sh", "-euc", script+` && exec "$@"`, "sh")
}

// serveMounted copies the database to a file system of some KiB and serves it there.
func (i *installation) serveMounted(kib int) mounted {
	i.t.Helper()
	disk := filepath.Join(i.dir, "disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		i.t.Fatal(err)
	}
	there := *i
	there.db = filepath.Join(disk, "a.db")
	s := there.serveUnder(inNamespace(fmt.Sprintf("mount -t tmpfs -o size=%dk tmpfs %s && cp %s %s", kib, disk, i.db, there.db)))
	return mounted{s, "/proc/" + strconv.Itoa(s.command.Process.Pid) + "/root" + disk}
}

// fill writes a file until the file system has no room.
func (m mounted) fill(name string) {
	m.t.Helper()
	f, err := os.Create(filepath.Join(m.root, name))
	if err != nil {
		m.t.Fatal(err)
	}
	for err == nil {
		_, err = f.Write(make([]byte, 512))
	}
	if err := errors.Join(err, f.Close()); !errors.Is(err, syscall.ENOSPC) {
		m.t.Fatal(err)
	}
}

// TestAFullDiskIsOvercome fills the disk under a server: writes are refused with 503, reads go on, and when there is room
// again so do writes, without anybody's help.
func TestAFullDiskIsOvercome(t *testing.T) {
	t.Parallel()
	i := install(t)
	key := i.key(i.account(), "*")
	m := i.serveMounted(3000)
	c := m.as(key)
	c.create("/departments", `{"name": "before"}`)
	acknowledged := []string{"before"}
	for round := range 3 {
		m.fill("filler")
		refused := 0
		for n := 0; refused < 5; n++ {
			name := fmt.Sprintf("full %d %d", round, n)
			a := c.do(0, http.MethodPost, "/departments", fmt.Sprintf(`{"name": %q}`, name))
			switch {
			case a.status == http.StatusOK:
				acknowledged = append(acknowledged, name)
			case a.status == http.StatusServiceUnavailable && a.header.Get("Retry-After") != "":
				refused++
			default:
				t.Fatalf("a full disk is answered with %d: %s", a.status, a.body)
			}
			c.get("/departments")
		}
		if err := os.Remove(filepath.Join(m.root, "filler")); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprint("room ", round)
		c.create("/departments", fmt.Sprintf(`{"name": %q}`, name))
		acknowledged = append(acknowledged, name)
	}
	there := departments(c)
	for _, name := range acknowledged {
		if there[name] != 1 {
			t.Errorf("%s was acknowledged and is there %d times", name, there[name])
		}
	}
	if status, _ := m.plain("/readyz"); status != http.StatusOK {
		t.Errorf("the server is not ready again: %d", status)
	}
	m.stop()
}

// TestADatabaseThatCannotBeWrittenIsRefusedAtTheStart holds that one line says what is wrong.
func TestADatabaseThatCannotBeWrittenIsRefusedAtTheStart(t *testing.T) {
	t.Parallel()
	i := installOpenly(t)
	i.account()
	refused := func(t *testing.T, r ran, want ...string) {
		t.Helper()
		line, rest, _ := strings.Cut(r.log, "\n")
		if r.code != 1 || rest != "" || !strings.Contains(line, i.db) {
			t.Errorf("exit code %d: %s", r.code, r.log)
		}
		for _, w := range want {
			if !strings.Contains(line, w) {
				t.Errorf("the line does not say %q: %s", w, line)
			}
		}
	}
	t.Run("read-only file system", func(t *testing.T) {
		script := fmt.Sprintf("mount --bind %s %s && mount -o remount,ro,bind %s", i.dir, i.dir, i.dir)
		refused(t, i.finish(i.command(inNamespace(script), "serve", "--listen", "127.0.0.1:0")), "cannot be written", "read-only")
	})
	t.Run("another's file", func(t *testing.T) {
		refused(t, i.finish(i.asNobody(0o444, 0o755)), "cannot be written", "permission denied")
	})
	t.Run("another's directory", func(t *testing.T) {
		refused(t, i.finish(i.asNobody(0o666, 0o555)), "directory", "writable")
	})
	after, err := os.ReadDir(i.dir)
	if err != nil || len(after) != 1 {
		t.Errorf("the refused starts left %v: %v", after, err)
	}
}

// asNobody is a start of the server by a user who may not do more with the database and its directory than the modes say.
func (i *installation) asNobody(file, dir fs.FileMode) *exec.Cmd {
	i.t.Helper()
	c := i.command(nil, "serve", "--listen", "127.0.0.1:0")
	if os.Geteuid() == 0 { // whom no mode would keep from writing
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	if err := errors.Join(os.Chmod(i.db, file), os.Chmod(i.dir, dir)); err != nil {
		i.t.Fatal(err)
	}
	return c
}
