package app_test

import (
	"strings"
	"testing"
	"time"

	"punchclock/internal/app"
	"punchclock/internal/store/storetest"
)

// TestAnotherSecretIsRefused: with another secret PINs could not be read, and new ones would be sealed so that the
// right one could not read them.
func TestAnotherSecretIsRefused(t *testing.T) {
	t.Parallel()
	now := func() time.Time { return storetest.Epoch }
	const first, other = "a secret of the tests, 32 bytes.", "another secret, of 32 bytes too."
	for _, tt := range []struct {
		name        string
		begun, then string
		refused     bool
	}{
		{name: "the same", begun: first, then: first},
		{name: "another", begun: first, then: other, refused: true},
		{name: "none before", begun: "", then: first, refused: true},
		{name: "none now", begun: first, then: "", refused: true},
		{name: "never one", begun: "", then: ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := storetest.Open(t)
			if _, err := app.New(t.Context(), s, now, []byte(tt.begun)); err != nil {
				t.Fatal(err)
			}
			_, err := app.New(t.Context(), s, now, []byte(tt.then))
			if (err != nil) != tt.refused || err != nil && !strings.Contains(err.Error(), "the secret is not the one") {
				t.Errorf("error %v, refused is %v", err, tt.refused)
			}
		})
	}
}
