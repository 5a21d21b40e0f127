-- Rows that name a service of the business get its key. The owner of the tables is subject to row-level security,
-- which is enabled again after the migration.
CREATE TABLE "week_starts" (
	"business_id" bigint,
	"from_date" date,
	"week_start" integer NOT NULL,
	CONSTRAINT "week_starts_business_id_from_date_pk" PRIMARY KEY("business_id","from_date")
);
--> statement-breakpoint
CREATE TABLE "unit_alerts" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"client_id" bigint NOT NULL,
	"authorization_id" bigint,
	"threshold" text NOT NULL,
	"total" numeric(8,2) NOT NULL,
	"expiry_date" date,
	CONSTRAINT "unit_alerts_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "start_date" date;--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "units_authorized" numeric(7,2);--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "units_used" numeric(8,2) DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "units_per_week" numeric(7,2);--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "units_per_month" numeric(7,2);--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "payer" text;--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "client_services" ADD COLUMN "unit_rate" numeric(10,2);--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "authorization_id" bigint;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "unit_checks" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "authorization_required" text DEFAULT 'no' NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_ledger" ADD COLUMN "authorization_id" bigint;--> statement-breakpoint
ALTER TABLE "client_units" ALTER COLUMN "total_time_units" SET DATA TYPE numeric(10,2) USING "total_time_units"::numeric(10,2);--> statement-breakpoint
ALTER TABLE "client_units" ALTER COLUMN "used_time_units" SET DATA TYPE numeric(10,2) USING "used_time_units"::numeric(10,2);--> statement-breakpoint
CREATE INDEX "unit_alerts_by_client" ON "unit_alerts" ("business_id","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unit_alerts_once" ON "unit_alerts" ("business_id","client_id",coalesce(authorization_id, 0),"threshold","total",coalesce(expiry_date, 'infinity'));--> statement-breakpoint
CREATE INDEX "notes_by_authorization" ON "notes" ("business_id","authorization_id","work_date") WHERE authorization_id is not null;--> statement-breakpoint
CREATE INDEX "notes_by_work_date" ON "notes" ("business_id","client_id","work_date");--> statement-breakpoint
CREATE INDEX "unit_ledger_by_authorization" ON "unit_ledger" ("business_id","authorization_id","id") WHERE authorization_id is not null;--> statement-breakpoint
SET LOCAL app.reads_all TO 'on';--> statement-breakpoint
ALTER TABLE "client_services" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "client_services" SET "category" = services.key FROM "services"
	WHERE services.business_id = client_services.business_id
	AND lower(btrim(client_services.service_name)) IN (lower(services.name), services.key);--> statement-breakpoint
ALTER TABLE "client_services" ADD CONSTRAINT "client_services_service" FOREIGN KEY ("business_id","category") REFERENCES "services"("business_id","key");--> statement-breakpoint
ALTER TABLE "unit_alerts" ADD CONSTRAINT "unit_alerts_client" FOREIGN KEY ("business_id","client_id") REFERENCES "clients"("business_id","id");--> statement-breakpoint
ALTER TABLE "unit_alerts" ADD CONSTRAINT "unit_alerts_authorization" FOREIGN KEY ("business_id","authorization_id") REFERENCES "client_services"("business_id","id");--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_authorization" FOREIGN KEY ("business_id","authorization_id") REFERENCES "client_services"("business_id","id");--> statement-breakpoint
ALTER TABLE "unit_ledger" ADD CONSTRAINT "unit_ledger_authorization" FOREIGN KEY ("business_id","authorization_id") REFERENCES "client_services"("business_id","id");