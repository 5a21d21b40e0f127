ALTER TABLE "export_jobs" ADD COLUMN "estimated_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "export_jobs" ADD COLUMN "deleted_at" timestamp(3) with time zone;