-- Instants are microseconds since 1970-01-01 UTC, dates are YYYY-MM-DD, durations are seconds, yes and no are 1 and 0.
-- Lists of words or ids are joined by commas. Columns named …_key hold names folded for comparison.
-- Every key begins with the account, so that the data can be partitioned by account.

CREATE TABLE id_blocks (
	next BIGINT NOT NULL -- ids are handed to accounts in blocks, so that they are unique over all accounts
);
INSERT INTO id_blocks (next) VALUES (1);

CREATE TABLE secrets (
	name TEXT NOT NULL PRIMARY KEY,
	value BLOB NOT NULL
);

CREATE TABLE accounts (
	id BIGINT NOT NULL PRIMARY KEY,
	name TEXT NOT NULL,
	timezone TEXT NOT NULL,
	burst BIGINT NOT NULL,
	sustained BIGINT NOT NULL,
	regular_pay_code BIGINT NOT NULL,
	clock BIGINT NOT NULL,   -- the last stamp given to a change
	next_id BIGINT NOT NULL, -- the next id of the account's block
	last_id BIGINT NOT NULL, -- the last id of that block
	created BIGINT NOT NULL
);

CREATE TABLE api_keys (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	hash BLOB NOT NULL,
	prefix TEXT NOT NULL,
	last4 TEXT NOT NULL,
	permissions TEXT NOT NULL,
	org_units TEXT NOT NULL,
	expires BIGINT,
	revoked BIGINT,
	last_used BIGINT,
	created BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX api_keys_by_hash ON api_keys (hash);

CREATE TABLE rates (
	account_id BIGINT NOT NULL PRIMARY KEY REFERENCES accounts (id),
	made BLOB NOT NULL -- the instants of the last requests
);

CREATE TABLE departments (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	payroll_id TEXT,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX departments_by_name ON departments (account_id, name_key, id);

CREATE TABLE org_units (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	payroll_id TEXT,
	timezone TEXT NOT NULL,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX org_units_by_name ON org_units (account_id, name_key, id);

CREATE TABLE cost_codes (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	payroll_id TEXT,
	allow_labels TEXT NOT NULL,
	labels TEXT NOT NULL,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX cost_codes_by_name ON cost_codes (account_id, name_key, id);

CREATE TABLE job_phases (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	payroll_id TEXT,
	allow_labels TEXT NOT NULL,
	labels TEXT NOT NULL,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX job_phases_by_name ON job_phases (account_id, name_key, id);

CREATE TABLE jobs (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	description TEXT,
	payroll_id TEXT,
	org_users TEXT NOT NULL,
	notify_org_users TEXT NOT NULL,
	allow_labels TEXT NOT NULL,
	labels TEXT NOT NULL,
	job_phase_mode TEXT,
	cost_code_mode TEXT,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX jobs_by_name ON jobs (account_id, name_key, id);

CREATE TABLE job_users ( -- the employees in a job's org_users, to find jobs by employee
	account_id BIGINT NOT NULL,
	employee_id BIGINT NOT NULL,
	job_id BIGINT NOT NULL,
	PRIMARY KEY (account_id, employee_id, job_id)
);
CREATE INDEX job_users_by_job ON job_users (account_id, job_id);

CREATE TABLE devices (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	org_unit_id BIGINT NOT NULL,
	settings_pin_allow_labels TEXT, -- NULL is unset
	geo_rules TEXT NOT NULL,        -- JSON
	labels TEXT NOT NULL,
	session TEXT NOT NULL,          -- JSON: what the paired installation last said of itself
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX devices_by_name ON devices (account_id, name_key, id);

CREATE TABLE pay_codes (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	abbreviation TEXT,
	payroll_id TEXT,
	multiplier TEXT NOT NULL, -- a decimal number
	is_paid BIGINT NOT NULL,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX pay_codes_by_name ON pay_codes (account_id, name_key);

CREATE TABLE pay_classes (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	rules TEXT NOT NULL, -- JSON: pay period, thresholds and every other rule
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX pay_classes_by_name ON pay_classes (account_id, name_key, id);

CREATE TABLE labels (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	kind TEXT NOT NULL, -- user, work or device
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX labels_by_kind ON labels (account_id, kind, name_key);
CREATE INDEX labels_by_name ON labels (account_id, name_key, id);

CREATE TABLE label_links ( -- which records carry a label, to find them by it
	account_id BIGINT NOT NULL,
	kind TEXT NOT NULL, -- employee, job or punch; access: an employee, by the device labels of workerAllowLabels, 0 for all
	label_id BIGINT NOT NULL,
	record_id BIGINT NOT NULL,
	PRIMARY KEY (account_id, kind, label_id, record_id)
);
CREATE INDEX label_links_by_record ON label_links (account_id, kind, record_id);

CREATE TABLE custom_fields (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	key TEXT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	type TEXT NOT NULL,
	options TEXT NOT NULL, -- JSON list
	filterable BIGINT NOT NULL,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX custom_fields_by_key ON custom_fields (account_id, key);
CREATE INDEX custom_fields_by_name ON custom_fields (account_id, name_key, id);

CREATE TABLE shift_classes (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	payroll_id TEXT,
	start_at BIGINT NOT NULL, -- seconds after midnight
	end_at BIGINT NOT NULL,
	late_grace BIGINT NOT NULL,
	early_grace BIGINT NOT NULL,
	bind_window BIGINT NOT NULL,
	unpaid_windows TEXT NOT NULL, -- JSON
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX shift_classes_by_name ON shift_classes (account_id, name_key, id);

CREATE TABLE team_schedules (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	days TEXT NOT NULL, -- JSON
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX team_schedules_by_name ON team_schedules (account_id, name_key, id);

CREATE TABLE holidays (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	date TEXT NOT NULL,
	org_unit_id BIGINT, -- NULL is every org unit
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX holidays_by_date ON holidays (account_id, date, id);

CREATE TABLE time_off_codes (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	active BIGINT NOT NULL,
	payroll_id TEXT,
	sort_order BIGINT,
	is_paid BIGINT NOT NULL,
	allow_worker_request BIGINT NOT NULL,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX time_off_codes_by_name ON time_off_codes (account_id, name_key, id);

CREATE TABLE employees (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	first_name TEXT NOT NULL,
	last_name TEXT NOT NULL,
	name_key TEXT NOT NULL,   -- "last, first" folded: the order of lists
	search_key TEXT NOT NULL, -- "first middle last" folded: what a search looks through
	active BIGINT NOT NULL,
	org_unit_id BIGINT NOT NULL,
	department_id BIGINT,
	pay_class_id BIGINT,
	team_schedule_id BIGINT,
	payroll_id TEXT,
	require_job_access BIGINT NOT NULL,
	credential_policy BIGINT,
	labels TEXT NOT NULL,
	pin_key BLOB,    -- keyed hash of the PIN, to find it
	pin_sealed BLOB, -- the PIN, encrypted
	last_punch BIGINT,
	profile TEXT NOT NULL, -- JSON: what lists neither filter nor sort by
	deleted BIGINT,        -- when the employee was deleted; the row stays for the names on punches
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE INDEX employees_by_name ON employees (account_id, name_key, id);
CREATE INDEX employees_by_modified ON employees (account_id, modified, id);
CREATE UNIQUE INDEX employees_by_pin ON employees (account_id, pin_key) WHERE pin_key IS NOT NULL AND active = 1 AND deleted IS NULL;

CREATE TABLE field_values ( -- an employee's values of custom fields
	account_id BIGINT NOT NULL,
	employee_id BIGINT NOT NULL,
	field_id BIGINT NOT NULL,
	folded TEXT NOT NULL,
	number DOUBLE PRECISION, -- of a number field
	PRIMARY KEY (account_id, employee_id, field_id)
);
CREATE INDEX field_values_by_field ON field_values (account_id, field_id);

CREATE TABLE punches (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	employee_id BIGINT NOT NULL,
	org_unit_id BIGINT NOT NULL, -- the employee's, when punched
	department_id BIGINT,
	pay_class_id BIGINT,
	timezone TEXT NOT NULL,      -- where punched
	in_dt BIGINT NOT NULL,
	in_local BIGINT NOT NULL,    -- what the wall clock showed, as if it were UTC
	in_clock_id BIGINT,
	in_org_unit_id BIGINT,
	in_exceptions TEXT NOT NULL,
	out_dt BIGINT,
	out_clock_id BIGINT,
	out_org_unit_id BIGINT,
	out_exceptions TEXT NOT NULL,
	out_kind TEXT,               -- what the out begins: meal, break or nothing
	open_until BIGINT NOT NULL,  -- without an out: from when on the out is missing
	status TEXT NOT NULL,
	override_by TEXT,
	job_id BIGINT,
	job_phase_id BIGINT,
	cost_code_id BIGINT,
	labels TEXT NOT NULL,
	notes TEXT,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
-- Of two indexes that it thinks equally good SQLite takes the first: the one by employee, which finds less, must be it.
CREATE INDEX punches_by_employee ON punches (account_id, employee_id, in_dt, id);
CREATE INDEX punches_by_in ON punches (account_id, in_dt, id);
CREATE INDEX punches_by_modified ON punches (account_id, modified, id);

CREATE TABLE clock_logs (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	employee_id BIGINT, -- NULL where nobody was identified
	clock_id BIGINT NOT NULL,
	clock_org_unit_id BIGINT NOT NULL,
	org_unit_id BIGINT,
	department_id BIGINT,
	timezone TEXT NOT NULL,
	dt BIGINT NOT NULL,
	dt_local BIGINT NOT NULL,
	offline BIGINT NOT NULL,
	status TEXT NOT NULL,
	direction TEXT,
	punch_id BIGINT,
	job_id BIGINT,
	device_event_id TEXT,
	received_at BIGINT NOT NULL,
	reason TEXT,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
-- First, as with punches.
CREATE INDEX clock_logs_by_employee ON clock_logs (account_id, employee_id, dt, id);
CREATE INDEX clock_logs_by_time ON clock_logs (account_id, dt, id);
CREATE UNIQUE INDEX clock_logs_by_event ON clock_logs (account_id, clock_id, device_event_id) WHERE device_event_id IS NOT NULL;

CREATE TABLE duration_entries (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	type TEXT NOT NULL,
	date TEXT NOT NULL,
	duration BIGINT NOT NULL,
	employee_id BIGINT NOT NULL,
	org_unit_id BIGINT NOT NULL,
	department_id BIGINT,
	pay_class_id BIGINT,
	labels TEXT NOT NULL,
	last_edited_by TEXT,
	time_off_code_id BIGINT, -- set on time off entries
	time_off_request BIGINT,
	notes TEXT,
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
-- First, as with punches.
CREATE INDEX duration_entries_by_employee ON duration_entries (account_id, employee_id, date, id);
CREATE INDEX duration_entries_by_date ON duration_entries (account_id, date, id);
CREATE INDEX duration_entries_by_modified ON duration_entries (account_id, modified, id);

CREATE TABLE deletions (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	at BIGINT NOT NULL,
	kind TEXT NOT NULL,
	deleted_id BIGINT NOT NULL,
	user_id BIGINT,
	api_key TEXT, -- the name of the key that deleted
	org_unit_id BIGINT, -- what the record belonged to
	PRIMARY KEY (account_id, id)
);
CREATE INDEX deletions_by_time ON deletions (account_id, at, id);
CREATE INDEX deletions_by_record ON deletions (account_id, deleted_id);

CREATE TABLE audit (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	at BIGINT NOT NULL,
	user_id BIGINT,
	key_id BIGINT,
	name TEXT NOT NULL, -- who
	via TEXT NOT NULL,  -- through what: api, console, clock, cli
	request_id TEXT NOT NULL,
	action TEXT NOT NULL,
	kind TEXT NOT NULL,
	record_id BIGINT NOT NULL,
	was TEXT,  -- JSON before the change
	became TEXT, -- JSON after it
	PRIMARY KEY (account_id, id)
);
CREATE INDEX audit_by_time ON audit (account_id, at, id);
CREATE INDEX audit_by_record ON audit (account_id, record_id, at);

CREATE TABLE idempotency (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	key_id BIGINT NOT NULL,
	name TEXT NOT NULL, -- the Idempotency-Key
	method TEXT NOT NULL,
	path TEXT NOT NULL,
	body_hash BLOB NOT NULL,
	status BIGINT NOT NULL,
	content_type TEXT NOT NULL,
	location TEXT NOT NULL,
	etag TEXT NOT NULL,
	body BLOB NOT NULL,
	created BIGINT NOT NULL,
	PRIMARY KEY (account_id, key_id, name)
);
CREATE INDEX idempotency_by_age ON idempotency (created);

CREATE TABLE reports (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	report_key TEXT NOT NULL,
	path TEXT NOT NULL, -- the pattern of the list's route
	query TEXT NOT NULL,
	body TEXT,              -- of a report that takes one
	key_id BIGINT NOT NULL, -- the API key that asked
	name TEXT NOT NULL,
	org_units TEXT NOT NULL,
	permissions TEXT NOT NULL,
	state TEXT NOT NULL,    -- processing, complete or failed
	progress BIGINT NOT NULL, -- thousandths
	detail TEXT,
	lease BIGINT NOT NULL,  -- until when a server has it
	fence BIGINT NOT NULL,  -- counts the times it was taken: a late worker's result is refused
	expires BIGINT NOT NULL,
	created BIGINT NOT NULL,
	PRIMARY KEY (account_id, report_key)
);
CREATE INDEX reports_by_state ON reports (state, lease);
CREATE INDEX reports_by_age ON reports (expires);

CREATE TABLE report_chunks (
	account_id BIGINT NOT NULL,
	report_key TEXT NOT NULL,
	fence BIGINT NOT NULL,
	number BIGINT NOT NULL,
	content BLOB NOT NULL,
	PRIMARY KEY (account_id, report_key, fence, number)
);
