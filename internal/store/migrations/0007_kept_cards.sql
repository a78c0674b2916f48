-- The kept cards of one employee are found without those of all others.
CREATE INDEX kept_cards_by_employee ON kept_cards (account_id, employee_id, kind, shift_date);
