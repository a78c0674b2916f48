-- Counts the changes of what an account's records are called, so that servers can keep names in memory for as long as
-- the count stays the same.

ALTER TABLE accounts ADD COLUMN names BIGINT NOT NULL DEFAULT 0;
