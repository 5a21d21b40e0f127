-- Each business gets the row that closed time locks. Checks of units move from notes to rows, and the last decision on
-- each note is stored as a review. Clients that are inactive have been so at least since their last change. Audit rows
-- about a client get its id, which repeats their payload, so the chain is not affected. The owner of the tables is
-- subject to row-level security and to the append-only trigger, which are enabled again.
CREATE TABLE "past_assignments" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"client_id" bigint NOT NULL,
	"employee_id" bigint NOT NULL,
	"assigned_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "past_assignments_business_id_id_pk" PRIMARY KEY("business_id","id")
);--> statement-breakpoint
CREATE TABLE "period_locks" (
	"business_id" bigint PRIMARY KEY,
	"locked_through" date
);--> statement-breakpoint
CREATE TABLE "client_inactive_periods" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"client_id" bigint NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "client_inactive_periods_business_id_id_pk" PRIMARY KEY("business_id","id")
);--> statement-breakpoint
CREATE TABLE "note_checks" (
	"business_id" bigint,
	"note_id" bigint,
	"code" text,
	"level" text NOT NULL,
	"related_note_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"detail" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"explanation" text,
	"explained_by" bigint,
	"explained_at" timestamp(3) with time zone,
	CONSTRAINT "note_checks_business_id_note_id_code_pk" PRIMARY KEY("business_id","note_id","code")
);--> statement-breakpoint
CREATE TABLE "note_fingerprints" (
	"business_id" bigint,
	"note_id" bigint,
	"author_id" bigint NOT NULL,
	"work_date" date NOT NULL,
	"submitted_at" timestamp(3) with time zone NOT NULL,
	"client_ink" bytea NOT NULL,
	"trigrams" integer[] NOT NULL,
	CONSTRAINT "note_fingerprints_business_id_note_id_pk" PRIMARY KEY("business_id","note_id")
);--> statement-breakpoint
CREATE TABLE "note_reviews" (
	"business_id" bigint,
	"id" bigserial,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"note_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"author_id" bigint NOT NULL,
	"reviewer_id" bigint NOT NULL,
	"action" text NOT NULL,
	"reason_code" text,
	"comment" text,
	"field_comments" jsonb,
	"work_ended_at" timestamp(3) with time zone,
	CONSTRAINT "note_reviews_business_id_id_pk" PRIMARY KEY("business_id","id")
);--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "client_id" bigint;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "late_entry_hours" integer DEFAULT 48 NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "long_day_hours" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "allow_two_employees" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "client_id" bigint;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "review_reason_code" text;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "field_comments" jsonb;--> statement-breakpoint
SET LOCAL app.reads_all TO 'on';--> statement-breakpoint
INSERT INTO "note_reviews" ("business_id", "created_at", "note_id", "version", "author_id", "reviewer_id", "action", "comment", "work_ended_at")
	SELECT notes.business_id, notes.reviewed_at, notes.id, notes.version, notes.author_id, notes.reviewed_by,
		CASE notes.status WHEN 'resolved' THEN 'approve' WHEN 'denied' THEN 'deny' ELSE 'return' END,
		notes.review_comment, time_entries.end_time
	FROM "notes" LEFT JOIN "time_entries" ON time_entries.business_id = notes.business_id AND time_entries.note_id = notes.id
	WHERE notes.status IN ('resolved', 'denied', 'in-progress')
	AND notes.reviewed_at IS NOT NULL AND notes.reviewed_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX "past_assignments_by_client" ON "past_assignments" ("business_id","client_id","employee_id");--> statement-breakpoint
CREATE INDEX "client_inactive_periods_by_client" ON "client_inactive_periods" ("business_id","client_id");--> statement-breakpoint
CREATE INDEX "note_fingerprints_by_author" ON "note_fingerprints" ("business_id","author_id","submitted_at");--> statement-breakpoint
CREATE INDEX "note_fingerprints_by_ink" ON "note_fingerprints" ("business_id","client_ink");--> statement-breakpoint
CREATE INDEX "note_reviews_by_note" ON "note_reviews" ("business_id","note_id");--> statement-breakpoint
CREATE INDEX "note_reviews_by_time" ON "note_reviews" ("business_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_by_note" ON "messages" ("business_id","note_id","id") WHERE "note_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_by_client_day" ON "notes" ("business_id","client_id","work_date","id");--> statement-breakpoint
CREATE INDEX "notes_to_review" ON "notes" ("business_id","status","work_date","id") WHERE "status" in ('pending', 'in-review') and "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "time_entries_by_client" ON "time_entries" ("business_id","client_id","start_time");--> statement-breakpoint
ALTER TABLE "note_checks" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "period_locks" ("business_id") SELECT "id" FROM "businesses";--> statement-breakpoint
INSERT INTO "note_checks" ("business_id", "note_id", "code", "level", "created_at")
	SELECT "business_id", "id", "code", 'warning', "client_signed_at" FROM "notes", unnest("unit_checks") AS "code"
	WHERE "unit_checks" <> '{}';--> statement-breakpoint
INSERT INTO "client_inactive_periods" ("business_id", "client_id", "started_at")
	SELECT "business_id", "id", "updated_at" FROM "clients" WHERE "status" = 'inactive';--> statement-breakpoint
ALTER TABLE "audit_log" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_log" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "audit_log" SET "client_id" = CASE WHEN object IN ('client', 'units') THEN object_id ELSE (details ->> 'clientId')::bigint END
	WHERE object IN ('assignment', 'client', 'document', 'service', 'units');--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "notes" DROP COLUMN "unit_checks";--> statement-breakpoint
CREATE INDEX "audit_log_client" ON "audit_log" ("business_id","client_id","seq") WHERE "client_id" is not null;--> statement-breakpoint
ALTER TABLE "past_assignments" ADD CONSTRAINT "past_assignments_client" FOREIGN KEY ("business_id","client_id") REFERENCES "clients"("business_id","id");--> statement-breakpoint
ALTER TABLE "past_assignments" ADD CONSTRAINT "past_assignments_employee" FOREIGN KEY ("business_id","employee_id") REFERENCES "users"("business_id","id");--> statement-breakpoint
ALTER TABLE "client_inactive_periods" ADD CONSTRAINT "client_inactive_periods_client" FOREIGN KEY ("business_id","client_id") REFERENCES "clients"("business_id","id");--> statement-breakpoint
ALTER TABLE "note_checks" ADD CONSTRAINT "note_checks_note" FOREIGN KEY ("business_id","note_id") REFERENCES "notes"("business_id","id");--> statement-breakpoint
ALTER TABLE "note_checks" ADD CONSTRAINT "note_checks_explainer" FOREIGN KEY ("business_id","explained_by") REFERENCES "users"("business_id","id");--> statement-breakpoint
ALTER TABLE "note_fingerprints" ADD CONSTRAINT "note_fingerprints_note" FOREIGN KEY ("business_id","note_id") REFERENCES "notes"("business_id","id");--> statement-breakpoint
ALTER TABLE "note_reviews" ADD CONSTRAINT "note_reviews_note" FOREIGN KEY ("business_id","note_id") REFERENCES "notes"("business_id","id");--> statement-breakpoint
ALTER TABLE "note_reviews" ADD CONSTRAINT "note_reviews_author" FOREIGN KEY ("business_id","author_id") REFERENCES "users"("business_id","id");--> statement-breakpoint
ALTER TABLE "note_reviews" ADD CONSTRAINT "note_reviews_reviewer" FOREIGN KEY ("business_id","reviewer_id") REFERENCES "users"("business_id","id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_client" FOREIGN KEY ("business_id","client_id") REFERENCES "clients"("business_id","id");
