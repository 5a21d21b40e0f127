CREATE TABLE "replaced_codes" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"client_id" bigint NOT NULL,
	"signature_code" bytea NOT NULL,
	CONSTRAINT "replaced_codes_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "sealing_keys" (
	"id" text PRIMARY KEY,
	"public_key" bytea NOT NULL,
	"private_key" bytea NOT NULL,
	"is_current" boolean NOT NULL,
	"replaced_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "allow_unsigned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "offline_hours" integer DEFAULT 72 NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "capture_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "capture_digest" bytea;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "capture" jsonb;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "signer" jsonb;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "units_drawn" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "note_signatures" ALTER COLUMN "client_png" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "client_signed_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "note_fingerprints" ALTER COLUMN "client_ink" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "replaced_codes_by_client" ON "replaced_codes" ("business_id","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notes_capture" ON "notes" ("business_id","capture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sealing_keys_current" ON "sealing_keys" ("is_current") WHERE is_current;--> statement-breakpoint
ALTER TABLE "replaced_codes" ADD CONSTRAINT "replaced_codes_client" FOREIGN KEY ("business_id","client_id") REFERENCES "clients"("business_id","id");