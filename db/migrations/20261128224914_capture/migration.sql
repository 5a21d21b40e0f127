ALTER TABLE "notes" ADD COLUMN "capture_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "capture_digest" bytea;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "capture" jsonb;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "signer" jsonb;--> statement-breakpoint
ALTER TABLE "note_signatures" ALTER COLUMN "client_png" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "client_signed_at" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "notes_capture" ON "notes" ("business_id","capture_id");