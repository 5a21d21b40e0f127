ALTER TABLE "invoices" ADD COLUMN "bill_to_name" text;--> statement-breakpoint
UPDATE "invoices" SET "bill_to_name" = "document"::jsonb->'billTo'->>'name' WHERE "document" IS NOT NULL;
