CREATE TABLE "export_jobs" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"request" jsonb DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp(3) with time zone,
	"failure" text,
	"storage_key" text,
	"file_name" text,
	"mime_type" text,
	"file_size" bigint,
	"sha256" bytea,
	"created_by" bigint NOT NULL,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	CONSTRAINT "export_jobs_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "export_jobs_in_progress" ON "export_jobs" ("business_id") WHERE kind = 'business' and state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "export_jobs_next" ON "export_jobs" ("created_at") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "export_jobs_newest" ON "export_jobs" ("business_id","kind","created_at","id");--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_creator" FOREIGN KEY ("business_id","created_by") REFERENCES "users"("business_id","id");