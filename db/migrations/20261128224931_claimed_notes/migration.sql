ALTER TABLE "notes" ADD COLUMN "is_claimed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "notes" SET "is_claimed" = true FROM billed_notes
  WHERE billed_notes.business_id = notes.business_id AND billed_notes.note_id = notes.id
    AND billed_notes.claim_batch_id IS NOT NULL;
