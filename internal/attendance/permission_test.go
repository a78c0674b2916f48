package attendance_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/attendance"
)

// documentedPermission is a permission in a table of permissions.
var documentedPermission = regexp.MustCompile("`([a-z-]+:[a-z]+|\\*:read|\\*)`")

func TestPermissionsAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "| permission | allows |")
	table, _, _ := strings.Cut(rest, "\n\n")
	var got []string
	for row := range strings.Lines(table) {
		if cells := strings.Split(row, "|"); len(cells) > 1 {
			for _, p := range documentedPermission.FindAllStringSubmatch(cells[1], -1) {
				got = append(got, p[1])
			}
		}
	}
	var want []string
	for _, p := range attendance.AllPermissions() {
		want = append(want, string(p))
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/api.md does not list the permissions that there are:\n%s", diff)
	}
}
