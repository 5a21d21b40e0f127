ALTER TABLE "note_drafts" ADD COLUMN "rounding" text;--> statement-breakpoint
ALTER TABLE "note_drafts" ADD COLUMN "time_zone" text;