-- The rate of an earlier release holds from the beginning. Rates of notes are numeric without a scale, which keeps the
-- stored texts ('15.00') and takes four decimal places.
ALTER TABLE "client_services" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "services" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "rates" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "rates" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE "client_services" SET "rates" = jsonb_build_array(jsonb_build_object('from', null, 'unitRate', "unit_rate"::text))
  WHERE "unit_rate" IS NOT NULL;--> statement-breakpoint
UPDATE "services" SET "rates" = jsonb_build_array(jsonb_build_object('from', null, 'unitRate', "unit_rate"::text))
  WHERE "unit_rate" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "client_services" DROP COLUMN "unit_rate";--> statement-breakpoint
ALTER TABLE "services" DROP COLUMN "unit_rate";--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "unit_rate" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "billed_notes" ALTER COLUMN "unit_rate" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "draft_rate" SET DATA TYPE numeric;
