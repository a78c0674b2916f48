package main

import "testing"

// TestAPasswordIsNeverShown names databases whose addresses hold a password in the ways that PostgreSQL knows, and in ways
// in which people get it wrong.
func TestAPasswordIsNeverShown(t *testing.T) {
	t.Parallel()
	const unsure = "at an address that is not well-formed"
	for address, want := range map[string]string{
		"punchclock.db":                                          "punchclock.db",
		"postgres://localhost/d":                                 "postgres://localhost/d",
		"postgres://u@h/d":                                       "postgres://u@h/d",
		"postgres://u:hidden@h:5432/d?sslmode=require":           "postgres://u@h:5432/d",
		"postgres://u:hid%40den@h1:1,h2:2/d":                     "postgres://u@h1:1,h2:2/d",
		"postgresql://u@h1:1,h2:2/d?password=hidden&sslmode=foo": "postgresql://u@h1:1,h2:2/d",
		"postgres:///d?host=/run&password=hidden":                "postgres:///d",
		"postgres:///d?host=/run&password=hid@den":               unsure,
		"postgres://u:hid@den@h/d":                               unsure,
		"postgres://u:hid?den@h/d":                               unsure,
		"postgres://u:hid/den@h/d":                               unsure,
		"postgres://u:hid#den@h/d":                               unsure,
	} {
		if got := shownDatabase(address); got != want {
			t.Errorf("%s is shown as %s, want %s", address, got, want)
		}
	}
}
