CREATE TABLE "note_disputes" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"note_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"answer" text,
	"answered_at" timestamp(3) with time zone,
	"answered_by" bigint,
	CONSTRAINT "note_disputes_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "note_receipts" (
	"token_hash" bytea PRIMARY KEY,
	"business_id" bigint NOT NULL,
	"note_id" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_by" bigint
);
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "receipt_shows_text" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "receipts_by_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "is_disputed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "note_disputes_by_note" ON "note_disputes" ("business_id","note_id");--> statement-breakpoint
CREATE INDEX "note_receipts_by_note" ON "note_receipts" ("business_id","note_id","created_at");--> statement-breakpoint
ALTER TABLE "note_disputes" ADD CONSTRAINT "note_disputes_note" FOREIGN KEY ("business_id","note_id") REFERENCES "notes"("business_id","id");--> statement-breakpoint
ALTER TABLE "note_disputes" ADD CONSTRAINT "note_disputes_manager" FOREIGN KEY ("business_id","answered_by") REFERENCES "users"("business_id","id");--> statement-breakpoint
ALTER TABLE "note_receipts" ADD CONSTRAINT "note_receipts_note" FOREIGN KEY ("business_id","note_id") REFERENCES "notes"("business_id","id");--> statement-breakpoint
ALTER TABLE "note_receipts" ADD CONSTRAINT "note_receipts_revoker" FOREIGN KEY ("business_id","revoked_by") REFERENCES "users"("business_id","id");