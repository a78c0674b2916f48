package api_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"punchclock/internal/attendance"
)

// person makes an employee of the account.
func (w *world) person(account, unit int64, first, last string, more ...func(*attendance.EmployeeInput)) int64 {
	w.t.Helper()
	in := attendance.EmployeeInput{FirstName: attendance.Some(first), LastName: attendance.Some(last), OrgUnit: attendance.Some(unit)}
	for _, m := range more {
		m(&in)
	}
	who := attendance.Actor{Scope: attendance.Everything(account), Name: "Test", Via: "cli", Permissions: attendance.Permissions{"*"}}
	e, err := w.app.CreateEmployee(context.Background(), who, in)
	if err != nil {
		w.t.Fatal(err)
	}
	return e.ID
}

// team is an account with what punches need.
type team struct {
	*world
	ny, la   int64 // org units in New York and Los Angeles
	ada, bob int64 // employees of them
}

func newTeam(t *testing.T) *team {
	t.Helper()
	c := &team{world: newWorld(t)}
	c.ny = c.create("/orgunits", `{"name": "Brooklyn"}`)
	c.la = c.create("/orgunits", `{"name": "Venice", "timezone": "America/Los_Angeles"}`)
	c.ada = c.person(c.account.ID, c.ny, "Ada", "Lovelace", func(in *attendance.EmployeeInput) { in.PayrollID = attendance.Some(new("E-1")) })
	c.bob = c.person(c.account.ID, c.la, "Bob", "Miles")
	return c
}

// punch posts a punch of the employee; more is the rest of the body.
func (c *team) punch(employee int64, in, out string, more ...string) int64 {
	c.t.Helper()
	return c.create("/punches", punchBody(employee, in, out, more...))
}

func punchBody(employee int64, in, out string, more ...string) string {
	body := fmt.Sprintf(`{"employee": %d, "inDt": %q`, employee, in)
	if out != "" {
		body += fmt.Sprintf(`, "outDt": %q`, out)
	}
	return body + strings.Join(append([]string{""}, more...), ", ") + "}"
}
