package api

import (
	"fmt"
	"strings"
)

// noun is how the description speaks of a collection: in names of operations, in headings and in a sentence.
type noun struct{ many, one, title, text string }

// nouns are the collections by the first segment of their paths.
func nouns() map[string]noun {
	return map[string]noun{
		"clocklogs":        {"ClockLogs", "ClockLog", "Clock logs", "Every attempt at a clock, kept as evidence whether it made a punch or not. They never change."},
		"costcodes":        {"CostCodes", "CostCode", "Cost codes", "Names under which worked hours are booked, next to or without a job."},
		"customfields":     {"CustomFields", "CustomField", "Custom fields", "Fields that the company adds to its employees. Lists can be filtered by them."},
		"delete-history":   {"Deletions", "Deletion", "Delete history", "What was deleted, when and by whom. A copy of the data that reads the sync feeds learns here what is gone."},
		"departments":      {"Departments", "Department", "Departments", "Parts of the company by kind of work, which payroll books hours to."},
		"devices":          {"Devices", "Device", "Devices", "Clocks: tablets, terminals and other installations at which people punch."},
		"duration-entries": {"DurationEntries", "DurationEntry", "Duration entries", "Time on a day that was not punched: time off and adjustments."},
		"employees":        {"Employees", "Employee", "Employees", "The people whose time is kept."},
		"holidays":         {"Holidays", "Holiday", "Holidays", "Days off, in one organization unit or in all of them."},
		"jobphases":        {"JobPhases", "JobPhase", "Job phases", "Parts of jobs under which worked hours are booked."},
		"jobs":             {"Jobs", "Job", "Jobs", "Work for somebody, to which worked hours are booked."},
		"labels":           {"Labels", "Label", "Labels", "Marks that employees, work and devices carry, by which they are found and by which access is given."},
		"orgunits":         {"OrgUnits", "OrgUnit", "Organization units", "Places or branches of the company, each with its time zone."},
		"payclasses":       {"PayClasses", "PayClass", "Pay classes", "Sets of rules by which the time of employees becomes pay."},
		"paycodes":         {"PayCodes", "PayCode", "Pay codes", "Under what name time is paid, and how much of the base rate it is worth."},
		"payperiods":       {"PayPeriods", "PayPeriod", "Pay periods", "Stretches of days that are paid together. A closed one keeps its cards as they are."},
		"punches":          {"Punches", "Punch", "Punches", "Pairs of an in and an out: the time that was worked."},
		"shiftcards":       {"ShiftCards", "ShiftCard", "Shift cards", "Worked shifts, computed from punches and rules."},
		"shiftclasses":     {"ShiftClasses", "ShiftClass", "Shift classes", "When a shift should be worked, by which lateness is judged."},
		"teamschedules":    {"TeamSchedules", "TeamSchedule", "Team schedules", "Weekly patterns of shift classes."},
		"timecards":        {"TimeCards", "TimeCard", "Time cards", "Shifts as payroll sees them, with the time under each pay code."},
		"timeoffcodes":     {"TimeOffCodes", "TimeOffCode", "Time off codes", "Reasons for being away, such as vacation or sickness."},
		"timeoffentries":   {"TimeOffEntries", "TimeOffEntry", "Time off entries", "Time off of employees, by day."},
	}
}

// nounOf is the noun of a route's collection. A new collection must be given one.
func nounOf(r route) noun {
	n, ok := nouns()[r.collection()]
	if !ok {
		panic(fmt.Sprintf("the collection %q has no words: give it a line in nouns", r.collection()))
	}
	return n
}

// schemaName is what the schema of a type is called, where its name in Go would say too little.
func schemaName(name string) string {
	name = strings.TrimSuffix(name, "Input")
	switch name = strings.ToUpper(name[:1]) + name[1:]; name {
	case "NewHire":
		return "CreatedEmployee"
	case "StartReport":
		return "StartedReport"
	case "FieldValue":
		return "CustomFieldValue"
	case "SpanRange":
		return "LengthRange"
	}
	return name
}

// itemName is what the schema of an object is called that stands in a field of a record and that nobody writes.
func itemName(in, field string) string {
	switch in + "." + field {
	case "ShiftCard.punches":
		return "ShiftCardPunch"
	case "TimeCard.punches":
		return "TimeCardPunch"
	case "TimeCard.totals":
		return "CategoryTotal"
	case "TimeCard.premiums":
		return "PremiumTotal"
	case "Explanation.steps":
		return "ExplanationStep"
	case "Explanation.timeCards", "Simulation.timeCards":
		return "TimeCard"
	case "Simulation.payCodes":
		return "PayCodeDifference"
	}
	return in + strings.ToUpper(field[:1]) + field[1:]
}

// fieldWords describes a field that nobody writes, or that an object inside a record has. Names that mean the same
// everywhere are described once.
func fieldWords(schema, field string) string {
	if text := ownWords()[schema+"."+field]; text != "" {
		return text
	}
	if text := sharedWords()[field]; text != "" {
		return text
	}
	if base, ok := strings.CutSuffix(field, "Name"); ok && base != "" {
		return "The name of " + base + "."
	}
	return ""
}

// sharedWords are the fields that mean the same in every record.
func sharedWords() map[string]string {
	return map[string]string{
		"id":               "Identifies the record. Ids are unique over all collections of the account.",
		"created":          "When the record was made, UTC.",
		"modified":         "When the record was last changed, UTC. It rises with every change within the account.",
		"active":           "Whether new records may refer to it.",
		"name":             "Its name.",
		"kind":             "What it is.",
		"payrollId":        "What the payroll system calls it.",
		"employee":         "Id of the employee.",
		"orgUnit":          "Id of the organization unit.",
		"department":       "Id of the department.",
		"shiftClass":       "Id of the shift class to which the shift is held, null without one.",
		"payCode":          "Id of the pay code.",
		"timezone":         "IANA name of the time zone in which the local dates and times of the record are meant.",
		"firstName":        "First name.",
		"lastName":         "Last name.",
		"displayName":      "First and last name.",
		"sortName":         "Last name, first name: by it the list is sorted.",
		"employeePayClass": "Id of the pay class by whose rules the card is computed, null without one.",
		"date":             "The local date for which the card counts.",
		"shiftDate":        "The local date to which the whole shift belongs.",
		"start":            "When the first punch begins, UTC.",
		"end":              "When the last punch ends, UTC; null while none of them carries time.",
		"punches":          "The punches of the card.",
		"exceptions":       "What is remarkable about the punches of the card, as in inExceptions and outExceptions of punches.",
		"rawTotal":         "Time as it was punched, in seconds.",
		"processedTotal":   "Paid time in seconds, after rounding, meals and the other rules.",
		"lastEditedBy":     "Who last wrote it: a person, or the name of an API key.",
		"entryState":       "Which ends are there: 1 open, 2 complete, 3 without an in, 4 without an out although the longest shift is over.",
		"inExceptions":     exceptionsOf("in"),
		"outExceptions":    exceptionsOf("out"),
	}
}

func exceptionsOf(end string) string {
	return "What is remarkable about the " + end + ". For information: `added`, `edited`, `offline`, `late`, `early`, `leftEarly`, `leftLate`, `autoMeal`. " +
		"Making the punch flagged: `geo`, `noGeo`, `clockSkew`, `unscheduled`, `job`, `device`, `longShift`, `shortRest`, `auto`. " +
		"Keeping a pay period from being closed: `missing`, `overlap`."
}

// ownWords are the fields that mean something of their own in one record, by schema and name.
func ownWords() map[string]string {
	all := map[string]string{
		"AllowedEmployee.orgUnit":        "Id of the organization unit that the employee belongs to.",
		"AllowedEmployee.active":         "Whether the employee works here now: always true.",
		"Deletion.id":                    "Identifies the item.",
		"Deletion.timestamp":             "When the record was deleted, UTC. It rises with every deletion and change within the account.",
		"Deletion.kind":                  "What was deleted. Time off entries are durationEntry; there are no punch codes yet.",
		"Deletion.deletedId":             "Id of the deleted record.",
		"Deletion.user":                  "Id of the user of the console who deleted it, null when it was an API key.",
		"Deletion.apiKey":                "Name of the API key that deleted it, null when it was a user of the console.",
		"Device.clockSessionValid":       "Whether an installation is paired with the device and may send.",
		"Device.clockSessionIpAddress":   "From which address the installation last came.",
		"Device.clockSessionUserAgent":   "What program the installation says it is.",
		"Device.clockSessionDeviceModel": "What model the installation says it runs on.",
		"Device.clockSessionDeviceUuid":  "How the installation identifies itself.",
		"Device.clockSessionAppVersion":  "Version of the installation.",
		"Device.clockSessionSubmitLogs":  "Whether the installation was asked to upload at its next contact all that it still holds.",
		"DurationEntry.type":             "What the time is: time off that is paid or unpaid, by its time off code, or an adjustment.",
		"DurationEntry.date":             "The local date on which the time counts.",
		"DurationEntry.orgUnit":          "Id of the organization unit that the employee belonged to when it was written.",
		"DurationEntry.timeOffRequest":   "Id of the request that led to it, null without one.",
		"Employee.timezone":              "IANA name of the time zone of the organization unit.",
		"Employee.orgUnitPayrollId":      "What the payroll system calls the organization unit.",
		"Employee.departmentPayrollId":   "What the payroll system calls the department.",
		"Employee.nationalIdKey":         "The national id without separators and in capitals, so that two notations of one id compare equal. Sensitive.",
		"Employee.lastPunch":             "When the employee last punched, UTC.",
		"CreatedEmployee.active":         "Whether the employee works here now.",
		"CreatedEmployee.timezone":       "IANA name of the time zone of the organization unit.",
		"CustomFieldValue.customField":   "Id of the custom field.",
		"CustomFieldValue.key":           "Key of the custom field.",
		"CustomFieldValue.value":         "The value, in the type of the field: a string, a number or a boolean; dates are strings.",
		"Explanation.date":               "The date that is explained.",
		"Explanation.steps":              "What each rule did, in the order in which the rules are applied.",
		"Explanation.timeCards":          "The time cards that count for the date.",
		"ExplanationStep.number":         "Which step of the evaluation it was, 1 to 11.",
		"ExplanationStep.text":           "What the rule did, with figures.",
		"ExplanationStep.punch":          "Id of the punch that it concerns; null is the whole date.",
		"ExplanationStep.seconds":        "How many seconds it changed or found.",
		"PayPeriod.end":                  "The last day, itself included.",
		"Punch.employeeFirstName":        "First name of the employee.",
		"Punch.employeeLastName":         "Last name of the employee.",
		"Punch.employeePayrollId":        "What the payroll system calls the employee.",
		"Punch.orgUnit":                  "Id of the organization unit that the employee belonged to when the punch was made.",
		"Punch.timezone":                 "IANA name of the time zone where the punch was made. It stays when the zone of the organization unit changes.",
		"Punch.overrideBy":               "Who last changed a time: a person, or the name of an API key; null when nobody did.",
		"ReportStatus.success":           "Whether the report was accepted: always true.",
		"ReportStatus.reportKey":         "The key under which to ask again.",
		"ReportStatus.state":             "How the report stands.",
		"ReportStatus.progress":          "How much of it is done, 0 to 1.",
		"Simulation.payCodes":            "The totals under each pay code, today's and the simulated ones.",
		"Simulation.timeCards":           "The time cards as they would be.",
		"PayCodeDifference.today":        "Seconds under the rules of today.",
		"PayCodeDifference.simulated":    "Seconds under the pay class that was sent.",
		"PayCodeDifference.difference":   "Simulated seconds less those of today.",
		"StartedReport.success":          "Whether the report was accepted: always true.",
		"StartedReport.reportKey":        "The key under which the result can be polled.",
		"TimeCard.date":                  "The local date for which the card counts. It differs from shiftDate only where the pay class splits shifts at midnight.",
		"TimeCard.totals":                "The paid time by category. All but minimumShift add up to processedTotal.",
		"TimeCard.premiums":              "The time for which there is extra pay, beside the totals.",
		"CategoryTotal.category":         "Which rule made the time what it is: regular, or a kind of overtime.",
		"CategoryTotal.total":            "Seconds.",
		"PremiumTotal.name":              "Name of the premium in the pay class.",
		"PremiumTotal.total":             "Seconds.",
		"ShiftCard.isTardy":              "Whether the first in was later than the shift class allows.",
		"ShiftCard.hasException":         "Whether a punch has an exception of any kind.",
		"ShiftCard.hasFlagged":           "Whether a punch is flagged.",
		"ShiftCard.lateTotal":            "Seconds from the start of the shift class to the first in, null without a shift class.",
		"ShiftCard.earlyOutTotal":        "Seconds from the last out to the end of the shift class, null without one.",
		"ShiftCard.beforeStartTotal":     "Seconds worked before the start of the shift class, null without one.",
		"ShiftCard.afterEndTotal":        "Seconds worked after the end of the shift class, null without one.",
		"EmployeeSummary.payrollId":      "What the payroll system calls the employee.",
		"DeviceSummary.orgUnit":          "Id of the organization unit where the device stands.",
		"LabelSummary.kind":              "What carries the label.",
		"ClockLog.employee":              "Id of the employee, null when nobody was identified.",
		"ClockLog.employeeFirstName":     "First name of the employee.",
		"ClockLog.employeeLastName":      "Last name of the employee.",
		"ClockLog.clock":                 "Id of the device.",
		"ClockLog.clockOrgUnit":          "Id of the organization unit where the device stood.",
		"ClockLog.orgUnit":               "Id of the organization unit that the employee belonged to.",
		"ClockLog.department":            "Id of the department that the employee belonged to.",
		"ClockLog.timezone":              "IANA name of the time zone where the device stood.",
		"ClockLog.dt":                    "When it happened, UTC, by trusted time.",
		"ClockLog.offline":               "Whether the device had no connection then.",
		"ClockLog.status":                "What became of it: punched, flagged (punched, but wants review), attempted (identified, no direction given), failed (not identified, or refused by a rule), duplicate.",
		"ClockLog.direction":             "What was asked for.",
		"ClockLog.punch":                 "Id of the punch that it made or closed, null when it made none.",
		"ClockLog.job":                   "Id of the job that was chosen.",
		"ClockLog.deviceEventId":         "How the device names the event. The same event counts once, however often it is sent.",
		"ClockLog.receivedAt":            "When the server learned of it, UTC.",
		"ClockLog.reason":                "Why it made no punch, or a flagged one.",
		"Error.detail":                   "What was wrong, and what to do.",
		"Error.code":                     "The kind of error, for programs. It is stable; the description of the API lists the codes.",
		"Error.errors":                   "Every field or parameter that was wrong.",
		"FieldError.field":               "The field or parameter, with its path, such as phones[0].number.",
		"FieldError.code":                "What is wrong with it, for programs.",
		"FieldError.detail":              "What is wrong with it, and what to do.",
		"OvertimeRules.seventhDay":       "All time of the seventh worked day of the overtime week.",
		"ScheduleDay.weekday":            "ISO weekday on which the shift begins, 1 is Monday.",
		"ShiftCardPunch.in":              "When the in counts, UTC.",
		"ShiftCardPunch.out":             "When the out counts, UTC; null while there is none.",
		"TimeCardPunch.inDt":             "When the in counts, UTC.",
		"TimeCardPunch.outDt":            "When the out counts, UTC; null while there is none.",
	}
	for _, punch := range []string{"ShiftCardPunch.", "TimeCardPunch."} {
		all[punch+"id"] = "Id of the punch."
		all[punch+"status"] = "State of review of the punch."
		all[punch+"rawTotal"] = "Seconds as they were punched, null while the punch is open."
		all[punch+"processedTotal"] = "Paid seconds, null while the punch is open."
		all[punch+"outKind"] = "What the out begins; null is the end of work."
	}
	return all
}

// derivedEnum is the values that a field takes which nobody writes, by schema and name.
func derivedEnum(schema, field string) []any {
	switch schema + "." + field {
	case "DurationEntry.type":
		return []any{"PAID_TIME_OFF", "UNPAID_TIME_OFF", "ADJUSTMENT"}
	case "ClockLog.status":
		return []any{"punched", "flagged", "attempted", "failed", "duplicate"}
	case "ClockLog.direction":
		return []any{"in", "out", "toggle", "mealStart", "mealEnd"}
	case "Deletion.kind":
		return []any{"durationEntry", "employee", "punch", "punchCode"}
	case "LabelSummary.kind":
		return []any{"user", "work", "device"}
	case "ShiftCardPunch.status", "TimeCardPunch.status":
		return []any{"approved", "flagged", "pending", "rejected"}
	case "ShiftCardPunch.outKind", "TimeCardPunch.outKind":
		return []any{"meal", "break"}
	case "Punch.entryState":
		return []any{1, 2, 3, 4}
	}
	return nil
}

// introduction is the description of the whole API. It says what holds for every operation, and what a schema cannot say.
const introduction = `Clock logs, punches, shift cards, time cards, employees, devices, jobs, time off and what they are made of.

## Keys

Every request carries ` + "`Authorization: Token YOUR_KEY`" + `. A key has permissions such as ` + "`punches:read`" + `; each operation names the one that it needs.

## Formats

Bodies and answers are JSON or XML. The format of the answer is chosen by the extension ` + "`.json` or `.xml`" + ` at the end of the path, else by the parameter ` + "`format`" + `, else by the header ` + "`Accept`" + `, else it is JSON. That of a body is chosen by ` + "`Content-Type`" + `; without one it is JSON.

XML holds the same tree as JSON inside the element ` + "`<root>`" + `; a body may have any root element. The items of a list are ` + "`<list-item>`" + `. An empty element with ` + "`nil=\"true\"`" + ` is null. A dictionary keyed by id, such as those of ` + "`supplementalData`" + `, is ` + "`<employee><entry key=\"12\">…</entry></employee>`" + `.

## Parameters

A parameter that takes several values is sent as ` + "`name=a&name=b`" + ` or ` + "`name[]=a&name[]=b`" + `. A parameter that does not exist is an error, never ignored. Dates are ISO 8601; without an offset they are read in the time zone of the organization unit, else of the account.

## Lists

A list answers ` + "`{\"results\": […]}`" + `. A paged one has a ` + "`cursor`" + ` beside it, which names the first record of the next page and is null on the last one: send it with the same filters. With ` + "`orderBy=modified`" + ` a list is a sync feed that misses nothing: its last page has a ` + "`resumeCursor`" + `, which later goes on after the last record seen. Large lists can be made in the background: start one with POST, then poll its key no more than once in 10 seconds.

## Writing

POST answers the new record, its path in ` + "`Location`" + `. PUT changes only the fields that are sent; null clears a field that may be null. A record that was read may be sent back whole: a field that nobody writes is passed over when it is as it was, and an error when it differs. The header ` + "`Idempotency-Key`" + ` makes POST, PUT and DELETE happen once, however often they are sent within 24 hours; ` + "`If-Match`" + ` with the ETag that was read guards against overwriting what somebody else wrote.

## Times

Instants are UTC with six fraction digits. Lengths of time are whole seconds, but for thresholds and other lengths in rules, which are ` + "`HH:MM:SS`" + ` with hours that may exceed 24. Weekdays are those of ISO 8601: 1 is Monday, 7 is Sunday.

## Errors

An error answers an object with ` + "`detail`, `code` and `errors`" + `, which lists every wrong field of the request at once. Every path also knows OPTIONS, and HEAD where it knows GET; any other method is 405 with the header ` + "`Allow`" + `.

| status | codes |
|---|---|
| 400 | ` + "`invalid`" + ` for several fields; of one field ` + "`required`, `null`, `type`, `format`, `range`, `syntax`, `unknown`, `duplicate`, `readOnly`, `unknownReference`, `inactiveReference`, `notUnique`, `inUse`, `localTime`, `beforeIn`, `overlap`, `openPunch`, `future`, `notPaged`, `notFilterable`, `invalidCursor`" + ` |
| 401, 403, 404, 405 | ` + "`unauthenticated`, `forbidden`, `notFound` or `unknownUrl`, `methodNotAllowed`" + ` |
| 409 | ` + "`idempotencyKeyReused`, `periodLocked`, `criticalExceptions`" + ` |
| 412, 413, 429 | ` + "`precondition`, `tooLarge`, `throttled`" + ` |
| 500, 503 | ` + "`internal` or `reportFailed`; `draining`, `unavailable` or `canceled`" + ` |

## Rates

50 requests a minute and 1,000 an hour pass for each account, unless it was given others; polls count too. Every answer says in ` + "`RateLimit`" + ` what is left; 429 says in ` + "`Retry-After`" + ` when to go on.

## Versions

The header ` + "`X-Api-Version: 0.2`" + ` asks for this version; without it the latest is served. Every answer repeats it.`
