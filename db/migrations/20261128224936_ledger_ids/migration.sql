-- On Citus the ids of entries were taken from the sequences of the workers, whose ranges are above the coordinator's.
ALTER TABLE "unit_ledger" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
SELECT setval('unit_ledger_id_seq', (SELECT max(id) FROM unit_ledger)) FROM unit_ledger_id_seq
  WHERE last_value < (SELECT max(id) FROM unit_ledger);
