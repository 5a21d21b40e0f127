-- On Citus the ids of entries were taken from the sequences of the workers, whose ranges are above the coordinator's.
-- Elsewhere the policy hides all entries from this statement, and the sequence keeps its value.
SELECT setval('unit_ledger_id_seq', greatest(last_value, (SELECT max(id) FROM unit_ledger)), is_called) FROM unit_ledger_id_seq;
