-- Authorizations are in force on the days of their period, also after they ended. Earlier releases stored some as expired
-- that were never approved and had no end, or a later one.
ALTER TABLE "client_services" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "client_services" SET "expiry_date" = greatest("start_date", ("created_at" AT TIME ZONE 'UTC')::date)
  WHERE "status" = 'expired' AND "approved_date" IS NULL AND ("expiry_date" IS NULL OR "expiry_date" > current_date);
