ALTER TABLE "note_drafts" ADD COLUMN "signer" jsonb;--> statement-breakpoint
ALTER TABLE "note_drafts" ADD COLUMN "dispute" jsonb;--> statement-breakpoint
ALTER TABLE "note_drafts" ADD COLUMN "language" text;