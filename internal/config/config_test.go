package config_test

import (
	"errors"
	"io/fs"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/config"
	"punchclock/internal/golden"
)

// sources are settings given in each of the ways.
func sources(flags, variables, files map[string]string) config.Sources {
	look := func(m map[string]string) func(string) (string, bool) {
		return func(name string) (string, bool) { v, ok := m[name]; return v, ok }
	}
	return config.Sources{Flag: look(flags), Variable: look(variables), ReadFile: func(path string) ([]byte, error) {
		if text, ok := files[path]; ok {
			return []byte(text), nil
		}
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	got, err := config.Read(sources(nil, nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	want := config.Settings{
		DB: "punchclock.db", DBCacheKiB: 2048, DBMmapMiB: 0, Listen: "127.0.0.1:8080", ShutdownDelay: time.Second,
		DBPool: 20, DBTimeout: 3 * time.Second, DBWait: time.Minute,
		LogLevel: slog.LevelInfo, LogFormat: "auto",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFirstSourceWins(t *testing.T) {
	t.Parallel()
	files := map[string]string{"f": "db = file.db\nlisten = \"127.0.0.1:3\"\nlog_level = 'debug' \n\n# a comment\n"}
	variables := map[string]string{"PUNCHCLOCK_DB": "variable.db", "PUNCHCLOCK_LISTEN": "127.0.0.1:2", "PUNCHCLOCK_CONFIG": "f"}
	got, err := config.Read(sources(map[string]string{"db": "flag.db"}, variables, files))
	if err != nil {
		t.Fatal(err)
	}
	if got.DB != "flag.db" || got.Listen != "127.0.0.1:2" || got.LogLevel != slog.LevelDebug {
		t.Errorf("db %q of flag, listen %q of variable, level %v of file", got.DB, got.Listen, got.LogLevel)
	}
}

func TestConfigFlagBeforeVariable(t *testing.T) {
	t.Parallel()
	got, err := config.Read(sources(map[string]string{"config": "a"}, map[string]string{"PUNCHCLOCK_CONFIG": "b"}, map[string]string{"a": "db = a.db"}))
	if err != nil || got.DB != "a.db" {
		t.Errorf("db %q, error %v", got.DB, err)
	}
}

func TestSecret(t *testing.T) {
	t.Parallel()
	const secret = "correct horse battery"
	for name, from := range map[string]config.Sources{
		"variable":         sources(nil, map[string]string{"PUNCHCLOCK_SECRET": secret}, nil),
		"file of variable": sources(nil, map[string]string{"PUNCHCLOCK_SECRET_FILE": "s"}, map[string]string{"s": secret + "\n"}),
		"settings file":    sources(nil, map[string]string{"PUNCHCLOCK_CONFIG": "f"}, map[string]string{"f": "secret = " + secret}),
	} {
		got, err := config.Read(from)
		if err != nil || string(got.Secret) != secret {
			t.Errorf("%s: secret %q, error %v", name, got.Secret, err)
		}
	}
	got, err := config.Read(sources(map[string]string{"secret": secret}, nil, nil))
	if err != nil || got.Secret != nil {
		t.Errorf("a flag gave a secret: %q, error %v", got.Secret, err)
	}
}

func TestProblems(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name             string
		flags, variables map[string]string
		file             string
		want             string
	}{
		{name: "memory", flags: map[string]string{"db": ":memory:"}, want: "--db: the path"},
		{name: "other database", variables: map[string]string{"PUNCHCLOCK_DB": "mysql://u:password@h"}, want: "PUNCHCLOCK_DB: databases of the kind mysql://"},
		{name: "address", flags: map[string]string{"listen": "8080"}, want: "--listen:"},
		{name: "port", flags: map[string]string{"listen": ":http"}, want: "not a port"},
		{name: "level", flags: map[string]string{"log-level": "loud"}, want: "--log-level:"},
		{name: "format", flags: map[string]string{"log-format": "xml"}, want: "--log-format:"},
		{name: "number", flags: map[string]string{"db-readers": "-1"}, want: "--db-readers:"},
		{name: "duration", flags: map[string]string{"shutdown-delay": "1h"}, want: "--shutdown-delay:"},
		{name: "short timeout", flags: map[string]string{"db-timeout": "1ms"}, want: "--db-timeout:"},
		{name: "no wait", flags: map[string]string{"db-wait": "-1s"}, want: "--db-wait:"},
		{name: "small pool", flags: map[string]string{"db-pool": "1"}, want: "--db-pool:"},
		{name: "short secret", variables: map[string]string{"PUNCHCLOCK_SECRET": "short"}, want: "PUNCHCLOCK_SECRET:"},
		{name: "empty secret", variables: map[string]string{"PUNCHCLOCK_SECRET": ""}, want: "PUNCHCLOCK_SECRET:"},
		{name: "unknown key", file: "db = a\ndatabase = x", want: `line 2: there is no setting "database"`},
		{name: "no equals", file: "db", want: "line 1 is not"},
		{name: "twice", file: "log-level = info\nlog_level = warn", want: "line 2: log-level stands twice"},
		{name: "open quote", file: `db = "a`, want: "line 1:"},
		{name: "bad value in file", file: "listen = x", want: "listen in the settings file:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.file != "" {
				tt.flags = map[string]string{"config": "f"}
			}
			_, err := config.Read(sources(tt.flags, tt.variables, map[string]string{"f": tt.file}))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "password") {
				t.Error("the error shows a password")
			}
		})
	}
}

func TestAllProblemsAtOnce(t *testing.T) {
	t.Parallel()
	_, err := config.Read(sources(map[string]string{"listen": "x", "log-level": "x"}, nil, nil))
	if err == nil || !strings.Contains(err.Error(), "--listen") || !strings.Contains(err.Error(), "--log-level") {
		t.Errorf("error %v, want both settings", err)
	}
}

func TestMissingFiles(t *testing.T) {
	t.Parallel()
	for _, v := range []map[string]string{{"PUNCHCLOCK_CONFIG": "none"}, {"PUNCHCLOCK_SECRET_FILE": "none"}} {
		if _, err := config.Read(sources(nil, v, nil)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v: error %v, want that the file is not there", v, err)
		}
	}
}

func TestGoldenReference(t *testing.T) {
	t.Parallel()
	golden.Check(t, "../../docs/configuration.md", []byte(config.Reference()))
}
