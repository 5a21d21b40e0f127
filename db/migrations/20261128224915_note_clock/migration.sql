ALTER TABLE "note_drafts" ADD COLUMN "clock" jsonb;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "clock" jsonb;