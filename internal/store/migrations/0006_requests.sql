-- Where several servers may count the requests of an account, each request is a number, and the database keeps at which
-- instant which number was reached. A window is then a difference of numbers, found by index. SQLite has one server, which
-- counts by itself.
{{postgres}}
ALTER TABLE rates ADD COLUMN n BIGINT NOT NULL DEFAULT 0; -- how many requests were counted in all
ALTER TABLE rates ADD COLUMN moment BIGINT NOT NULL DEFAULT 0; -- when the last was, in microseconds
ALTER TABLE rates ADD COLUMN before BIGINT NOT NULL DEFAULT 0; -- when the one before it was

CREATE TABLE requests (
	account_id BIGINT NOT NULL,
	at BIGINT NOT NULL,
	n BIGINT NOT NULL, -- of the first request at this instant
	PRIMARY KEY (account_id, at)
);
CREATE INDEX requests_by_number ON requests (account_id, n);

-- count_requests counts some requests of each account and tells how many there are now, what time it is, and for each of
-- the two windows the number of the first request in it and the instant at which the request was made that has to leave
-- the window before another passes. The clock is NULL for the database's own. Each statement in the loop sees what other
-- servers counted until then, because the account's row is theirs until they are done.
CREATE FUNCTION count_requests(accounts BIGINT[], many BIGINT[], bursts BIGINT[], sustaineds BIGINT[], clock BIGINT)
RETURNS TABLE (total BIGINT, instant BIGINT, burst_first BIGINT, burst_frees BIGINT, sustained_first BIGINT, sustained_frees BIGINT)
LANGUAGE plpgsql SET enable_seqscan = off -- its plans may be made while the tables are small
AS $$
DECLARE
	account BIGINT;
	first BIGINT; -- of the numbers counted now
	earlier BIGINT; -- what the clock said before
	stamp BIGINT; -- as it is kept
	grain BIGINT; -- of what is kept
	most BIGINT;
BEGIN
	PERFORM set_config('synchronous_commit', 'off', true);
	FOR i IN 1 .. cardinality(accounts) LOOP
		account := accounts[i];
		instant := coalesce(clock, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);
		-- Two clocks may differ a little; one that was set back further is believed.
		INSERT INTO rates AS r (account_id, made, n, moment, before) VALUES (account, '', many[i], instant, 0)
		ON CONFLICT (account_id) DO UPDATE SET n = r.n + excluded.n, before = r.moment,
			moment = CASE WHEN r.moment > excluded.moment AND r.moment < excluded.moment + 60000000 THEN r.moment ELSE excluded.moment END
		RETURNING r.n, r.moment, r.before INTO total, instant, earlier;
		first := total - many[i] + 1;
		-- Where many may pass their instants are rounded up to a tenth of a second: never do more pass for it.
		most := greatest(bursts[i], sustaineds[i]);
		grain := CASE WHEN coalesce(least(nullif(bursts[i], 0), nullif(sustaineds[i], 0)), 0) >= 6000 THEN 100000 ELSE 1 END;
		stamp := (instant + grain - 1) / grain * grain;
		IF (earlier + 99999) / 100000 * 100000 > stamp THEN -- what was made later than now, or rounded up to it, counts as made now
			WITH later AS (DELETE FROM requests WHERE account_id = account AND at > stamp RETURNING n)
			SELECT coalesce(min(n), first) INTO first FROM later;
		END IF;
		INSERT INTO requests (account_id, at, n) VALUES (account, stamp, first) ON CONFLICT (account_id, at) DO NOTHING;
		burst_first := NULL;
		burst_frees := NULL;
		IF bursts[i] > 0 THEN
			SELECT n, at INTO burst_first, burst_frees FROM requests WHERE account_id = account AND at > instant - 60000000 ORDER BY at LIMIT 1;
			IF total - burst_first >= bursts[i] THEN
				SELECT at INTO burst_frees FROM requests WHERE account_id = account AND n <= total - bursts[i] + 1 ORDER BY n DESC LIMIT 1;
			END IF;
		END IF;
		sustained_first := NULL;
		sustained_frees := NULL;
		IF sustaineds[i] > 0 THEN
			SELECT n, at INTO sustained_first, sustained_frees FROM requests WHERE account_id = account AND at > instant - 3600000000 ORDER BY at LIMIT 1;
			IF total - sustained_first >= sustaineds[i] THEN
				SELECT at INTO sustained_frees FROM requests WHERE account_id = account AND n <= total - sustaineds[i] + 1 ORDER BY n DESC LIMIT 1;
			END IF;
		END IF;
		IF total % 64 < many[i] THEN -- no window reaches further back, nor does a limit; each has its own index
			DELETE FROM requests WHERE account_id = account AND at <= instant - 3600000000;
			DELETE FROM requests WHERE account_id = account AND n < (SELECT o.n FROM requests o
				WHERE o.account_id = account AND o.n <= total - most + 1 ORDER BY o.n DESC LIMIT 1);
		END IF;
		RETURN NEXT;
	END LOOP;
END
$$;
{{end}}
