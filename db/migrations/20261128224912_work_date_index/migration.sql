DROP INDEX "notes_by_work_date";--> statement-breakpoint
CREATE INDEX "notes_by_work_date" ON "notes" ("business_id","work_date","client_id");