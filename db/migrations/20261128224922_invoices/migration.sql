CREATE TABLE "billed_notes" (
	"business_id" bigint,
	"note_id" bigint,
	"invoice_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"units" numeric(5,2) NOT NULL,
	"unit_rate" numeric(10,2) NOT NULL,
	"authorization_id" bigint,
	CONSTRAINT "billed_notes_business_id_note_id_pk" PRIMARY KEY("business_id","note_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_payments" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"invoice_id" bigint NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"paid_on" date NOT NULL,
	"note" text,
	"recorded_by" bigint NOT NULL,
	CONSTRAINT "invoice_payments_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"business_id" bigint,
	"series" text,
	"last_number" integer NOT NULL,
	CONSTRAINT "invoice_series_business_id_series_pk" PRIMARY KEY("business_id","series")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"number" text,
	"client_id" bigint,
	"payer" text,
	"client_ids" bigint[] NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"grouping" text NOT NULL,
	"other_lines" jsonb DEFAULT '[]' NOT NULL,
	"excluded_note_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"total" numeric(12,2) DEFAULT '0.00' NOT NULL,
	"paid" numeric(12,2) DEFAULT '0.00' NOT NULL,
	"currency" text NOT NULL,
	"issued_on" date,
	"due_on" date,
	"issued_at" timestamp(3) with time zone,
	"issued_by" bigint,
	"document" text,
	"digest" text,
	"voided_at" timestamp(3) with time zone,
	"void_reason" text,
	"created_by" bigint NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "invoices_number" UNIQUE("business_id","number")
);
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "invoice_address" text;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "tax_id" text;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "tax_rate" numeric(6,3);--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "payment_term_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "invoice_number_format" text DEFAULT '{YYYY}-{0000}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "is_billed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "billed_notes_by_invoice" ON "billed_notes" ("business_id","invoice_id","note_id");--> statement-breakpoint
CREATE INDEX "invoice_payments_by_invoice" ON "invoice_payments" ("business_id","invoice_id","id");--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" ("business_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_by_client" ON "invoices" ("business_id","client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_unbilled" ON "notes" ("business_id","work_date") WHERE "status" = 'resolved' and not is_billed and "deleted_at" is null;--> statement-breakpoint
ALTER TABLE "billed_notes" ADD CONSTRAINT "billed_notes_note" FOREIGN KEY ("business_id","note_id") REFERENCES "notes"("business_id","id");--> statement-breakpoint
ALTER TABLE "billed_notes" ADD CONSTRAINT "billed_notes_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "invoices"("business_id","id");--> statement-breakpoint
ALTER TABLE "billed_notes" ADD CONSTRAINT "billed_notes_authorization" FOREIGN KEY ("business_id","authorization_id") REFERENCES "client_services"("business_id","id");--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_invoice" FOREIGN KEY ("business_id","invoice_id") REFERENCES "invoices"("business_id","id");--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_recorder" FOREIGN KEY ("business_id","recorded_by") REFERENCES "users"("business_id","id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_client" FOREIGN KEY ("business_id","client_id") REFERENCES "clients"("business_id","id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_creator" FOREIGN KEY ("business_id","created_by") REFERENCES "users"("business_id","id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_issuer" FOREIGN KEY ("business_id","issued_by") REFERENCES "users"("business_id","id");