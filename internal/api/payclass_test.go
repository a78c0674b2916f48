package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// codesOf are the ids of the pay codes with which the account began: regular, overtime, double time.
func codesOf(t *testing.T, w *world) (regular, overtime, double int64) {
	t.Helper()
	id := map[any]int64{}
	for _, c := range w.get("/paycodes").results() {
		id[c["name"]] = int64(c["id"].(float64))
	}
	return id["Regular"], id["Overtime"], id["Double time"]
}

// valueOf is a JSON text as a test compares it.
func valueOf(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

func TestPayClassDefaults(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	regular, _, _ := codesOf(t, w)
	answer := w.post("/payclasses", `{"name": "Hourly"}`).want(http.StatusOK)
	c := answer.object()
	want := map[string]any{
		"id": c["id"], "active": true, "name": "Hourly", "payMode": "hourly", "enableNetPay": false, "payPeriod": "week", "payPeriodStartsOn": 1.0,
		"payDateDaysAfter": nil, "regularPayCode": float64(regular), "payPeriodAnchor": nil, "shift": nil, "overtime": nil, "rounding": nil,
		"autoMeals": nil, "unpaidWindows": nil, "premiums": nil, "minimumShift": nil, "created": c["created"], "modified": c["created"],
	}
	for _, kind := range []string{"daily", "weekly", "period"} {
		for n := 1; n <= 3; n++ {
			want[fmt.Sprintf("%s%dThreshold", kind, n)], want[fmt.Sprintf("%s%dPayCode", kind, n)] = nil, nil
		}
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	const order = `"active","name","payMode","enableNetPay","payPeriod","payPeriodStartsOn","payDateDaysAfter","regularPayCode",` +
		`"daily1Threshold","daily1PayCode","weekly1Threshold","weekly1PayCode"`
	rest := answer.body
	for name := range strings.SplitSeq(order, ",") {
		_, after, found := strings.Cut(rest, name)
		if !found {
			t.Errorf("%s is missing or in another place: %s", name, answer.body)
		}
		rest = after
	}
	wantSameWays(t, w, pathOf(answer))
	wantForeign(t, w, pathOf(answer))
}

// everyRule is a pay class in which nothing is unset, with the given pay code everywhere.
func everyRule(code int64) string {
	return strings.ReplaceAll(`{
		"name": "All", "active": true, "payMode": "salary", "enableNetPay": true, "payPeriod": "biweek", "payPeriodStartsOn": 7, "payPeriodAnchor": "2026-01-04",
		"payDateDaysAfter": 5, "regularPayCode": CODE,
		"daily1Threshold": "08:00:00", "daily1PayCode": CODE, "daily2Threshold": "10:00:00", "daily2PayCode": CODE, "daily3Threshold": "12:00:00", "daily3PayCode": CODE,
		"weekly1Threshold": "40:00:00", "weekly1PayCode": CODE, "weekly2Threshold": "48:00:00", "weekly2PayCode": CODE, "weekly3Threshold": "60:00:30", "weekly3PayCode": CODE,
		"period1Threshold": "80:00:00", "period1PayCode": CODE, "period2Threshold": "84:00:00", "period2PayCode": CODE, "period3Threshold": "186:00:00", "period3PayCode": CODE,
		"shift": {"gap": "03:00:00", "maximum": null, "date": "mostWorked", "dayStartsAt": "03:00"},
		"overtime": {
			"weekStartsOn": 7, "weeklyBasis": "allHours", "combination": "greaterOf", "tolerance": "00:15:00", "periodWeeks": 2, "periodAnchor": "2026-01-04",
			"seventhDay": {"payCode": CODE, "threshold2": "08:00:00", "payCode2": CODE},
			"consecutiveDays": {"days": 6, "scope": "rolling", "payCode": CODE, "threshold2": "08:00:00", "payCode2": CODE},
			"daysPerWeek": {"days": 5, "payCode": CODE}, "restDays": {"days": [6, 7], "payCode": CODE}, "holiday": {"payCode": CODE, "countsTowardWeekly": true}
		},
		"rounding": {
			"in": {"interval": "00:15:00", "mode": "nearestPartialMinuteDown", "grace": "00:01:00", "from": null, "to": null, "at": null, "window": {"from": "07:45", "to": "08:15"}},
			"out": {"interval": null, "mode": "snap", "grace": "00:00:00", "from": "16:50", "to": "17:10:30", "at": "17:00", "window": null},
			"meal": {"interval": "00:05:00", "mode": "up", "grace": "00:00:00"}, "break": {"interval": "00:00:00", "mode": "down", "grace": "00:02:00"},
			"total": {"interval": "00:06:00", "mode": "nearest", "grace": "00:00:00", "between": {"from": "07:00:00", "to": "09:00:00"}},
			"truncateToMinute": true, "snapToSchedule": {"inBefore": "00:10:00", "inAfter": "00:05:00", "outBefore": "00:00:00", "outAfter": "00:15:00"}
		},
		"autoMeals": [{"kind": "meal", "type": "deduct", "after": "06:00:00", "amount": "00:30:00", "includePunched": true, "pool": false},
			{"kind": "break", "type": "add", "after": "00:00:00", "amount": "00:15:00", "includePunched": true, "pool": true}],
		"unpaidWindows": [{"start": "23:30", "end": "00:30", "days": [1, 5]}, {"start": "12:00", "end": "13:00", "days": null}],
		"premiums": [
			{"name": "Night", "payCode": CODE, "days": [1, 2], "start": "22:00", "end": "06:00", "from": "2026-01-01", "to": "2026-12-31", "dailyAfter": "01:00:00",
				"dailyBefore": "08:00:00", "weeklyAfter": "20:00:00", "weeklyBefore": "40:00:00", "minimum": "01:00:00", "maximum": "02:00:00"},
			{"name": "Night", "payCode": CODE, "days": null, "start": "00:00", "end": "24:00", "from": null, "to": null, "dailyAfter": null,
				"dailyBefore": null, "weeklyAfter": null, "weeklyBefore": null, "minimum": null, "maximum": null}],
		"minimumShift": {"length": "04:00:00", "gap": "00:00:00", "payCode": CODE}
	}`, "CODE", num(code))
}

func TestPayClassWithEveryRule(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, overtime, _ := codesOf(t, w)
	answer := w.post("/payclasses", everyRule(overtime)).want(http.StatusOK)
	path := pathOf(answer)
	want := valueOf(t, everyRule(overtime)).(map[string]any)
	for _, got := range []map[string]any{answer.object(), w.get(path).object(), w.get("/payclasses?id=" + path[len("/payclasses/"):]).results()[0]} {
		want["id"], want["created"], want["modified"] = got["id"], got["created"], got["modified"]
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	wantSameWays(t, w, path)

	w.clock.advance(time.Second)
	got := w.put(path, `{"shift": null, "overtime": {"periodWeeks": 3, "periodAnchor": "2026-01-05"}, "rounding": {}, "autoMeals": null, "unpaidWindows": [], "premiums": null,
		"minimumShift": null, "daily3Threshold": null, "daily3PayCode": null, "payDateDaysAfter": null, "payPeriodAnchor": null}`).want(http.StatusOK).object()
	want["shift"], want["autoMeals"], want["unpaidWindows"], want["premiums"], want["minimumShift"] = nil, nil, []any{}, nil, nil
	want["daily3Threshold"], want["daily3PayCode"], want["payDateDaysAfter"], want["payPeriodAnchor"], want["modified"] = nil, nil, nil, nil, got["modified"]
	want["overtime"] = valueOf(t, `{"weekStartsOn": null, "weeklyBasis": "nonOvertime", "combination": "stacked", "tolerance": "00:00:00", "periodWeeks": 3,
		"periodAnchor": "2026-01-05", "seventhDay": null, "consecutiveDays": null, "daysPerWeek": null, "restDays": null, "holiday": null}`)
	want["rounding"] = valueOf(t, `{"in": null, "out": null, "meal": null, "break": null, "total": null, "truncateToMinute": false, "snapToSchedule": null}`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wantSameWays(t, w, path)
}

func TestPayClassRulesFillInWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, overtime, _ := codesOf(t, w)
	for body, want := range map[string]string{
		`"shift": {}`:                           `{"gap": "04:00:00", "maximum": "16:00:00", "date": "start", "dayStartsAt": "00:00"}`,
		`"shift": {"maximum": null}`:            `{"gap": "04:00:00", "maximum": null, "date": "start", "dayStartsAt": "00:00"}`,
		`"shift": {"date": "end"}`:              `{"gap": "04:00:00", "maximum": "16:00:00", "date": "end", "dayStartsAt": "00:00"}`,
		`"minimumShift": {"length": "3:00", P}`: `{"length": "03:00:00", "gap": "08:00:00", P}`,
		`"premiums": [{"name": "x", P}]`: `[{"name": "x", P, "days": null, "start": "00:00", "end": "24:00", "from": null, "to": null, "dailyAfter": null,
			"dailyBefore": null, "weeklyAfter": null, "weeklyBefore": null, "minimum": null, "maximum": null}]`,
		`"autoMeals": [{"kind": "meal", "type": "deduct", "after": "00:00", "amount": "100:00:00"}, {"kind": "break", "type": "add", "after": "1:00", "amount": "0:00"}]`: `error`,
		`"autoMeals": [{"kind": "break", "type": "add", "after": "1:00", "amount": "0:00"}]`:                                                                              `[{"kind": "break", "type": "add", "after": "01:00:00", "amount": "00:00:00", "includePunched": false, "pool": false}]`,
		`"rounding": {"snapToSchedule": {"inAfter": "0:05"}, "total": {"interval": "0:06", "mode": "up"}}`: `{"in": null, "out": null, "meal": null, "break": null,
			"total": {"interval": "00:06:00", "mode": "up", "grace": "00:00:00", "between": null}, "truncateToMinute": false,
			"snapToSchedule": {"inBefore": "00:00:00", "inAfter": "00:05:00", "outBefore": "00:00:00", "outAfter": "00:00:00"}}`,
		`"overtime": {"consecutiveDays": {"days": 2, P}, "holiday": {P}}`: `{"weekStartsOn": null, "weeklyBasis": "nonOvertime", "combination": "stacked", "tolerance": "00:00:00",
			"periodWeeks": null, "periodAnchor": null, "seventhDay": null, "consecutiveDays": {"days": 2, "scope": "week", P, "threshold2": null, "payCode2": null},
			"daysPerWeek": null, "restDays": null, "holiday": {P, "countsTowardWeekly": false}}`,
	} {
		code := `"payCode": ` + num(overtime)
		answer := w.post("/payclasses", `{"name": "x", `+strings.ReplaceAll(body, "P}", code+"}")+`}`)
		if want == "error" {
			answer.wantError("autoMeals[0].amount range")
			continue
		}
		field, _, _ := strings.Cut(body, ":")
		want = strings.ReplaceAll(strings.ReplaceAll(want, "P,", code+","), "P}", code+"}")
		if diff := cmp.Diff(valueOf(t, want), answer.want(http.StatusOK).object()[strings.Trim(field, `"`)]); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
	}
}

func TestWrongPayClasses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, overtime, _ := codesOf(t, w)
	code := `"payCode": ` + num(overtime)
	w.post("/payclasses", `{"payMode": "piece", "payPeriod": "year", "payPeriodStartsOn": 29, "payPeriodAnchor": "soon", "payDateDaysAfter": -1, "enableNetPay": null,
		"regularPayCode": null, "daily1Threshold": 8, "daily1PayCode": "1", "weekly1Threshold": "40", "payRate": 1, "modified": "2026-01-01T00:00:00Z"}`).
		wantError("name required", "payMode unknown", "payPeriod unknown", "payPeriodStartsOn range", "payPeriodAnchor format", "payDateDaysAfter range", "enableNetPay null",
			"regularPayCode null", "daily1Threshold type", "daily1PayCode type", "weekly1Threshold format", "payRate unknown", "modified readOnly")
	for _, c := range []struct {
		body string
		want []string
	}{
		{`"payPeriodStartsOn": 8`, []string{"payPeriodStartsOn range"}},
		{`"payPeriod": "biweek", "payPeriodStartsOn": 0`, []string{"payPeriodStartsOn range"}},
		{`"daily1Threshold": "08:00:00", "daily2Threshold": "07:59:59", "weekly2Threshold": "40:00:00", "weekly3Threshold": "39:00:00"`, []string{"daily2Threshold range", "weekly3Threshold range"}},
		{`"daily1Threshold": "10:00:00", "daily3Threshold": "09:00:00"`, []string{"daily3Threshold range"}},
		{`"daily1Threshold": "99999:00:00"`, []string{"daily1Threshold range"}},
		{`"period2Threshold": "80:00:00"`, []string{"overtime.periodWeeks required", "overtime.periodAnchor required"}},
		{`"period1Threshold": "80:00:00", "overtime": {"periodWeeks": 13}`, []string{"overtime.periodWeeks range", "overtime.periodAnchor required"}},
		{`"shift": {"gap": "169:00:00", "maximum": "200:00:00", "date": "noon", "dayStartsAt": "24:00", "length": 1}`, []string{"shift.gap range", "shift.maximum range", "shift.date unknown", "shift.dayStartsAt range", "shift.length unknown"}},
		{`"shift": {"gap": null, "date": null}`, []string{"shift.gap null", "shift.date null"}},
		{`"shift": []`, []string{"shift type"}},
		{`"overtime": {"weekStartsOn": 0, "weeklyBasis": "x", "combination": "x", "tolerance": "25:00:00", "periodWeeks": 1, "periodAnchor": "2026-02-30"}`, []string{"overtime.weekStartsOn range", "overtime.weeklyBasis unknown", "overtime.combination unknown", "overtime.tolerance range", "overtime.periodWeeks range", "overtime.periodAnchor format"}},
		{`"overtime": {"seventhDay": {}, "consecutiveDays": {}, "daysPerWeek": {}, "restDays": {}, "holiday": {}}`, []string{
			"overtime.seventhDay.payCode required", "overtime.consecutiveDays.days required", "overtime.consecutiveDays.payCode required", "overtime.daysPerWeek.days required",
			"overtime.daysPerWeek.payCode required", "overtime.restDays.days required", "overtime.restDays.payCode required", "overtime.holiday.payCode required",
		}},
		{`"overtime": {"consecutiveDays": {"days": 1, "scope": "month", ` + code + `}, "daysPerWeek": {"days": 8, ` + code + `}, "restDays": {"days": [], ` + code + `}}`, []string{"overtime.consecutiveDays.days range", "overtime.consecutiveDays.scope unknown", "overtime.daysPerWeek.days range", "overtime.restDays.days required"}},
		{`"overtime": {"restDays": {"days": [0, 7, 7, 8], ` + code + `}}`, []string{"overtime.restDays.days[0] range", "overtime.restDays.days[2] duplicate", "overtime.restDays.days[3] range"}},
		{`"rounding": {"in": {}, "out": {"mode": "snap", "from": "08:00"}, "meal": {"mode": "snap", "interval": "0:05"}, "break": {}, "total": {"interval": "25:00:00", "mode": "up", "between": {"from": "1:00"}}}`, []string{
			"rounding.in.mode required", "rounding.in.interval required", "rounding.out.to required", "rounding.out.at required", "rounding.meal.mode unknown",
			"rounding.break.mode required", "rounding.break.interval required", "rounding.total.interval range", "rounding.total.between.to required",
		}},
		{`"rounding": {"in": {"mode": "snap", "from": "23:45", "to": "23:59", "at": "00:00"}, "out": {"mode": "snap", "from": "00:00", "to": "13:00", "at": "00:30"}}`, []string{"rounding.in.at range", "rounding.out.at range"}},
		{`"rounding": {"in": {"mode": "up", "interval": "0:05", "window": {"from": "25:00"}}, "truncateToMinute": null, "snapToSchedule": {"inBefore": "24:00:01"}}`, []string{"rounding.in.window.from format", "rounding.in.window.to required", "rounding.truncateToMinute null", "rounding.snapToSchedule.inBefore range"}},
		{`"autoMeals": [{}, {"kind": "nap", "type": "take", "after": "1:00", "amount": "0:30"}]`, []string{"autoMeals[0].kind required", "autoMeals[0].type required", "autoMeals[0].after required", "autoMeals[0].amount required", "autoMeals[1].kind unknown", "autoMeals[1].type unknown"}},
		{`"unpaidWindows": [{"start": "12:00"}, {"start": "24:00", "end": "01:00", "days": []}], "premiums": {}`, []string{"unpaidWindows[0].end required", "unpaidWindows[1].start range", "unpaidWindows[1].days required", "premiums type"}},
		{`"premiums": [{}, {"name": " ", ` + code + `, "days": [9], "end": "24:01", "from": "x"}]`, []string{"premiums[0].name required", "premiums[0].payCode required", "premiums[1].name required", "premiums[1].days[0] range", "premiums[1].end format", "premiums[1].from format"}},
		{`"minimumShift": {"length": "25:00:00", "gap": "200:00:00"}`, []string{"minimumShift.length range", "minimumShift.gap range", "minimumShift.payCode required"}},
		{`"autoMeals": [` + strings.TrimSuffix(strings.Repeat(`{"kind": "meal", "type": "add", "after": "1:00", "amount": "0:30"},`, 101), ",") + `]`, []string{"autoMeals range"}},
	} {
		w.post("/payclasses", `{"name": "x", `+c.body+`}`).wantError(c.want...)
	}
	if ids := w.get("/payclasses").ids(); len(ids) > 0 {
		t.Errorf("there are pay classes %v", ids)
	}
	w.post("/payclasses", `{"name": "equal thresholds", "daily1Threshold": "00:00:00", "daily2Threshold": "00:00:00"}`).want(http.StatusOK)
	path := pathOf(w.post("/payclasses", `{"name": "monthly", "payPeriod": "month", "payPeriodStartsOn": 28, "weekly2Threshold": "50:00:00"}`).want(http.StatusOK))
	w.put(path, `{"payPeriod": "week", "weekly1Threshold": "51:00:00"}`).wantError("payPeriodStartsOn range", "weekly2Threshold range")
	w.put(path, `{"payPeriod": "week", "payPeriodStartsOn": 7, "weekly1Threshold": "49:00:00"}`).want(http.StatusOK)
}

func TestPayClassReferences(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	regular, overtime, double := codesOf(t, w)
	theirs := w.create("/paycodes", `{"name": "Theirs", "multiplier": "1"}`, as(w.decoys))
	var fields []string
	for _, field := range []string{
		"regularPayCode", "daily1PayCode", "daily2PayCode", "daily3PayCode", "weekly1PayCode", "weekly2PayCode", "weekly3PayCode", "period1PayCode", "period2PayCode",
		"period3PayCode", "overtime.seventhDay.payCode", "overtime.seventhDay.payCode2", "overtime.consecutiveDays.payCode", "overtime.consecutiveDays.payCode2",
		"overtime.daysPerWeek.payCode", "overtime.restDays.payCode", "overtime.holiday.payCode", "premiums[0].payCode", "premiums[1].payCode", "minimumShift.payCode",
	} {
		fields = append(fields, field+" unknownReference")
	}
	w.post("/payclasses", everyRule(theirs)).wantError(fields...)

	premium := func(code int64) string { return `{"name": "p", "payCode": ` + num(code) + `}` }
	path := pathOf(w.post("/payclasses", `{"name": "x", "weekly1PayCode": `+num(overtime)+`, "premiums": [`+premium(double)+`, `+premium(overtime)+`]}`).want(http.StatusOK))
	w.put("/paycodes/"+num(overtime), `{"active": false}`).want(http.StatusOK)
	w.put("/paycodes/"+num(regular), `{"active": false}`).want(http.StatusOK)
	w.put(path, w.get(path).body).want(http.StatusOK)
	w.put(path, `{"name": "y", "premiums": [`+premium(overtime)+`]}`).want(http.StatusOK)
	w.put(path, `{"daily1PayCode": `+num(overtime)+`, "minimumShift": {"length": "1:00", "payCode": `+num(regular)+`}}`).
		wantError("daily1PayCode inactiveReference", "minimumShift.payCode inactiveReference")
	w.post("/payclasses", `{"name": "the account's own code is taken unasked"}`).want(http.StatusOK)
}

func TestPayClassLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.create("/payclasses", `{"name": "beta"}`)
	a := w.create("/payclasses", `{"name": "Alpha", "active": false}`)
	b2 := w.create("/payclasses", `{"name": "BETA"}`)
	theirs := w.create("/payclasses", `{"name": "BETA"}`, as(w.decoys))
	wantIDs(t, w, map[string][]int64{
		"/payclasses":               {a, b, b2},
		"/payclasses?id=" + num(b2): {b2},
		"/payclasses?id[]=" + num(b2) + "&id[]=" + num(a) + "&id=" + num(theirs): {a, b2},
	})
	w.get("/payclasses?limit=1&supplementalData=yes&name=x").wantError("limit unknown", "supplementalData unknown", "name unknown")
}
