package app_test

import (
	"testing"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
)

// TestETagsGiveNothingAway holds that the entity tag, which everybody sees, cannot be used to try out PINs.
func TestETagsGiveNothingAway(t *testing.T) {
	t.Parallel()
	e := attendance.NewEmployee()
	e.FirstName = "Ada"
	plain := app.ETag(e)
	e.PIN, e.Profile.NationalID = new("4815"), new("AB 12")
	if app.ETag(e) != plain {
		t.Error("the entity tag depends on what only some may see")
	}
	e.FirstName = "Eve"
	if app.ETag(e) == plain {
		t.Error("the entity tag does not depend on the name")
	}
}
