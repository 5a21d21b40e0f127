-- The updates of the migrations claimed_notes and invoice_recipients again: where row-level security applies to the owner
-- of the tables, they changed no row. It is enabled again after the migration.
ALTER TABLE "billed_notes" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notes" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoices" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "notes" SET "is_claimed" = true FROM billed_notes
  WHERE billed_notes.business_id = notes.business_id AND billed_notes.note_id = notes.id
    AND billed_notes.claim_batch_id IS NOT NULL AND NOT notes.is_claimed;--> statement-breakpoint
UPDATE "invoices" SET "bill_to_name" = "document"::jsonb->'billTo'->>'name'
  WHERE "document" IS NOT NULL AND "bill_to_name" IS NULL;
