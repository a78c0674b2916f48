package config

import (
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Settings are the values of all settings.
type Settings struct {
	DB            string        // path of a SQLite database, or address of a PostgreSQL one
	DBReaders     int           // connections that read at once; 0 is two more than there are processors
	DBCacheKiB    int           // page cache of each reading connection
	DBMmapMiB     int           // how much of the database file is mapped into memory
	DBPool        int           // connections to a PostgreSQL database
	DBTimeout     time.Duration // how long a PostgreSQL database may keep a request waiting
	DBWait        time.Duration // how long a server waits for its database at the start
	Listen        string        // host:port
	ShutdownDelay time.Duration // how long the server still answers 503 before it stops to listen
	LogLevel      slog.Level
	LogFormat     string // json, text or auto
	Secret        []byte // protects PINs at rest; empty is one kept in the database
}

// Setting is a row of the table.
type Setting struct {
	Name    string // the flag without dashes; the key in the file
	Value   string // what kind of value it takes, as the help shows it
	Default string
	Secret  bool   // it is never a flag, and the variable may also name a file that holds it
	Serving bool   // only the commands that serve take it as a flag
	Help    string // what it means, in whole sentences
	set     func(*Settings, string) error
}

// Variable is the environment variable of the setting.
func (s Setting) Variable() string {
	return "PUNCHCLOCK_" + strings.ToUpper(strings.ReplaceAll(s.Name, "-", "_"))
}

// Brief is the first sentence of the help, for lists of flags.
func (s Setting) Brief() string {
	first, _, _ := strings.Cut(s.Help, ". ")
	return strings.TrimSuffix(first, ".")
}

// FileVariable is the variable that names a file which holds a secret setting.
func (s Setting) FileVariable() string { return s.Variable() + "_FILE" }

// Table is every setting.
func Table() []Setting {
	return []Setting{
		{
			Name: "db", Value: "PATH", Default: "punchclock.db",
			Help: "The database: the path of a SQLite file or a postgres:// address. A file is created where there is none; it must be on a local disk. An address is written postgres://USER@HOST/NAME; one with a password belongs in the variable or the file: flags can be seen by others. The schema is brought up to that of the program.",
			set:  setDB,
		},
		{
			Name: "db-readers", Value: "NUMBER", Default: "0",
			Help: "How many connections read a SQLite database at once. 0 is two more than there are processors.",
			set:  func(s *Settings, v string) error { return setNumber(&s.DBReaders, v, 0, 1000) },
		},
		{
			Name: "db-cache", Value: "KIB", Default: "2048",
			Help: "The page cache of each reading connection, in KiB.",
			set:  func(s *Settings, v string) error { return setNumber(&s.DBCacheKiB, v, 64, 16<<20) },
		},
		{
			Name: "db-mmap", Value: "MIB", Default: "0",
			Help: "How much of the database file each connection maps into memory, in MiB. 0 reads the file instead, which is as fast while records change.",
			set:  func(s *Settings, v string) error { return setNumber(&s.DBMmapMiB, v, 0, 1<<20) },
		},
		{
			Name: "db-pool", Value: "NUMBER", Default: "20", Serving: true,
			Help: "How many connections a server opens to a PostgreSQL database at most. All servers together must stay below its max_connections. As many more are opened for lists that are read slowly.",
			set:  func(s *Settings, v string) error { return setNumber(&s.DBPool, v, 2, 1000) },
		},
		{
			Name: "db-timeout", Value: "DURATION", Default: "3s", Serving: true,
			Help: "How long a PostgreSQL database may keep a request waiting before it is answered with 503: with a statement, or with the next rows of a list. At least 500ms.",
			set: func(s *Settings, v string) error {
				return setDuration(&s.DBTimeout, v, 500*time.Millisecond, 10*time.Minute)
			},
		},
		{
			Name: "db-wait", Value: "DURATION", Default: "1m", Serving: true,
			Help: "How long a starting server waits for a PostgreSQL database that cannot be reached. The log says that it waits.",
			set:  func(s *Settings, v string) error { return setDuration(&s.DBWait, v, 0, time.Hour) },
		},
		{
			Name: "secret", Value: "TEXT", Secret: true,
			Help: "Protects PINs in the database: at least 16 characters, the same for the life of the database. Without it a random one is kept in the database itself, so that whoever has the file can read PINs.",
			set:  setSecret,
		},
		{
			Name: "log-level", Value: "LEVEL", Default: "info",
			Help: "The least important log lines that are written: debug, info, warn or error.",
			set:  setLogLevel,
		},
		{
			Name: "log-format", Value: "FORMAT", Default: "auto",
			Help: "json, text, or auto: text on a terminal, else json. Logs go to standard error.",
			set:  setLogFormat,
		},
		{
			Name: "listen", Value: "HOST:PORT", Default: "127.0.0.1:8080", Serving: true,
			Help: "Where the server listens. Port 0 takes a free one, which the log names. Put a proxy that speaks TLS before anything but 127.0.0.1.",
			set:  setListen,
		},
		{
			Name: "shutdown-delay", Value: "DURATION", Default: "1s", Serving: true,
			Help: "When it is told to stop, how long the server still listens and answers 503, so that load balancers see that it is not ready. At most 20s.",
			set:  func(s *Settings, v string) error { return setDuration(&s.ShutdownDelay, v, 0, 20*time.Second) },
		},
	}
}

func setDB(s *Settings, v string) error {
	switch {
	case v == "" || v == ":memory:":
		return fmt.Errorf("the path of a database file is required, not %q", v)
	case strings.Contains(v, "://") && !IsAddress(v):
		scheme, _, _ := strings.Cut(v, "://") // the rest may hold a password
		return fmt.Errorf("databases of the kind %s:// are not supported: give the path of a SQLite file or a postgres:// address", scheme)
	}
	s.DB = v
	return nil
}

// IsAddress says whether a database is named by the address of a server, and not by a path.
func IsAddress(db string) bool {
	return strings.HasPrefix(db, "postgres://") || strings.HasPrefix(db, "postgresql://")
}

func setSecret(s *Settings, v string) error {
	if len(v) < 16 {
		return fmt.Errorf("it has %d characters: at least 16 are required", len(v))
	}
	s.Secret = []byte(v)
	return nil
}

func setLogLevel(s *Settings, v string) error {
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, v) {
		return fmt.Errorf("%q is none of debug, info, warn and error", v)
	}
	return s.LogLevel.UnmarshalText([]byte(v))
}

func setLogFormat(s *Settings, v string) error {
	if !slices.Contains([]string{"json", "text", "auto"}, v) {
		return fmt.Errorf("%q is none of json, text and auto", v)
	}
	s.LogFormat = v
	return nil
}

func setListen(s *Settings, v string) error {
	_, port, err := net.SplitHostPort(v)
	if err != nil {
		return fmt.Errorf("%q is not an address: write it as 127.0.0.1:8080, or :8080 for every interface", v)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("%q is not a port: it must be a number of 0 to 65535", port)
	}
	s.Listen = v
	return nil
}

func setDuration(to *time.Duration, v string, least, most time.Duration) error {
	d, err := time.ParseDuration(v)
	if err != nil || d < least || d > most {
		return fmt.Errorf("%q is not a duration of %s to %s", v, least, most)
	}
	*to = d
	return nil
}

func setNumber(to *int, v string, least, most int) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < least || n > most {
		return fmt.Errorf("%q is not a whole number of %d to %d", v, least, most)
	}
	*to = n
	return nil
}
