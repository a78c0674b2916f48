package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// newEmployee makes an employee in an org unit.
func (w *world) newEmployee(unit int64, first, last, more string) int64 {
	w.t.Helper()
	return w.create("/employees", fmt.Sprintf(`{"firstName": %q, "lastName": %q, "orgUnit": %d%s}`, first, last, unit, more))
}

func TestEmployees(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn", "payrollId": "U-4", "timezone": "America/Chicago"}`)
	department := w.create("/departments", `{"name": "Assembly", "payrollId": "D-3"}`)
	answer := w.post("/employees", fmt.Sprintf(`{"firstName": " Ada ", "lastName": "Lovelace", "orgUnit": %d, "department": %d, "pin": "4815",
		"phones": [{"type": "mobile", "number": "+12125550123"}, {"number": "212 555-0124"}]}`, unit, department)).want(http.StatusOK)
	made := answer.results()[0]
	want := map[string]any{
		"id": made["id"], "active": true, "firstName": "Ada", "lastName": "Lovelace", "orgUnit": float64(unit), "orgUnitName": "Brooklyn",
		"department": float64(department), "departmentName": "Assembly", "timezone": "America/Chicago", "payrollId": nil,
		"created": made["created"], "modified": made["created"],
	}
	if diff := cmp.Diff(map[string]any{"results": []any{want}}, answer.object()); diff != "" {
		t.Error(diff)
	}
	path := answer.header.Get("Location")[len("/api"):]
	e := w.get(path).want(http.StatusOK).object()
	if diff := cmp.Diff(freshEmployee(want), e); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]map[string]any{e}, w.get("/employees").results()); diff != "" {
		t.Error(diff)
	}
	w.get(path, as(w.decoys)).want(http.StatusNotFound)
	w.put(path, `{"firstName": "Eve"}`, as(w.decoys)).want(http.StatusNotFound)
	w.delete(path, as(w.decoys)).want(http.StatusNotFound)
	if got := w.get("/employees", as(w.decoys)).ids(); len(got) > 0 {
		t.Errorf("the decoy account sees %v", got)
	}
}

// freshEmployee is the full record of the employee that TestEmployees makes.
func freshEmployee(creation map[string]any) map[string]any {
	e := map[string]any{
		"payClass": nil, "displayName": "Ada Lovelace", "sortName": "Lovelace, Ada", "payClassName": nil, "pin": "4815", "lastPunch": nil,
		"orgUnitPayrollId": "U-4", "departmentPayrollId": "D-3",
		"phones": []any{map[string]any{"type": "mobile", "number": "+12125550123"}, map[string]any{"type": nil, "number": "212 555-0124"}},
	}
	maps.Copy(e, creation)
	for name := range strings.FieldsSeq(`accepted banned requireJobAccess neverHadFace hasDocuments hasCredentials invalidCredentialing inducted
		announcementOverride personalAuthPunchOnly fixCostingIsPartial`) {
		e[name] = false
	}
	for name := range strings.FieldsSeq(`roles notifications permissions workerAllowLabels adminAllowLabels personalAdminPerms geoRules emgPhones
		hirePeriods payRates customFieldValues labels`) {
		e[name] = []any{}
	}
	for name := range strings.FieldsSeq(`bankInfo middleName lastAccess teamSchedule teamScheduleName timeOffPolicy disciplinePolicy pointBalance
		nextShiftReminder qrCode nfcTagId credentialPolicy credentialPolicyName contactSuppressions announcement personalDeviceMode reinstallPerm
		mobilePhone installCode fixJob fixJobLabel fixJobPhase fixCostCode bgGeoConnectionState address addressGeoCode email gender birthDate
		nationalId nationalIdKey driversLic driversLicExpDate passportNo passportExpDate nationality hireDate hireBy jobTitle termDate notes
		emgContact emgRelation emgEmail emgAddress distributor`) {
		e[name] = nil
	}
	return e
}

// everyField is a body that sets every field that can be written, with the ids of what it refers to.
func (w *world) everyField() string {
	w.t.Helper()
	ids := []any{
		w.create("/departments", `{"name": "Assembly"}`), w.create("/payclasses", `{"name": "Hourly"}`),
		w.create("/teamschedules", `{"name": "Early", "days": []}`), w.create("/labels", `{"kind": "user", "name": "Crew"}`),
		w.create("/labels", `{"kind": "device", "name": "Gate"}`), w.create("/labels", `{"kind": "work", "name": "Roofs"}`),
		w.create("/jobs", `{"name": "Roof"}`), w.create("/jobphases", `{"name": "Start"}`), w.create("/costcodes", `{"name": "Tiles"}`),
		w.create("/paycodes", `{"name": "Night", "multiplier": "1.25"}`),
		w.create("/customfields", `{"key": "shirt", "name": "Shirt", "type": "select", "options": ["M", "L"]}`),
		w.create("/customfields", `{"key": "years", "name": "Years", "type": "number"}`),
		w.create("/customfields", `{"key": "badge", "name": "Badge", "type": "boolean"}`),
	}
	return fmt.Sprintf(`{
		"department": %d, "payClass": %d, "teamSchedule": %d, "labels": ["user:%d"], "workerAllowLabels": ["device:%d", "user:all"],
		"fixJobLabel": "work:%d", "adminAllowLabels": ["device:all"], "fixJob": %d, "fixJobPhase": %d, "fixCostCode": %d,
		"payRates": [{"payCode": %d, "type": "hourly", "amount": "31.50", "currency": "USD", "effective": "2026-01-01"}, {"amount": "0"}],
		"customFieldValues": [{"customField": %d, "value": "L"}, {"key": "years", "customField": %d, "value": 2.5}, {"customField": %d, "key": "badge", "value": false}],
		"active": false, "accepted": true, "banned": true, "requireJobAccess": true, "neverHadFace": true, "hasDocuments": true,
		"hasCredentials": true, "invalidCredentialing": true, "inducted": true, "announcementOverride": true, "personalAuthPunchOnly": true,
		"fixCostingIsPartial": true, "firstName": "Ada", "lastName": "King", "pin": "12345678", "roles": ["worker", "admin", "owner"],
		"notifications": ["late"], "permissions": ["approve"], "personalAdminPerms": ["reset"], "contactSuppressions": ["sms"],
		"geoRules": [{"shape": "circle", "lat": 40.5, "lng": -73.25, "radius": 150, "policy": "flag"}],
		"phones": [{"type": "mobile", "number": "+12125550123"}], "emgPhones": [{"type": "home", "number": "555 0124 ext. 3"}],
		"hirePeriods": [{"hireDate": "2020-02-29", "termDate": "2021-03-01"}, {"hireDate": "2024-09-02"}],
		"bankInfo": {"iban": "DE02120300000000202051", "bic": "BYLADEM1001"}, "middleName": "Augusta", "lastAccess": "2026-03-01T08:00:00.123456Z",
		"timeOffPolicy": 1, "disciplinePolicy": 2, "credentialPolicy": 3, "announcement": 4, "pointBalance": 1.5,
		"nextShiftReminder": "2026-03-12T07:00:00+01:00", "qrCode": "Q", "nfcTagId": "N", "payrollId": "E-12", "personalDeviceMode": "allowed",
		"reinstallPerm": "ask", "mobilePhone": "+12125550123", "installCode": "ABCD1234", "bgGeoConnectionState": "on", "address": "1 Main St\nApt 2",
		"addressGeoCode": {"lat": 0, "lng": -180}, "email": "ada@example.com", "gender": "f", "birthDate": "1990-12-10", "nationalId": "ab 12-34",
		"driversLic": "L1", "driversLicExpDate": "2030-01-01", "passportNo": "P1", "passportExpDate": "2031-01-01", "nationality": "GB",
		"hireDate": "2024-09-02", "hireBy": "Charles", "jobTitle": "Engineer", "termDate": "2026-12-31", "notes": "a\tb\nc <&>", "emgContact": "Byron",
		"emgRelation": "daughter", "emgEmail": "b@example.com", "emgAddress": "2 Main St", "distributor": "D"}`, ids...)
}

func TestEveryFieldOfAnEmployeeIsKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	path := "/employees/" + num(w.newEmployee(unit, "Ada", "Lovelace", ""))
	body := w.everyField()
	got := w.put(path, body).want(http.StatusOK).object()
	want := (&response{t: t, body: body}).object()
	want["lastAccess"], want["nextShiftReminder"] = "2026-03-01T08:00:00.123456Z", "2026-03-12T06:00:00.000000Z"
	for name, v := range want {
		switch name {
		case "customFieldValues", "payRates", "hirePeriods": // partly derived or left out; see below
			continue
		}
		if diff := cmp.Diff(v, got[name]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for name, want := range map[string]string{
		"nationalIdKey": "AB1234", "departmentName": "Assembly", "payClassName": "Hourly", "teamScheduleName": "Early", "sortName": "King, Ada",
		"hirePeriods": "[map[hireDate:2020-02-29 termDate:2021-03-01] map[hireDate:2024-09-02 termDate:<nil>]]",
	} {
		if got := fmt.Sprint(got[name]); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	values := got["customFieldValues"].([]any)
	for i, want := range []any{"L", 2.5, false} {
		if v := values[i].(map[string]any); v["value"] != want || v["key"] != []string{"shirt", "years", "badge"}[i] {
			t.Errorf("value %d is %v, want %v", i, v, want)
		}
	}
	w.clock.advance(time.Second)
	for _, extension := range []string{"", ".xml"} {
		kind := "Content-Type: application/json"
		if extension != "" {
			kind = "Content-Type: application/xml"
		}
		read := w.get(path + extension).want(http.StatusOK)
		if again := w.put(path+extension, read.body, kind).want(http.StatusOK); again.body != read.body || again.header.Get("ETag") != read.header.Get("ETag") {
			t.Errorf("putting the record back gave %s", cmp.Diff(read.body, again.body))
		}
	}
	var nulls []string
	for name, v := range got {
		if fresh, ok := freshEmployee(nil)[name]; v != nil && want[name] != nil && (name == "pin" || ok && fresh == nil) {
			nulls = append(nulls, fmt.Sprintf("%q: null", name))
		}
	}
	cleared := w.put(path, "{"+strings.Join(nulls, ",")+`, "department": null, "customFieldValues": []}`).want(http.StatusOK).object()
	for _, null := range nulls {
		name := strings.Trim(strings.TrimSuffix(null, ": null"), `"`)
		if cleared[name] != nil {
			t.Errorf("%s is %v, want null", name, cleared[name])
		}
	}
	if len(nulls) < 40 || cleared["department"] != nil || len(cleared["customFieldValues"].([]any)) != 0 {
		t.Errorf("not cleared: %v", cleared)
	}
}

func TestWrongEmployees(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	theirs := w.create("/orgunits", `{"name": "Theirs"}`, as(w.decoys))
	w.post("/employees", `{}`).wantError("firstName required", "lastName required", "orgUnit required")
	w.post("/employees", fmt.Sprintf(`{"firstName": 1, "lastName": "x", "orgUnit": %d, "lastPunch": null, "displayName": "x", "frstName": "x"}`, theirs)).
		wantError("firstName type", "orgUnit unknownReference", "lastPunch readOnly", "displayName readOnly", "frstName unknown")
	id := w.newEmployee(unit, "Ada", "Lovelace", "")
	path := "/employees/" + num(id)
	w.put(path, `{"department": 999999, "payClass": 999999, "teamSchedule": 999999, "fixJob": 999999, "fixJobPhase": 999999, "fixCostCode": 999999,
		"labels": ["work:1"], "workerAllowLabels": ["device:999999"], "fixJobLabel": "user:1", "roles": ["boss", "worker", "worker"],
		"pin": "123", "phones": [{}, {"number": "+1 212"}, {"number": "call me"}], "mobilePhone": "2125550123",
		"payRates": [{"payCode": 999999, "amount": 5, "currency": "usd"}, {}], "hirePeriods": [{"hireDate": "2026-01-02", "termDate": "2026-01-01"}, {}],
		"bankInfo": {"a b": "x"}, "email": "ada", "emgEmail": "", "nationality": "XX", "birthDate": "1990-02-30", "pointBalance": "x",
		"addressGeoCode": {"lat": 91}, "lastAccess": "yesterday", "timeOffPolicy": 0, "active": null, "customFieldValues": [{"customField": 999999, "value": 1}, {}],
		"timezone": "Europe/Paris", "lastPunch": "2026-01-01T00:00:00Z", "nationalIdKey": "X", "hasFaces": true}`).wantError(
		"department unknownReference", "payClass unknownReference", "teamSchedule unknownReference", "fixJob unknownReference",
		"fixJobPhase unknownReference", "fixCostCode unknownReference", "labels[0] format", "workerAllowLabels[0] unknownReference",
		"fixJobLabel format", "roles[0] unknown", "roles[2] duplicate", "pin format", "phones[0].number required", "phones[1].number format",
		"phones[2].number format", "mobilePhone format", "payRates[0].payCode unknownReference", "payRates[0].amount type", "payRates[0].currency format",
		"payRates[1].amount required", "hirePeriods[0].termDate range", "hirePeriods[1].hireDate required", "bankInfo format", "email format",
		"emgEmail format", "nationality format", "birthDate format", "pointBalance type", "addressGeoCode.lat range", "addressGeoCode.lng required",
		"lastAccess format", "timeOffPolicy range", "active null", "customFieldValues[0].customField unknownReference",
		"customFieldValues[1].customField required", "timezone readOnly", "lastPunch readOnly", "nationalIdKey readOnly", "hasFaces unknown")
	w.put(path, `{"orgUnit": null, "payRates": null}`).wantError("orgUnit null", "payRates null")
	w.put(path, `{"lastAccess": "2026-03-08T02:30:00"}`).wantError("lastAccess localTime")
	if got := w.put(path, `{"lastAccess": "2026-03-01T08:00"}`).want(http.StatusOK).object()["lastAccess"]; got != "2026-03-01T13:00:00.000000Z" {
		t.Errorf("a time without an offset became %v, want it in the zone of the org unit", got)
	}
}

func TestPINs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	ada := w.newEmployee(unit, "Ada", "Lovelace", `, "pin": "4815"`)
	w.post("/employees", fmt.Sprintf(`{"firstName": "Bob", "lastName": "B", "orgUnit": %d, "pin": "4815"}`, unit)).wantError("pin notUnique")
	idle := w.newEmployee(unit, "Ida", "Idle", `, "pin": "4815", "active": false`)
	w.put("/employees/"+num(idle), `{"active": true}`).wantError("pin notUnique")
	w.put("/employees/"+num(ada), `{"pin": "4815", "jobTitle": "x"}`).want(http.StatusOK)
	theirs := w.create("/orgunits", `{"name": "Theirs"}`, as(w.decoys))
	w.create("/employees", fmt.Sprintf(`{"firstName": "Bob", "lastName": "B", "orgUnit": %d, "pin": "4815"}`, theirs), as(w.decoys))
	w.put("/employees/"+num(ada), `{"active": false}`).want(http.StatusOK)
	w.put("/employees/"+num(idle), `{"active": true}`).want(http.StatusOK)
	w.put("/employees/"+num(idle), `{"pin": "00042"}`).want(http.StatusOK)
	w.put("/employees/"+num(ada), `{"active": true}`).want(http.StatusOK)
	if got := w.get("/employees/" + num(idle)).object()["pin"]; got != "00042" {
		t.Errorf("pin is %v", got)
	}
}

func TestSensitiveFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	path := "/employees/" + num(w.newEmployee(unit, "Ada", "Lovelace", ""))
	full := w.put(path, w.everyField()).want(http.StatusOK).object()
	plain := w.newKey(w.account.ID, "employees:read,employees:write")
	seen := w.get(path, as(plain)).want(http.StatusOK)
	for name, v := range seen.object() {
		switch name {
		case "pin", "nationalId", "nationalIdKey", "driversLic", "passportNo", "birthDate", "bankInfo", "payRates":
			if v != nil || full[name] == nil {
				t.Errorf("%s is %v, to others %v", name, v, full[name])
			}
		default:
			if diff := cmp.Diff(full[name], v); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
	if listed := w.get("/employees", as(plain)).results()[0]; cmp.Diff(seen.object(), listed) != "" {
		t.Error("the list shows another record")
	}
	answer := w.put(path, strings.Replace(seen.body, `"firstName":"Ada"`, `"firstName":"Augusta"`, 1), as(plain)).want(http.StatusOK)
	if strings.Contains(answer.body, "12345678") || strings.Contains(answer.body, "DE02") {
		t.Errorf("the answer to a change shows what the key may not see: %s", answer.body)
	}
	now := w.get(path).object()
	full["firstName"], full["displayName"], full["sortName"], full["modified"] = "Augusta", "Augusta King", "King, Augusta", now["modified"]
	if diff := cmp.Diff(full, now); diff != "" {
		t.Errorf("nulls that stand for hidden values cleared them: %s", diff)
	}
	w.put(path, `{"nationalIdKey": "AB1234"}`, as(plain)).wantError("nationalIdKey readOnly")
	w.put(path, `{"pin": "9090"}`, as(plain)).want(http.StatusOK)
	if got := w.get(path).object()["pin"]; got != "9090" {
		t.Errorf("pin is %v", got)
	}
	hired := w.post("/employees", fmt.Sprintf(`{"firstName": "Bob", "lastName": "B", "orgUnit": %d, "pin": "777777"}`, unit), as(plain)).results()
	if len(hired) != 1 || len(hired[0]) != 12 {
		t.Errorf("the creation record is %v", hired)
	}
}

func TestDeletedEmployees(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unit := w.create("/orgunits", `{"name": "Brooklyn"}`)
	id := w.newEmployee(unit, "Ada", "Lovelace", `, "pin": "4815"`)
	path := "/employees/" + num(id)
	punch := w.create("/punches", fmt.Sprintf(`{"employee": %d, "inDt": "2026-03-09T08:00", "outDt": "2026-03-09T16:00"}`, id))
	w.delete(path, `If-Match: "other"`).want(http.StatusPreconditionFailed)
	tag := w.get(path).header.Get("ETag")
	if gone := w.delete(path, "If-Match: "+tag).want(http.StatusNoContent); gone.body != "" {
		t.Errorf("a body: %q", gone.body)
	}
	w.get(path).want(http.StatusNotFound)
	w.put(path, `{"firstName": "x"}`).want(http.StatusNotFound)
	w.delete(path).want(http.StatusNotFound)
	if got := w.get("/employees").ids(); len(got) > 0 {
		t.Errorf("still listed: %v", got)
	}
	if got := w.get("/punches/" + num(punch)).object()["employeeLastName"]; got != "Lovelace" {
		t.Errorf("the punch names %v", got)
	}
	w.newEmployee(unit, "Bob", "B", `, "pin": "4815"`)
	history := w.get("/delete-history").results()
	want := map[string]any{"id": history[0]["id"], "timestamp": history[0]["timestamp"], "kind": "employee", "deletedId": float64(id), "user": nil, "apiKey": "Test key"}
	if diff := cmp.Diff([]map[string]any{want}, history); diff != "" {
		t.Error(diff)
	}
}
