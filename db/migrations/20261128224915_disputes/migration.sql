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
ALTER TABLE "notes" ADD COLUMN "is_disputed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "note_disputes_by_note" ON "note_disputes" ("business_id","note_id");--> statement-breakpoint
ALTER TABLE "note_disputes" ADD CONSTRAINT "note_disputes_note" FOREIGN KEY ("business_id","note_id") REFERENCES "notes"("business_id","id");--> statement-breakpoint
ALTER TABLE "note_disputes" ADD CONSTRAINT "note_disputes_manager" FOREIGN KEY ("business_id","answered_by") REFERENCES "users"("business_id","id");