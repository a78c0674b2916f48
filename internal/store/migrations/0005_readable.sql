-- Views for people and for programs that make reports: names in place of ids, and times that can be read. Nothing in the
-- program asks them.

CREATE VIEW readable_punches AS
SELECT p.account_id, p.id, p.employee_id, e.first_name, e.last_name, e.payroll_id, u.name AS org_unit, d.name AS department,
	p.timezone, {{wall p.in_local}} AS in_on_the_wall, {{utc p.in_dt}} AS in_utc, {{utc p.out_dt}} AS out_utc,
	(p.out_dt - p.in_dt) / 1000000 AS seconds, p.status, p.in_exceptions, p.out_exceptions, j.name AS job, p.notes,
	{{utc p.created}} AS created_utc, {{utc p.modified}} AS modified_utc
FROM punches p
LEFT JOIN employees e ON e.account_id = p.account_id AND e.id = p.employee_id
LEFT JOIN org_units u ON u.account_id = p.account_id AND u.id = p.org_unit_id
LEFT JOIN departments d ON d.account_id = p.account_id AND d.id = p.department_id
LEFT JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id;

CREATE VIEW readable_duration_entries AS
SELECT t.account_id, t.id, t.employee_id, e.first_name, e.last_name, e.payroll_id, u.name AS org_unit, d.name AS department,
	t.date, t.type, c.name AS time_off_code, t.duration AS seconds, t.last_edited_by, t.notes,
	{{utc t.created}} AS created_utc, {{utc t.modified}} AS modified_utc
FROM duration_entries t
LEFT JOIN employees e ON e.account_id = t.account_id AND e.id = t.employee_id
LEFT JOIN org_units u ON u.account_id = t.account_id AND u.id = t.org_unit_id
LEFT JOIN departments d ON d.account_id = t.account_id AND d.id = t.department_id
LEFT JOIN time_off_codes c ON c.account_id = t.account_id AND c.id = t.time_off_code_id;

CREATE VIEW readable_audit AS
SELECT a.account_id, a.id, {{utc a.at}} AS at_utc, a.name AS who, a.via, a.action, a.kind, a.record_id, a.was, a.became, a.request_id
FROM audit a;
