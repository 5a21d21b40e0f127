-- Notes and their hours keep the zone under which they were signed; the frozen text has it. Without that text it is the
-- zone of the business. The owner of the tables is subject to row-level security, which is enabled again afterwards.
ALTER TABLE "notes" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "note_versions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "time_entries" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "time_zones" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "overtime_limits" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "time_zone" text;--> statement-breakpoint
UPDATE "notes" SET "time_zone" = businesses.time_zone FROM businesses
  WHERE businesses.id = notes.business_id;--> statement-breakpoint
-- Quotes within the signed texts are escaped, so that only the member itself matches.
UPDATE "notes" SET "time_zone" = substring(note_versions.canonical from '"timeZone":"([^"]+)"') FROM note_versions
  WHERE note_versions.business_id = notes.business_id AND note_versions.note_id = notes.id
    AND note_versions.version = notes.version
    AND substring(note_versions.canonical from '"timeZone":"([^"]+)"') <> notes.time_zone;--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "time_zone" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "time_entries" ADD COLUMN "work_date" date;--> statement-breakpoint
ALTER TABLE "time_entries" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "time_entries" ADD COLUMN "midnight" timestamp(3) with time zone;--> statement-breakpoint
-- For zones that this database does not know, midnight is as far from the start as its clock shows.
UPDATE "time_entries" SET "work_date" = notes.work_date, "time_zone" = notes.time_zone,
    "midnight" = CASE WHEN notes.end_time < notes.start_time AND notes.end_time <> '00:00'
      THEN time_entries.start_time + (interval '24 hours' - notes.start_time::interval) END
  FROM notes WHERE notes.business_id = time_entries.business_id AND notes.id = time_entries.note_id;--> statement-breakpoint
-- For the others it is the first moment of the next day, which matters where clocks changed since the start; AT TIME ZONE
-- takes the second one of a midnight that exists twice.
UPDATE "time_entries" SET "midnight" = CASE
    WHEN ((work_date + 1)::timestamp AT TIME ZONE time_zone - interval '1 hour') AT TIME ZONE time_zone
      = (work_date + 1)::timestamp
    THEN (work_date + 1)::timestamp AT TIME ZONE time_zone - interval '1 hour'
    ELSE (work_date + 1)::timestamp AT TIME ZONE time_zone END
  WHERE midnight IS NOT NULL AND time_zone IN (SELECT name FROM pg_timezone_names);--> statement-breakpoint
UPDATE "time_entries" SET "work_date" = (time_entries.start_time AT TIME ZONE 'UTC')::date, "time_zone" = 'UTC'
  WHERE work_date IS NULL;--> statement-breakpoint
ALTER TABLE "time_entries" ALTER COLUMN "work_date" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "time_entries" ALTER COLUMN "time_zone" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "time_entries_by_day" ON "time_entries" ("business_id","work_date");--> statement-breakpoint
CREATE INDEX "time_entries_by_employee_day" ON "time_entries" ("business_id","employee_id","work_date");
