-- Authorizations that name a payer by its text get its row. The owner of the tables is subject to row-level security,
-- which is enabled again after the migration.
CREATE TABLE "payers" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"columns" text[] DEFAULT '{client,payerClientId,serviceCode,modifiers,date,startTime,endTime,minutes,units,rate,amount,authorization,employee,noteId}'::text[] NOT NULL,
	CONSTRAINT "payers_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "claim_batches" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"payer_id" bigint NOT NULL,
	"payer_name" text NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"currency" text NOT NULL,
	"columns" text[] NOT NULL,
	"total" numeric(12,2) NOT NULL,
	"digest" text NOT NULL,
	"created_by" bigint NOT NULL,
	CONSTRAINT "claim_batches_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "claim_lines" (
	"business_id" bigint,
	"claim_batch_id" bigint,
	"note_id" bigint,
	"state" text DEFAULT 'exported' NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "claim_lines_business_id_claim_batch_id_note_id_pk" PRIMARY KEY("business_id","claim_batch_id","note_id")
);
--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "payer_id" bigint;--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "payer_client_id" text;--> statement-breakpoint
ALTER TABLE "billed_notes" ADD COLUMN "claim_batch_id" bigint;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "modifiers" text;--> statement-breakpoint
ALTER TABLE "client_services" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoices" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "payers" ("business_id", "name")
  SELECT business_id, min(btrim(payer)) FROM client_services WHERE btrim(payer) <> '' GROUP BY business_id, lower(btrim(payer));--> statement-breakpoint
UPDATE "client_services" SET "payer_id" = payers.id FROM payers
  WHERE payers.business_id = client_services.business_id AND lower(payers.name) = lower(btrim(client_services.payer));--> statement-breakpoint
UPDATE "invoices" SET "payer" = payers.name FROM payers
  WHERE payers.business_id = invoices.business_id AND lower(payers.name) = lower(btrim(invoices.payer)) AND invoices.state = 'draft';--> statement-breakpoint
ALTER TABLE "client_services" DROP COLUMN "payer";--> statement-breakpoint
ALTER TABLE "billed_notes" ALTER COLUMN "invoice_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "client_services_by_payer" ON "client_services" ("business_id","payer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payers_name" ON "payers" ("business_id",lower("name"));--> statement-breakpoint
CREATE INDEX "claim_batches_newest" ON "claim_batches" ("business_id","created_at","id");--> statement-breakpoint
ALTER TABLE "client_services" ADD CONSTRAINT "client_services_payer" FOREIGN KEY ("business_id","payer_id") REFERENCES "payers"("business_id","id");--> statement-breakpoint
ALTER TABLE "billed_notes" ADD CONSTRAINT "billed_notes_claim_batch" FOREIGN KEY ("business_id","claim_batch_id") REFERENCES "claim_batches"("business_id","id");--> statement-breakpoint
ALTER TABLE "claim_batches" ADD CONSTRAINT "claim_batches_payer" FOREIGN KEY ("business_id","payer_id") REFERENCES "payers"("business_id","id");--> statement-breakpoint
ALTER TABLE "claim_batches" ADD CONSTRAINT "claim_batches_creator" FOREIGN KEY ("business_id","created_by") REFERENCES "users"("business_id","id");--> statement-breakpoint
ALTER TABLE "claim_lines" ADD CONSTRAINT "claim_lines_batch" FOREIGN KEY ("business_id","claim_batch_id") REFERENCES "claim_batches"("business_id","id");--> statement-breakpoint
ALTER TABLE "claim_lines" ADD CONSTRAINT "claim_lines_note" FOREIGN KEY ("business_id","note_id") REFERENCES "notes"("business_id","id");--> statement-breakpoint
ALTER TABLE "billed_notes" ADD CONSTRAINT "billed_notes_holder" CHECK (("invoice_id" is null) <> ("claim_batch_id" is null));