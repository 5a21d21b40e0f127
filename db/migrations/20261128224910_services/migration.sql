-- The owner of the tables is subject to row-level security; it has to read the notes to check the keys. The columns
-- come last, because they lock the table against reads.
CREATE TABLE "services" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"code" text,
	"description" text,
	"unit_rate" numeric(10,2),
	"rounding" text DEFAULT 'up' NOT NULL,
	"position" integer NOT NULL,
	"archived_at" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "services_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "services_key" UNIQUE("business_id","key")
);
--> statement-breakpoint
INSERT INTO "services" ("business_id", "key", "name", "position")
	SELECT businesses.id, defaults.key, defaults.name, defaults.position FROM "businesses"
	CROSS JOIN (VALUES ('transitional', 'Transitional Services', 0), ('sustaining', 'Sustaining Services', 1)) AS defaults (key, name, position)
	ORDER BY businesses.id, defaults.position;--> statement-breakpoint
SET LOCAL app.reads_all TO 'on';--> statement-breakpoint
ALTER TABLE "note_drafts" ADD CONSTRAINT "note_drafts_service" FOREIGN KEY ("business_id","category") REFERENCES "services"("business_id","key");--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_service" FOREIGN KEY ("business_id","category") REFERENCES "services"("business_id","key");--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "rounding" text DEFAULT 'up' NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "unit_rate" numeric(10,2);
