// Visit does with a client that was generated from the OpenAPI document what a program of somebody else would do with it:
// make a record, read it, change it, list it, and be told what was wrong.
//
// usage: visit SERVER KEY
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"punchclock/conformance/bin/generated"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: visit SERVER KEY")
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := visit(ctx, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "visit:", err)
		os.Exit(1)
	}
	fmt.Println("The generated client works.")
}

func visit(ctx context.Context, server, key string) error {
	withKey := func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Token "+key)
		return nil
	}
	c, err := generated.NewClientWithResponses(server, generated.WithRequestEditorFn(withKey))
	if err != nil {
		return err
	}
	made, err := c.CreateDepartmentWithResponse(ctx, nil, generated.NewDepartment{Name: "Visitors"})
	if err != nil {
		return err
	}
	if made.JSON200 == nil {
		return fmt.Errorf("createDepartment answered %s: %s", made.Status(), made.Body)
	}
	name := "Guests"
	changed, err := c.UpdateDepartmentWithResponse(ctx, made.JSON200.Id, nil, generated.DepartmentChange{Name: &name})
	if err != nil {
		return err
	}
	if changed.JSON200 == nil || changed.JSON200.Name != name {
		return fmt.Errorf("updateDepartment answered %s: %s", changed.Status(), changed.Body)
	}
	wanted := []int64{made.JSON200.Id}
	list, err := c.ListDepartmentsWithResponse(ctx, &generated.ListDepartmentsParams{Id: &wanted})
	if err != nil {
		return err
	}
	if list.JSON200 == nil || len(list.JSON200.Results) != 1 {
		return fmt.Errorf("listDepartments answered %s: %s", list.Status(), list.Body)
	}
	return wrong(ctx, c)
}

// wrong sends what is not allowed and expects to be told so in a way that the client understands.
func wrong(ctx context.Context, c *generated.ClientWithResponses) error {
	refused, err := c.CreateDepartmentWithResponse(ctx, nil, generated.NewDepartment{})
	if err != nil {
		return err
	}
	if refused.JSON400 == nil || len(refused.JSON400.Errors) != 1 || refused.JSON400.Errors[0].Field != "name" {
		return fmt.Errorf("a department without a name was answered with %s: %s", refused.Status(), refused.Body)
	}
	return nil
}
