-- The ids of an account rise with time, so the primary key has the order of this index, and every change pays for it.

DROP INDEX audit_by_time;
