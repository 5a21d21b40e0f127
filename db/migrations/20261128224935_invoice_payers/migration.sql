ALTER TABLE "invoices" ADD COLUMN "payer_id" bigint;--> statement-breakpoint
ALTER TABLE "invoices" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "invoices" SET "payer_id" = payers.id FROM payers
  WHERE payers.business_id = invoices.business_id AND lower(payers.name) = lower(invoices.payer);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payer" FOREIGN KEY ("business_id","payer_id") REFERENCES "payers"("business_id","id");