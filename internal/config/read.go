package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Sources is where settings come from, the first that has a setting wins: flag, variable, file, default.
type Sources struct {
	// Flag is the value of a flag that was given.
	Flag func(name string) (string, bool)
	// Variable is the value of an environment variable that is set.
	Variable func(name string) (string, bool)
	// ReadFile reads a whole file.
	ReadFile func(path string) ([]byte, error)
}

// FileVariable is the variable that names the settings file, as the flag --config does.
const FileVariable = "PUNCHCLOCK_CONFIG"

// Read gives every setting its value. The error tells all that is wrong, each with where it came from.
func Read(from Sources) (Settings, error) {
	file, err := from.file()
	if err != nil {
		return Settings{}, err
	}
	var s Settings
	var problems []error
	for _, setting := range Table() {
		value, origin, err := from.value(setting, file)
		if err == nil && (value != "" || origin != "") {
			err = setting.set(&s, value)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", origin, err))
		}
	}
	return s, errors.Join(problems...)
}

// value is the text of a setting and where it was found; origin is empty for a setting that has no value at all.
func (from Sources) value(s Setting, file map[string]string) (value, origin string, err error) {
	if !s.Secret {
		if v, ok := from.Flag(s.Name); ok {
			return v, "--" + s.Name, nil
		}
	}
	if v, ok := from.Variable(s.Variable()); ok {
		return v, s.Variable(), nil
	}
	if s.Secret {
		if path, ok := from.Variable(s.FileVariable()); ok {
			b, err := from.ReadFile(path)
			return strings.TrimRight(string(b), "\r\n"), s.FileVariable(), err
		}
	}
	if v, ok := file[s.Name]; ok {
		return v, s.Name + " in the settings file", nil
	}
	if s.Default != "" {
		origin = "the default of " + s.Name
	}
	return s.Default, origin, nil
}

// file reads the settings file when there is one.
func (from Sources) file() (map[string]string, error) {
	path, ok := from.Flag("config")
	if !ok {
		path, ok = from.Variable(FileVariable)
	}
	if !ok {
		return nil, nil
	}
	text, err := from.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("settings file: %w", err)
	}
	values, err := parseFile(string(text))
	if err != nil {
		return nil, fmt.Errorf("settings file %s: %w", path, err)
	}
	return values, nil
}

// parseFile reads lines of the form name = value. A value may stand in quotes; # begins a comment line.
func parseFile(text string) (map[string]string, error) {
	known := make(map[string]bool)
	for _, s := range Table() {
		known[s.Name] = true
	}
	values := make(map[string]string)
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		name = strings.ReplaceAll(strings.TrimSpace(name), "_", "-")
		_, twice := values[name]
		switch {
		case !ok:
			return nil, fmt.Errorf("line %d is not of the form name = value", number)
		case !known[name]:
			return nil, fmt.Errorf("line %d: there is no setting %q", number, name)
		case twice:
			return nil, fmt.Errorf("line %d: %s stands twice", number, name)
		}
		value, err := unquote(strings.TrimSpace(value))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		values[name] = value
	}
	return values, nil
}

// unquote takes the quotes off a value: between double quotes backslashes escape, between single ones nothing does.
func unquote(v string) (string, error) {
	if len(v) < 2 {
		return v, nil
	}
	switch {
	case v[0] == '"':
		text, err := strconv.Unquote(v)
		if err != nil {
			return "", errors.New("the value begins with a quote and does not end with one, or holds an unknown escape")
		}
		return text, nil
	case v[0] == '\'' && v[len(v)-1] == '\'':
		return v[1 : len(v)-1], nil
	}
	return v, nil
}
