ALTER TABLE "notes" ADD COLUMN "signed_minutes" integer;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "signed_units" numeric(5,2);