CREATE TABLE "external_ids" (
	"business_id" bigint,
	"kind" text,
	"external_id" text,
	"record_id" bigint NOT NULL,
	CONSTRAINT "external_ids_pkey" PRIMARY KEY("business_id","kind","external_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" bytea NOT NULL,
	"rows" bytea,
	"columns" jsonb NOT NULL,
	"created_by" bigint NOT NULL,
	"committed_at" timestamp(3) with time zone,
	"created" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "imports_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_creator" FOREIGN KEY ("business_id","created_by") REFERENCES "users"("business_id","id");