ALTER TABLE "note_drafts" ADD COLUMN "start_occurrence" text;--> statement-breakpoint
ALTER TABLE "note_drafts" ADD COLUMN "end_occurrence" text;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "start_occurrence" text;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "end_occurrence" text;--> statement-breakpoint
ALTER TABLE "time_entries" ADD COLUMN "start_occurrence" text;--> statement-breakpoint
ALTER TABLE "time_entries" ADD COLUMN "end_occurrence" text;--> statement-breakpoint
ALTER TABLE "notes" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "time_entries" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The stored moments say which hour was meant where clocks went back. `back` is by how much they did within a day of the
-- work, in the zone of its signing; a moment is the first of two when clocks show the same that much later. Zones that
-- this database does not know are left out.
WITH known AS MATERIALIZED (
  SELECT business_id, id, start_time, end_time, time_zone AS zone FROM time_entries
  WHERE time_zone IN (SELECT name FROM pg_timezone_names)
), changes AS MATERIALIZED (
  SELECT known.*, ((start_time - interval '1 day') AT TIME ZONE zone - (start_time - interval '1 day') AT TIME ZONE 'UTC')
    - ((end_time + interval '1 day') AT TIME ZONE zone - (end_time + interval '1 day') AT TIME ZONE 'UTC') AS back
  FROM known
), named AS (
  SELECT business_id, id,
    CASE WHEN (start_time + back) AT TIME ZONE zone = start_time AT TIME ZONE zone THEN 'first'
      WHEN (start_time - back) AT TIME ZONE zone = start_time AT TIME ZONE zone THEN 'second' END AS start_occurrence,
    CASE WHEN (end_time + back) AT TIME ZONE zone = end_time AT TIME ZONE zone THEN 'first'
      WHEN (end_time - back) AT TIME ZONE zone = end_time AT TIME ZONE zone THEN 'second' END AS end_occurrence
  FROM changes WHERE back > interval '0'
)
UPDATE time_entries SET start_occurrence = named.start_occurrence, end_occurrence = named.end_occurrence FROM named
  WHERE named.business_id = time_entries.business_id AND named.id = time_entries.id
    AND (named.start_occurrence IS NOT NULL OR named.end_occurrence IS NOT NULL);--> statement-breakpoint
UPDATE notes SET start_occurrence = time_entries.start_occurrence, end_occurrence = time_entries.end_occurrence
  FROM time_entries
  WHERE time_entries.business_id = notes.business_id AND time_entries.note_id = notes.id
    AND (time_entries.start_occurrence IS NOT NULL OR time_entries.end_occurrence IS NOT NULL);
