package api

import (
	"context"
	"fmt"
	"time"

	"punchclock/internal/attendance"
)

func (s *Server) employees() []route {
	create := post("/employees", attendance.Write("employees"), s.createEmployee).
		describe("Create an employee.", "Answers the few fields of the creation record inside results.")
	create.wrapped = true
	create.brief = func(record attendance.Record) attendance.Record {
		return attendance.NewHire{Employee: record.(*attendance.Employee)} //nolint:forcetypeassert // the handler answers employees
	}
	const sensitive = "Without the permission employees:sensitive these fields are null: pin, nationalId, nationalIdKey, driversLic, passportNo, birthDate, bankInfo, payRates."
	return answering(
		exampleEmployee(),
		get("/employees", attendance.Read("employees"), s.listEmployees).describe("List employees, by sort name.",
			"With orderBy=modified the list is a sync feed: its last page has a resumeCursor that goes on from there later. "+sensitive),
		create,
		get("/employees/{id}", attendance.Read("employees"), s.getEmployee).describe("Retrieve an employee.", sensitive),
		put("/employees/{id}", attendance.Write("employees"), s.updateEmployee).describe("Update an employee.",
			"Fields that are left out stay. "+sensitive+" A null given for one of them by who cannot see it does not clear it."),
		remove("/employees/{id}", attendance.Delete("employees"), s.deleteEmployee).describe("Delete an employee.",
			"Punches and cards of the employee stay and keep the names. The PIN is free again."),
	)
}

// exampleEmployee has a value wherever the documentation needs one to show the type.
func exampleEmployee() *attendance.Employee {
	at := time.Date(2026, 3, 3, 13, 58, 4, 0, time.UTC)
	return &attendance.Employee{
		Identity: exampleIdentity(12), FirstName: "Ada", LastName: "Lovelace", Active: true, OrgUnit: 4, Department: new(int64(3)),
		PayClass: new(int64(7)), PayrollID: new("E-1012"), Labels: []attendance.LabelRef{"user:5"}, PIN: new("481516"), LastPunch: &at,
		Names: attendance.EmployeeNames{
			OrgUnit: "Brooklyn", OrgUnitPayrollID: new("U-4"), Timezone: "America/New_York", Department: new("Assembly"), PayClass: new("Hourly"),
		},
		Profile: attendance.Profile{
			Roles: []string{"worker"}, WorkerAllowLabels: []attendance.LabelRef{"device:all"}, JobTitle: new("Engineer"),
			Email: new("ada@example.com"), MobilePhone: new("+12125550123"), HireDate: new(attendance.Date("2024-09-02")),
			Phones:         []attendance.Phone{{Type: new("mobile"), Number: "+12125550123"}},
			EmgPhones:      []attendance.Phone{{Type: new("home"), Number: "+12125550124"}},
			GeoRules:       []attendance.GeoRule{{Shape: "circle", Lat: 40.6782, Lng: -73.9442, Radius: 150, Policy: attendance.GeoFlag}},
			HirePeriods:    []attendance.HirePeriod{{HireDate: "2024-09-02"}},
			PayRates:       []attendance.PayRate{{Type: new("hourly"), Amount: "31.50", Currency: new("USD"), Effective: new(attendance.Date("2026-01-01"))}},
			AddressGeoCode: &attendance.GeoCode{Lat: 40.6782, Lng: -73.9442},

			CustomFieldValues: []attendance.FieldValue{{Field: 31, Key: "shirt", Type: attendance.FieldSelect, Text: "L"}},
		},
	}
}

type employeeList struct {
	ID               []int64           `query:"id" doc:"Only these employees."`
	Employee         []searchText      `query:"employee" doc:"Part of the name, without regard to case; of several words, each must occur." bounds:"..20" each:"..200"`
	OrgUnit          []int64           `query:"orgUnit" doc:"Only employees of these org units."`
	Department       []int64           `query:"department" doc:"Only employees of these departments."`
	PayClass         []int64           `query:"payClass" doc:"Only employees of these pay classes."`
	Labels           []int64           `query:"labels" doc:"Only employees with one of these user labels."`
	CredentialPolicy []int64           `query:"credentialPolicy" doc:"Only employees with these credential policies."`
	CredentialType   []int64           `query:"credentialType" doc:"Only employees with a credential of these types."`
	CredentialValid  credentialState   `query:"credentialValid" doc:"valid or invalid for employees with such credentials, all for everybody." enum:"valid,invalid,all"`
	HasFaceModel     yesOrNo           `query:"hasFaceModel" doc:"Whether a clock has a model of the face."`
	RequireJobAccess yesOrNo           `query:"requireJobAccess" doc:"Whether every punch must name a job that the employee has access to."`
	OrderBy          employeeOrder     `query:"orderBy" doc:"name, or modified for the order of the last changes." enum:"name,modified" default:"name"`
	From             *attendance.Bound `query:"from" doc:"Only employees last changed at this time or later."`
	To               *attendance.Bound `query:"to" doc:"Only employees last changed at this time or earlier."`
	activeFilter
	fieldFilter
	paging
}

// credentialState is a filter value that is valid, invalid or all.
type credentialState string

// UnmarshalText takes valid, invalid and all.
func (c *credentialState) UnmarshalText(text []byte) error {
	if s := string(text); s != "valid" && s != "invalid" && s != "all" {
		return attendance.FieldError{Code: "format", Detail: fmt.Sprintf("credentialValid must be valid, invalid or all, not %.40q.", s)}
	}
	*c = credentialState(text)
	return nil
}

// employeeOrder is name or modified.
type employeeOrder string

// UnmarshalText takes name and modified.
func (o *employeeOrder) UnmarshalText(text []byte) error {
	if s := string(text); s != "name" && s != byModified {
		return attendance.FieldError{Code: "unknown", Detail: fmt.Sprintf("There is no order %.40q. orderBy is name or modified.", s)}
	}
	*o = employeeOrder(text)
	return nil
}

func (s *Server) listEmployees(ctx context.Context, who attendance.Actor, in *employeeList) (reply, error) {
	f, err := s.employeeFilter(ctx, who, in)
	if err != nil {
		return reply{}, err
	}
	employees := listing(s.app.Employees(ctx, who, f))
	if !f.ByModified {
		return employees.paged(&in.paging, placeOf).reply()
	}
	employees.feed = !in.page.Backward
	return employees.paged(&in.paging, func(record attendance.Record) attendance.Position {
		return record.(*attendance.Employee).ModifiedPlace() //nolint:forcetypeassert // the list is of employees
	}).reply()
}

func (s *Server) employeeFilter(ctx context.Context, who attendance.Actor, in *employeeList) (f attendance.EmployeeFilter, err error) {
	f = attendance.EmployeeFilter{
		IDs: in.ID, Search: wordsOf(in.Employee), OrgUnits: in.OrgUnit, Departments: in.Department, PayClasses: in.PayClass, Labels: in.Labels,
		Active: in.wanted(), RequireJobAccess: in.RequireJobAccess.bool(), CredentialPolicies: in.CredentialPolicy,
		ByModified: in.OrderBy == byModified, Page: in.page,
		// No clock has reported a face yet, and there are no credentials.
		Nobody: in.HasFaceModel == "yes" || len(in.CredentialType) > 0 || in.CredentialValid == "valid" || in.CredentialValid == "invalid",
	}
	if len(in.Employee) > mostSearches {
		return f, attendance.InvalidField("employee", "range", "employee may be given at most %d times.", mostSearches)
	}
	zone, err := s.accountZone(ctx)
	if err != nil {
		return f, err
	}
	if f.Modified, err = attendance.RangeOf(in.From, in.To, zone); err != nil {
		return f, err
	}
	f.Fields, err = in.tests(ctx, s, who)
	return f, err
}

func (s *Server) createEmployee(ctx context.Context, who attendance.Actor, in *write[attendance.EmployeeInput]) (reply, error) {
	return answer(s.app.CreateEmployee(ctx, who, in.Body))
}

func (s *Server) getEmployee(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return answer(s.app.Employee(ctx, who, in.ID))
}

func (s *Server) updateEmployee(ctx context.Context, who attendance.Actor, in *writeTo[attendance.EmployeeInput]) (reply, error) {
	return answer(s.app.UpdateEmployee(ctx, who, in.ID, in.Body))
}

func (s *Server) deleteEmployee(ctx context.Context, who attendance.Actor, in *byID) (reply, error) {
	return deleted(s.app.DeleteEmployee(ctx, who, in.ID))
}
