CREATE TABLE "import_chunks" (
	"business_id" bigint,
	"import_id" bigint,
	"revision" integer,
	"number" integer,
	"last_row" integer NOT NULL,
	"has_invalid" boolean NOT NULL,
	"bytes" bytea NOT NULL,
	CONSTRAINT "import_chunks_business_id_import_id_revision_number_pk" PRIMARY KEY("business_id","import_id","revision","number")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "last_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "preview" bytea;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "previewed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "records_digest" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_import" FOREIGN KEY ("business_id","import_id") REFERENCES "imports"("business_id","id");