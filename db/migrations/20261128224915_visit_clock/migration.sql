CREATE TABLE "visit_clocks" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"employee_id" bigint NOT NULL,
	"client_id" bigint,
	"started_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "visit_clocks_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
ALTER TABLE "note_drafts" ADD COLUMN "clock" jsonb;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "clock" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "visit_clocks_running" ON "visit_clocks" ("business_id","employee_id");--> statement-breakpoint
ALTER TABLE "visit_clocks" ADD CONSTRAINT "visit_clocks_employee" FOREIGN KEY ("business_id","employee_id") REFERENCES "users"("business_id","id");--> statement-breakpoint
ALTER TABLE "visit_clocks" ADD CONSTRAINT "visit_clocks_client" FOREIGN KEY ("business_id","client_id") REFERENCES "clients"("business_id","id");