ALTER TABLE "imports" ADD COLUMN "position" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "import_totals" boolean DEFAULT false NOT NULL;