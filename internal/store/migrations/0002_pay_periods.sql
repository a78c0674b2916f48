-- Pay periods, and the cards of those that are closed, kept as they were.

CREATE TABLE pay_periods (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	id BIGINT NOT NULL,
	pay_class_id BIGINT NOT NULL,
	start_date TEXT NOT NULL,
	end_date TEXT NOT NULL,
	pay_date TEXT,
	state TEXT NOT NULL, -- open, submitted, approved or closed
	created BIGINT NOT NULL,
	modified BIGINT NOT NULL,
	PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX pay_periods_by_class ON pay_periods (account_id, pay_class_id, start_date);
CREATE INDEX pay_periods_by_date ON pay_periods (account_id, start_date, id);
CREATE INDEX pay_periods_closed ON pay_periods (account_id, state, end_date);

CREATE TABLE kept_cards (
	account_id BIGINT NOT NULL REFERENCES accounts (id),
	kind TEXT NOT NULL, -- shift or time
	shift_date TEXT NOT NULL,
	card_id BIGINT NOT NULL,
	employee_id BIGINT NOT NULL,
	period_id BIGINT NOT NULL,
	card TEXT NOT NULL, -- JSON
	PRIMARY KEY (account_id, kind, shift_date, card_id)
);
CREATE INDEX kept_cards_by_period ON kept_cards (account_id, period_id);
